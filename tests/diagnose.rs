//! `--diagnose` recognises the counts of generators that lack a rule. The naive generator counts
//! without the rule.

use movegen::chess::Setup;

use crate::support::canopy::{KIWIPETE, canopy};
use crate::support::classic::{Bug, Classic, Style};
use crate::support::naive::{NaiveMove, legal_moves};

const PROMOTIONS: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
const POSITION_3: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

/// The leaves of a tree with only some of the legal moves.
fn count(setup: &Setup, depth: u32, keeps: fn(&NaiveMove) -> bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = legal_moves(setup).into_iter().filter(keeps);
    moves.map(|step| count(&step.child, depth - 1, keeps)).sum()
}

#[test]
fn a_missing_rule_is_among_the_variants() {
    type Keeps = fn(&NaiveMove) -> bool;
    let cases: [(&str, u32, Keeps, &str); 5] = [
        (KIWIPETE, 3, |step| !step.castle, "a tree without castling"),
        (
            POSITION_3,
            4,
            |step| !step.en_passant,
            "a tree without en passant captures",
        ),
        (
            PROMOTIONS,
            3,
            |step| step.promotion.is_none_or(|kind| kind.letter() == 'q'),
            "a tree without promotions to other pieces than a queen",
        ),
        (
            PROMOTIONS,
            3,
            |step| step.promotion.is_none(),
            "a tree without promotions",
        ),
        (
            KIWIPETE,
            3,
            |step| !step.castle && !step.en_passant,
            "a tree without en passant captures, castling",
        ),
    ];
    for (fen, depth, keeps, text) in cases {
        let setup: Setup = fen.parse().expect(fen);
        let claimed = count(&setup, depth, keeps).to_string();
        let depth = depth.to_string();
        let ran = canopy(&["perft", &depth, "--fen", fen, "--diagnose", &claimed]);
        ran.says(1, &[text, "a coincidence"]);
        assert!(!ran.stdout.contains("cause"), "{}", ran.stdout);
    }
}

/// Totals of the classic program with a bug.
#[test]
fn common_mistakes_of_counting_are_recognised() {
    const MATES: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";
    let cases = [
        (
            Bug::LastPlyUntested,
            KIWIPETE,
            3,
            "the pseudo-legal moves at the last ply",
        ),
        (
            Bug::NoLegalityTest,
            KIWIPETE,
            3,
            "the pseudo-legal moves at every ply",
        ),
        (
            Bug::NoLegalityTest,
            POSITION_3,
            4,
            "the pseudo-legal moves at every ply",
        ),
        (
            Bug::MatesAreLeaves,
            MATES,
            3,
            "all leaves and the 1 checkmates at depths 1 to 2",
        ),
        (
            Bug::CountsInnerNodes,
            KIWIPETE,
            3,
            "the interior nodes and the leaves",
        ),
        (
            Bug::OnlyQueens,
            PROMOTIONS,
            3,
            "a tree without promotions to other pieces than a queen",
        ),
        (
            Bug::CountsOnePlyDeeper,
            POSITION_3,
            3,
            "the leaves at depth 4, not at the depth asked for",
        ),
    ];
    for (bug, fen, depth, text) in cases {
        let claimed = Classic::new(bug, Style::Bulk, false).leaves(fen, depth);
        let (depth, claimed) = (depth.to_string(), claimed.to_string());
        let ran = canopy(&["perft", &depth, "--fen", fen, "--diagnose", &claimed]);
        assert!(
            ran.stdout.contains(text),
            "{bug:?} {claimed}: {}",
            ran.stdout
        );
        assert!(ran.stdout.contains("a coincidence"), "{}", ran.stdout);
    }
}

#[test]
fn json_lists_the_variants_that_match() {
    let lines = canopy(&["perft", "4", "--json", "--diagnose", "206603"]).json();
    let diagnosis = &lines.last().expect("a result")["diagnosis"];
    assert_eq!(
        diagnosis["matches"],
        serde_json::json!(["the interior nodes and the leaves, at depths 1 to 4"])
    );
    assert_eq!(diagnosis["coincidence"], "unlikely");
    assert!(diagnosis["other_variants"].as_u64() > Some(10));
}
