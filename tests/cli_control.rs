//! Early ends of a command: a signal, or a reader that closes the pipe. Without them, each run would
//! take years.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, Stdio};

use crate::support::canopy::{START, Scratch, closed_pipe, command, has};
use crate::uci_driver::{end_of, interrupted, signal, start_until};
use serde_json::{Value, json};

/// Would take years to print its first line.
const ENDLESS: [&str; 2] = ["perft", "16"];

/// Lines of the log.
const HANDLED: &str = "signals end the command with a partial result";
const CHECKED: &str = "the suites are checked";

/// Starts it with this standard output.
fn start(arguments: &[&str], output: impl Into<Stdio>) -> Child {
    let mut command = command(arguments);
    command.stdout(output).stderr(Stdio::piped());
    command.spawn().expect("canopy starts")
}

/// Starts it and waits until signals end it with a partial result.
fn start_counting(arguments: &[&str]) -> Child {
    // Before that, a suite has nothing to report.
    let line = if arguments[0] == "suite" {
        CHECKED
    } else {
        HANDLED
    };
    start_until(command(arguments).stdout(Stdio::piped()), line, 1)
}

/// The first line of standard output.
fn first_line(child: &mut Child) -> String {
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    let mut line = String::new();
    output.read_line(&mut line).expect("a text");
    child.stdout = Some(output.into_inner());
    line
}

/// Asserts that this is a partial total. It is above 0 if a task finished before the signal.
#[track_caller]
fn assert_partial(total: &str) {
    let number = total.strip_suffix(" (incomplete)").expect(total);
    number.parse::<u128>().expect(total);
}

#[test]
fn an_interrupt_ends_a_perft_with_the_partial_count() {
    for hash in ["0", "1"] {
        let child = start_counting(&[&ENDLESS[..], &["--hash", hash]].concat());
        let answer = interrupted(child, "INT");
        let partial = answer
            .strip_prefix("info string perft stopped: 0 of 20 root moves done\n\nNodes searched: ")
            .expect(&answer);
        assert_partial(partial.strip_suffix("\n\n").expect(&answer));
    }
}

