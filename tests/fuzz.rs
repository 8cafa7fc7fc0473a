//! `canopy fuzz`, `--shrink` and `--report`: bugs are found in random positions, shrunk and drawn.

use crate::support::broken;
use crate::support::canopy::{self, Run, Scratch};
use movegen::chess::{Position, PositionWarning, Setup};

/// The command against the program with this bug.
fn against(command: &str, bug: &str, arguments: &[&str]) -> Run {
    let passed = broken::arguments("uci", bug);
    canopy::against(command, "uci", &passed, arguments)
}

/// The position in a line of the form `Fen: ...`, the last one in the output.
fn last_fen(output: &str) -> Setup {
    let line = output
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("Fen: "));
    let fen = line.unwrap_or_else(|| panic!("no FEN in\n{output}"));
    fen.parse().expect(fen)
}

fn piece_count(setup: &Setup) -> usize {
    setup.board.iter().flatten().count()
}

#[test]
fn bugs_of_every_kind_are_found_and_shrunk() {
    for (bug, chess960, most_pieces, part) in [
        ("en-passant-pins", false, 5, "en passant is illegal: "),
        ("no-en-passant", false, 4, "en passant is legal"),
        ("no-pins", false, 4, "is pinned to the king"),
        ("answers-double-check", false, 6, "double check from"),
        (
            "castles-through-check",
            false,
            4,
            "castling is illegal: the king passes",
        ),
        ("castles-past-b1", false, 5, "castling is illegal"),
        ("only-queens", false, 3, "promotes to n, b, r or q"),
        ("no-capture-promotions", false, 4, "missing moves"),
        ("corner-promotion-keeps-right", false, 6, "castling"),
        ("state-no-square", false, 4, "this is a state bug"),
        ("unmake-loses-rights", false, 4, "plies deep are wrong"),
        ("king-in-place", true, 3, "missing moves"),
        ("rook-in-place", true, 3, "missing moves"),
    ] {
        let mut arguments = vec!["--positions", "400"];
        if chess960 {
            arguments.push("--chess960");
        }
        let run = against("fuzz", bug, &arguments);
        let found = [
            " of seed 1: ",
            "smallest position found that shows it",
            part,
        ];
        run.says(1, &found);
        let smallest = last_fen(&run.stdout);
        assert!(
            piece_count(&smallest) <= most_pieces,
            "{bug}\n{}",
            run.stdout
        );
        // It has no warnings except those that can be essential.
        let (_, warnings) = Position::from_setup(&smallest).expect("rules");
        let odd =
            |warning: &PositionWarning| !matches!(warning, PositionWarning::EnPassantDropped(_));
        assert!(!warnings.iter().any(odd), "{bug}: {warnings:?}");
    }
}

#[test]
fn the_seed_determines_what_is_found() {
    let fuzz = |seed| against("fuzz", "castles-through-check", &["--seed", seed]).stdout;
    assert_eq!(fuzz("7"), fuzz("7"));
    assert_ne!(fuzz("7"), fuzz("8"));
}

#[test]
fn a_correct_program_agrees_on_all_positions() {
    let run = against(
        "fuzz",
        "none",
        &["--positions", "60", "--max-nodes", "2000"],
    );
    run.says(0, &["60 positions of seed 1, ", " leaves, all agreed\n"]);
    let run = against(
        "fuzz",
        "none",
        &["--positions", "60", "--max-nodes", "2000", "--chess960"],
    );
    run.says(0, &["60 positions of seed 1, "]);
}

#[test]
fn a_crash_is_reported_with_its_input() {
    against("fuzz", "crash", &[]).says(
        2,
        &["ended (exit status: 3)", "after this input:", "go perft 2"],
    );
}

const CROWDED: &str = "r6r/pp2k1pp/8/2p5/5P2/8/PPP3PP/R3K2R b KQ - 4 17";

#[test]
fn compare_shrinks_on_request() {
    let arguments = ["--fen", CROWDED, "--depth", "3"];
    let plain = against("compare", "castles-through-check", &arguments);
    plain.says(1, &["extra moves"]);
    assert!(!plain.stdout.contains("smallest"));
    let run = against(
        "compare",
        "castles-through-check",
        &[&arguments[..], &["--shrink"]].concat(),
    );
    run.says(1, &["4 pieces instead of 1", " questions):"]);
    // The output without it comes first.
    assert!(run.stdout.starts_with(&plain.stdout), "{}", run.stdout);
    assert_eq!(piece_count(&last_fen(&run.stdout)), 4);
}

#[test]
fn answers_that_depend_on_earlier_questions_are_not_shrunk() {
    let fen = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    let run = against("compare", "remembers", &["--fen", fen, "--shrink"]);
    run.says(
        1,
        &["no smaller position is shown: the answer depends on earlier questions"],
    );
}

#[test]
fn the_page_shows_everything_and_loads_nothing() {
    let file = Scratch::new("page.html");
    let name = "<script>alert('1')</script>";
    let arguments = [
        "--fen",
        CROWDED,
        "--depth",
        "3",
        "--shrink",
        "--report",
        file.path(),
        "--option",
        name,
    ];
    let run = against("compare", "castles-through-check", &arguments);
    run.says(1, &[&format!("report written to {}\n", file.path())]);
    let page = std::fs::read_to_string(file.path()).expect("a page");
    for part in [
        "<!DOCTYPE html>",
        "The smallest position found: 4 pieces instead of ",
        "castling is illegal: the king passes",
        "<svg class=\"board\"",
        "class=\"arrow extra\"",
        "Path to the position",
        "Side by side",
        "canopy compare --engine ",
        // In the command, as text.
        "&lt;script&gt;alert('\\''1'\\'')&lt;/script&gt;",
    ] {
        assert!(page.contains(part), "no {part:?} in\n{page}");
    }
    for part in ["http:", "https:", "url(", "@import", " src="] {
        assert!(!page.contains(part), "{part:?} in\n{page}");
    }
    // The data, and the script for the copy buttons.
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(
        page.matches("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-")
            .count(),
        1
    );
    // The position that was found, the smallest one, and the path.
    assert_eq!(page.matches("<svg class=\"board\"").count(), 2 + 2);
    assert_eq!(page.matches("<title id=").count(), 4);
    assert_eq!(page.matches("<desc id=").count(), 4);
}

#[test]
fn without_a_disagreement_there_is_no_page() {
    let file = Scratch::new("none.html");
    let run = against(
        "compare",
        "none",
        &["--depth", "2", "--report", file.path()],
    );
    run.says(0, &["no disagreement, so no report was written to "]);
    assert!(!std::path::Path::new(file.path()).exists());
    let nowhere = ["--fen", CROWDED, "--report", "/nowhere/page.html"];
    against("compare", "castles-through-check", &nowhere).says(2, &["/nowhere/page.html: "]);
}
