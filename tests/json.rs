//! `--json`: one documented shape for every command, and `--quiet`.

use crate::support::canopy::{Run, START, Scratch, canopy, has};
use serde_json::{Value, json};

const LONE: &str = "7k/8/8/8/8/8/P7/K7 b - - 0 1";

/// The lines of an answer. Each is an object with a type, and the last one is the result, which
/// names the command and agrees with the exit code.
#[track_caller]
fn lines(run: &Run) -> Vec<Value> {
    let lines = run.json();
    for line in &lines {
        assert!(line["type"].is_string(), "{line}");
    }
    let result = lines.last().expect("a result");
    let status = match run.code {
        Some(0) => "ok",
        Some(1) => "disagreement",
        Some(130) => "interrupted",
        _ => "error",
    };
    let complete = matches!(run.code, Some(0 | 1));
    has(
        result,
        json!({ "type": "result", "status": status, "complete": complete }),
    );
    lines
}

#[track_caller]
fn answer(code: i32, arguments: &[&str]) -> Vec<Value> {
    let run = canopy(arguments);
    assert_eq!(run.code, Some(code), "{run:?}");
    let lines = lines(&run);
    assert_eq!(lines.last().expect("a result")["command"], arguments[0]);
    lines
}

/// The only line, without the fields that every result has.
#[track_caller]
fn only(code: i32, arguments: &[&str]) -> Value {
    let [line] = &mut answer(code, arguments)[..] else {
        panic!("several lines");
    };
    let fields = line.as_object_mut().expect("an object");
    for field in ["type", "command", "status", "complete"] {
        fields.shift_remove(field);
    }
    line.take()
}

#[test]
fn perft_counts() {
    let found = only(0, &["perft", "1", "--json", "--san", "--fen", LONE]);
    let line = |text: &str, san: &str| json!({ "move": text, "san": san, "count": "1" });
    let moves = [
        line("h8g7", "Kg7"),
        line("h8h7", "Kh7"),
        line("h8g8", "Kg8"),
    ];
    assert_eq!(
        found,
        json!({ "fen": LONE, "chess960": false, "depth": 1, "moves": moves, "total": "3", "known": null })
    );
    let same = only(0, &["perft", "1", "--format=json", "--san", "--fen", LONE]);
    assert_eq!(found, same);
}

#[test]
fn perft_of_one_depth_after_the_other() {
    let mut found = answer(0, &["perft", "3", "--json", "--format=table"]);
    let result = found.pop().expect("a result");
    has(&result, json!({ "total": "8902", "fen": START }));
    assert_eq!(found.len(), 3);
    let last = &found[2];
    has(
        last,
        json!({ "type": "depth", "depth": 3, "nodes": "8902", "running_total": "9322" }),
    );
    assert_eq!(last["branching_factor"], json!(8902.0 / 400.0));
    assert!(last["seconds"].is_number() && last["nodes_per_second"].is_string());
    // Nothing follows after mate, and nothing can be divided by that.
    let mated = answer(
        0,
        &[
            "perft",
            "2",
            "--json",
            "--format=table",
            "--moves",
            "f2f3 e7e5 g2g4 d8h4",
        ],
    );
    let factors: Vec<_> = mated[..2]
        .iter()
        .map(|row| row["branching_factor"].clone())
        .collect();
    assert_eq!(factors, [json!(0.0), Value::Null]);
}

#[test]
fn perft_statistics() {
    let found = answer(0, &["perft", "4", "--json", "--stats"]);
    assert_eq!(found.len(), 5);
    has(
        &found[3],
        json!({
            "type": "depth",
            "depth": 4,
            "nodes": "197281",
            "captures": "1576",
            "checkmates": "8",
        }),
    );
    assert_eq!(found[4]["total"], "197281");
    let wrong = answer(1, &["perft", "2", "--json", "--diagnose", "401"]);
    has(
        &wrong[2]["diagnosis"],
        json!({ "right": false, "left_out": [] }),
    );
}

#[test]
fn perft_of_hive() {
    let found = only(0, &["perft", "1", "--json", "--game=hive"]);
    let fields: Vec<_> = found.as_object().expect("an object").keys().collect();
    assert_eq!(fields, ["game", "depth", "moves", "total", "known"]);
}

#[test]
fn unique_positions() {
    let found = answer(0, &["unique", "3", "--json"]);
    assert_eq!(
        found[2],
        json!({ "type": "depth", "depth": 3, "positions": "5362" })
    );
    has(
        &found[3],
        json!({ "fen": START, "depth": 3, "positions": "5362" }),
    );
    let refused = answer(2, &["unique", "9", "--json", "--memory=1"]);
    let error = refused.last().expect("a result")["error"].as_str();
    assert!(
        error.is_some_and(|error| error.contains("--memory")),
        "{refused:?}"
    );
}

#[test]
fn legal_moves() {
    let fen = "7k/P7/6K1/8/8/8/8/8 w - - 0 1";
    let found = only(0, &["moves", "--json", "--fen", fen]);
    assert_eq!(
        found["moves"][0],
        json!({ "move": "a7a8q", "san": "a8=Q#" })
    );
    assert_eq!(found["fen"], fen);
    let mated = only(0, &["moves", "--json", "--moves", "f2f3 e7e5 g2g4 d8h4"]);
    assert_eq!(mated["moves"], json!([]));
}

