//! Limits on memory and processes, and more threads than cores: every command is answered in time,
//! and nothing aborts.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::canopy::{Run, Scratch, feed};
use crate::uci_driver::Engine;

/// Enough leaves for a perft to use its threads.
const DEEP: &str = "go perft 6";
const DEEP_TOTAL: &str = "Nodes searched: 119060324";

/// Runs canopy under a limit of the shell, such as `-v 200000` (KiB of address space).
fn limited(limit: &str, arguments: &[&str], input: &str) -> Run {
    run(
        &format!("ulimit {limit} && exec \"$0\" \"$@\""),
        arguments,
        input,
    )
}

/// Runs canopy where no second thread can be started. Root is exempt from that limit, so that another
/// user takes its place.
fn without_threads(arguments: &[&str], input: &str) -> Run {
    // Shells disagree on the letter.
    let script = "ulimit -u 1 2>/dev/null || ulimit -p 1; case $(id -u) in
        0) exec setpriv --reuid=54321 --clear-groups -- \"$0\" \"$@\";;
        *) exec \"$0\" \"$@\";;
        esac";
    run(script, arguments, input)
}

fn run(script: &str, arguments: &[&str], input: &str) -> Run {
    let mut shell = Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_canopy")]);
    feed(shell.args(arguments).env_remove("RUST_LOG"), input)
}

/// Its output and errors, after one of these exit codes.
#[track_caller]
fn texts(run: Run, codes: &[i32]) -> (String, String) {
    let is_expected = run.code.is_some_and(|code| codes.contains(&code));
    assert!(is_expected, "{run:?}");
    (run.stdout, run.stderr)
}

/// The threads that a warning speaks of: how many are available, of how many.
#[track_caller]
fn shortage(text: &str) -> (usize, usize) {
    let (_, numbers) = text
        .split_once("warning: only ")
        .unwrap_or_else(|| panic!("{text}"));
    let mut numbers = numbers.split_whitespace();
    let mut number = || {
        let word = numbers.by_ref().find(|&word| word != "of");
        word.and_then(|word| word.parse().ok())
            .unwrap_or_else(|| panic!("{text}"))
    };
    (number(), number())
}

#[test]
fn a_search_without_memory_for_its_threads_takes_fewer() {
    for (limit, threads) in [("-v 200000", 16), ("-v 1000000", 1024)] {
        let input = format!(
            "setoption name Threads value {threads}\nisready\ngo movetime 100\ngo depth 3\nquit\n"
        );
        let (stdout, _) = texts(limited(limit, &[], &input), &[0]);
        let (available, requested) = shortage(&stdout);
        assert!(
            available >= 1 && available < requested && requested == threads,
            "{stdout}"
        );
        // It is reported once.
        assert_eq!(stdout.matches("warning: ").count(), 1, "{stdout}");
        let moves = stdout.lines().filter(|line| line.starts_with("bestmove "));
        let moves: Vec<_> = moves.collect();
        assert_eq!(moves.len(), 2, "{stdout}");
        assert!(
            moves.iter().all(|&line| line != "bestmove 0000"),
            "{stdout}"
        );
    }
}

#[test]
fn a_perft_without_memory_for_its_threads_takes_fewer() {
    let input = format!("setoption name PerftThreads value 1024\n{DEEP}\nquit\n");
    let (stdout, _) = texts(limited("-v 1000000", &[], &input), &[0]);
    let (available, requested) = shortage(&stdout);
    assert!(
        (1..1024).contains(&available) && requested == 1024,
        "{stdout}"
    );
    assert!(stdout.contains(DEEP_TOTAL), "{stdout}");

    for arguments in [
        &["perft", "6", "--threads", "1024"][..],
        &["perft", "6", "--format", "table", "--threads", "1024"],
    ] {
        let (stdout, stderr) = texts(limited("-v 1000000", arguments, ""), &[0]);
        let (available, _) = shortage(&stderr);
        // One thread, or several.
        assert!(stderr.contains(&format!(" {available} thread")), "{stderr}");
        assert!(stdout.contains("119060324"), "{stdout}");
    }
}

#[test]
fn a_suite_and_unique_take_fewer_threads_too() {
    let arguments = [
        "suite",
        "--builtin",
        "--max-nodes",
        "5000",
        "--threads",
        "1024",
    ];
    let (_, stderr) = texts(limited("-v 1000000", &arguments, ""), &[0]);
    assert!(shortage(&stderr).0 >= 1, "{stderr}");

    let arguments = ["unique", "4", "--threads", "1024", "--memory", "100"];
    let (stdout, stderr) = texts(limited("-v 1000000", &arguments, ""), &[0]);
    assert!(shortage(&stderr).0 >= 1, "{stderr}");
    assert!(stdout.ends_with("depth 4: 72078\n"), "{stdout}");
}

#[test]
fn the_system_refuses_what_unique_may_take() {
    let arguments = ["unique", "7", "--threads", "1", "--memory", "100000"];
    let (stdout, stderr) = texts(limited("-v 200000", &arguments, ""), &[2]);
    assert!(stdout.contains("depth 4: 72078\n"), "{stdout}");
    assert!(stderr.contains("the system refuses the memory"), "{stderr}");
}

