//! The formats of `canopy perft`: bytes that other programs read, in every order and nesting.

#[cfg(unix)]
use std::process::Command;

use crate::support::canopy::{KIWIPETE, Scratch, canopy, stdout};
#[cfg(unix)]
use crate::support::canopy::{Run, command};
use serde_json::{Value, json};

/// A position with three moves, each with few replies.
const LONE: &str = "7k/8/8/8/8/8/P7/K7 b - - 0 1";
const MATED: &str = "f2f3 e7e5 g2g4 d8h4";

#[track_caller]
fn refused(arguments: &[&str], reason: &str) {
    canopy(arguments).refuses(reason);
}

#[test]
fn perftree() {
    let text = stdout(&["perft", "2", "--format", "perftree", "--fen", LONE]);
    assert_eq!(text, "h8g7 4\nh8h7 4\nh8g8 4\n\n12\n");
    for (depth, end) in [("0", "\n1\n"), ("1", "\n0\n")] {
        let text = stdout(&["perft", depth, "--format=perftree", "--moves", MATED]);
        assert_eq!(text, end);
    }
}

/// The script that is made for it, driven as perftree does.
#[cfg(unix)]
#[test]
fn a_script_for_perftree() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/perftree-canopy");
    let answer = |command: &mut Command| {
        let command = command.env("CANOPY", env!("CARGO_BIN_EXE_canopy"));
        Run::from(command.output().expect("it starts")).answer()
    };
    let compare = ["compare", "--kind=perftree", "--depth=3", "--fen", KIWIPETE];
    let text = answer(command(&compare).args(["--engine", script]));
    assert!(text.ends_with("depth 3: 97862 leaves, agreed\n"), "{text}");
    // Below the root it gets moves.
    let text = answer(Command::new(script).args(["1", LONE, "h8g8 a2a4"]));
    assert_eq!(text.lines().count(), 7, "{text}");
    assert!(text.ends_with("\n\n5\n"), "{text}");
}

#[test]
fn csv() {
    assert_eq!(
        stdout(&["perft", "2", "--format=csv", "--fen", LONE]),
        "move,count\nh8g7,4\nh8h7,4\nh8g8,4\n"
    );
    assert_eq!(
        stdout(&["perft", "1", "--format=csv", "--san", "--fen", LONE]),
        "move,san,count\nh8g7,Kg7,1\nh8h7,Kh7,1\nh8g8,Kg8,1\n"
    );
    assert_eq!(
        stdout(&["perft", "3", "--format=csv", "--moves", MATED]),
        "move,count\n"
    );
    let stats = stdout(&["perft", "3", "--stats", "--format=csv"]);
    let lines: Vec<_> = stats.lines().collect();
    assert!(lines[0].starts_with("depth,nodes,captures,en_passant,"));
    assert!(lines[3].starts_with("3,8902,34,0,0,"));
    assert_eq!(lines.len(), 4);
}

#[test]
fn san() {
    let text = stdout(&["perft", "1", "--san", "--fen", KIWIPETE]);
    for line in ["O-O: 1\n", "O-O-O: 1\n", "dxe6: 1\n", "Qxf6: 1\n"] {
        assert!(text.contains(line), "{text}");
    }
    assert!(text.ends_with("\n\nNodes searched: 48\n\n"));
}

#[test]
fn order() {
    let first_word = |line: &str| line.split(':').next().map(str::to_owned);
    let moves = |sort: &str, depth: &str| -> Vec<String> {
        let text = stdout(&["perft", depth, "--sort", sort]);
        let (lines, _total) = text.split_once("\n\n").expect("an empty line");
        lines.lines().filter_map(first_word).collect()
    };
    assert_eq!(moves("report", "3")[..2], ["a2a3", "b2b3"]);
    assert_eq!(moves("move", "3")[..2], ["a2a3", "a2a4"]);
    assert_eq!(moves("count", "3")[..3], ["e2e4", "e2e3", "d2d4"]);
    // Equal counts stay in the usual order.
    assert_eq!(moves("count", "2"), moves("report", "2"));
}

