//! `canopy uhp`: long jobs, and input that arrives meanwhile. Answers: see `transcripts/uhp*.txt`.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::uci_driver::Engine;

fn start() -> Engine {
    let mut engine = Engine::start(&["uhp"]);
    answer(&mut engine);
    engine
}

/// The lines of an answer without the `ok`.
fn answer(engine: &mut Engine) -> Vec<String> {
    let mut lines = engine.lines_until(|line| line == "ok");
    lines.pop();
    lines
}

#[test]
fn an_endless_count_ends_with_the_next_line() {
    let mut engine = start();
    engine.send("newgame Base");
    answer(&mut engine);
    engine.send("perft");
    let rows = engine.lines_until(|line| line.starts_with("4: 21600 in "));
    assert_eq!(rows.len(), 5);
    engine.send("info");
    answer(&mut engine);
    let introduction = answer(&mut engine);
    assert!(introduction[0].starts_with("id Canopy"), "{introduction:?}");
    let (output, _, code) = engine.finish();
    assert_eq!((output.as_str(), code), ("", Some(0)));
}

#[test]
fn lines_that_arrive_during_a_count_wait() {
    let mut engine = start();
    engine.send_bytes(b"newgame Base+M\nperft 6\nplay wM\nundo\nbestmove depth 2\n");
    assert_eq!(answer(&mut engine), ["Base+M;NotStarted;White[1]"]);
    let rows = answer(&mut engine);
    assert!(rows[6].starts_with("6: 34233432 in "), "{rows:?}");
    assert_eq!(answer(&mut engine), ["Base+M;InProgress;Black[1];wM"]);
    assert_eq!(answer(&mut engine), ["Base+M;NotStarted;White[1]"]);
    assert_eq!(answer(&mut engine).len(), 1);
}

#[test]
fn the_end_of_input_waits_for_the_answer() {
    let mut engine = start();
    engine.send_bytes(b"newgame\nperft 6");
    let (output, _, code) = engine.finish();
    assert!(output.contains("\n6: 12219480 in "), "{output}");
    assert!(output.ends_with("\nok\n"), "{output}");
    assert_eq!(code, Some(0));
}

#[test]
fn a_timed_search_answers() {
    let mut engine = start();
    engine.send("newgame Base+MLP");
    answer(&mut engine);
    engine.send("bestmove time 00:00:01");
    let best = answer(&mut engine);
    engine.send(&format!("play {}", best[0]));
    assert!(answer(&mut engine)[0].starts_with("Base+MLP;InProgress;Black[1];w"));
}

/// Some viewers accept the path of an engine but no arguments.
#[test]
fn a_name_that_ends_in_uhp_selects_the_protocol() {
    let name = format!(
        "canopy-{}-uhp{}",
        std::process::id(),
        std::env::consts::EXE_SUFFIX
    );
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // A copy could still be open for writing in a child of another test, and would not start then.
    std::fs::hard_link(env!("CARGO_BIN_EXE_canopy"), &path).expect("a link");
    let output = Command::new(&path).stdin(Stdio::null()).output();
    // A file left in the target folder does no harm.
    let _ = std::fs::remove_file(&path);
    let output = String::from_utf8(output.expect("it starts").stdout).expect("a text");
    assert!(output.starts_with("id Canopy"), "{output}");
    assert!(output.ends_with("\nok\n"), "{output}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_count_but_not_the_session() {
    let mut engine = start();
    engine.send("newgame Base");
    answer(&mut engine);
    engine.send("perft 40");
    engine.lines_until(|line| line.starts_with("3: 1440 in "));
    engine.interrupt();
    answer(&mut engine);
    engine.send("play wA1");
    assert_eq!(answer(&mut engine), ["Base;InProgress;Black[1];wA1"]);
    engine.interrupt();
    assert_eq!(engine.line(), None);
    let (_, _, code) = engine.finish();
    assert_eq!(code, Some(130));
}

#[cfg(unix)]
#[test]
fn sigterm_ends_the_session_after_the_count() {
    let mut engine = start();
    engine.send("newgame");
    answer(&mut engine);
    engine.send("perft 40");
    engine.line().expect("the first depth");
    engine.terminate();
    answer(&mut engine);
    // The input is still open.
    assert_eq!(engine.line(), None);
    assert_eq!(engine.finish().2, Some(130));
}