#[test]
fn json_marks_an_interrupted_run() {
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
fn every_format_marks_a_partial_result() {
    let perft = |more: &[&str]| {
        let child = start_counting(&[&ENDLESS[..], &["--hash", "0"], more].concat());
        interrupted(child, "TERM")
    };
    assert_partial(perft(&["--format", "perftree"]).trim_matches('\n'));
    assert_eq!(
        perft(&["--format", "csv"]),
        "move,count\ntotal,incomplete\n"
    );
    assert_eq!(
        perft(&["--format", "csv", "--san"]),
        "move,san,count\ntotal,,incomplete\n"
    );
    let hive = perft(&["--game", "hive", "--format", "csv"]);
    assert!(hive.ends_with("total,incomplete\n"), "{hive}");
    let table = perft(&["--format", "table"]);
    let last = table.lines().last().expect("a line");
    assert!(last.starts_with("depth_"), "{table}");
    assert!(last.contains(" incomplete, "), "{table}");
    let json: Value = serde_json::from_str(&perft(&["--format", "json"])).expect("JSON");
    assert_eq!(json["complete"], false);
    let total = json["total"].as_str().expect("a total");
    total.parse::<u128>().expect(total);
}

#[test]
fn statistics_are_interrupted_between_two_depths() {
    let statistics = |more: &[&str]| {
        let child = start_counting(&[&ENDLESS[..], &["--stats"], more].concat());
        interrupted(child, "TERM")
    };
    let table = statistics(&[]);
    assert!(table.contains("(incomplete)"), "{table}");
    let csv = statistics(&["--format", "csv"]);
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let last = rows.last().expect("a heading at least");
    assert_eq!(last.len(), rows[0].len(), "{csv}");
    assert_eq!(last[0].parse(), Ok(rows.len() - 1), "{csv}");
    assert!(last[1..].iter().all(|cell| *cell == "incomplete"), "{csv}");
}

#[test]
fn every_command_can_be_interrupted() {
    let line = format!("{START} ;D1 20\n{START} ;D16 1\n");
    let suite = Scratch::with("endless.epd", &line);
    let divide = Scratch::with("divide.txt", "e2e4: 20\n");
    let hanging = [
        "--engine",
        "/bin/sh",
        "--engine-arg=-c",
        "--engine-arg=exec sleep 300",
    ];
    let commands: [(Vec<&str>, &str); 8] = [
        (vec!["bench", "scaling", "--depth=12"], "canopy: "),
        (vec!["unique", "30"], "depth 1: 20\n"),
        (
            vec!["check", START, "16", "1"],
            // The leaves counted so far are part of the line; their number is a matter of time.
            "depth 16: ",
        ),
        (vec!["suite", suite.path()], "2 positions, "),
        (
            [&["compare"], &hanging[..]].concat(),
            "stopped after depth 0 of 5 (incomplete)\n",
        ),
        (
            [&["fuzz"], &hanging[..]].concat(),
            "0 of 1490 positions of builtin:killer and seed 1, 0 leaves, all agreed (incomplete)\n",
        ),
        (
            [&["suite", suite.path()], &hanging[..]].concat(),
            "2 positions, 0 of 2 counts, 0 leaves, 0 disagreements (incomplete)\n",
        ),
        (
            vec!["compare", "--divide-file", divide.path(), "--depth", "16"],
            "stopped after depth 0 of 16 (incomplete)\n",
        ),
    ];
    for (arguments, expected) in commands {
        for name in ["INT", "TERM"] {
            println!("SIG{name}: {arguments:?}");
            let mut child = start_counting(&arguments);
            // The first line appears at once; the last one needs more memory than there is.
            let first = match arguments[0] {
                "unique" => first_line(&mut child),
                _ => String::new(),
            };
            let answer = first + &interrupted(child, name);
            assert!(answer.starts_with(expected), "{arguments:?}: {answer}");
            assert!(answer.contains("incomplete"), "{arguments:?}: {answer}");
        }
    }
}

#[test]
fn the_counted_part_of_a_suite_is_marked_as_partial() {
    // The second count is endless; the first one, which is wrong, is reported before.
    let suite = Scratch::with("partial.epd", format!("{START} ;D1 21 ;D16 1\n"));
    let xml = Scratch::new("partial.xml");
    let mut child = start_counting(&["suite", suite.path(), "--json", "--junit", xml.path()]);
    let first = first_line(&mut child);
    let last: Value = serde_json::from_str(&interrupted(child, "TERM")).expect("JSON");
    assert!(first.starts_with(r#"{"type":"disagreement","#), "{first}");
    let interrupted = json!({ "status": "interrupted", "complete": false });
    has(&last, interrupted);
    has(&last, json!({ "counts": 1, "not_counted": 1 }));
    let text = xml.read();
    assert!(
        text.contains(r#"tests="2" skipped="1" failures="1" errors="0""#),
        "{text}"
    );
    assert!(
        text.contains("message=\"not counted: interrupted\""),
        "{text}"
    );
}

#[test]
fn a_second_signal_ends_a_command_that_hangs() {
    // Prints more lines than an unread pipe holds: the first signal cannot end it.
    let child = start_counting(&["perft", "3", "--divide-depth", "3", "--threads", "1"]);
    signal(&child, "INT");
    signal(&child, "TERM");
    let (status, _) = end_of(child);
    assert_eq!(status.code(), Some(130));
}

#[test]
fn a_closed_terminal_ends_a_command_unless_under_nohup() {
    let child = start_counting(&ENDLESS);
    signal(&child, "HUP");
    let (status, _) = end_of(child);
    assert_eq!(status.signal(), Some(1));

    let mut nohup = Command::new("nohup");
    nohup.arg(env!("CARGO_BIN_EXE_canopy")).args(ENDLESS);
    let child = start_until(nohup.stdout(Stdio::piped()), HANDLED, 1);
    signal(&child, "HUP");
    // It still runs and reacts to the next signal.
    assert!(interrupted(child, "TERM").contains("(incomplete)"));
}

#[test]
fn a_full_disk_is_a_failure_and_a_closed_pipe_is_not() {
    let two = Scratch::with("two.epd", format!("{START} ;D1 20 ;D2 401\n"));
    let divide = Scratch::with("divide.txt", "e2e4: 20\n");
    let canopy = ["--engine", env!("CARGO_BIN_EXE_canopy"), "--depth", "1"];
    let (suite, divide) = (two.path(), divide.path());
    let commands: [&[&str]; 33] = [
        &["--help"],
        &["-h"],
        &["--version"],
        &["-V"],
        &["help", "perft"],
        &["completions", "bash"],
        &["man"],
        &["bench", "scaling", "-d5", "-r1", "-t1", "-H0"],
        &["perft", "3"],
        &["perft", "3", "--format", "perftree"],
        &["perft", "3", "--format", "json"],
        &["perft", "3", "--format", "csv"],
        &["perft", "3", "--format", "table"],
        &["perft", "3", "--sort", "count"],
        &["perft", "3", "--stats"],
        &["perft", "3", "--verify"],
        &["perft", "3", "--game", "hive"],
        &["perft", "3", "--diagnose", "1"],
        &["estimate", "4"],
        &["estimate", "9", "--samples=16"],
        &["estimate", "9", "--samples=16", "--json"],
        &["unique", "3"],
        &["moves"],
        &["explain", "e2e4"],
        &["explain", "e2e5"],
        &["check", START, "2", "400"],
        &["check", START, "2", "401"],
        &["suite", suite],
        &["suite", suite, "--json"],
        &["diff-divide", divide, divide],
        &["go", "perft", "3"],
        &["uhp"],
        &[],
    ];
    let against = [
        [&["compare"], &canopy[..]].concat(),
        [&["fuzz", "--positions", "2"], &canopy[..]].concat(),
    ];
    let against = against.iter().map(Vec::as_slice);
    for arguments in commands.into_iter().chain(against) {
        if cfg!(target_os = "linux") {
            let full = File::options().write(true).open("/dev/full");
            let (status, errors) = end_of(start(arguments, full.expect("Linux has it")));
            assert_eq!(status.code(), Some(2), "{arguments:?}: {errors}");
            assert!(
                errors.contains("canopy: standard output: No space left on device"),
                "{arguments:?}: {errors}"
            );
        }
        let (status, errors) = end_of(start(arguments, closed_pipe()));
        assert_eq!(status.code(), Some(0), "{arguments:?}: {errors}");
        assert!(!errors.contains("canopy: "), "{arguments:?}: {errors}");
    }
}

/// Starts it, and closes its standard output after this many bytes. It ends quietly.
#[track_caller]
fn check_closed_pipe(arguments: &[&str], bytes: usize) {
    let mut child = start(arguments, Stdio::piped());
    let mut output = child.stdout.take().expect("piped");
    output.read_exact(&mut vec![0; bytes]).expect("some output");
    drop(output);
    let (status, errors) = end_of(child);
    let ended = (status.code(), errors.as_str());
    assert_eq!(ended, (Some(0), ""), "{arguments:?}");
}

#[test]
fn a_closed_pipe_ends_a_perft_before_its_first_line() {
    for more in [
        &[][..],
        &["--format", "json"],
        &["--no-bulk"],
        &["--verify"],
    ] {
        check_closed_pipe(&[&ENDLESS[..], more].concat(), 0);
    }
}

#[test]
fn a_closed_pipe_ends_a_uci_command() {
    // After the beginning of the banner.
    check_closed_pipe(&["go", "perft", "16"], 10);
}

#[test]
fn a_closed_pipe_ends_a_suite() {
    let suite = Scratch::with("endless.epd", format!("{START} ;D16 1\n").repeat(3));
    for more in [&[][..], &["--threads", "1"]] {
        check_closed_pipe(&[&["suite", suite.path()][..], more].concat(), 0);
    }
}

#[test]
fn a_closed_pipe_ends_an_estimate() {
    let estimate = ["estimate", "14", "-q", "--time=1d", "--rel=1e-9"];
    // Also before anything is drawn, while depth 9 is counted.
    for more in [&[][..], &["--json"], &["--control=9", "--hash=0"]] {
        check_closed_pipe(&[&estimate[..], more].concat(), 0);
    }
}

/// The standard library replaces a closed standard output by `/dev/null`.
#[test]
fn a_closed_output_is_an_error() {
    let run = |output: &str, arguments: &str| {
        let script = format!("printf 'go perft 2\\nquit\\n' | \"$0\" {arguments} >{output}");
        let shell = ["-c", &script, env!("CARGO_BIN_EXE_canopy")];
        let output = Command::new("sh").args(shell).output().expect("a shell");
        let errors = String::from_utf8(output.stderr).expect("UTF-8");
        (output.status.code(), errors)
    };
    for arguments in ["perft 2", "moves", "--help", "", "go perft 2"] {
        let (code, errors) = run("&-", arguments);
        assert_eq!(code, Some(2), "{arguments}: {errors}");
        assert!(
            errors.contains("canopy: standard output is closed"),
            "{arguments}: {errors}"
        );
        let (code, errors) = run("/dev/null", arguments);
        assert_eq!(code, Some(0), "{arguments}: {errors}");
    }
    // It is opened for reading too, as the replacement is.
    let (code, errors) = run("/dev/null 1<>/dev/null", "perft 2");
    assert_eq!(code, Some(0), "{errors}");
}
