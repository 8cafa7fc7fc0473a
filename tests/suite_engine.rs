//! `canopy suite` with another program that counts, the suite that needs no file, and JUnit XML.

use crate::support::canopy::{self, Run, Scratch, canopy, has};
use crate::support::classic;
use serde_json::json;

/// One double push away from an en passant capture, and a position without any.
const SUITE: &str = "\
4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1 ;D1 6 ;D2 38 ;D3 258
4k3/8/8/8/8/8/P7/4K3 w - - ;D1 7 ;D2 35
4k3/8/8/8/8/8/8/5KR1 w G - 0 1 ;D1 13
";

fn suite(arguments: &[&str]) -> Run {
    canopy(&[&["suite"], arguments].concat())
}

/// A suite of this text, counted by the broken program.
fn counted_by(name: &str, text: &str, protocol: &str, bug: &str, more: &[&str]) -> Run {
    let file = Scratch::with(name, text);
    let passed = classic::arguments(protocol, bug);
    let more = [&[file.path()], more].concat();
    canopy::against("suite", protocol, &passed, &more)
}

/// The line of the known defects that give all counts.
fn why_of(run: &Run) -> serde_json::Value {
    let mut lines = run.json().into_iter();
    lines.find(|line| line["type"] == "why").expect("why")
}

#[test]
fn who_is_right_passes() {
    for protocol in ["uci", "perftree", "exit-code"] {
        let run = counted_by(
            &format!("right-{protocol}"),
            SUITE,
            protocol,
            "none",
            &["--ask-chess960"],
        );
        run.says(0, &["3 positions, 6 counts, 357 leaves, 0 disagreements\n"]);
        assert!(run.stderr.contains("(counted by "), "{}", run.stderr);
    }
}

#[test]
fn a_failure_is_followed_to_its_cause_once() {
    let run = counted_by("cause", SUITE, "uci", "NoEnPassant", &[]);
    run.says(
        1,
        &[
            ":1: 4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1: depth 2: expected 38, counted 37\n    en passant captures are missing\n",
            "\n    disagreement after d7d5:\n",
            ": e5d6\n",
            "depth 3: expected 258, counted 2",
            "2 disagreements",
        ],
    );
    assert_eq!(
        run.stdout.matches("disagreement after").count(),
        1,
        "{}",
        run.stdout
    );
}

#[test]
fn a_verdict_is_followed_as_well() {
    counted_by("verdict", SUITE, "exit-code", "NoEnPassant", &[]).says(
        1,
        &[
            "depth 2: expected 38, got another count\n",
            "disagreement after d7d5:",
        ],
    );
}

#[test]
fn a_wrong_suite_is_distinguished_from_a_wrong_program() {
    let wrong = SUITE.replace("D2 38", "D2 39");
    counted_by("wrong", &wrong, "uci", "none", &[]).says(
        1,
        &["expected 39, counted 38\n    it counts what canopy counts: the suite is wrong"],
    );
}

#[test]
fn who_crashes_is_started_again() {
    let run = counted_by("crash", SUITE, "uci", "crash", &["--timeout=30"]);
    run.says(2, &["canopy: no answer to 3 of 6 counts"]);
    let parts = [
        "depth 2: expected 38, no answer\n    the other program ended",
        ", 0 disagreements, 3 without an answer\n",
    ];
    for part in parts {
        assert!(run.stdout.contains(part), "{}", run.stdout);
    }
    let missing = suite(&["--builtin", "--engine=/nowhere/to/be/found"]);
    missing.says(2, &["cannot start /nowhere/to/be/found"]);
    suite(&["--builtin", "--engine=x", "--threads=2"]).says(2, &["cannot be used with"]);
}

