//! Wrong totals and what they can be.

use movegen::chess::Position;
use movegen::perft::{Perft, Progress, Stop};

use super::*;
use crate::games::chess::STATISTICS;
use crate::perft::PerftPlan;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const POSITION_3: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -";

fn plan(fen: &str, depth: u32) -> PerftPlan<Position> {
    let position = fen.parse::<Position>().expect(fen);
    PerftPlan::new(position, Perft::new(depth))
}

fn statistics(fen: &str, depth: u32) -> StatisticsRows {
    let statistics = plan(fen, depth).statistics(&STATISTICS, &Progress::new(), &Stop::new());
    statistics.expect("a count")
}

/// Without counts under other rules.
fn by_numbers(claimed: u128, rows: &StatisticsRows) -> Diagnosis {
    Diagnosis::new(claimed, rows, RuleVariants::Counted(Vec::new()))
}

fn diagnosis(claimed: u128, fen: &str, depth: u32) -> Diagnosis {
    let rows = statistics(fen, depth);
    let (progress, stop) = (Progress::new(), Stop::new());
    let rules = (STATISTICS.rule_variants)(&plan(fen, depth), rows.nodes(), &progress, &stop);
    let rules = rules.expect("counts").expect("no stop");
    Diagnosis::new(claimed, &rows, RuleVariants::Counted(rules))
}

fn matches(diagnosis: &Diagnosis) -> Vec<&str> {
    let matches = diagnosis.matches.iter();
    matches.map(|found| found.text.as_str()).collect()
}

#[test]
fn kinds_of_leaves_are_named_with_the_chance_of_a_coincidence() {
    let start = statistics(START, 5);
    assert_eq!(
        by_numbers(4_865_609 - 258, &start).text(),
        "4865351 is 258 fewer than the 4865609 leaves at depth 5\n\
             it is the count of all leaves but the 258 en_passant at depth 5, \
             which may be a coincidence; 23 other variants do not match"
    );
    assert_eq!(
        matches(&by_numbers(4_865_609 - 258 - 6, &start)),
        ["all leaves but the 258 en_passant at depth 5 and the 6 discovered at depth 5"]
    );
    let mates = by_numbers(4_865_609 + 8, &start);
    assert_eq!(
        matches(&mates),
        ["all leaves and the 8 checkmates at depths 1 to 4"]
    );
    assert_eq!(mates.coincidence(), Some(Coincidence::Plausible));
    assert_eq!(
        by_numbers(2_812 - 209, &statistics(POSITION_3, 3)).causes(),
        [["the 209 captures at depth 3"]]
    );
    assert_eq!(
        by_numbers(4_865_609, &start).text(),
        "4865609 is right at depth 5"
    );
}

#[test]
fn sums_over_depths_and_small_counters_are_recognised() {
    let start = statistics(START, 5);
    for (claimed, text) in [
        (
            5_072_212,
            "the interior nodes and the leaves, at depths 1 to 5",
        ),
        (
            5_072_192,
            "the interior nodes and the leaves, at depths 2 to 5",
        ),
        (
            5_072_213,
            "the root, the interior nodes and the leaves, at depths 0 to 5",
        ),
        (
            206_603,
            "the interior nodes at depths 1 to 4, without the leaves",
        ),
        (197_281, "the leaves at depth 4, not at the depth asked for"),
        (9_731_218, "the leaves, each counted twice"),
        (15_945, "the leaves modulo 2^16"),
    ] {
        let found = by_numbers(claimed, &start);
        assert_eq!(matches(&found), [text]);
        assert_eq!(found.coincidence(), Some(Coincidence::Unlikely), "{text}");
    }
    // A small number is near many others.
    assert_eq!(matches(&by_numbers(73, &start)), ["the leaves modulo 2^8"]);
}

#[test]
fn counts_under_other_rules_are_recognised() {
    for (claimed, fen, depth, text) in [
        (2_810, POSITION_3, 3, "a tree without en passant captures"),
        (
            197_281,
            START,
            3,
            "the leaves at depth 4, not at the depth asked for",
        ),
    ] {
        let found = diagnosis(claimed, fen, depth);
        assert!(matches(&found).contains(&text), "{}", found.text());
    }
}

#[test]
fn variants_with_one_number_are_all_listed() {
    let found = diagnosis(2_810, POSITION_3, 3);
    assert_eq!(
        found.text(),
        "2810 is 2 fewer than the 2812 leaves at depth 3\n\
             it is the count of each of these variants, which this number cannot distinguish:\n  \
             a tree without en passant captures\n  \
             all leaves but the 2 en_passant at depth 3\n\
             each can easily be a coincidence; 20 other variants do not match"
    );
}

#[test]
fn no_variant_is_a_result_too() {
    let start = statistics(START, 5);
    assert_eq!(
        by_numbers(1, &start).text(),
        "1 is 4865608 fewer than the 4865609 leaves at depth 5\n\
             none of 60 variants of the count has this number"
    );
    let large = Diagnosis::new(1, &start, RuleVariants::TooManyLeaves(1000));
    assert!(
        large
            .text()
            .ends_with("\nnot tried: counts under other rules, for more than 1000 leaves")
    );
}

#[test]
fn checks_with_and_without_mates_are_distinguished() {
    // d2g5 mates by a double check, d2a5 does not.
    let double = statistics("2bkr3/8/8/1N6/8/8/3B4/K2R4 w - -", 1);
    let (_, row) = &double.rows[0];
    let number = |name| double.named(row).find(|(found, _)| *found == name);
    assert_eq!(number("double"), Some(("double", 2)));
    assert_eq!(number("double_no_mate"), Some(("double_no_mate", 1)));
    let nodes = double.nodes();
    let found = by_numbers(nodes - 1, &double);
    assert!(matches(&found).contains(&"all leaves but the 1 double_no_mate at depth 1"));
    let found = by_numbers(nodes - 2, &double);
    assert!(matches(&found).contains(&"all leaves but the 2 double at depth 1"));
    // Where none mates, the two columns are one variant.
    let position_3 = statistics(POSITION_3, 5);
    assert_eq!(
        matches(&by_numbers(674_624 - 3, &position_3)),
        ["all leaves but the 3 double at depth 5"]
    );
}

#[test]
fn no_rows_have_no_variants() {
    let nothing = StatisticsRows {
        columns: STATISTICS.columns,
        rows: Vec::new(),
        depth: 0,
        complete: false,
    };
    assert_eq!(by_numbers(0, &nothing).text(), "0 is right at depth 0");
    assert_eq!(
        by_numbers(3, &nothing).text(),
        "3 is 3 more than the 0 leaves at depth 0\nnone of 0 variants of the count has this number"
    );
}
