//! `perft --diagnose` recognises the counts of generators that lack a rule, as `canopy why` does. The naive generator counts
//! without the rule.

use movegen::chess::Setup;

use crate::support::canopy::{KIWIPETE, canopy};
use crate::support::classic::{Bug, Classic, Style};
use crate::support::naive::{NaiveMove, legal_moves};
use crate::support::sweep;

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
fn a_missing_rule_is_among_the_causes() {
    type Keeps = fn(&NaiveMove) -> bool;
    let cases: [(&str, u32, Keeps, &str); 5] = [
        (KIWIPETE, 3, |step| !step.castle, "castling is missing"),
        (
            POSITION_3,
            4,
            |step| !step.en_passant,
            "en passant captures are missing",
        ),
        (
            PROMOTIONS,
            3,
            |step| step.promotion.is_none_or(|kind| kind.letter() == 'q'),
            "pawns promote to queens only",
        ),
        (
            PROMOTIONS,
            3,
            |step| step.promotion.is_none(),
            "moves of pawns to the last rank are missing",
        ),
        (
            KIWIPETE,
            3,
            |step| !step.castle && !step.en_passant,
            "en passant captures and castling are missing",
        ),
    ];
    for (fen, depth, keeps, text) in sweep::sample(cases, 2) {
        let setup: Setup = fen.parse().expect(fen);
        let claimed = count(&setup, depth, keeps).to_string();
        let depth = depth.to_string();
        let ran = canopy(&["perft", &depth, "--fen", fen, "--diagnose", &claimed]);
        ran.says(1, &[text, " known defects give"]);
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
            "moves of the last ply are not tested for leaving the king in check",
        ),
        (
            Bug::NoLegalityTest,
            KIWIPETE,
            3,
            "moves are never tested for leaving the king in check",
        ),
        (
            Bug::NoLegalityTest,
            POSITION_3,
            4,
            "moves are never tested for leaving the king in check",
        ),
        (
            Bug::MatesAreLeaves,
            MATES,
            3,
            "it counts checkmates above the last ply as leaves",
        ),
        // No legal capture can use this square: it has to reach the known defects all the same.
        (
            Bug::EnPassantRankPinIgnored,
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
            3,
            "en passant captures may open the rank of the two pawns to their own king",
        ),
        (
            Bug::CountsInnerNodes,
            KIWIPETE,
            3,
            "it counts all nodes of the tree, and not only the leaves",
        ),
        (
            Bug::OnlyQueens,
            PROMOTIONS,
            3,
            "pawns promote to queens only",
        ),
        (
            Bug::CountsOnePlyDeeper,
            POSITION_3,
            3,
            "it counts one ply deeper than it was asked to",
        ),
    ];
    for (bug, fen, depth, text) in sweep::sample(cases, 3) {
        let claimed = Classic::new(bug, Style::Bulk, false).leaves(fen, depth);
        let (depth, claimed) = (depth.to_string(), claimed.to_string());
        let ran = canopy(&["perft", &depth, "--fen", fen, "--diagnose", &claimed]);
        assert!(
            ran.stdout.contains(text),
            "{bug:?} {claimed}: {}",
            ran.stdout
        );
    }
}

#[test]
fn the_answer_is_that_of_why() {
    let diagnosed = canopy(&["perft", "3", "--json", "--diagnose", "8868"]).json();
    let diagnosed = &diagnosed.last().expect("a result")["diagnosis"];
    let why = canopy(&["why", "--json", "--depth", "3", "startpos: 8868"]).json();
    for field in ["causes", "facts", "next", "not_compared", "known_defects"] {
        assert_eq!(diagnosed[field], why[0][field], "{field}");
    }
    assert_eq!(
        diagnosed["facts"][0],
        "the total is 34 less, which is the number of captures at the last ply"
    );
}

/// A count is not lost where its total cannot be explained, and the total is quoted as it was given.
#[test]
fn a_total_that_cannot_be_explained_keeps_the_table() {
    let huge = u128::MAX.to_string();
    for (depth, total, leaves, reason) in [
        ("0", "5", "1", "depth 0 is the position itself"),
        ("1", &huge, "20", "no program counts that far"),
    ] {
        let ran = canopy(&["perft", depth, "--diagnose", total]);
        ran.says(
            1,
            &[
                &format!("Nodes searched: {leaves}\n"),
                &format!("{total} is not explained: {reason}"),
            ],
        );
        assert!(!ran.stdout.contains("line 1"), "{}", ran.stdout);
        let json = canopy(&["perft", depth, "--json", "--diagnose", total]).json();
        let result = json.last().expect("a result");
        assert_eq!(
            (&result["total"], &result["status"]),
            (&leaves.into(), &"disagreement".into())
        );
        let found = result["diagnosis"]["reason"].as_str().expect("a reason");
        assert!(found.contains(reason), "{found}");
    }
}

#[test]
fn large_totals_are_right_or_overflowed() {
    let diagnose = |total: &str| canopy(&["perft", "7", &format!("--diagnose={total}")]);
    diagnose("3195901860").says(0, &["3195901860 is right at depth 7"]);
    let why = |total: &str| {
        let text = format!("perft(7) = {total}");
        canopy(&["why", "--fen", "startpos", "--text", &text])
    };
    let fact = "the total is the right one less 2^32: a 32-bit counter has overflowed";
    why("-1099065436").says(1, &[fact]);
    let other = why("-1099065437");
    other.says(1, &["Known defects were not compared."]);
    assert!(!other.stdout.contains("overflowed"), "{}", other.stdout);
    // One legal move has 3743392755 leaves.
    let fen = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P3/P1NP3n/1PP1QPPP/R4RKN w - - 0 10";
    let fact =
        "one count of a move is the right one in its last 32 bits: a 32-bit counter has overflowed";
    let line = "g2h3: -551574541";
    canopy(&["why", "--fen", fen, "--depth", "7", "--text", line]).says(1, &[fact]);
}

#[test]
fn known_defects_do_not_count_large_trees() {
    canopy(&["perft", "6", "--diagnose", "119060323"]).says(
        1,
        &[
            "119060323, right is 119060324",
            "not compared, depth 6",
            "Known defects were not compared.",
        ],
    );
}