#[test]
fn nested() {
    let text = stdout(&["perft", "2", "--divide-depth=2", "--fen", LONE]);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[..3], ["h8g7: 4", "h8g7 a2a3: 1", "h8g7 a2a4: 1"]);
    assert_eq!(lines.len(), 3 + 12 + 3, "{text}");
    assert!(text.ends_with("\n\nNodes searched: 12\n\n"));
    // Whatever the nesting, the lines of one move are those of a plain divide.
    let plain = stdout(&["perft", "4", "--fen", KIWIPETE]);
    for plies in ["2", "3"] {
        let nested = stdout(&["perft", "4", "--divide-depth", plies, "--fen", KIWIPETE]);
        let top = |line: &&str| {
            line.split(':')
                .next()
                .is_some_and(|path| !path.contains(' '))
                || line.contains("searched")
        };
        let top: Vec<_> = nested.lines().filter(top).collect();
        assert_eq!(top, plain.lines().collect::<Vec<_>>(), "{plies}");
    }
    // A line is as deep as the count at most, and counts 1 there.
    let deep = stdout(&["perft", "1", "--divide-depth=9", "--fen", LONE]);
    assert_eq!(deep, stdout(&["perft", "1", "--fen", LONE]));
    // Replies are in order as well.
    let sorted = stdout(&["perft", "3", "--divide-depth=2", "--sort=count", "--san"]);
    assert!(
        sorted.starts_with("e4: 600\ne4 d5: 31\ne4 f5: 31\ne4 a6: 30\n"),
        "{sorted}"
    );
}

#[test]
fn json_shape() {
    let arguments = ["perft", "2", "--format=json", "--san", "--divide-depth=2"];
    let text = stdout(&[&arguments[..], &["--fen", "7k/8/5K2/8/8/8/P7/8 b - -"]].concat());
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let mut moves = document["moves"].as_array().expect("a list").clone();
    let below = moves[0]["moves"].take();
    assert_eq!(below.as_array().map(Vec::len), Some(8));
    assert_eq!(
        below[0],
        json!({ "move": "a2a3", "san": "a3", "count": "1" })
    );
    assert_eq!(
        document,
        json!({
            "type": "result",
            "command": "perft",
            "status": "ok",
            "complete": true,
            "fen": "7k/8/5K2/8/8/8/P7/8 b - - 0 1",
            "chess960": false,
            "depth": 2,
            "moves": document["moves"],
            "total": "16",
            "known": null,
        })
    );
    assert_eq!(
        moves[0],
        json!({ "move": "h8g8", "san": "Kg8", "count": "8", "moves": null })
    );
}

/// Time and speed differ from run to run, the other columns do not.
fn without_times(table: &str) -> Vec<Vec<&str>> {
    let words = |line| str::split_whitespace(line).take(4).collect();
    table.lines().map(words).collect()
}

#[test]
fn table() {
    let text = stdout(&["perft", "4", "--format=table"]);
    let rows = without_times(&text);
    assert_eq!(
        rows,
        [
            ["depth", "nodes", "running_total", "branching"],
            ["1", "20", "20", "20.00"],
            ["2", "400", "420", "20.00"],
            ["3", "8902", "9322", "22.25"],
            ["4", "197281", "206603", "22.16"],
        ]
    );
    assert!(
        text.lines()
            .all(|line| line.split_whitespace().count() == 6)
    );
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    // After mate there are no moves, and no factor from them to the next depth.
    let mated = stdout(&["perft", "2", "--format=table", "--moves", MATED]);
    assert_eq!(
        without_times(&mated)[1..],
        [["1", "0", "0", "0.00"], ["2", "0", "0", "-"]]
    );
    let zero = stdout(&["perft", "0", "--format=table"]);
    assert_eq!(without_times(&zero)[1], ["0", "1", "1", "-"]);
}

