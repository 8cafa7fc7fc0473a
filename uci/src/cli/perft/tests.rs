//! The toy game of the tests through the whole command: flags, driver and every format.

use clap::{CommandFactory as _, Parser};
use movegen::perft::{ChildCounter, Perft, Stop};
use serde_json::{Value, json};

use super::{PerftArgs, run_with};
use crate::cli::output::{TEXT, end};
use crate::exit::Exit;
use crate::games::toy::{LEAVES, TicTacToe};
use crate::perft::{DivideProgress, PerftPlan};

#[derive(Debug, Parser)]
struct Arguments {
    #[command(flatten)]
    perft: PerftArgs,
}

/// The output and the exit code of `canopy perft --game tic-tac-toe`.
fn perft(arguments: &[&str]) -> (String, Exit) {
    let program = ["perft", "--game=tic-tac-toe"];
    let arguments = Arguments::parse_from(program.iter().chain(arguments));
    let mut out = Vec::new();
    let ended = run_with(&arguments.perft, Stop::new, &mut out);
    let text = String::from_utf8(out).expect("a text");
    (text, end("perft", TEXT, ended))
}

fn done(arguments: &[&str]) -> String {
    let (text, exit) = perft(arguments);
    assert_eq!(exit, Exit::Done, "{arguments:?}: {text}");
    text
}

#[test]
fn every_depth_with_hash_and_threads() {
    for (depth, leaves) in LEAVES.iter().enumerate() {
        let depth = depth.to_string();
        for flags in [&["--hash=0", "--threads=1"], &["--hash=1", "--threads=2"]] {
            let text = done(&[&[depth.as_str()], &flags[..]].concat());
            let total = format!("\nNodes searched: {leaves}\n\n");
            assert!(text.ends_with(&total), "{depth} {flags:?}: {text}");
        }
    }
}

#[test]
fn progress_grows_to_the_end() {
    let plan = PerftPlan::new(TicTacToe::START, Perft::new(6));
    let progress = DivideProgress::default();
    let mut fractions = vec![progress.fraction()];
    let divide = plan.divide(&ChildCounter, 1, &progress, &Stop::new(), &mut |_| {
        fractions.push(progress.fraction());
    });
    assert_eq!(divide.expect("a count").total, LEAVES[6]);
    fractions.push(progress.fraction());
    assert_eq!((fractions[0], fractions[10]), (0.0, 1.0));
    assert!(fractions[1] < 1.0 && fractions.is_sorted(), "{fractions:?}");
}

#[test]
fn every_format() {
    let corner = ["1", "--fen", "a1b1c1b2a2c2b3a3"];
    let with = |flag| done(&[&corner[..], &[flag]].concat());
    assert_eq!(with("--format=stockfish"), "c3: 1\n\nNodes searched: 1\n\n");
    assert_eq!(with("--format=perftree"), "c3 1\n\n1\n");
    assert_eq!(with("--format=csv"), "move,count\nc3,1\n");
    let table = with("--format=table");
    assert!(
        table
            .lines()
            .nth(1)
            .is_some_and(|row| row.trim_start().starts_with("1 "))
    );
    let line: Value = serde_json::from_str(&with("--format=json")).expect("JSON");
    assert_eq!(
        line,
        json!({
            "type": "result",
            "command": "perft",
            "status": "ok",
            "complete": true,
            "squares": "a1b1c1b2a2c2b3a3",
            "depth": 1,
            "moves": [{ "move": "c3", "count": "1" }],
            "total": "1",
            "known": null,
        })
    );
    assert_eq!(with("--json"), with("--format=json"));
    assert!(done(&["3", "--stats"]).starts_with("depth nodes\n    1     9\n    2    72\n"));
    assert!(done(&["3", "--stats", "--format=csv"]).ends_with("3,504\n"));
}

#[test]
fn order_and_nesting() {
    let text = done(&["2", "--divide-depth=2", "--sort=move", "--fen=b2"]);
    assert!(text.starts_with("a1: 7\na1 a2: 1\na1 a3: 1\n"), "{text}");
    assert_eq!(text.lines().count(), 8 * 8 + 3, "{text}");
}

/// Chess has `--fen` as well.
#[test]
fn a_flag_of_two_games_is_read_by_the_chosen_one() {
    let help = Arguments::command().render_help().to_string();
    let [chess, toy] = ["The position: FEN", "--game tic-tac-toe: The squares"];
    assert!(help.contains(chess) && help.contains(toy), "{help}");
    assert_eq!(help.matches("--fen").count(), 1, "{help}");
    assert!(done(&["1", "--fen=b2"]).ends_with("\nNodes searched: 8\n\n"));
    let chess = [
        "perft",
        "1",
        "--fen=8/8/8/8/8/8/8/K1k5 w - -",
        "--game=chess",
    ];
    let arguments = Arguments::parse_from(chess);
    let mut out = Vec::new();
    let exit = run_with(&arguments.perft, Stop::new, &mut out);
    assert_eq!(exit.expect("a count"), Exit::Done);
    let text = String::from_utf8(out).expect("a text");
    assert!(text.ends_with("\nNodes searched: 1\n\n"), "{text}");
}

#[test]
fn flags_without_meaning_are_refused() {
    for flags in [
        &["--san"][..],
        &["--chess960"],
        &["--kernel=portable"],
        &["--type=Base"],
        &["--stats", "--format=perftree"],
        &["--sort=count", "--format=table"],
        &["--json", "--format=csv"],
    ] {
        let (_, exit) = perft(&[&["2"], flags].concat());
        assert_eq!(exit, Exit::Failed, "{flags:?}");
    }
}

/// A stop is a partial result in every format.
#[test]
fn a_stopped_count_is_marked() {
    for (format, end) in [
        ("stockfish", "Nodes searched: 0 (incomplete)\n\n"),
        ("perftree", "\n0 (incomplete)\n"),
        ("csv", "total,incomplete\n"),
        ("table", "incomplete, 0 leaves counted\n"),
    ] {
        let arguments = ["perft", "5", "--game=tic-tac-toe", "--format", format];
        let arguments = Arguments::parse_from(arguments);
        let stopped = || {
            let stop = Stop::new();
            stop.stop();
            stop
        };
        let mut out = Vec::new();
        let exit = run_with(&arguments.perft, stopped, &mut out);
        let text = String::from_utf8(out).expect("a text");
        assert_eq!(exit.expect("a count"), Exit::Interrupted, "{format}");
        assert!(text.ends_with(end), "{format}: {text}");
    }
}
