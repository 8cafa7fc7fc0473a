//! `canopy compare` against programs with known bugs: each must be found where it is.

use std::time::{Duration, Instant};

use crate::support::canopy::{self, KIWIPETE, PUSH, Run, Scratch, canopy, has};
use crate::support::{classic, sweep};
use serde_json::{Value, json};

/// One rook move away from a castling that would pass an attacked square.
const CROSSING: &str = "r7/4k3/8/8/8/8/8/4K2R b K - 0 1";
/// Castling, and a quiet move beside it.
const CASTLING: &str = "4k3/8/8/8/8/8/P7/4K2R w K - 0 1";

/// Compares with the broken program.
fn compare(protocol: &str, bug: &str, arguments: &[&str]) -> Run {
    let passed = classic::arguments(protocol, bug);
    canopy::against("compare", protocol, &passed, arguments)
}

fn hunt(bug: &str, fen: &str, depth: &str) -> Run {
    compare("uci", bug, &["--fen", fen, "--depth", depth])
}

#[test]
fn a_correct_program_agrees() {
    let run = hunt("none", KIWIPETE, "3");
    run.says(0, &[]);
    assert_eq!(
        run.stdout,
        "depth 1: 48 leaves, agreed\ndepth 2: 2039 leaves, agreed\ndepth 3: 97862 leaves, agreed\n"
    );
    let itself = [
        "compare",
        "--engine",
        env!("CARGO_BIN_EXE_canopy"),
        "--option",
        "Hash=1",
    ];
    canopy(&itself).says(0, &["depth 5: 4865609 leaves, agreed"]);
}

#[test]
fn every_variant_is_compared() {
    let engine = [
        "--engine",
        env!("CARGO_BIN_EXE_canopy"),
        "--option",
        "Hash=1",
    ];
    for rules in movegen::chess::variant::VARIANTS {
        let variant = ["--variant", rules.name()];
        let compare = [&["compare", "--depth", "3"][..], &engine, &variant].concat();
        canopy(&compare).says(0, &["depth 3: ", " leaves, agreed\n"]);
        let fuzz = [
            &["fuzz", "--positions", "10", "--depth", "2"][..],
            &engine,
            &variant,
        ]
        .concat();
        canopy(&fuzz).says(0, &["10 positions of seed 1, ", "all agreed\n"]);
    }
    let crazyhouse = [
        "--variant",
        "crazyhouse",
        "--fen",
        "4k3/8/8/8/8/8/8/4K3[Pn] w - - 4 9",
        "--moves",
        "@e4 N@f3",
    ];
    let compare = [&["compare", "--depth", "2"][..], &engine, &crazyhouse].concat();
    canopy(&compare).says(0, &["depth 2: "]);
}

/// It would count chess, and be blamed for it.
#[test]
fn a_program_without_the_variant_is_not_asked() {
    for command in ["compare", "fuzz"] {
        let passed = classic::arguments("uci", "none");
        let run = canopy::against(command, "uci", &passed, &["--variant", "atomic"]);
        run.says(2, &["the other program does not offer the variant atomic"]);
    }
}

#[test]
fn wrong_moves_are_found_in_their_position() {
    for (bug, fen, path, wrong) in [
        (
            "NoEnPassant",
            PUSH,
            "after d7d5:",
            "missing moves (legal, but not listed): e5d6\n",
        ),
        (
            "CastlesThroughCheck",
            CROSSING,
            "after a8f8:",
            "extra moves (listed, but not legal): e1g1\n",
        ),
        (
            "NoKnights",
            "8/P6k/8/8/8/8/8/K7 b - - 0 1",
            "after ",
            "missing moves (legal, but not listed): a7a8n\n",
        ),
        (
            "twice",
            "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
            "in this position:",
            "repeated moves (listed more than once): a2a3\n",
        ),
    ] {
        let run = hunt(bug, fen, "4");
        run.says(
            1,
            &[
                path,
                wrong,
                "Fen: ",
                "to reproduce:\n  printf ",
                "\n  canopy perft ",
            ],
        );
        for other_cause in ["different answers", "from earlier positions"] {
            assert!(!run.stdout.contains(other_cause), "{}", run.stdout);
        }
    }
}

