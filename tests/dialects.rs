//! `canopy compare` with programs that are asked, and that answer, in different ways.

use crate::support::canopy::{self, KIWIPETE, Run, canopy};
use crate::support::healthy;
use crate::support::sweep;

/// Compares with the program that speaks this dialect.
fn compare(kind: &str, dialect: &str, has_bug: bool, arguments: &[&str]) -> Run {
    let passed = healthy::arguments(dialect, has_bug);
    canopy::against("compare", kind, &passed, arguments)
}

/// What is checked of a way to ask.
#[derive(Clone, Copy, Debug)]
enum Check {
    /// The program agrees from the start position.
    Start,
    /// The program agrees where all kinds of moves are legal.
    Kiwipete,
    /// The missing move is found.
    Bug,
}

use Check::{Bug, Kiwipete, Start};

/// How a program is asked: the kind, the dialect that it speaks, further flags, and what is checked.
type Way = (
    &'static str,
    &'static str,
    &'static [&'static str],
    &'static [Check],
);

const AGREES: &[Check] = &[Start, Kiwipete];
const BOTH: &[Check] = &[Start, Kiwipete, Bug];

const BARE: &[&str] = &["--no-handshake"];
const TEMPLATE: &[&str] = &["--perft-command", "{program} {fen} {depth} {moves}"];
const PATTERNS: &[&str] = &[
    "--perft-command",
    "leaves {depth}",
    "--line",
    r"(?<count>\d+) leaves below (?<move>\w+)",
    "--total",
    r"sum=(\d+);",
];

const WAYS: [Way; 27] = [
    // Dialects that are found out.
    ("auto", "stockfish", &[], BOTH),
    ("auto", "plain", &[], BOTH),
    ("auto", "divide", &[], BOTH),
    ("auto", "bbc", &[], BOTH),
    ("auto", "vice", &[], BOTH),
    ("auto", "xboard", &[], BOTH),
    // A divide in one line, separated thousands, SAN.
    ("auto", "one-line", &[], BOTH),
    ("auto", "blanks", &[], BOTH),
    ("auto", "fixed-blanks", &[], BOTH),
    ("auto", "dots", &[], BOTH),
    ("auto", "san", &[], BOTH),
    ("auto", "san-origin", &[], BOTH),
    // Dialects that are named.
    ("uci", "stockfish", &[], AGREES),
    ("stockfish", "stockfish", &[], AGREES),
    ("plain", "divide", &[], AGREES),
    ("bbc", "bbc", &[], BOTH),
    ("vice", "vice", &[], AGREES),
    ("xboard", "xboard", &[], BOTH),
    // No handshake, and no end of an answer.
    ("auto", "beginner", BARE, BOTH),
    // A second total belongs to the answer before.
    ("auto", "two-totals", BARE, BOTH),
    // Command lines as the template says; the order is found out without.
    ("auto", "one-shot", TEMPLATE, BOTH),
    ("one-shot", "one-shot", TEMPLATE, AGREES),
    (
        "one-shot",
        "one-shot",
        &["--perft-command", "{fen} {depth} {moves}"],
        &[Bug],
    ),
    ("auto", "one-shot", BARE, AGREES),
    // Without moves, it is asked about FENs only.
    (
        "auto",
        "one-shot",
        &["--perft-command", "{program} {fen} {depth}"],
        &[Bug],
    ),
    // Any other program.
    ("auto", "custom", PATTERNS, BOTH),
    ("uci", "custom", PATTERNS, AGREES),
];

#[test]
fn every_way_to_ask_agrees_and_finds_a_bug() {
    let checks = WAYS
        .iter()
        .flat_map(|way| way.3.iter().map(move |check| (way, *check)));
    let checks: Vec<_> = checks.collect();
    sweep::check_waiting(&checks, |&(&(kind, dialect, flags, _), check)| {
        let (asked, code, parts): (&[&str], _, &[&str]) = match check {
            Start => (&["--depth=3"], 0, &["depth 3: 8902 leaves, agreed"]),
            Kiwipete => (
                &["--depth=2", "--fen", KIWIPETE],
                0,
                &["depth 2: 2039 leaves, agreed"],
            ),
            // One move before the position with the missing move.
            Bug => (
                &["--depth=3", "--moves", "e2e4"],
                1,
                &[
                    "missing moves (legal, but not listed): b1c3",
                    "to reproduce:",
                ],
            ),
        };
        let has_bug = matches!(check, Bug);
        let run = compare(kind, dialect, has_bug, &[flags, asked].concat());
        let is_right = run.code == Some(code) && parts.iter().all(|part| run.stdout.contains(part));
        assert!(is_right, "{kind} {dialect} {flags:?} {check:?}: {run:?}");
    });
}

#[test]
fn san_is_read_in_every_position() {
    for dialect in ["san", "san-origin"] {
        let passed = healthy::arguments(dialect, false);
        let run = canopy::against("fuzz", "auto", &passed, &["-n200", "--max-nodes=500"]);
        run.says(0, &["200 positions of seed 1, ", "all agreed"]);
    }
}

#[test]
fn a_beginners_engine_is_given_some_time_to_answer_uci() {
    let hurried = ["--timeout", "3", "--depth", "2"];
    let run = compare("auto", "beginner", false, &hurried);
    run.says(0, &["depth 2: 400 leaves, agreed"]);
    let note = "asked without the handshake";
    assert!(run.stderr.contains(note), "{run:?}");
}

#[test]
fn a_program_without_an_answer_is_told_what_was_tried() {
    let run = compare("auto", "custom", false, &["--depth", "2"]);
    run.says(
        2,
        &[
            "found no way to ask",
            "uci, position fen 7k/8/8/8/8/8/P7/K7 w - - 0 1, go perft 1\n    it searched for a best move",
            // The same answer to both.
            " perft 1\n  uci, position fen 7k/8/8/8/8/8/P7/K7 w - - 0 1, divide 1\n    no answer; its last line was \
             \"readyok\"\n",
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
