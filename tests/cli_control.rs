//! What ends a run of the command line early: a signal, or a reader that leaves. Each run here
//! would take years; what is awaited is its end.
#![cfg(unix)]

mod support;
mod uci_driver;

use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, Stdio};

use support::canopy::Scratch;
use uci_driver::{end_of, signal};

/// Its first line is years away.
const ENDLESS: [&str; 2] = ["perft", "16"];

fn start(arguments: &[&str], log: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_canopy"))
        .args(arguments)
        .env("RUST_LOG", log)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("canopy starts")
}

/// Starts it and waits until it counts; from then on it hears signals.
fn start_counting(arguments: &[&str]) -> Child {
    let mut child = start(arguments, "debug");
    let mut errors = BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    while !line.contains("counting to depth") {
        line.clear();
        let length = errors.read_line(&mut line).expect("a text");
        assert!(length > 0, "it ended without counting");
    }
    child.stderr = Some(errors.into_inner());
    child
}

#[test]
fn an_interrupt_ends_a_run_with_what_is_known() {
    for hash in ["0", "1"] {
        let mut child = start_counting(&[&ENDLESS[..], &["--hash", hash]].concat());
        signal(&child, "INT");
        let mut answer = String::new();
        let mut output = child.stdout.take().expect("piped");
        let (status, _) = end_of(child);
        output.read_to_string(&mut answer).expect("a text");
        assert_eq!(
            answer,
            "info string perft stopped: 0 of 20 root moves done\n\n\
             Nodes searched: 0 (incomplete)\n\n"
        );
        assert_eq!(status.code(), Some(130));
    }
}

#[test]
fn an_interrupted_run_says_so_in_json() {
    let mut child = start_counting(&[&ENDLESS[..], &["--format", "json", "--verify"]].concat());
    signal(&child, "INT");
    let output = child.stdout.take().expect("piped");
    let (status, errors) = end_of(child);
    let document: serde_json::Value = serde_json::from_reader(output).expect("JSON");
    assert_eq!(document["complete"], false);
    assert!(errors.contains("counted alike"), "{errors}");
    assert_eq!(status.code(), Some(130));
}

#[test]
fn a_closed_terminal_or_a_request_to_end_is_obeyed_at_once() {
    for (name, number) in [("HUP", 1), ("TERM", 15)] {
        let child = start_counting(&ENDLESS);
        signal(&child, name);
        let (status, _) = end_of(child);
        assert_eq!(status.signal(), Some(number));
    }
}

#[test]
fn a_reader_that_leaves_ends_a_run_that_has_nothing_to_say_yet() {
    for more in [
        &[][..],
        &["--format", "json"],
        &["--no-bulk"],
        &["--verify"],
    ] {
        let mut child = start(&[&ENDLESS[..], more].concat(), "off");
        drop(child.stdout.take());
        let (status, errors) = end_of(child);
        assert_eq!((status.code(), errors.as_str()), (Some(0), ""), "{more:?}");
    }
}

#[test]
fn a_reader_that_leaves_ends_a_command_of_uci() {
    let mut child = start(&["go", "perft", "16"], "off");
    let mut output = child.stdout.take().expect("piped");
    let mut banner = [0; 10];
    output.read_exact(&mut banner).expect("the banner");
    drop(output);
    let (status, errors) = end_of(child);
    assert_eq!((status.code(), errors.as_str()), (Some(0), ""));
}

#[test]
fn a_reader_that_leaves_ends_a_suite() {
    let line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D16 1\n";
    let suite = Scratch::with("endless.epd", line.repeat(3));
    for more in [&[][..], &["--threads", "1"]] {
        let mut child = start(&[&["suite", suite.path()][..], more].concat(), "off");
        drop(child.stdout.take());
        let (status, errors) = end_of(child);
        assert_eq!((status.code(), errors.as_str()), (Some(0), ""), "{more:?}");
    }
}