#[test]
fn the_commands_reproduce_the_bug() {
    let run = hunt("NoEnPassant", PUSH, "3");
    let commands: Vec<&str> = run.stdout.lines().rev().take(2).collect();
    assert_eq!(
        commands[0],
        format!("  canopy perft 1 --fen '{PUSH}' --moves d7d5")
    );
    assert!(
        commands[1].starts_with(&format!(
            r"  printf 'uci\nposition fen {PUSH} moves d7d5\ngo perft 1\nquit\n' | "
        )),
        "{}",
        run.stdout
    );
}

#[test]
fn a_state_bug_of_make_is_distinguished_from_wrong_moves() {
    let state = "the answer after the moves is wrong, and the answer to the FEN is right";
    let played = format!("  wrong: position fen {PUSH} moves d7d5\n");
    hunt("DoublePushSetsNothing", PUSH, "4").says(
        1,
        &[
            "after d7d5:",
            "missing moves (legal, but not listed): e5d6\n",
            state,
            &played,
            "  right: position fen 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2\n",
        ],
    );
    // The king moves to d1 and back, and still castles.
    hunt("KingMoveKeepsRights", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "5")
        .says(1, &["extra moves (listed, but not legal): ", state]);
}

#[test]
fn a_state_bug_of_unmake_shows_in_no_child() {
    hunt("RightsNotRestoredAfterCastling", CASTLING, "4").says(
        1,
        &[
            "in this position",
            "its counts 3 plies deep are wrong:\n  a2a3: ",
            "asked about the positions after these moves, it counts them correctly",
        ],
    );
}

#[test]
fn a_state_bug_of_earlier_questions_is_distinguished_from_wrong_moves() {
    hunt("EnPassantOnlyInFirstAnswer", PUSH, "3").says(
        1,
        &[
            "after d7d5:",
            ": e5d6\n",
            "the answer is wrong after these questions to one process",
        ],
    );
}

#[test]
fn a_fen_bug_is_distinguished_from_wrong_moves() {
    let moves = ["--fen", PUSH, "--moves", "d7d5", "--depth", "2"];
    compare("uci", "FenIgnoresEnPassant", &moves).says(
        1,
        &[
            "missing moves (legal, but not listed): e5d6\n",
            "  wrong: position fen 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2\n",
            "it reads one of the two FENs incorrectly",
        ],
    );
}

#[test]
fn order_format_and_noise_do_not_matter() {
    hunt("noise", KIWIPETE, "2").says(0, &["depth 2: 2039"]);
    // Castling as e1g1 is read where Canopy writes e1h1.
    let run = compare(
        "perftree",
        "none",
        &["--fen", CASTLING, "--depth", "2", "--chess960"],
    );
    run.says(0, &["depth 2: "]);
    compare(
        "uci",
        "none",
        &["--fen", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "--depth", "2"],
    )
    .says(0, &["depth 2: "]);
}

#[test]
fn a_total_alone_is_enough_to_find_the_position() {
    hunt("none+total-only", PUSH, "3").says(0, &["depth 3: "]);
    hunt("NoEnPassant+total-only", PUSH, "3").says(
        1,
        &[
            "after d7d5:",
            "there are 7 legal moves; the other program counts 6 and does not list them",
        ],
    );
    hunt("wrong-total", PUSH, "3").says(1, &["add up to 6, but it reports a total of 7"]);
}

#[test]
fn a_perftree_script_is_followed_as_well() {
    let arguments = ["--fen", PUSH, "--depth", "3"];
    compare("perftree", "none", &arguments).says(0, &["depth 3: "]);
    compare("perftree", "NoEnPassant", &arguments).says(
        1,
        &["after d7d5:", ": e5d6\n", &format!(" 1 '{PUSH}' d7d5\n")],
    );
    compare("perftree", "DoublePushSetsNothing", &arguments)
        .says(1, &["double pushes do not set the en passant square"]);
    compare("perftree", "truncated", &arguments).says(
        2,
        &[
            "ended (exit status: 0) in mid-answer, after 6 moves",
            "called as:",
            PUSH,
        ],
    );
}

