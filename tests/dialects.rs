//! `canopy compare` with programs that are asked, and that answer, in different ways.

use crate::support::canopy::{self, KIWIPETE, Run, canopy};
use crate::support::healthy;
use crate::support::sweep;

/// Compares with the program that speaks this dialect.
fn compare(kind: &str, dialect: &str, has_bug: bool, arguments: &[&str]) -> Run {
    let passed = healthy::arguments(dialect, has_bug);
    canopy::against("compare", kind, &passed, arguments)
}

#[track_caller]
fn agrees(kind: &str, dialect: &str, arguments: &[&str]) -> Run {
    let start = compare(
        kind,
        dialect,
        false,
        &[arguments, &["--depth", "3"]].concat(),
    );
    start.says(0, &["depth 3: 8902 leaves, agreed"]);
    let kiwipete = ["--depth", "2", "--fen", KIWIPETE];
    let run = compare(kind, dialect, false, &[arguments, &kiwipete].concat());
    run.says(0, &["depth 2: 2039 leaves, agreed"]);
    run
}

#[track_caller]
fn is_found(kind: &str, dialect: &str, arguments: &[&str]) {
    // One move before the position with the missing move.
    let arguments = [arguments, &["--depth", "3", "--moves", "e2e4"]].concat();
    compare(kind, dialect, true, &arguments).says(
        1,
        &[
            "missing moves (legal, but not listed): b1c3",
            "to reproduce:",
        ],
    );
}

#[test]
fn every_dialect_is_detected_and_a_bug_found() {
    let dialects = ["stockfish", "plain", "divide", "bbc", "vice", "xboard"];
    sweep::check(&dialects, |dialect| {
        agrees("auto", dialect, &[]);
        is_found("auto", dialect, &[]);
    });
}

#[test]
fn a_divide_in_one_line_and_separated_thousands_are_read() {
    sweep::check(&["one-line", "blanks", "fixed-blanks", "dots"], |dialect| {
        agrees("auto", dialect, &[]);
        is_found("auto", dialect, &[]);
    });
}

#[test]
fn san_is_read_in_every_position() {
    for dialect in ["san", "san-origin"] {
        agrees("auto", dialect, &[]);
        is_found("auto", dialect, &[]);
        let passed = healthy::arguments(dialect, false);
        let run = canopy::against("fuzz", "auto", &passed, &["-n200", "--max-nodes=500"]);
        run.says(0, &["200 positions of seed 1, ", "all agreed"]);
    }
}

#[test]
fn dialects_can_be_named() {
    let dialects = [
        ("uci", "stockfish"),
        ("stockfish", "stockfish"),
        ("plain", "divide"),
        ("bbc", "bbc"),
        ("vice", "vice"),
        ("xboard", "xboard"),
    ];
    sweep::check(&dialects, |(kind, dialect)| {
        drop(agrees(kind, dialect, &[]))
    });
    is_found("bbc", "bbc", &[]);
    is_found("xboard", "xboard", &[]);
}

