//! `canopy fuzz`, `--shrink` and `--report`: bugs are found in random positions, shrunk and drawn.

use crate::support::canopy::{self, Run, Scratch, has};
use crate::support::classic;
use crate::support::sweep;
use movegen::chess::{Position, PositionWarning, Setup};
use serde_json::{Value, json};

/// The command against the program with this bug.
fn against(command: &str, bug: &str, arguments: &[&str]) -> Run {
    let passed = classic::arguments("uci", bug);
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
    let cases = [
        ("EnPassantUntested", false, 5, "en passant is illegal: "),
        ("NoEnPassant", false, 4, "en passant is legal"),
        ("PinsIgnored", false, 4, "is pinned to the king"),
        ("DoubleCheckAsSingle", false, 6, "double check from"),
        (
            "CastlesThroughCheck",
            false,
            4,
            "castling is illegal: the king passes",
        ),
        (
            "QueensideKnightSquareIgnored",
            false,
            5,
            "castling is illegal",
        ),
        ("OnlyQueens", false, 3, "promotes to n, b, r or q"),
        ("NoPromotionByCapture", false, 4, "missing moves"),
        ("RightSurvivesPromotionCapture", false, 6, "castling"),
        (
            "DoublePushSetsNothing",
            false,
            4,
            "double pushes do not set the en passant square",
        ),
        (
            "RightsNotRestoredAfterCastling",
            false,
            4,
            "plies deep are wrong",
        ),
        ("KingInPlaceNeverCastles", true, 3, "missing moves"),
        ("RookInPlaceNeverCastles", true, 3, "missing moves"),
    ];
    for (bug, chess960, most_pieces, part) in sweep::sample(cases, 4) {
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
    let fuzz = |seed| against("fuzz", "CastlesThroughCheck", &["--seed", seed]).stdout;
    assert_eq!(fuzz("7"), fuzz("7"));
    assert_ne!(fuzz("7"), fuzz("8"));
}

/// Every other position is of the killer corpus, unless the arguments choose the positions.
#[test]
fn positions_of_the_killer_corpus_come_first() {
    let drawn = |arguments: &[&str]| {
        let arguments = [arguments, &["--json"]].concat();
        let lines = against("fuzz", "EnPassantUntested", &arguments).json();
        let found = lines.first().expect("a disagreement");
        found["drawn"].clone()
    };
    has(
        &drawn(&[]),
        json!({"suite": "builtin:killer", "seed": null, "number": 3}),
    );
    for arguments in [&["--seed=1"][..], &["-n1000"], &["--state"]] {
        has(&drawn(arguments), json!({"suite": null, "seed": 1}));
    }
}

#[test]
fn no_positions_are_no_agreement() {
    let run = against("fuzz", "none", &["--positions", "0"]);
    assert_eq!((run.code, &*run.stdout), (Some(2), ""));
    assert!(run.stderr.contains("0 is not in 1.."), "{}", run.stderr);
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
        &[
            "ended (exit status: 3)",
            "after this input:",
            "go perft 2",
            "smallest position found that makes it fail, 2 pieces, 2 plies deep",
        ],
    );
}

#[test]
fn crashes_and_hangs_are_hunted_down() {
    let fail = [
        ("CrashesOnEnPassantCapture", "ended (exit status: 101)"),
        ("HangsOnEnPassant", "did not answer within"),
    ];
    sweep::check_waiting(&fail, |&(bug, failure)| {
        let fen = "4k3/3p4/1n6/4P3/8/8/8/4K3 b - - 0 1";
        let arguments = ["--fen", fen, "--depth", "3", "--timeout", "1"];
        let run = against("compare", bug, &arguments);
        let smallest = "smallest position found that makes it fail, 4 pieces, 1 ply deep";
        let special = "special in this position:\n  en passant is legal: ";
        run.says(2, &[failure, smallest, special, "\nto reproduce:\n  "]);
        let setup = last_fen(&run.stderr);
        assert!(setup.en_passant.is_some(), "{}", run.stderr);
    });
}