#[test]
fn an_exit_code_leads_to_the_position() {
    let arguments = ["--fen", PUSH, "--depth", "3"];
    compare("exit-code", "none", &arguments).says(0, &["depth 3: "]);
    compare("exit-code", "NoEnPassant", &arguments).says(
        1,
        &[
            "after d7d5:",
            "Fen: 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "there are 7 legal moves; the other program counts another number",
            "' 1 7; echo $?",
        ],
    );
    // A yes or no does not reveal the state bug.
    let castling = ["--fen", CASTLING, "--depth", "3"];
    let run = compare("exit-code", "RightsNotRestoredAfterCastling", &castling);
    run.says(1, &["its counts 3 plies deep are wrong"]);
    assert!(!run.stdout.contains("as if"), "{}", run.stdout);
    let mut hurried = arguments.to_vec();
    hurried.extend(["--timeout", "0.5"]);
    compare("exit-code", "hang", &hurried).says(2, &["no exit code", "called as:"]);
    if cfg!(unix) {
        compare("exit-code", "crash", &arguments).says(2, &["without a verdict (signal: 6"]);
    }
}

#[test]
fn a_program_that_fails_is_reported_with_its_input() {
    let input = format!("after this input:\n  position fen {PUSH}\n  go perft 2\n");
    let ended = "ended (exit status: 0) in mid-answer, after 5 moves";
    let fail = [
        ("crash", "ended (exit status: 3) before it answered"),
        ("truncated", ended),
        ("refuses", "refuses to count"),
        ("searches", "does not know 'go perft'"),
    ];
    for (bug, message) in fail {
        let input = match bug {
            "searches" => input.replace("perft 2", "perft 1"),
            _ => input.clone(),
        };
        hunt(bug, PUSH, "3").says(2, &["the other program ", message, &input]);
    }
    let are_late = [
        ("hang", "did not answer within 0.5 s: no total"),
        ("hangs-within", "in mid-answer, after 5 moves"),
        ("babble", "its last line: \"thinking about it\""),
        ("babbles-in-one-line", "thinking thinking thinking"),
    ];
    sweep::check_waiting(&are_late, |&(bug, message)| {
        let started = Instant::now();
        let run = compare("uci", bug, &["--fen", PUSH, "--timeout", "0.5"]);
        run.says(2, &["within 0.5 s", message, &input]);
        assert!(started.elapsed() < Duration::from_secs(20), "{bug}");
        // The results before it stay.
        assert_eq!(run.stdout, "depth 1: 6 leaves, agreed\n");
    });
    compare("uci", "deaf", &["--timeout", "0.5"]).says(2, &["no uciok", "input:\n  uci\n"]);
}

#[test]
fn a_move_list_without_end_is_the_finding() {
    let started = Instant::now();
    let run = hunt("lists-forever", PUSH, "3");
    run.says(
        2,
        &[
            "lists more than 4096 moves, more than any position has: an endless move list",
            "go perft 2\n",
            "smallest position found that makes it fail, ",
        ],
    );
    assert!(started.elapsed() < Duration::from_secs(55));
    let line = compare("uci", "lists-forever", &["--fen", PUSH, "--json"]);
    let lines = json_lines(&line, 2);
    assert_eq!(lines[lines.len() - 1]["failure"], "endless");
}

#[test]
fn unusable_input_is_rejected() {
    let nowhere = ["compare", "--engine", "/nowhere/engine"];
    canopy(&nowhere).says(2, &["cannot start /nowhere/engine: "]);
    canopy(&["compare", "--engine", "x", "--fen", "8/8"]).says(2, &["canopy: "]);
    canopy(&["compare", "--engine", "x", "--moves", "e2e5"])
        .says(2, &["e2e5 is illegal: a pawn cannot"]);
    canopy(&["compare", "--engine", "x", "--timeout", "0"]).says(2, &["seconds above 0"]);
    canopy(&["compare"]).says(2, &["--engine"]);
    canopy(&["compare", "--divide-file", "x"]).says(2, &["--depth"]);
}