#[test]
fn what_a_format_cannot_show_is_refused() {
    for flag in ["--san", "--sort=count", "--divide-depth=2"] {
        refused(&["perft", "3", "--format=table", flag], "shows no moves");
        refused(&["perft", "3", "--stats", flag], "does not go with --stats");
    }
    for format in ["table", "perftree"] {
        refused(
            &["perft", "3", "--stats", "--format", format],
            "it cannot show statistics",
        );
    }
    let nested = ["perft", "3", "--format=perftree", "--divide-depth=2"];
    refused(&nested, "one move a line");
    refused(&["perft", "3", "--divide-depth=0"], "divide-depth");
}

/// Hive has every format, order and nesting that chess has.
#[test]
fn formats_of_hive() {
    let hive = |arguments: &[&str]| stdout(&[&["perft", "--game=hive"], arguments].concat());
    let csv = hive(&["1", "--format=csv", "--sort=move"]);
    assert_eq!(csv, "move,count\nwA1,1\nwB1,1\nwG1,1\nwS1,1\n");
    assert_eq!(
        without_times(&hive(&["3", "--format=table"])),
        [
            ["depth", "nodes", "running_total", "branching"],
            ["1", "4", "4", "4.00"],
            ["2", "96", "100", "24.00"],
            ["3", "1440", "1540", "15.00"],
        ]
    );
    let nested = hive(&["2", "--divide-depth=2", "--sort=count"]);
    assert!(nested.starts_with("wS1: 24\nwS1 b"), "{nested}");
    assert_eq!(nested.lines().count(), 4 + 96 + 3, "{nested}");
    let rows = hive(&["2", "--format=table", "--json"]);
    let last: Value = serde_json::from_str(rows.lines().last().expect("a line")).expect("JSON");
    assert_eq!((&last["total"], &last["depth"]), (&json!("96"), &json!(2)));
    let json: Value =
        serde_json::from_str(&hive(&["2", "--json", "--divide-depth=2"])).expect("JSON");
    let below = json["moves"][0]["moves"].as_array();
    assert_eq!(below.map(Vec::len), Some(24), "{json}");
    for (arguments, reason) in [
        (
            &["2", "--format=perftree"][..],
            "take the first blank of a line",
        ),
        (&["2", "--san"], "--san does not go with --game hive"),
        (&["2", "--stats"], "--stats does not go with --game hive"),
        (&["2", "--verify"], "--verify is for --game chess"),
    ] {
        refused(&[&["perft", "--game=hive"], arguments].concat(), reason);
    }
}

/// A person at a terminal sees thousands apart; what goes elsewhere does not change.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_has_separators() {
    use std::io::Read as _;
    use std::process::Stdio;

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    let on_terminal = |arguments: &[&str]| {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&master).expect("a terminal");
        unlockpt(&master).expect("a terminal");
        let path = ptsname(&master, Vec::new()).expect("a name");
        let slave = std::fs::File::options()
            .read(true)
            .write(true)
            .open(path.to_str().expect("a path"))
            .expect("the other end");
        let mut child = command(arguments)
            .stdout(slave)
            .stderr(Stdio::null())
            .spawn()
            .expect("canopy starts");
        let mut bytes = Vec::new();
        // Reading fails once the other end is closed.
        let _ = std::fs::File::from(master).read_to_end(&mut bytes);
        assert!(child.wait().expect("an end").success());
        String::from_utf8(bytes)
            .expect("a text")
            .replace("\r\n", "\n")
    };
    let text = on_terminal(&["perft", "4"]);
    assert!(text.contains("e2e4: 13,160\n"), "{text}");
    assert!(text.ends_with("\nNodes searched: 197,281\n\n"), "{text}");
    assert_eq!(text.replace(',', ""), stdout(&["perft", "4"]));
    assert!(on_terminal(&["perft", "4", "--format=table"]).contains(" 206,603 "));
    let stats = on_terminal(&["perft", "4", "--stats"]);
    assert!(stats.contains(" 1,576 "), "{stats}");
    // The terminal does not say how wide it is.
    assert!(stats.lines().all(|line| line.len() <= 80), "{stats}");
    assert!(stats.contains("\n\ndepth to_queen "), "{stats}");
    let once = on_terminal(&["go", "perft", "2", "stats"]);
    assert!(once.contains("\n\ndepth to_queen "), "{once}");
    for format in ["perftree", "csv", "json"] {
        let arguments = ["perft", "3", "--format", format];
        assert_eq!(on_terminal(&arguments), stdout(&arguments));
    }
}