#[test]
fn tables_without_memory_are_refused() {
    // Deep enough for a table of that size to be of use.
    let input = "setoption name PerftHash value 1000\ngo perft 8\n\
                 setoption name Hash value 1000\ngo depth 1\n";
    let (stdout, _) = texts(limited("-v 500000", &[], input), &[0]);
    let mut rest = stdout.as_str();
    for part in [
        "info string ERROR not enough memory for a hash table of 1000 MB",
        "Nodes searched: 0 (perft rejected)",
        "info string ERROR not enough memory for a hash table of 1000 MB",
        "bestmove ",
    ] {
        let (_, after) = rest
            .split_once(part)
            .unwrap_or_else(|| panic!("no {part:?} in its place in {stdout}"));
        rest = after;
    }
    let arguments = ["perft", "8", "--hash", "1000"];
    let (stdout, stderr) = texts(limited("-v 500000", &arguments, ""), &[2]);
    assert!(
        stdout.is_empty() && stderr.contains("not enough memory for a hash table"),
        "{stdout}{stderr}"
    );
}

/// Whatever the limit, every command is answered or the session refuses to start.
#[test]
fn no_limit_makes_a_session_abort() {
    let input = "setoption name Threads value 8\nsetoption name PerftThreads value 8\n\
                 isready\ngo movetime 20\ngo perft 6\ngo perft 3\ngo infinite\nstop\nquit\n";
    for megabytes in (30..100).step_by(10).chain((100..700).step_by(60)) {
        let output = limited(&format!("-v {}", megabytes * 1000), &[], input);
        let succeeds = output.code == Some(0);
        let (stdout, stderr) = texts(output, &[0, 2]);
        if succeeds {
            assert_eq!(
                stdout.matches("bestmove ").count(),
                2,
                "{megabytes} MB: {stdout}"
            );
            assert_eq!(
                stdout.matches("Nodes searched: ").count(),
                2,
                "{megabytes} MB: {stdout}"
            );
        } else {
            assert!(stderr.starts_with("canopy: "), "{megabytes} MB: {stderr}");
        }
    }
}

#[test]
fn no_limit_makes_a_subcommand_abort() {
    let suite = Scratch::with(
        "limits.epd",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400\n\
         4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66\n",
    );
    let commands: [&[&str]; 5] = [
        &["perft", "6", "--threads", "8"],
        &["perft", "4", "--stats", "--threads", "8"],
        &["unique", "5", "--threads", "8"],
        &["suite", suite.path(), "--threads", "8"],
        &["go", "movetime", "20"],
    ];
    for megabytes in [30, 50, 70, 90, 110, 150, 250, 400] {
        for arguments in commands {
            let output = limited(&format!("-v {}", megabytes * 1000), arguments, "");
            let succeeds = output.code == Some(0);
            let (_, stderr) = texts(output, &[0, 2]);
            let told = succeeds || stderr.starts_with("canopy: ");
            assert!(told, "{megabytes} MB: {stderr}");
        }
    }
}

#[test]
fn without_a_second_thread_there_are_still_answers() {
    let (stdout, stderr) = texts(without_threads(&["perft", "6", "--threads", "4"], ""), &[0]);
    assert!(stdout.contains(DEEP_TOTAL), "{stdout}");
    assert_eq!(shortage(&stderr), (1, 4));

    let (stdout, _) = texts(without_threads(&["go", "movetime", "50"], ""), &[0]);
    assert!(
        stdout.contains("ERROR cannot start the search thread"),
        "{stdout}"
    );
    let (_, best) = stdout.rsplit_once("bestmove ").expect("a move");
    assert!(
        !best.starts_with("0000") && !best.starts_with('('),
        "{stdout}"
    );

    // A small count takes no thread.
    let (stdout, _) = texts(without_threads(&["go", "perft", "3"], ""), &[0]);
    assert!(stdout.contains("Nodes searched: 8902\n"), "{stdout}");

    let (stdout, _) = texts(without_threads(&["go", "perft", "6"], ""), &[2]);
    assert!(stdout.contains("ERROR cannot start a thread"), "{stdout}");
    assert!(
        stdout.contains("Nodes searched: 0 (perft rejected)"),
        "{stdout}"
    );

    // No conversation without a thread that reads.
    let (_, stderr) = texts(without_threads(&[], "go perft 3\n"), &[2]);
    assert!(
        stderr.starts_with("canopy: cannot start a thread: "),
        "{stderr}"
    );
    let (_, stderr) = texts(
        without_threads(&["unique", "4", "--threads", "2"], ""),
        &[2],
    );
    assert!(
        stderr.starts_with("canopy: cannot start a thread: "),
        "{stderr}"
    );
}

#[test]
fn a_search_on_many_threads_ends_in_time() {
    const MOVETIME: Duration = Duration::from_millis(300);
    for threads in [256, 1024] {
        let mut engine = Engine::session();
        engine.send(&format!("setoption name Threads value {threads}\nisready"));
        engine.lines_until(|line| line == "readyok");
        for _ in 0..3 {
            let started = Instant::now();
            engine.send(&format!("go movetime {}", MOVETIME.as_millis()));
            let lines = engine.lines_until(|line| line.starts_with("bestmove "));
            let took = started.elapsed();
            assert!(
                took < MOVETIME + Duration::from_millis(1500),
                "{threads}: {took:?}\n{lines:?}"
            );
            // The next command finds the session free.
            engine.send("isready");
            engine.lines_until(|line| line == "readyok");
        }
        let started = Instant::now();
        engine.send("go infinite\nstop");
        engine.lines_until(|line| line.starts_with("bestmove "));
        assert!(started.elapsed() < Duration::from_millis(1500));
        assert_eq!(engine.finish().2, Some(0));
    }
}