#[test]
fn a_saved_divide_is_compared_with_the_position() {
    let right = canopy(&["perft", "2", "--fen", CASTLING]).stdout;
    let wrong = right.replace("a2a3: 5", "a2a3: 4");
    assert_ne!(right, wrong);
    for (name, text, code, part) in [
        ("right", right.clone(), 0, "depth 2: "),
        ("count", wrong, 1, "  a2a3: 4, should be 5\n"),
        (
            "move",
            right.replace("e1g1", "e1f4"),
            1,
            "but not listed): e1g1\n",
        ),
    ] {
        let file = Scratch::with(name, &text);
        canopy(&[
            "compare",
            "--divide-file",
            file.path(),
            "--fen",
            CASTLING,
            "--depth",
            "2",
        ])
        .says(code, &[part]);
    }
}

#[test]
fn two_divides_are_compared_regardless_of_their_order() {
    let one = Scratch::with("one", "e1g1: 3\na2a3: 5\nb2b3: 1\n\nNodes searched: 9\n");
    let same = Scratch::with("same", "b2b3 1\na2a3 5\ne1h1 3\n\n9\n");
    let other = Scratch::with("other", "a2a3 - 4\ne1g1 - 3\nc2c3 - 1\ntotal 8\n");
    let run = canopy(&["diff-divide", one.path(), same.path()]);
    run.says(0, &[]);
    assert_eq!(run.stdout, "the same: 3 moves, 9 leaves\n");
    let single = Scratch::with("single", "b1b2: 1\n\nNodes searched: 1\n");
    let run = canopy(&["diff-divide", single.path(), single.path()]);
    assert_eq!(run.stdout, "the same: 1 move, 1 leaf\n");
    let run = canopy(&["diff-divide", one.path(), other.path()]);
    run.says(1, &[]);
    let (one_name, other_name) = (one.path(), other.path());
    assert_eq!(
        run.stdout,
        format!(
            "b2b3: 1 in {one_name}, not in {other_name}\n\
             c2c3: 1 in {other_name}, not in {one_name}\n\
             a2a3: 5 in {one_name}, 4 in {other_name}\n\
             total: 9 in {one_name}, 8 in {other_name}\n"
        )
    );
    let none = Scratch::with("none", "nothing\n");
    canopy(&["diff-divide", one.path(), none.path()]).says(2, &["no divide in it"]);
    canopy(&["diff-divide", one.path(), "/nowhere"]).says(2, &["/nowhere: "]);
}

/// The lines under `--json`, the last of which is the result.
#[track_caller]
fn json_lines(run: &Run, code: i32) -> Vec<Value> {
    assert_eq!(run.code, Some(code), "{run:?}");
    let lines = run.json();
    let result = lines.last().expect("a result");
    has(result, json!({ "type": "result", "command": "compare" }));
    lines
}

#[test]
fn a_disagreement_as_json() {
    let arguments = ["--fen", PUSH, "--depth", "3", "--json", "--shrink"];
    let run = compare("uci", "NoEnPassant", &arguments);
    let [depth, found, smallest, result] = &json_lines(&run, 1)[..] else {
        panic!("{run:?}");
    };
    assert_eq!(
        depth,
        &json!({ "type": "depth", "depth": 1, "leaves": "6" })
    );
    has(
        found,
        json!({
            "type": "disagreement",
            "depth": 2,
            "path": ["d7d5"],
            "position": {
                "fen": PUSH,
                "moves": ["d7d5"],
                "set_up": "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
                "depth": 1,
                "key": "F8FC66E78F83750C",
                "checkers": [],
            },
            "finding": "moves",
            "difference": {
                "missing": [{
                    "move": "e5d6",
                    "reason": "e5d6 en passant is legal: the pawn on d5 has just advanced two squares, passing d6",
                }],
                "extra": [],
                "repeated": [],
                "counts": [],
                "total": null,
                "refused": false,
                "unreadable": [],
                "unlisted": [],
            },
            "in_common": [],
            "cause": null,
            "two_ways": null,
            "remembers": false,
        }),
    );
    let commands = found["commands"].as_array().expect("a list");
    assert_eq!(commands.len(), 2, "{found}");
    assert!(smallest["questions"].as_u64() > Some(0), "{smallest}");
    has(result, json!({ "status": "disagreement", "depth": 2 }));
    // The smallest position is there as data.
    has(smallest, json!({ "type": "smallest", "outcome": "found" }));
    assert_eq!(smallest["difference"]["missing"][0]["move"], "e5d6");
}