#[test]
fn a_beginners_engine_needs_no_handshake_and_no_end_of_an_answer() {
    agrees("auto", "beginner", &["--no-handshake"]);
    is_found("auto", "beginner", &["--no-handshake"]);
    // It is given some time to answer `uci`.
    let run = compare(
        "auto",
        "beginner",
        false,
        &["--timeout", "3", "--depth", "2"],
    );
    run.says(0, &["depth 2: 400 leaves, agreed"]);
    assert!(
        run.stderr.contains("asked without the handshake"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_second_total_belongs_to_the_answer_before() {
    agrees("auto", "two-totals", &["--no-handshake"]);
    is_found("auto", "two-totals", &["--no-handshake"]);
}

#[test]
fn command_lines_are_called_as_the_template_says() {
    let template = ["--perft-command", "{program} {fen} {depth} {moves}"];
    for kind in ["auto", "one-shot"] {
        agrees(kind, "one-shot", &template);
    }
    is_found("auto", "one-shot", &template);
    is_found(
        "one-shot",
        "one-shot",
        &["--perft-command", "{fen} {depth} {moves}"],
    );
    // Without moves, it is asked about FENs only.
    is_found(
        "auto",
        "one-shot",
        &["--perft-command", "{program} {fen} {depth}"],
    );
    // The order is found out.
    agrees("auto", "one-shot", &["--no-handshake"]);
}

#[test]
fn commands_and_patterns_describe_any_other_program() {
    let described = [
        "--perft-command",
        "leaves {depth}",
        "--line",
        r"(?<count>\d+) leaves below (?<move>\w+)",
        "--total",
        r"sum=(\d+);",
    ];
    agrees("auto", "custom", &described);
    is_found("auto", "custom", &described);
    agrees("uci", "custom", &described);
}

#[test]
fn a_program_without_an_answer_is_told_what_was_tried() {
    let run = compare("auto", "custom", false, &["--depth", "2"]);
    run.says(
        2,
        &[
            "found no way to ask",
            "uci, position fen 7k/8/8/8/8/8/P7/K7 w - - 0 1, go perft 1\n    it searched for a best move",
            "perft 1\n    no answer; its last line was \"readyok\"",
            "divide 1\n",
            "--perft-command",
        ],
    );
    let mute = [
        "--no-handshake",
        "--perft-command",
        "count {depth}",
        "--timeout",
        "0.5",
    ];
    compare("auto", "mute", false, &mute).says(2, &["count 1\n"]);
    compare("auto", "errors", false, &[]).says(
        2,
        &["its last line was \"readyok\", on standard error \"Nodes searched: 20\""],
    );
}

#[test]
fn unusual_notation_is_read_and_noted_once() {
    for (dialect, fen, note) in [
        (
            "mixed",
            KIWIPETE,
            "some moves are in SAN, the others have two squares",
        ),
        (
            "mixed",
            KIWIPETE,
            "moves are written with more than two squares",
        ),
        (
            "capitals",
            "7k/P7/8/8/8/8/8/K7 w - - 0 1",
            "capital letters; UCI writes e7e8q",
        ),
        (
            "rook",
            KIWIPETE,
            "castling is written as king takes rook without UCI_Chess960",
        ),
        ("unknown", KIWIPETE, "lines that could not be read: "),
    ] {
        let run = compare("auto", dialect, false, &["--fen", fen, "--depth", "3"]);
        run.says(0, &["depth 3: "]);
        assert_eq!(
            run.stderr.matches(note).count(),
            1,
            "{dialect}: {}",
            run.stderr
        );
    }
}

#[test]
fn unreadable_lines_are_never_missing_moves() {
    // The capture is written e4*d5, and b1c3 is not listed.
    let fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let run = compare("auto", "unknown", true, &["--fen", fen, "--depth", "2"]);
    run.says(1, &["cannot be read", "e4*d5: 1", "b1c3"]);
    assert!(!run.stdout.contains("missing moves"), "{}", run.stdout);
}

#[test]
fn wrong_templates_and_patterns_are_refused() {
    for (arguments, message) in [
        (["--perft-command", "perft {n}"], "unknown placeholder {n}"),
        (["--perft-command", "perft"], "no {depth} in 'perft'"),
        (["--line", "("], "unclosed group"),
        (
            ["--line", r"(\w+)"],
            "a group for the move and one for the count",
        ),
        (["--total", "x"], "a group for the count"),
    ] {
        let arguments = [&["compare", "--engine", "x"][..], &arguments].concat();
        let run = canopy(&arguments);
        run.says(2, &[message]);
    }
    let fixed = [
        "compare",
        "--engine",
        "x",
        "--kind",
        "exit-code",
        "--total",
        "(x)",
    ];
    canopy(&fixed).says(2, &["--kind exit-code has a fixed command line"]);
}
