//! `--diagnose` recognises the counts of generators that lack a rule. The naive generator counts
//! without the rule.

use movegen::chess::Setup;

use crate::support::canopy::canopy;
use crate::support::naive::{NaiveMove, legal_moves};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
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
            "a tree without captures en passant",
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
            "a tree without captures en passant, castling",
        ),
    ];
    for (fen, depth, keeps, text) in cases {
        let setup: Setup = fen.parse().expect(fen);
        let claimed = count(&setup, depth, keeps).to_string();
        let depth = depth.to_string();
        let ran = canopy(&["perft", &depth, "--fen", fen, "--diagnose", &claimed]);
        assert_eq!(ran.code, Some(1), "{}", ran.stderr);
        assert!(ran.stdout.contains(text), "{fen}: {}", ran.stdout);
        assert!(ran.stdout.contains("a coincidence"), "{}", ran.stdout);
        assert!(!ran.stdout.contains("cause"), "{}", ran.stdout);
    }
}

#[test]
fn json_lists_the_variants_that_match() {
    let arguments = ["perft", "4", "--json", "--diagnose", "206603"];
    let ran = canopy(&arguments);
    let last = ran.stdout.lines().last().expect("a result");
    let result: serde_json::Value = serde_json::from_str(last).expect("JSON");
    let diagnosis = &result["diagnosis"];
    assert_eq!(
        diagnosis["matches"],
        serde_json::json!(["the interior nodes and the leaves, at depths 1 to 4"])
    );
    assert_eq!(diagnosis["coincidence"], "unlikely");
    assert!(diagnosis["other_variants"].as_u64() > Some(10));
}
