//! Trees that end where the game is drawn.

use super::super::board::{Board, EMPTY, kind, kind_of};
use super::super::defect::Effect::End;
use super::super::defect::Forms::Ends;
use super::super::defect::defects;

defects! {
    Ending:
    "fifty-move-rule-ends-the-tree"
        "positions that are drawn by the fifty-move rule have no moves"
        [End(|form, board, _| board.halfmoves >= 100 + u32::from(form))].forms(Ends(&[
            "positions that are drawn by the fifty-move rule",
            "positions with a clock of more than 100 plies",
        ]));
    "seventy-five-move-rule-ends-the-tree"
        "positions that are drawn by the seventy-five-move rule have no moves"
        [End(|_, board, _| board.halfmoves >= 150)]
        .forms(Ends(&["positions that are drawn by the seventy-five-move rule"]));
    "repetition-ends-the-tree"
        "repeated positions have no moves"
        [End(|form, board, path| {
            let earlier = path.iter().filter(|earlier| is_same(earlier, board));
            earlier.count() > usize::from(form)
        })].forms(Ends(&["repeated positions", "positions that occur for the third time"]));
    "insufficient-material-ends-the-tree"
        "positions without sufficient material for a mate have no moves"
        [End(|form, board, _| is_insufficient(form, board))].forms(Ends(&[
            "positions with kings only",
            "positions with at most one knight or bishop besides the kings",
            "positions with at most one knight or bishop on each side besides the kings",
        ]));
}

/// Whether two positions are the same but for the clock.
fn is_same(one: &Board, other: &Board) -> bool {
    one.squares == other.squares
        && one.turn == other.turn
        && one.rights == other.rights
        && one.en_passant == other.en_passant
}

/// Whether there are only kings (form 0), or at most one minor piece in all (1) or on each side (2).
fn is_insufficient(form: u8, board: &Board) -> bool {
    let mut minors = [0u8; 2];
    for &standing in &board.squares {
        match kind_of(standing) {
            EMPTY | kind::KING => {}
            kind::KNIGHT | kind::BISHOP => minors[usize::from(standing >> 3)] += 1,
            _ => return false,
        }
    }
    match form {
        0 => minors == [0, 0],
        1 => minors[0] + minors[1] <= 1,
        _ => minors.iter().all(|&count| count <= 1),
    }
}