#[test]
fn check_answers_by_its_exit_code() {
    let code = |arguments: &[&str]| canopy(arguments).code;
    assert_eq!(code(&["check", KIWIPETE, "3", "97862"]), Some(0));
    assert_eq!(code(&["check", KIWIPETE, "3", "97861"]), Some(1));
    assert_eq!(code(&["check", LONE, "0", "1"]), Some(0));
    refused(&["check", "8/8 w", "3", "1"], "column 1");
    refused(&["check", KIWIPETE, "3", "-1"], "-1");
    let output = canopy(&["check", KIWIPETE, "2", "1"]);
    assert_eq!(output.stdout, "depth 2: 2039 leaves, not 1\n");
}

/// SAN that was saved is as good as any other notation.
#[test]
fn san_that_was_saved() {
    let san = stdout(&["perft", "2", "--san", "--fen", KIWIPETE]);
    let first = Scratch::with("first", san.clone());
    let sorted = stdout(&["perft", "2", "--san", "--sort=move", "--fen", KIWIPETE]);
    let second = Scratch::with("second", sorted.replace(": ", " - "));
    assert_eq!(
        stdout(&["diff-divide", first.path(), second.path()]),
        "the same: 48 moves, 2039 leaves\n"
    );
    let wrong = Scratch::with("wrong", san.replace("O-O-O: 43", "O-O-O: 42"));
    let output = canopy(&["diff-divide", first.path(), wrong.path()]);
    let text = output.stdout;
    assert!(text.starts_with("O-O-O: 43 in "), "{text}");
    let squares = Scratch::with("squares", stdout(&["perft", "2", "--fen", KIWIPETE]));
    refused(&["diff-divide", first.path(), squares.path()], "SAN");
    let position = ["--fen", KIWIPETE, "--depth", "2"];
    let with_position = |file: &str| {
        let run = canopy(&[&["diff-divide", file, squares.path()], &position[..]].concat());
        run.stdout.lines().next().map(str::to_owned)
    };
    assert_eq!(
        with_position(first.path()).as_deref(),
        Some("the same: 48 moves, 2039 leaves")
    );
    let differs = with_position(wrong.path()).expect("a line");
    assert!(differs.starts_with("e1c1: 42 in "), "{differs}");
    let compare = |file: &str| {
        canopy(&[
            "compare",
            "--fen",
            KIWIPETE,
            "--depth=2",
            "--divide-file",
            file,
        ])
        .code
    };
    assert_eq!(
        (compare(first.path()), compare(wrong.path())),
        (Some(0), Some(1))
    );
}

/// Driven by the other side of the same protocol.
#[test]
fn check_is_what_compare_calls() {
    let canopy_itself = [
        "--engine",
        env!("CARGO_BIN_EXE_canopy"),
        "--engine-arg=check",
    ];
    let text = stdout(
        &[
            &[
                "compare",
                "--kind=exit-code",
                "--depth=3",
                "--fen",
                KIWIPETE,
            ],
            &canopy_itself[..],
        ]
        .concat(),
    );
    assert!(text.ends_with("depth 3: 97862 leaves, agreed\n"), "{text}");
}
