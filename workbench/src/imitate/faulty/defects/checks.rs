//! Checks that are not noticed after the move that gives them. Such a program derives the checkers from the last move, and looks
//! at the board only at the root.

use super::super::board::{Board, EMPTY, NONE, aligned, castled, file, rank};
use super::super::defect::Effect::MakeState;
use super::super::defect::Forms::Listed;
use super::super::defect::defects;
use super::super::illegal_move::squares;
use super::super::kinds::{ANY, CASTLE, EN_PASSANT, PROMOTION};
use super::super::made_move::MadeMove;

defects! {
    Make:
    "discovered-checks-unnoticed"
        "discovered checks are not noticed below the root"
        [MakeState(ANY, |made, board| if may_discover(made, board) {
            let king = board.kings[usize::from(made.us ^ 1)];
            let is_straight = |square: u8| {
                file(square) == file(king) || rank(square, 0) == rank(king, 0)
            };
            let concerned = squares(discovered(made, board)).filter(|&square| match made.form {
                1 => !is_straight(square),
                2 => is_straight(square),
                3 => made.is_king_move(),
                4 => made.is_pawn_move(),
                _ => true,
            });
            board.unnoticed = concerned.fold(0, |all, square| all | 1 << square);
        })].forms(Listed(&[
            "discovered checks are not noticed below the root",
            "discovered checks on diagonals are not noticed below the root",
            "discovered checks on ranks and files are not noticed below the root",
            "checks that a move of the king discovers are not noticed below the root",
            "checks that a move of a pawn discovers are not noticed below the root",
        ]));
    "checks-discovered-by-en-passant-unnoticed"
        "checks that an en passant capture discovers are not noticed below the root"
        [MakeState(EN_PASSANT, |made, board| if made.mv.is_en_passant() {
            let all = discovered(made, board);
            board.unnoticed = match made.form {
                0 => all & opened_by_captured_pawn(made, board),
                _ => all,
            };
        })].forms(Listed(&[
            "checks through the square of a pawn that was captured en passant are not noticed below the root",
            "checks that an en passant capture discovers are not noticed below the root",
        ]));
    "checks-by-promoted-pieces-unnoticed"
        "checks by the promoted piece are not noticed below the root"
        [MakeState(PROMOTION, |made, board| if made.is_promotion() {
            let all = checkers(made, board);
            let hidden = match made.form {
                0 => all,
                _ => all & !checkers_with(made, board, made.mv.from, made.undo.moved),
            };
            board.unnoticed = hidden & 1 << made.mv.to;
        })].forms(Listed(&[
            "checks by the promoted piece are not noticed below the root",
            "checks by the promoted piece through the square that the pawn has left are not noticed below the root",
        ]));
    "checks-by-castling-unnoticed"
        "checks by the castled rook are not noticed below the root"
        [MakeState(CASTLE, |made, board| if let Some(side) = made.castling_side() {
            board.unnoticed = checkers(made, board) & 1 << castled(made.us, side).1;
        })];
    "double-checks-half-noticed"
        "in double check below the root, only the check by the moved piece is noticed"
        [MakeState(ANY, |made, board| if may_discover(made, board) {
            let all = checkers(made, board);
            let moved = all & 1 << made.mv.to;
            if all.count_ones() > 1 {
                board.unnoticed = if made.form == 0 { all & !moved } else { moved };
            }
        })].forms(Listed(&[
            "in double check below the root, only the check by the moved piece is noticed",
            "in double check below the root, only the discovered check is noticed",
        ]));
}

/// The pieces that give check after a move.
fn checkers(made: &MadeMove, after: &Board) -> u64 {
    let king = after.kings[usize::from(made.us ^ 1)];
    made.sight.attackers(after, king, made.us)
}

/// The same if this piece stood on this square.
fn checkers_with(made: &MadeMove, after: &Board, square: u8, piece: u8) -> u64 {
    let mut board = *after;
    board.put(square, piece);
    checkers(made, &board)
}

/// Those of them that the move discovers. The rook that castles moves as well.
fn discovered(made: &MadeMove, after: &Board) -> u64 {
    let moved = match made.castling_side() {
        Some(side) => castled(made.us, side).1,
        None => made.mv.to,
    };
    checkers(made, after) & !(1 << moved)
}

/// Whether some line to the king may have opened. Cheap.
fn may_discover(made: &MadeMove, after: &Board) -> bool {
    let king = after.kings[usize::from(made.us ^ 1)];
    king < NONE && (aligned(king, made.mv.from) || made.mv.is_en_passant())
}

/// The pieces that would not give check if the pawn that was captured en passant still stood on its square.
fn opened_by_captured_pawn(made: &MadeMove, after: &Board) -> u64 {
    debug_assert_eq!(after.at(made.undo.captured_on), EMPTY);
    !checkers_with(made, after, made.undo.captured_on, made.undo.captured)
}
