//! Commands that arrive while a perft or a search runs. Their effect depends on the moment of
//! arrival, so that a fixed transcript cannot test it.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::support::canopy::command;
use crate::uci_driver::{Engine, end_of};

/// A perft that takes years, even for its first line: the tests act while it runs.
const LONG: &str = "go perft 16";

fn is_divide_line(line: &str) -> bool {
    line.split_once(": ").is_some_and(|(mv, count)| {
        (4..=5).contains(&mv.len()) && count.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// `info string perft 42% done, about 12 s left`, on a machine that takes longer than a second.
fn is_progress(line: &str) -> bool {
    line.strip_prefix("info string perft ")
        .and_then(|text| text.split_once("% done"))
        .is_some_and(|(percent, _)| percent.parse::<u8>().is_ok_and(|percent| percent < 100))
}

/// Checks the last lines of a stopped perft against the lines that it printed.
fn check_partial(lines: &[String]) {
    let lines: Vec<_> = lines
        .iter()
        .filter(|line| !is_progress(line))
        .cloned()
        .collect();
    let (divided, rest) = lines.split_at(lines.iter().filter(|line| is_divide_line(line)).count());
    let sum: u128 = divided
        .iter()
        .map(|line| {
            line.split_once(": ")
                .expect("divided")
                .1
                .parse::<u128>()
                .expect("a number")
        })
        .sum();
    let stopped = format!(
        "info string perft stopped: {} of 20 root moves done",
        divided.len()
    );
    let [first, empty, total] = rest else {
        panic!("{rest:?}")
    };
    assert_eq!((first, empty.as_str()), (&stopped, ""));
    let total = total.strip_prefix("Nodes searched: ");
    let total = total.and_then(|text| text.strip_suffix(" (incomplete)"));
    let total: u128 = total.and_then(|text| text.parse().ok()).expect("a total");
    // A root move may be counted in part.
    assert!(total >= sum, "{lines:?}");
}

fn total_line(line: &str) -> bool {
    line.starts_with("Nodes searched: ")
}

#[test]
fn isready_is_answered_during_a_perft() {
    let mut engine = Engine::session();
    engine.send(LONG);
    engine.send("isready");
    engine.lines_until(|line| line == "readyok");
    // It still runs: `stop` finds something to stop.
    engine.send("stop");
    let end = engine.lines_until(total_line);
    assert!(
        end.last().expect("not empty").ends_with("(incomplete)"),
        "{end:?}"
    );
    let (rest, _, code) = engine.finish();
    assert_eq!((rest.as_str(), code), ("\n", Some(0)));
}

#[test]
fn a_stop_in_the_same_write_as_the_perft_stops_it() {
    let mut engine = Engine::session();
    engine.send_bytes(format!("go perft 2\n{LONG}\nstop\ngo perft 1\n").as_bytes());
    let totals: Vec<String> = (0..3)
        .map(|_| engine.lines_until(total_line).pop().expect("not empty"))
        .collect();
    assert_eq!(totals[0], "Nodes searched: 400");
    assert!(totals[1].ends_with("(incomplete)"), "{totals:?}");
    assert_eq!(totals[2], "Nodes searched: 20");
    let (rest, _, code) = engine.finish();
    assert_eq!((rest.as_str(), code), ("\n", Some(0)));
}

#[cfg(target_os = "linux")]
#[test]
fn small_perfts_take_no_threads_and_no_memory() {
    let mut engine = Engine::session();
    let ask = |engine: &mut Engine, times: usize| {
        engine.send_bytes("position startpos\ngo perft 2\n".repeat(times).as_bytes());
        for _ in 0..times {
            engine.lines_until(total_line);
        }
        (engine.status("Threads"), engine.status("VmRSS"))
    };
    let (threads, kilobytes) = ask(&mut engine, 500);
    let (threads_later, kilobytes_later) = ask(&mut engine, 5000);
    assert_eq!(threads_later, threads);
    assert!(
        kilobytes_later < kilobytes + 1024,
        "{kilobytes} kB, later {kilobytes_later} kB"
    );
    assert_eq!(engine.finish().2, Some(0));
}

#[test]
fn stop_ends_a_perft_with_the_partial_count() {
    let mut engine = Engine::session();
    engine.send("setoption name PerftThreads value 1");
    engine.send("go perft 6");
    // Waits for some lines only; more may have been printed by then.
    let mut lines = engine.lines_until(is_divide_line);
    engine.send("stop");
    lines.extend(engine.lines_until(total_line));
    // A machine that finishes depth 6 at once prints the total instead.
    if lines.last().expect("not empty").ends_with("(incomplete)") {
        check_partial(&lines);
    }
    assert_eq!(engine.finish().0, "\n");
}

#[test]
fn stop_before_the_first_line() {
    let mut engine = Engine::session();
    engine.send(LONG);
    engine.send("stop");
    let lines = engine.lines_until(total_line);
    check_partial(&lines);
    assert_eq!(engine.line().as_deref(), Some("\n"));
    // The session continues normally.
    engine.send("go perft 0");
    assert_eq!(engine.lines_until(total_line), ["", "Nodes searched: 1"]);
    assert_eq!(engine.finish().0, "\n");
}

#[test]
fn commands_that_arrive_during_a_perft_wait() {
    let mut engine = Engine::session();
    engine
        .send("go perft 4\nposition startpos moves e2e4\ngo perft 1\nposition fen 8/8\ngo perft 1");
    let lines = engine.lines_until(|line| line.ends_with("rejected)"));
    let totals: Vec<_> = lines.iter().filter(|line| total_line(line)).collect();
    assert_eq!(
        totals,
        [
            "Nodes searched: 197281",
            "Nodes searched: 20",
            "Nodes searched: 0 (position rejected)"
        ]
    );
}

#[test]
fn quit_and_the_end_of_input_let_a_perft_finish() {
    for input in [
        "go perft 4\nquit\n",
        "go perft 4\nquit",
        "go perft 4\n",
        "go perft 4",
    ] {
        let mut engine = Engine::session();
        engine.send_bytes(input.as_bytes());
        let (rest, _, code) = engine.finish();
        assert!(
            rest.ends_with("\n\nNodes searched: 197281\n\n"),
            "{input:?}: {rest}"
        );
        assert_eq!(code, Some(0));
    }
}

#[test]
fn a_second_quit_stops_the_perft() {
    let mut engine = Engine::session();
    engine.send(&format!("{LONG}\n{LONG}\nquit\nquit"));
    let (rest, _, code) = engine.finish();
    assert!(rest.ends_with("(incomplete)\n\n"), "{rest}");
    assert_eq!((rest.matches("Nodes searched").count(), code), (1, Some(0)));
}

#[test]
fn stop_after_quit_ends_the_perft() {
    let mut engine = Engine::session();
    engine.send(&format!("{LONG}\nquit\nstop"));
    let (rest, _, code) = engine.finish();
    assert!(rest.ends_with("(incomplete)\n\n"), "{rest}");
    assert_eq!(code, Some(0));
}

#[test]
fn quit_ends_a_search_with_its_move() {
    for quit in ["quit\n", ""] {
        let mut engine = Engine::session();
        engine.send("go infinite");
        engine.lines_until(|line| line.starts_with("info depth"));
        engine.send_bytes(quit.as_bytes());
        let (rest, _, code) = engine.finish();
        let last = rest.lines().last().expect("some output");
        assert!(last.starts_with("bestmove "), "{last}");
        assert_eq!(code, Some(0));
    }
}

#[test]
fn an_endless_search_gives_way_to_a_perft() {
    let mut engine = Engine::session();
    engine.send("go infinite\ngo perft 1");
    let lines = engine.lines_until(total_line);
    let best = lines
        .iter()
        .position(|line| line.starts_with("bestmove "))
        .expect("a best move");
    assert!(
        lines[..best].iter().all(|line| line.starts_with("info ")),
        "{lines:?}"
    );
    assert_eq!(lines.len() - best, 1 + 20 + 2);
}

#[test]
fn isready_and_stop_during_a_search() {
    let mut engine = Engine::session();
    for go in ["go infinite", "go ponder wtime 1000 btime 1000"] {
        engine.send(go);
        engine.send("isready");
        engine.lines_until(|line| line == "readyok");
        engine.send("stop");
        engine.lines_until(|line| line.starts_with("bestmove "));
    }
    // Idle now: exactly one `bestmove` per `go`.
    engine.send("stop\nponderhit\nisready");
    assert_eq!(engine.lines_until(|_| true), ["readyok"]);
    assert_eq!(engine.finish().0, "");
}

#[test]
fn ponderhit_starts_the_clock() {
    let mut engine = Engine::session();
    engine.send("go ponder wtime 100 btime 100");
    engine.lines_until(|line| line.starts_with("info depth"));
    engine.send("ponderhit");
    engine.lines_until(|line| line.starts_with("bestmove "));
}

#[test]
fn a_closed_output_ends_the_process_quietly() {
    // `canopy | head -1`: the reader leaves after the first line, either while lines follow or while
    // nothing is printed (the second perft would take years).
    for commands in ["go perft 5", LONG] {
        let mut child = command::<&str>(&[])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("canopy starts");
        let mut output = BufReader::new(child.stdout.take().expect("piped"));
        let mut line = String::new();
        output.read_line(&mut line).expect("the banner");
        // Standard input stays open: only the closed output can end the process.
        let mut input = child.stdin.take().expect("piped");
        input
            .write_all(format!("{commands}\nisready\n").as_bytes())
            .expect("it reads");
        while line != "readyok\n" {
            line.clear();
            output.read_line(&mut line).expect("an answer");
        }
        drop(output);
        let (status, errors) = end_of(child);
        assert_eq!((status.code(), errors.as_str()), (Some(0), ""));
        drop(input);
    }
}

#[test]
fn progress_is_printed_only_before_the_empty_line() {
    let mut engine = Engine::session();
    engine.send(LONG);
    let mut lines = engine.lines_until(is_progress);
    engine.send("stop");
    lines.extend(engine.lines_until(total_line));
    let empty = lines.iter().position(String::is_empty).expect("one");
    assert_eq!(lines.len() - empty, 2, "{lines:?}");
    check_partial(&lines);
    assert_eq!(engine.finish().0, "\n");
}

#[test]
fn uciok_needs_no_memory_and_no_position() {
    let mut engine = Engine::session();
    engine.send("setoption name Hash value 33554432\nuci");
    let lines = engine.lines_until(|line| line == "uciok");
    assert_eq!(
        lines[0],
        concat!("id name Canopy ", env!("CARGO_PKG_VERSION"))
    );
    assert!(lines.iter().all(|line| line.is_empty()
        || line.starts_with("id ")
        || line.starts_with("option name ")
        || line == "uciok"));
    // 32 TB: either the system grants it, or the engine reports the failure and uses less.
    engine.send("isready");
    let lines = engine.lines_until(|line| line == "readyok");
    assert!(
        lines[..lines.len() - 1]
            .iter()
            .all(|line| line.starts_with("info string ERROR"))
    );
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_the_job_and_another_ends_the_process() {
    let mut engine = Engine::session();
    engine.send(LONG);
    engine.send("go perft 1");
    // Answered during the perft, so there is a job to interrupt.
    engine.send("isready");
    engine.lines_until(|line| line == "readyok");
    engine.interrupt();
    let lines = engine.lines_until(total_line);
    assert!(
        lines.last().expect("not empty").ends_with("(incomplete)"),
        "{lines:?}"
    );
    assert_eq!(engine.line().as_deref(), Some("\n"));
    // The commands queued behind it are dropped; the session continues.
    engine.send("isready");
    assert_eq!(engine.line().as_deref(), Some("readyok\n"));
    engine.interrupt();
    // The input stays open until the output has ended.
    assert_eq!(engine.line(), None);
    assert_eq!(engine.finish().2, Some(130));
}

#[cfg(unix)]
#[test]
fn a_request_to_end_stops_the_job_and_ends_the_session() {
    let mut engine = Engine::session();
    engine.send(LONG);
    engine.send("go perft 1");
    engine.send("isready");
    engine.lines_until(|line| line == "readyok");
    engine.terminate();
    check_partial(&engine.lines_until(total_line));
    assert_eq!(engine.line().as_deref(), Some("\n"));
    // The input is still open.
    assert_eq!(engine.line(), None);
    assert_eq!(engine.finish().2, Some(130));

    // An idle session has nothing to stop.
    let mut engine = Engine::session();
    engine.send("isready");
    engine.lines_until(|line| line == "readyok");
    engine.terminate();
    assert_eq!(engine.line(), None);
    assert_eq!(engine.finish().2, Some(130));
}

#[test]
fn a_stopped_perft_reports_what_it_counted_of_an_unfinished_move() {
    // The only root move takes minutes; at the first percent, some of its tasks are counted.
    let mut engine = Engine::session();
    engine.send("setoption name PerftHash value 0");
    engine.send("go perft 9 searchmoves e2e4");
    engine.lines_until(|line| is_progress(line) && !line.contains(" 0% done"));
    engine.send("stop");
    let end = engine.lines_until(total_line);
    let total = end.last().expect("not empty");
    assert!(total.ends_with(" (incomplete)"), "{end:?}");
    assert_ne!(total, "Nodes searched: 0 (incomplete)");
    let stopped = "info string perft stopped: 0 of 1 root moves done";
    assert!(end.iter().any(|line| line == stopped), "{end:?}");
    assert_eq!(engine.finish().0, "\n");
}

#[cfg(unix)]
#[test]
fn an_interrupted_command_line_ends_with_130() {
    let mut engine = Engine::start(&["go", "infinite"]);
    engine.lines_until(|line| line.starts_with("info depth"));
    engine.interrupt();
    engine.lines_until(|line| line.starts_with("bestmove "));
    assert_eq!(engine.finish().2, Some(130));
}
