//! Trees that end where the game is drawn.

use super::super::board::{Board, EMPTY, NONE, file, is_of, kind, kind_of, rank};
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
    "fifty-plies-end-the-tree"
        "positions with a clock of fifty plies have no moves, as if the fifty-move rule counted plies"
        [End(|_, board, _| board.halfmoves >= 50)]
        .forms(Ends(&["positions with a clock of fifty plies"]));
    "bishops-of-one-colour-end-the-tree"
        "positions with kings and bishops on squares of one colour have no moves"
        [End(|_, board, _| has_only_bishops_of_one_colour(board))]
        .forms(Ends(&["positions with kings and bishops on squares of one colour"]));
    "two-knights-end-the-tree"
        "positions with two knights of one side against a king have no moves"
        [End(|_, board, _| is_two_knights(board))]
        .forms(Ends(&["positions with two knights of one side against a king"]));
    "bare-king-ends-the-tree"
        "positions in which one side has only its king have no moves"
        [End(|_, board, _| [0, 1].into_iter().any(|color| {
            board.squares.iter().filter(|&&standing| is_of(standing, color)).count() == 1
        }))].forms(Ends(&["positions in which one side has only its king"]));
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

/// Whether there are kings and at least two bishops, all on squares of one colour.
fn has_only_bishops_of_one_colour(board: &Board) -> bool {
    let (mut bishops, mut light) = (0, 0);
    for (square, &standing) in (0..NONE).zip(&board.squares) {
        match kind_of(standing) {
            EMPTY | kind::KING => {}
            kind::BISHOP => {
                bishops += 1;
                light += (file(square) + rank(square, 0)) % 2;
            }
            _ => return false,
        }
    }
    bishops >= 2 && (light == 0 || light == bishops)
}

/// Whether one side has two knights, and there are only kings besides.
fn is_two_knights(board: &Board) -> bool {
    let mut knights = [0; 2];
    for &standing in &board.squares {
        match kind_of(standing) {
            EMPTY | kind::KING => {}
            kind::KNIGHT => knights[usize::from(standing >> 3)] += 1,
            _ => return false,
        }
    }
    knights == [2, 0] || knights == [0, 2]
}
