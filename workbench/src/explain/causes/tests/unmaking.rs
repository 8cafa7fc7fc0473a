//! State that is wrong after a move was unmade. The order of the moves is learned by asking.

use movegen::chess::Move;

use super::*;
use crate::explain::causes::{Cause, leave_out_narrower};

/// Whether unmaking a move leaves the castling rights as they are, instead of restoring those of the position.
type KeepsRights = fn(&Position, Move) -> bool;

fn count(position: &mut Position, depth: u32, keeps: KeepsRights) -> i128 {
    let moves = position.legal_moves();
    moves
        .iter()
        .map(|&mv| below(position, mv, depth, keeps))
        .sum()
}

/// Makes a move, counts, and unmakes it.
fn below(position: &mut Position, mv: Move, depth: u32, keeps: KeepsRights) -> i128 {
    let mut child = position.play(mv);
    let count = match depth {
        1 => 1,
        _ => count(&mut child, depth - 1, keeps),
    };
    if keeps(position, mv) {
        let mut setup = position.to_setup();
        setup.castling = child.castling_rooks();
        *position = Position::from_setup(&setup).expect("fewer rights").0;
    }
    count
}

fn divide_with(question: &Question, keeps: KeepsRights) -> DivideText {
    let mut root = position(question);
    let mut divide = DivideText::default();
    for mv in root.legal_moves() {
        let text = root.uci(mv, CastlingStyle::Standard);
        let count = below(&mut root, mv, question.depth, keeps);
        divide.lines.push((text, count));
    }
    divide.total = Some(divide.lines.iter().map(|line| line.1).sum());
    divide
}

#[test]
fn castling_rights_that_unmake_does_not_restore() {
    check_among::<()>(
        "unmake-does-not-restore-rights",
        |(), question| divide_with(question, |_, _| true),
        &["4k3/8/8/8/8/8/8/4K2R b K - 0 1"],
        3,
    );
    check::<()>(
        "unmake-does-not-restore-rights-after-rook-capture",
        |(), question| {
            divide_with(question, |position, mv| {
                let theirs = position.castling_rooks() & position.colors(!position.turn());
                theirs.contains(mv.to())
            })
        },
        &["4k3/1b6/8/8/8/8/8/4K2R b K - 0 1"],
        2,
    );
}

#[test]
fn what_is_possible_for_both_sides_is_not_repeated_for_one() {
    let cause = |sentence: &str| Cause {
        id: "an-id",
        sentence: sentence.to_owned(),
        certainty: Certainty::Fits,
    };
    let mut causes = vec![
        cause("it forgets a right (only for White)"),
        cause("it forgets a right"),
        cause("it forgets a square (only for Black)"),
    ];
    leave_out_narrower(&mut causes);
    let left: Vec<&str> = causes.iter().map(|cause| cause.sentence.as_str()).collect();
    assert_eq!(
        left,
        ["it forgets a right", "it forgets a square (only for Black)"]
    );
}
