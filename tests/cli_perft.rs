//! `canopy perft`: the same answer as `go perft`, everything else on standard error.

use std::num::NonZero;

use crate::support::canopy::{KIWIPETE, START, canopy, stdout};
use movegen::chess::Kernel;
use serde_json::Value;

#[test]
fn the_answer_is_that_of_go_perft() {
    let session = stdout(&["go", "perft", "4"]);
    let (_banner, answer) = session.split_once('\n').expect("a banner");
    assert_eq!(stdout(&["perft", "4"]), answer);
    assert!(answer.ends_with("\n\nNodes searched: 197281\n\n"));
    // Neither threads nor a table change a byte.
    assert_eq!(stdout(&["perft", "4", "--threads", "1"]), answer);
    assert_eq!(
        stdout(&["perft", "4", "--threads", "3", "--hash", "1"]),
        answer
    );
}

#[test]
fn statistics_are_those_of_go_perft_stats() {
    let session = stdout(&["go", "perft", "4", "stats"]);
    let (_banner, answer) = session.split_once('\n').expect("a banner");
    assert_eq!(stdout(&["perft", "4", "--stats"]), answer);
    assert!(answer.ends_with("\n\nNodes searched: 197281\n\n"));
    assert_eq!(stdout(&["perft", "4", "--stats", "--threads", "3"]), answer);
}

#[test]
fn statistics_as_json() {
    let right = canopy(&["perft", "4", "--format", "json", "--diagnose", "197281"]);
    assert_eq!(right.code, Some(0));
    let document = right.json();
    let (last, document) = (&document[3], &document[4]);
    assert_eq!(last["depth"], 4);
    for (name, number) in [
        ("nodes", "197281"),
        ("captures", "1576"),
        ("checks", "469"),
        ("checks_no_mate", "461"),
        ("checkmates", "8"),
        ("stalemates", "0"),
    ] {
        assert_eq!(last[name], number, "{name}");
    }
    assert_eq!(document["complete"], true);
    assert_eq!(document["diagnosis"]["right"], true);
    assert_eq!(document["diagnosis"]["causes"], serde_json::json!([]));
    let wrong = canopy(&["perft", "4", "--format", "json", "--diagnose", "197273"]);
    assert_eq!(wrong.code, Some(1));
    assert_eq!(
        wrong.json()[4]["diagnosis"]["facts"],
        serde_json::json!([
            "the total is 8 less, which is the number of checkmates at the last ply"
        ])
    );
}

#[test]
fn depth_zero() {
    assert_eq!(stdout(&["perft", "0"]), "\nNodes searched: 1\n\n");
}

#[test]
fn time_and_speed_go_to_standard_error() {
    let errors = canopy(&["perft", "3", "--moves", "e2e4"]).stderr;
    assert_eq!(
        errors.lines().count(),
        1,
        "no progress bar without a terminal: {errors}"
    );
    let kernel = Kernel::best();
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let plural = if threads == 1 { "" } else { "s" };
    let method =
        format!("(kernel {kernel}, bulk counting, {threads} thread{plural}, hash 64 MB)\n");
    assert!(
        errors.contains(" s, ") && errors.ends_with(&method),
        "{errors}"
    );
}

#[test]
fn every_kernel_that_the_cpu_has_can_be_asked_for() {
    let answer = stdout(&["perft", "4"]);
    for name in Kernel::NAMES {
        let arguments = ["perft", "4", "--kernel", name];
        match name.parse::<Kernel>() {
            Ok(_) => assert_eq!(stdout(&arguments), answer, "{name}"),
            // Refused, not replaced by another.
            Err(error) => canopy(&arguments).refuses(&error.to_string()),
        }
    }
    for way in ["--verify", "--no-bulk", "--seed=1", "--hash=0", "--verbose"] {
        assert_eq!(stdout(&["perft", "4", way]), answer, "{way}");
    }
}

#[test]
fn a_table_is_accounted_for() {
    let output = canopy(&["perft", "6", "--hash", "16", "--seed", "7", "--verbose"]);
    let (answer, errors) = (output.stdout, output.stderr);
    assert!(
        answer.ends_with("\nNodes searched: 119060324\n\n"),
        "{answer}"
    );
    let [speed, _published, _counting, _threads, table, chance] =
        errors.lines().collect::<Vec<_>>()[..]
    else {
        panic!("{errors}");
    };
    assert!(speed.ends_with(", hash 16 MB)"), "{speed}");
    assert!(
        table.starts_with("table: 16 MB, ") && table.ends_with(" stores"),
        "{table}"
    );
    let chance = chance.strip_prefix("chance of one false hit in this run: at most ");
    let chance: f64 = chance.expect(&errors).parse().expect("a number");
    assert!(chance > 0.0 && chance < 1e-9, "{errors}");
}

#[test]
fn what_does_not_go_together_is_refused() {
    for arguments in [
        &["perft", "3", "--verify", "--no-bulk"][..],
        &["perft", "3", "--no-bulk", "--kernel", "auto"],
        &["perft", "3", "--seed", "-1"],
    ] {
        assert!(!canopy(arguments).refusal().is_empty());
    }
}

#[test]
fn positions_and_moves() {
    let answer = stdout(&["perft", "2", "--fen", KIWIPETE]);
    assert!(answer.ends_with("\nNodes searched: 2039\n\n"));
    assert!(answer.contains("e1g1: 43\n"));
    let answer = stdout(&["perft", "2", "--fen", KIWIPETE, "--chess960"]);
    assert!(answer.contains("e1h1: 43\n"));
    assert_eq!(
        stdout(&["perft", "1", "--moves", "f2f3  e7e5 g2g4 d8h4"]),
        "\nNodes searched: 0\n\n"
    );
}

#[test]
fn a_chess960_position_without_the_switch() {
    let fen = "4k3/8/8/8/8/8/8/R2RK3 w D -";
    let output = canopy(&["perft", "1", "--fen", fen]);
    let answer = output.stdout;
    assert!(
        answer.contains("e1d1: 1\n") && !answer.contains("info"),
        "{answer}"
    );
    assert!(output.stderr.contains("--chess960"));
}

#[test]
fn json_keeps_counts_as_text() {
    let document: Value =
        serde_json::from_str(&stdout(&["perft", "2", "--format", "json"])).expect("JSON");
    assert_eq!(document["total"], "400");
    assert_eq!(document["depth"], 2);
    assert_eq!(document["complete"], true);
    assert_eq!(document["fen"], START);
    let moves = document["moves"].as_array().expect("a list");
    assert_eq!(
        (moves.len(), &moves[0]["move"], &moves[0]["count"]),
        (20, &"a2a3".into(), &"20".into())
    );
}

#[test]
fn bad_input_is_explained_and_answered_by_nothing() {
    canopy(&["perft", "3", "--fen", "8/8 w - -"]).refuses("column 1");
    canopy(&["perft", "3", "--moves", "e2e4 e2e4"]).refuses("move 2");
    canopy(&["perft", "3", "--fen", "8/8/8/8/8/8/8/8 w - -"]).refuses("0 kings");
    for arguments in [
        &["perft"][..],
        &["perft", "x"],
        &["perft", "256"],
        &["perft", "3", "--threads", "2000"],
        &["perft", "3", "--format", "xml"],
        &["perft", "3", "--nonsense"],
    ] {
        assert!(!canopy(arguments).refusal().is_empty());
    }
}
