//! `canopy bench boards`: every count is checked, other programs take part, and what is wrong is named.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

use crate::support::canopy::{canopy, has};
use serde_json::json;
use tempfile::TempDir;

/// A shell script that plays another program.
fn program(text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("peer.sh");
    fs::write(&file, format!("#!/bin/sh\n{text}\n")).expect("a file");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("permissions");
    (folder, file)
}

#[test]
fn every_board_has_its_count() {
    let run = canopy(&[
        "bench",
        "boards",
        "--quick",
        "--kernel=auto",
        "--json",
        "-q",
    ]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let lines = run.json();
    let [machine, boards @ .., result] = &lines[..] else {
        panic!("{lines:?}")
    };
    assert_eq!(machine["type"], "machine");
    has(result, json!({ "command": "bench", "status": "ok" }));
    assert_eq!(boards.len(), 33);
    for board in boards {
        assert_eq!(board["type"], "board");
        assert_eq!(board["wrong"], json!([]));
        let speed = board["results"][0]["million_leaves_per_second"].as_f64();
        assert!(speed.is_some_and(|speed| speed > 0.0), "{board}");
        assert!(board["results"][0]["ratio"].is_null(), "{board}");
    }
}

#[test]
fn programs_are_called_with_fen_and_depth() {
    // KPK at depth 10 takes 10 seconds, and the script counts nothing.
    let (_folder, file) = program(
        r#"[ "$1 $2" = "--reps 1" ] && [ "$3" = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" ] && echo 195314821 "$4.0""#,
    );
    let file = file.to_str().expect("UTF-8");
    let flags = ["--quick", "--kernel=auto", "--board=KPK", "--program", file];
    let run = canopy(&[&["bench", "boards", "-q"], &flags[..]].concat());
    assert_eq!(run.code, Some(0), "{run:?}");
    let row = run.stdout.lines().find(|line| line.starts_with("KPK"));
    let row: Vec<&str> = row.expect("a row").split_whitespace().collect();
    // 195 million leaves in 10 seconds are 20 million a second.
    assert_eq!((row[1], row[2], row[4]), ("10", "195314821", "20"));
    let summary = "to the program: ";
    assert!(run.stdout.contains(summary), "{run:?}");
}

#[test]
fn a_wrong_count_is_named_and_not_timed() {
    let (_folder, file) = program("echo 195314820 1.0");
    let file = file.to_str().expect("UTF-8");
    let flags = ["--quick", "--kernel=auto", "--board=KPK", "--program", file];
    let run = canopy(&[&["bench", "boards", "-q"], &flags[..]].concat());
    assert_eq!(run.code, Some(1), "{run:?}");
    let error = "error: peer counts 195314820 leaves on KPK at depth 10, which has 195314821";
    assert!(run.stdout.contains(error), "{run:?}");
    assert!(!run.stdout.contains("to the program"), "{run:?}");
}

#[test]
fn an_interrupted_program_leaves_what_was_measured() {
    // Ctrl-C ends the program as well, and perhaps first.
    let (_folder, file) = program(
        r#"case "$3" in "8/8/8/4k3/8/8/8/KR6 w "*) echo 135529129 1.0 ;; *) kill -INT $$ ;; esac"#,
    );
    let named = format!("slow={}", file.to_str().expect("UTF-8"));
    let boards = ["--quick", "--kernel=auto", "--board=KRK", "--board=KPK"];
    let run = canopy(
        &[
            &["bench", "boards", "-q"],
            &boards[..],
            &["--program", &named],
        ]
        .concat(),
    );
    assert_eq!(run.code, Some(130), "{run:?}");
    let row = |name| run.stdout.lines().find(|line| line.starts_with(name));
    assert!(row("KRK").is_some_and(|row| row.contains("136")), "{run:?}");
    assert!(run.stdout.contains("slow"), "{run:?}");
}

#[test]
fn unusable_programs_and_options_are_refused() {
    for (text, reason) in [
        (
            "echo 195314821",
            "printed '195314821' as line 1; 1 line expected",
        ),
        (
            "echo 195314821 1; echo 195314821 1",
            "printed '195314821 1' as line 2",
        ),
        (":", "printed '' as line 1"),
        ("exit 3", "ended with exit status: 3"),
    ] {
        let (_folder, file) = program(text);
        let file = file.to_str().expect("UTF-8");
        let flags = ["--quick", "--kernel=auto", "--board=KPK", "--program", file];
        canopy(&[&["bench", "boards"], &flags[..]].concat()).refuses(reason);
    }
    let missing = [
        "bench",
        "boards",
        "--board=KPK",
        "--program=/no/such/program",
    ];
    canopy(&missing).refuses("cannot start /no/such/program");
    canopy(&["bench", "boards", "--board=KPKK"]).refuses("KPKK");
    canopy(&["bench", "boards", "--kernel=sse2"]).refuses("there is no kernel 'sse2'");
}