#[test]
fn explanations() {
    let fen = "8/8/8/1r2Pp1K/8/8/8/4k3 w - f6 0 2";
    assert_eq!(
        only(1, &["explain", "--json", "--fen", fen, "e5f6"]),
        json!({
            "fen": fen.replace("f6", "-"),
            "chess960": false,
            "move": "e5f6",
            "san": null,
            "legal": false,
            "reasons": [{
                "code": "uncovers_king",
                "text": "the capture exposes the king on h5 to the rook on b5",
            }],
            "text": "e5f6 en passant is illegal: the capture exposes the king on h5 to the rook on b5",
        })
    );
    let legal = only(0, &["explain", "--json", "e2e4"]);
    has(&legal, json!({ "san": "e4", "legal": true }));
    assert_eq!(legal["reasons"][0]["code"], "double_step");
}

#[test]
fn checks() {
    for (value, code) in [("12", 0), ("13", 1)] {
        assert_eq!(
            only(code, &["check", "--json", LONE, "2", value]),
            json!({ "fen": LONE, "depth": 2, "expected": value, "counted": "12" })
        );
    }
}

#[test]
fn divides_against_each_other() {
    let first = Scratch::with("first", "a2a3: 1\nb2b3: 2\nc2c3: 5\nNodes searched: 8\n");
    let second = Scratch::with("second", "b2b3 3\nc2c3 5\nd2d3 1\ntotal 9\n");
    let files = [first.path(), second.path()];
    assert_eq!(
        only(1, &["diff-divide", "--json", files[0], files[1]]),
        json!({
            "files": files,
            "only_first": [{ "move": "a2a3", "count": "1" }],
            "only_second": [{ "move": "d2d3", "count": "1" }],
            "counts": [{ "move": "b2b3", "first": "2", "second": "3" }],
            "totals": { "first": "8", "second": "9" },
        })
    );
    let same = only(0, &["diff-divide", "--json", files[0], files[0]]);
    has(&same, json!({ "counts": [], "totals": null }));
}

/// Errors are reported on standard output as well.
#[test]
fn errors() {
    for arguments in [
        &["perft", "3", "--json", "--fen", "8/8 w"][..],
        &["perft", "3", "--format=json", "--fen", "8/8 w"],
        &["perft", "3", "--json", "--format=csv"],
        &["unique", "3", "--json", "--fen", "8/8 w"],
        &["moves", "--json", "--fen", "8/8 w"],
        &["explain", "--json", "e2e9"],
        &["check", "--json", "8/8 w", "1", "1"],
        &["diff-divide", "--json", "nowhere", "nothing"],
    ] {
        let run = canopy(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}: {run:?}");
        let [result] = &lines(&run)[..] else {
            panic!("several lines");
        };
        let error = result["error"].as_str().expect("a text");
        assert_eq!(run.stderr, format!("canopy: {error}\n"));
    }
}

#[test]
fn quiet() {
    // An en passant square that no pawn can use is worth a warning, and a speed follows.
    let odd = LONE.replace(" - - ", " - a3 ");
    for arguments in [
        &["perft", "2", "--fen", &odd][..],
        &["perft", "2", "--stats", "--fen", &odd],
        &["perft", "2", "--verify", "--verbose", "--fen", &odd],
        &["perft", "2", "--game", "hive", "--verbose"],
        &["unique", "2", "--fen", &odd],
        &["suite", "--builtin", "--max-depth=1"],
    ] {
        let loud = canopy(arguments);
        assert!(loud.code == Some(0) && !loud.stderr.is_empty(), "{loud:?}");
        for place in [0, arguments.len()] {
            let mut quiet = arguments.to_vec();
            quiet.insert(place, "-q");
            let quiet = canopy(&quiet);
            assert_eq!(
                (quiet.code, quiet.stderr.as_str()),
                (loud.code, ""),
                "{arguments:?}"
            );
            assert_eq!(quiet.stdout, loud.stdout, "{arguments:?}");
        }
    }
    // Errors stay.
    canopy(&["perft", "2", "-q", "--fen", "8/8 w"]).refuses("column 1");
}

#[test]
fn short_flags() {
    let long = [
        "perft",
        "2",
        "--fen",
        LONE,
        "--moves",
        "h8g8",
        "--threads=1",
        "--hash=1",
    ];
    let short = ["perft", "2", "-f", LONE, "-m", "h8g8", "-t1", "-H1"];
    assert_eq!(canopy(&short).answer(), canopy(&long).answer());
    let unique = canopy(&["unique", "2", "-q", "-f", LONE, "-t1"]);
    assert_eq!(unique.answer(), "depth 1: 3\ndepth 2: 12\n");
    let engine = env!("CARGO_BIN_EXE_canopy");
    let compare = canopy(&["compare", "-e", engine, "-o", "Hash=1", "-d1", "-f", LONE]);
    assert_eq!(compare.answer(), "depth 1: 3 leaves, agreed\n");
    let fuzz = canopy(&["fuzz", "-q", "-e", engine, "-n2", "-d1", "--json"]);
    has(&lines(&fuzz)[0], json!({ "seed": 1, "positions": 2 }));
}
