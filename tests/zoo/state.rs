//! Series of questions, as `canopy fuzz --state` asks them: bugs of hash tables, of unmade moves and of what
//! outlives a question.

use movegen::chess::CastlingStyle;
use movegen::chess::variant::Standard;
use serde_json::Value;
use workbench::ask::Recording;
use workbench::find::{RandomSeries, hunt_series};

use crate::support::canopy::{self, Run, Scratch};
use crate::support::classic::{self, Bug, Classic, Style};
use crate::support::sweep;

fn fuzz(bug: Bug, arguments: &[&str]) -> Run {
    let all = [&["--state", "--timeout=5"], arguments].concat();
    canopy::against("fuzz", "uci", &classic::arguments("uci", &bug.name()), &all)
}

/// The series that `fuzz --state -n30` draws.
#[test]
fn bugs_of_tables_and_of_states_are_found() {
    let bugs = [
        // The table outlives a question.
        Bug::KeyWithoutSide,
        Bug::TableComparesFourBits,
        // The table does not.
        Bug::KeyWithoutEnPassant,
        Bug::KeyWithoutRights,
        Bug::TableIgnoresDepth,
        Bug::TableAcceptsDeeper,
        Bug::KeyNotRestored,
        // Counters.
        Bug::TotalModulo65536,
        Bug::CountsAreSigned16,
        Bug::TotalLacksReset,
        Bug::StopsAtFiftyMoves,
        Bug::StopsAtRepetition,
        // Unmade moves.
        Bug::CapturedNotRestored,
        Bug::RightsNotRestoredAfterCastling,
        Bug::StaleKingAfterUnmake,
        // What is kept from the position before.
        Bug::SecondPositionIgnored,
        Bug::FenKeepsRights,
        Bug::FenKeepsEnPassant,
    ];
    sweep::check(&bugs, |&bug| {
        let random = RandomSeries {
            rules: &Standard,
            seed: 1,
            chess960: false,
            depth: 8,
            most_leaves: 20_000,
        };
        let mut classic = Classic::new(bug, Style::Full, false);
        let mut other = Recording::new(&mut classic);
        let shows = random.series().take(30).any(|nodes| {
            let nodes = nodes.expect("a count");
            let found = hunt_series(&mut other, &nodes, CastlingStyle::Standard, &mut ());
            found.expect("an answer").is_some()
        });
        assert!(shows, "{bug:?}");
    });
}

/// The ordinary mode asks a few series as well.
#[test]
fn some_series_are_asked_without_the_flag() {
    let bugs = [
        Bug::StopsAtFiftyMoves,
        Bug::KeyWithoutSide,
        Bug::KeyWithoutRights,
    ];
    for bug in sweep::large_sample(bugs, 3, 3) {
        let passed = classic::arguments("uci", &bug.name());
        let run = canopy::against("fuzz", "uci", &passed, &["--max-nodes=10000"]);
        assert_eq!(run.code, Some(1), "{bug:?}: {run:?}");
    }
}

#[test]
fn bugs_of_a_table_are_one_group() {
    let number = if sweep::is_full() { 3 } else { 2 };
    let run = fuzz(Bug::KeyWithoutSide, &[&format!("-n{number}"), "--continue"]);
    run.says(
        1,
        &[
            &format!("{number} positions of seed 1, "),
            "disagreements of 1 kind",
            " more like this)",
        ],
    );
}

#[test]
fn healthy_engines_agree() {
    for (bug, arguments) in [
        (Bug::NoneWithTable, &["-n8"][..]),
        (Bug::NoneWithTable, &["-n8", "--chess960"][..]),
        (Bug::None, &["-n4", "--seed=2"][..]),
    ] {
        fuzz(bug, arguments).says(0, &[" positions of seed ", " leaves, all agreed\n"]);
    }
}

/// The report has the fewest questions, in every form.
#[test]
fn the_series_is_reported() {
    let page = Scratch::new("series.html");
    let junit = Scratch::new("series.xml");
    let report = format!("--report={}", page.path());
    let xml = format!("--junit={}", junit.path());
    let run = fuzz(Bug::SecondPositionIgnored, &[&report, &xml]);
    let json = fuzz(Bug::SecondPositionIgnored, &["--json"]).stdout;
    let parts = [
        "asked first in a fresh process, it counts this correctly",
        "deep: right",
        "deep: wrong",
        "question 1 differs from the last one",
    ];
    run.says(1, &parts);
    for part in parts {
        assert!(junit.read().contains(part), "{part}");
        assert!(json.contains(part), "{part}");
        let capital = part[..1].to_uppercase() + &part[1..];
        let page = page.read();
        assert!(page.contains(part) || page.contains(&capital), "{part}");
    }
    let line = json
        .lines()
        .nth(1)
        .expect("a line about the smallest series");
    let found: Value = serde_json::from_str(line).expect(line);
    let earlier = found["earlier"].as_array().expect("a list");
    assert_eq!(
        (earlier.len(), &earlier[0]["right"]),
        (1, &Value::Bool(true))
    );
    // One command asks both questions.
    let commands = found["commands"].as_array().expect("a list");
    let ours = commands[0].as_str().expect("a command");
    assert_eq!(ours.matches("go perft").count(), 2, "{ours}");
    // A bug of two questions needs no more pieces than the kings.
    let last = found["position"]["fen"].as_str().expect("a FEN");
    let board = last.split(' ').next().expect("a board");
    let pieces = board.chars().filter(|c| c.is_ascii_alphabetic()).count();
    assert!(pieces <= 3, "{last}");
}