#[test]
fn a_time_limit_is_no_disagreement() {
    let hangs = |text: &str, more: &[&str]| {
        let more = [&["--max-depth=2", "--timeout=1"], more].concat();
        counted_by("hangs", text, "uci", "hang", &more)
    };
    let xml = Scratch::new("hangs.xml");
    let run = hangs(SUITE, &[&format!("--junit={}", xml.path())]);
    run.says(2, &["canopy: no answer to 2 of 5 counts"]);
    let late = "depth 2: expected 38, no answer within 1 s\n    the other program did not answer";
    for part in [late, ", 0 disagreements, 2 without an answer"] {
        assert!(run.stdout.contains(part), "{}", run.stdout);
    }
    let text = xml.read();
    for part in [
        "failures=\"0\" errors=\"2\"",
        "message=\"expected 38, no answer within 1 s\"",
    ] {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
    let lines = hangs(SUITE, &["--json"]).json();
    let [first, _, result] = &lines[..] else {
        panic!("{lines:?}");
    };
    has(
        first,
        json!({ "type": "no_answer", "reason": "no answer within 1 s" }),
    );
    // The field has had two names.
    let explanation = first["explanation"].as_str().expect("a text");
    assert!(explanation.contains("did not answer"), "{explanation}");
    assert_eq!(first["told"], first["explanation"]);
    has(result, json!({ "status": "error", "unanswered": 2 }));
    // A disagreement says more.
    hangs(&SUITE.replace("D1 6", "D1 7"), &[]).says(1, &[", 1 disagreement, 2 without an answer"]);
}

#[test]
fn one_failure_of_each_group_of_features_is_explained() {
    // Six wrong counts of the suite itself, and then the bug.
    let wrong: String = "PABCDEFG"
        .chars()
        .skip(1)
        .map(|file| {
            let before = file as usize - 'A' as usize;
            let after = 7 - before;
            let gap = |squares: usize| match squares {
                0 => String::new(),
                squares => squares.to_string(),
            };
            let rank = format!("{}P{}", gap(before), gap(after));
            format!("4k3/8/8/8/8/{rank}/8/4K3 w - - 0 1 ;D1 9\n")
        })
        .collect();
    let run = counted_by(
        "groups",
        &(wrong + SUITE),
        "uci",
        "NoEnPassant",
        &["--max-depth=2"],
    );
    run.says(1, &["disagreement after d7d5:", " 8 disagreements"]);
    assert_eq!(
        run.stdout.matches("the suite is wrong here").count(),
        1,
        "{}",
        run.stdout
    );
    // The same cause is explained once.
    let run = counted_by("once", &tagged_suite(), "uci", "NoEnPassant", &[]);
    run.says(1, &[": the same as in "]);
    let explained = run.stdout.matches("missing moves (legal").count();
    assert_eq!(
        explained, 2,
        "the first one and the smallest: {}",
        run.stdout
    );
}

#[test]
fn the_builtin_suite() {
    let run = suite(&["--builtin"]);
    run.says(0, &[" 0 disagreements\n"]);
    assert!(
        run.stdout.starts_with("26 positions, 116 counts, "),
        "{}",
        run.stdout
    );
    let itself = [
        "--builtin",
        "--max-nodes=3000",
        "--engine",
        env!("CARGO_BIN_EXE_canopy"),
    ];
    suite(&itself).says(0, &[" 0 disagreements ("]);
    let json = suite(&["--builtin", "--json", "--max-depth=1"]).json();
    has(&json[0], json!({ "files": ["builtin"] }));
    suite(&[]).says(2, &["FILE"]);
}

/// Positions with and without en passant, for a program that knows no en passant.
fn tagged_suite() -> String {
    let generate = |feature: &str| {
        let feature = format!("--feature={feature}");
        canopy::stdout(&["corpus", "generate", &feature, "--count=30", "--depth=1"])
    };
    generate("en-passant") + &generate("castling-both-sides") + &generate("pin-knight")
}

#[test]
fn features_of_failures_are_counted_and_the_smallest_is_shrunk() {
    let run = counted_by("tags", &tagged_suite(), "uci", "NoEnPassant", &[]);
    run.says(
        1,
        &[
            " failures have en-passant; 0 of ",
            " passes do. A capture en passant is legal.\n",
            "the smallest of them: depth 1 of ",
        ],
    );
    assert_eq!(
        run.stdout.matches("the smallest of them").count(),
        1,
        "{}",
        run.stdout
    );
    let json = counted_by(
        "tags-json",
        &tagged_suite(),
        "uci",
        "NoEnPassant",
        &["--json"],
    );
    let lines = json.json();
    let of = |kind: &str| lines.iter().find(|line| line["type"] == kind).expect(kind);
    has(
        of("feature"),
        json!({ "id": "en-passant", "passes_with": 0 }),
    );
    assert_eq!(of("result")["status"], "disagreement");
    assert!(of("smallest").is_object());
}

/// The part of the output from a text on that is indented.
fn indented<'a>(output: &'a str, begin: &str) -> Vec<&'a str> {
    let mut lines = output.lines().skip_while(|line| !line.starts_with(begin));
    let first = lines.next();
    let rest = lines.take_while(|line| line.is_empty() || line.starts_with("    "));
    first.into_iter().chain(rest).collect()
}