const CROWDED: &str = "r6r/pp2k1pp/8/2p5/5P2/8/PPP3PP/R3K2R b KQ - 4 17";

#[test]
fn compare_shrinks_on_request() {
    let arguments = ["--fen", CROWDED, "--depth", "3"];
    let plain = against("compare", "CastlesThroughCheck", &arguments);
    plain.says(1, &["extra moves"]);
    assert!(!plain.stdout.contains("smallest"));
    let run = against(
        "compare",
        "CastlesThroughCheck",
        &[&arguments[..], &["--shrink"]].concat(),
    );
    run.says(1, &["4 pieces instead of 1", " questions):"]);
    // The output without it comes first.
    assert!(run.stdout.starts_with(&plain.stdout), "{}", run.stdout);
    assert_eq!(piece_count(&last_fen(&run.stdout)), 4);
}

#[test]
fn an_answer_that_depends_on_earlier_questions_is_shrunk_with_them() {
    let fen = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    let run = against(
        "compare",
        "EnPassantOnlyInFirstAnswer",
        &["--fen", fen, "--shrink"],
    );
    let (found, smallest) = run
        .stdout
        .split_once("\nsmallest position")
        .expect(&run.stdout);
    for text in [found, smallest] {
        assert!(text.contains("deep: right\n  2. "), "{}", run.stdout);
    }
    run.says(
        1,
        &["asked first in a fresh process, it counts this correctly"],
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
    let run = against("compare", "CastlesThroughCheck", &arguments);
    run.says(1, &[&format!("report written to {}\n", file.path())]);
    let page = file.read();
    for part in [
        "<!DOCTYPE html>",
        "The smallest position found: 4 pieces instead of ",
        "castling is illegal: the king passes",
        "<svg class=\"board\"",
        "class=\"arrow extra\"",
        "Path to the position",
        "<p class=\"where\">After ",
        "Side by side",
        "canopy compare --engine ",
        // In the command, as text.
        "&lt;script&gt;alert('\\''1'\\'')&lt;/script&gt;",
    ] {
        assert!(page.contains(part), "no {part:?} in\n{page}");
    }
    // A single finding needs no list of contents.
    for part in [
        "http:",
        "https:",
        "url(",
        "@import",
        " src=",
        "<ol class=\"contents\"",
    ] {
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
    against("compare", "CastlesThroughCheck", &nowhere).says(2, &["/nowhere/page.html: "]);
}

#[test]
fn all_disagreements_are_found_and_grouped() {
    let positions = if sweep::is_full() { 150 } else { 60 };
    let number = positions.to_string();
    let arguments = ["--continue", "--positions", &number, "--max-nodes", "2000"];
    let run = against("fuzz", "EnPassantUntested", &arguments);
    run.says(
        1,
        &[
            &format!("{positions} positions of seed 1, "),
            " disagreements of ",
            " more like this)\n",
        ],
    );
    let json = [&arguments[..], &["--json"]].concat();
    let json = against("fuzz", "EnPassantUntested", &json);
    let lines = json.json();
    let of = |kind: &'static str| lines.iter().filter(move |line| line["type"] == kind);
    let groups = of("group").count();
    // One report for each group, however often the bug occurs.
    assert_eq!(of("disagreement").count(), groups);
    assert_eq!(of("smallest").count(), groups);
    let reports = run.stdout.matches("disagreement in this position:").count();
    assert_eq!(reports, groups, "{}", run.stdout);
    let drawn = |group: &Value| group["drawn"].as_array().expect("a list").clone();
    let total: usize = of("group").map(|group| drawn(group).len()).sum();
    assert!(total > groups, "{}", json.stdout);
    let result = lines.last().expect("a result");
    assert_eq!(
        (
            &result["groups"],
            &result["disagreements"],
            &result["positions"]
        ),
        (&json!(groups), &json!(total), &json!(positions))
    );
    // Each disagreement is in one group only.
    let mut numbers: Vec<String> = of("group")
        .flat_map(drawn)
        .map(|drawn| drawn["number"].to_string())
        .collect();
    numbers.sort();
    numbers.dedup();
    assert_eq!(numbers.len(), total);
}

#[test]
fn junit_has_a_case_for_each_position_and_depth() {
    let file = Scratch::new("fuzz.xml");
    let junit = format!("--junit={}", file.path());
    let arguments = ["--continue", "--positions=40", "--max-nodes=1000", &junit];
    against("fuzz", "NoEnPassant", &arguments).says(1, &["40 positions"]);
    let text = file.read();
    assert_eq!(text.matches("<testcase ").count(), 40);
    let failures = text.matches("<failure ").count();
    assert!(failures > 1, "{text}");
    for part in [
        "<testsuites name=\"canopy fuzz\" tests=\"40\"",
        "name=\"fuzz Classic 1\"",
        "to reproduce:",
        "the same as in position ",
    ] {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
    let arguments = ["--fen", CROWDED, "--depth=4", &junit];
    against("compare", "CastlesThroughCheck", &arguments).says(1, &["not agreed"]);
    let text = file.read();
    for part in [
        "<testsuites name=\"canopy compare\" tests=\"4\"",
        "errors=\"0\"",
        "failures=\"1\"",
        "message=\"not compared\"",
    ] {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
    against("compare", "crash", &["--depth=3", &junit]).says(2, &["ended (exit status: 3)"]);
    let text = file.read();
    assert!(
        text.contains("skipped=\"1\" failures=\"0\" errors=\"1\""),
        "{text}"
    );
    against("compare", "none", &["--junit=/nowhere/compare.xml"])
        .says(2, &["/nowhere/compare.xml: "]);
}

/// Text that stands in no value of the JSON: the fixed words of the layout.
fn is_layout(line: &str) -> bool {
    let ranks = line.starts_with(" |") || line.starts_with(" +") || line.starts_with("   a");
    ranks || line.is_empty() || line == "to reproduce:"
}

/// All texts and numbers in the value.
fn leaves_of(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Number(number) => texts.push(number.to_string()),
        Value::Array(list) => list.iter().for_each(|value| leaves_of(value, texts)),
        Value::Object(fields) => fields.values().for_each(|value| leaves_of(value, texts)),
        Value::Null | Value::Bool(_) => {}
    }
}

/// Whether every fact of a line of the text is a value of the JSON. A line is a value, or has a form
/// whose parts are values.
fn is_told(line: &str, texts: &[String]) -> bool {
    let line = line.trim();
    let has = |part: &str| texts.iter().any(|text| text == part);
    let forms = [
        r"^depth (\d+): (\d+) leaves, (?:not )?agreed$",
        r"^disagreement after (.+):$",
        r"^position (\d+) of (?:seed )?(\S+): (.+)$",
        r"^Fen: (.+)$",
        r"^Key: (.+)$",
        r"^Checkers: ?(.*)$",
        r"^(\d+) positions of (?:builtin:killer and )?seed (\d+), (\d+) leaves, (\d+) disagreements?(?: of (\d+) kinds?)?$",
        r"^(.+) \(position (\d+) of (?:seed )?(\S+); \d+ more like this\)$",
        r"^(.+) \(position (\d+) of (?:seed )?(\S+)\)$",
        r"^report written to (.+)$",
    ];
    let in_form = |form: &&str| {
        let form = regex::Regex::new(form).expect("a pattern");
        form.captures(line).is_some_and(|parts| {
            let mut parts = parts.iter().skip(1).flatten();
            parts.all(|part| {
                let words = || part.as_str().split_whitespace();
                has(part.as_str()) || words().all(has)
            })
        })
    };
    // `sentence: a2a3 b2b3 and 12 more` has its moves in a list.
    let moves = || {
        let (sentence, moves) = line.rsplit_once(": ")?;
        let known = |word: &str| has(word) || matches!(word, "and" | "more");
        let counted = |word: &str| word.parse::<usize>().is_ok();
        let all = moves.split(' ').all(|word| known(word) || counted(word));
        Some(has(sentence) && all)
    };
    let folded = regex::Regex::new(r"^\d+ more like this$").expect("a pattern");
    line == "disagreement in this position:"
        || folded.is_match(line)
        || has(line)
        || line.strip_suffix(':').is_some_and(has)
        || forms.iter().any(in_form)
        || moves() == Some(true)
}

/// The text and the JSON of the same run.
#[test]
fn the_json_has_every_fact_of_the_text() {
    let page = Scratch::new("facts.html");
    let compare = [
        "--fen",
        CROWDED,
        "--depth",
        "3",
        "--shrink",
        "--report",
        page.path(),
    ];
    let push = ["--fen", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "--shrink"];
    let castling = ["--fen", "4k3/8/8/8/8/8/P7/4K2R w K - 0 1", "--shrink"];
    let fuzz = ["--continue", "--positions=40", "--max-nodes=1000"];
    let cases = [
        ("compare", "CastlesThroughCheck", &compare[..]),
        ("compare", "ChecksIgnored", &compare[..]),
        ("compare", "DoublePushSetsNothing", &push[..]),
        ("compare", "DoublePushSetsNothing+total-only", &push[..]),
        ("compare", "EnPassantOnlyInFirstAnswer", &push[..]),
        ("compare", "wrong-total", &push[..]),
        ("compare", "RightsNotRestoredAfterCastling", &castling[..]),
        ("fuzz", "PinsIgnored", &fuzz[..]),
        ("fuzz", "OnlyQueens", &fuzz[..]),
        ("fuzz", "EnPassantUntested", &fuzz[..]),
    ];
    for (command, bug, arguments) in sweep::sample(cases, 3) {
        let text = against(command, bug, arguments);
        let json = against(command, bug, &[arguments, &["--json"]].concat());
        assert_eq!(
            (text.code, json.code),
            (Some(1), Some(1)),
            "{bug}: {json:?}"
        );
        let mut texts = Vec::new();
        for line in json.json() {
            leaves_of(&line, &mut texts);
        }
        for line in text.stdout.lines().filter(|line| !is_layout(line)) {
            assert!(
                is_told(line, &texts),
                "{bug}: {line:?} is not in\n{}",
                json.stdout
            );
        }
    }
    // The page has the lines of the JSON.
    let page = page.read();
    let (_, data) = page.split_once("id=\"canopy-report\">").expect("the data");
    let (data, _) = data.split_once("</script>").expect("its end");
    let data: Value = serde_json::from_str(data).expect("JSON");
    let kinds: Vec<_> = data
        .as_array()
        .expect("a list")
        .iter()
        .map(|line| &line["type"])
        .collect();
    assert_eq!(kinds, ["disagreement", "smallest", "result"]);
}

#[test]
fn the_time_ends_a_run_that_says_what_it_has_compared() {
    let xml = Scratch::new("time.xml");
    let junit = format!("--junit={}", xml.path());
    let right = classic::arguments("uci", "none");
    let run = canopy::against("fuzz", "uci", &right, &["--time=0s", &junit]);
    let parts = [
        "1 of 1490 positions of builtin:killer and seed 1 within 0s, 1 of them in part, ",
        " leaves, all agreed\n",
    ];
    run.says(0, &parts);
    let text = xml.read();
    for part in [
        "tests=\"2\" skipped=\"1\"",
        "1489 more positions",
        "left out: no time for them within 0s",
    ] {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
    let lines = canopy::against("fuzz", "uci", &right, &["--time=0s", "--json"]).json();
    let [result] = &lines[..] else {
        panic!("{lines:?}");
    };
    has(
        result,
        json!({"status": "ok", "positions": 1, "in_part": 1, "left_out": 1489}),
    );
    // A number of positions is compared in full.
    let run = canopy::against("fuzz", "uci", &right, &["--positions=3"]);
    run.says(0, &["3 positions of seed 1, "]);
}