#[test]
fn an_agreement_and_errors_as_json() {
    let run = compare("uci", "none", &["--depth=2", "--json"]);
    let lines = json_lines(&run, 0);
    assert_eq!((lines.len(), &lines[2]["status"]), (3, &json!("ok")));
    let run = compare("uci", "crash", &["--depth=2", "--json"]);
    let [_, result] = &json_lines(&run, 2)[..] else {
        panic!("{run:?}");
    };
    has(result, json!({ "status": "error", "failure": "ended" }));
    let text = |field: &str| result[field].as_str().expect("a text");
    assert!(text("input").contains("go perft 2"), "{result}");
    assert!(run.stderr.contains(text("error")), "{result}");
    let file = Scratch::with("divide", "a2a3: 1\nNodes searched: 20\n");
    let run = canopy(&[
        "compare",
        "--json",
        "--depth=1",
        "--divide-file",
        file.path(),
    ]);
    let lines = json_lines(&run, 1);
    assert_eq!(
        lines[0]["difference"]["missing"].as_array().map(Vec::len),
        Some(19)
    );
    assert_eq!(
        lines[0]["difference"]["total"],
        json!({ "sum": "1", "total": "20" })
    );
    let run = canopy(&["compare", "--json", "--engine", "./no such program"]);
    assert_eq!(json_lines(&run, 2)[0]["failure"], "start");
    let run = canopy(&["compare", "--json", "--engine=x", "--fen=8/8 w"]);
    assert_eq!(json_lines(&run, 2)[0]["failure"], Value::Null);
}

/// Different answers about one position, played and set up.
#[test]
fn two_ways_as_json() {
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    let run = compare(
        "uci",
        "FenIgnoresEnPassant",
        &["--fen", PUSH, "--moves=d7d5", "--depth=2", "--json"],
    );
    let lines = json_lines(&run, 1);
    let found = &lines[lines.len() - 2];
    let ways = &found["two_ways"];
    assert_eq!(ways["played"]["missing"], json!([]), "{found}");
    assert_eq!(ways["set_up"]["missing"][0]["move"], "e5d6", "{found}");
    assert_eq!(ways["position"]["set_up"], fen.replace("0 1", "0 2"));
    assert!(
        found["cause"]
            .as_str()
            .is_some_and(|cause| cause.contains("FEN")),
        "{found}"
    );
}

#[test]
fn depths_without_time_are_left_out() {
    let xml = Scratch::new("left-out.xml");
    let junit = format!("--junit={}", xml.path());
    let right = classic::arguments("uci", "none");
    let run = canopy::against("compare", "uci", &right, &["--time=0s", &junit]);
    let text = "depth 1: 20 leaves, agreed\ndepth 2: 400 leaves, left out: no time for it\n";
    assert_eq!((run.code, &*run.stdout), (Some(0), text));
    let text = xml.read();
    let parts = [
        "tests=\"5\" skipped=\"4\"",
        "<skipped message=\"left out: no time for it\"/>",
    ];
    for part in parts {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
    let lines = canopy::against("compare", "uci", &right, &["--time=0s", "--json"]).json();
    let result = lines.last().expect("a result");
    has(
        result,
        json!({"status": "ok", "complete": true, "depth": 1, "left_out": 4}),
    );
    // What is found is followed to its cause.
    let wrong = classic::arguments("uci", "NoEnPassant");
    let fen = "--fen=4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    let run = canopy::against("compare", "uci", &wrong, &["--time=0s", fen]);
    run.says(1, &["en passant captures are missing\n", "e5d6"]);
}