/// The right counts rule out that castling or promotions are missing as well, and two questions what else gives them.
#[test]
fn one_known_defect_gives_all_counts() {
    let suite = tagged_suite();
    let run = counted_by("rows", &suite, "uci", "NoEnPassant", &[]);
    assert_eq!(
        indented(&run.stdout, "12 of 30 wrong counts"),
        [
            "12 of 30 wrong counts and 12 right ones together:",
            "    asked for depth 2 of 4k3/8/8/8/p6p/8/1P4P1/4K3 w - - 0 1: 65, right is 67",
            "    asked for depth 2 of 4k3/P3p3/8/3pP3/8/8/8/4K3 w - d6 0 2: 49, right is 56",
            "    1 of 631 known defects gives all of these numbers:",
            "      en passant captures are missing",
            "    1 known defect could not be compared in every form: others are possible.",
        ],
        "{}",
        run.stdout
    );
    let json = counted_by("rows-json", &suite, "uci", "NoEnPassant", &["--json"]);
    let why = why_of(&json);
    has(
        &why,
        json!({
            "differing": 30, "asked": 2, "confirmed": "en-passant-missing", "right": false, "comparison_complete": true, "next": null,
            "causes": [{ "id": "en-passant-missing", "sentences": ["en passant captures are missing"] }],
        }),
    );
    assert_eq!(why["claims"].as_array().map(Vec::len), Some(26), "{why}");
}

/// The questions of `compare` leave several forms of this defect, and the one large count leaves more.
#[test]
fn a_single_large_count_is_compared_with_right_ones() {
    let suite = "\
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D1 48 ;D2 2039 ;D3 97862
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D1 14 ;D2 191 ;D3 2812
r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10 ;D1 46 ;D2 2080
";
    let bug = "EnPassantSquareStaysAfterCastling";
    let run = counted_by("large-row", suite, "uci", bug, &[]);
    run.says(1, &["possible, but does not predict every number seen:\n"]);
    assert_eq!(
        indented(&run.stdout, "1 wrong count")[..5],
        [
            "1 wrong count and 7 right ones together:",
            "    asked for depth 1 of 4k3/8/8/3pP3/8/2Pp4/8/4K3 w - d6 0 2: 7, right",
            "    1 of 631 known defects gives all of these numbers:",
            "      the en passant square is not cleared by castling",
            "    Only one number is wrong: defects that are not known can give it too.",
        ],
        "{}",
        run.stdout
    );
}

/// A FEN without clocks is completed, not written anew: its en passant square stays if no legal capture can use it.
#[test]
fn en_passant_squares_of_short_fens_are_sent() {
    let suite = "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 ;D1 6\n";
    let bug = "EnPassantRankPinIgnored";
    let run = counted_by("short-fen", suite, "uci", bug, &[]);
    run.says(1, &["depth 1: expected 6, counted 7\n"]);
}

/// The counts of the suite fit several defects, but the questions about its first position have told them apart.
#[test]
fn the_defect_that_compare_confirms_is_named_at_the_end() {
    let suite = "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1 ;D1 6 ;D2 84\n";
    let bug = "EnPassantRankPinIgnored";
    let run = counted_by("confirmed", suite, "uci", bug, &[]);
    run.says(1, &["\n    In the comparison of single positions above, one of these alone accounts for its answers: en passant captures may open the rank of the two pawns to their own king\n"]);
    let json = counted_by("confirmed-json", suite, "uci", bug, &["--json"]);
    has(
        &why_of(&json),
        json!({ "confirmed": "en-passant-opens-rank" }),
    );
}

/// The list of this program has room for 256 moves, and it knows no en passant.
#[test]
fn no_known_defect_is_named_for_two_bugs() {
    let suite = format!("{SUITE}kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1 ;D1 270\n");
    let run = counted_by("two-bugs", &suite, "uci", "NoEnPassant", &[]);
    assert_eq!(
        indented(&run.stdout, "3 wrong counts")[..2],
        [
            "3 wrong counts and 4 right ones together:",
            "    None of 631 known defects gives all of these numbers.",
        ],
        "{}",
        run.stdout
    );
}

#[test]
fn a_wrong_suite_is_no_defect_of_the_program() {
    let wrong = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D2 401\n\
                 r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 ;D1 27\n";
    let run = counted_by("no-rows", wrong, "uci", "none", &[]);
    run.says(1, &["the suite is wrong here", " 2 disagreements\n"]);
    assert!(!run.stdout.contains("together"), "{}", run.stdout);
}

#[test]
fn levels_of_the_builtin_suites() {
    let quick = suite(&["--builtin=quick", "--max-depth=2"]);
    quick.says(0, &[" 0 disagreements"]);
    let json = suite(&["--builtin=quick", "--json", "--max-depth=1"]).json();
    assert_eq!(
        json[0]["files"],
        json!(["builtin", "builtin:killer", "builtin:sample"])
    );
    let full = suite(&["--builtin=full", "--json", "--max-depth=1"]).json();
    assert!(
        full[0]["positions"]
            .as_u64()
            .is_some_and(|positions| positions > 200_000)
    );
    suite(&["--builtin=killer"]).says(0, &[" 0 disagreements"]);
    suite(&["--builtin=all"]).says(2, &["rules", "killer", "quick", "full"]);
}

#[test]
fn junit() {
    let xml = Scratch::new("results.xml");
    let junit = format!("--junit={}", xml.path());
    counted_by("junit", SUITE, "uci", "NoEnPassant", &[&junit]).says(1, &["2 disagreements"]);
    let text = xml.read();
    for part in [
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
        "<testsuites name=\"canopy suite\" tests=\"6\" skipped=\"0\" failures=\"2\" errors=\"0\">",
        "<testcase name=\"4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1 depth 2\"",
        "message=\"expected 38, counted 37\"",
        "disagreement after d7d5:",
    ] {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
    // Our own counting writes it too.
    suite(&["--builtin", "--max-depth=2", &junit]).says(0, &[]);
    let text = xml.read();
    assert!(text.contains("failures=\"0\" errors=\"0\""), "{text}");
    assert!(text.contains("classname=\"double check\""), "{text}");
    suite(&["--builtin", "--max-depth=1", "--junit=/nowhere/to/be/found"])
        .says(2, &["/nowhere/to/be/found: "]);
}

#[test]
fn counts_without_time_are_left_out() {
    let xml = Scratch::new("time.xml");
    let more = [
        "--time=0s",
        "--ask-chess960",
        &format!("--junit={}", xml.path()),
    ];
    let run = counted_by("time", SUITE, "uci", "none", &more);
    // One count is asked for: otherwise nothing would be checked.
    run.says(
        0,
        &["3 positions, 1 count, 6 leaves, 0 disagreements (5 counts left out)\n"],
    );
    let warning = "5 counts did not fit into 0s and were left out";
    assert!(run.stderr.contains(warning), "{}", run.stderr);
    let text = xml.read();
    for part in [
        "tests=\"6\" skipped=\"5\"",
        "<skipped message=\"left out: no time for it within 0s\"/>",
    ] {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
}

/// Each question would take as long as the first one.
#[cfg(unix)]
#[test]
fn a_program_that_cannot_be_asked_ends_the_suite() {
    let mute = Scratch::script("mute", "cat > /dev/null");
    let file = Scratch::with("mute.epd", SUITE);
    let engine = format!("--engine=sh {}", mute.path());
    let run = suite(&[file.path(), &engine, "--timeout=0.2"]);
    run.says(2, &["found no way to ask sh "]);
    assert_eq!(run.stderr.matches("found no way").count(), 1);
    assert_eq!(
        run.stderr.matches("it said nothing").count(),
        1,
        "{}",
        run.stderr
    );
}

#[cfg(unix)]
#[test]
fn a_command_line_names_its_script() {
    let script = Scratch::script(
        "named.sh",
        &format!("exec '{}'", env!("CARGO_BIN_EXE_canopy")),
    );
    let file = Scratch::with("named.epd", SUITE);
    let run = suite(&[file.path(), &format!("--engine=sh {}", script.path())]);
    let name = std::path::Path::new(script.path()).file_name();
    let name = name.and_then(|name| name.to_str()).expect("a name");
    let by = format!("(counted by sh {name})\n");
    assert!(run.code == Some(0) && run.stderr.ends_with(&by), "{run:?}");
}
