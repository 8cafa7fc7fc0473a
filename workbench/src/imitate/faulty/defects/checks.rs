//! Checks that a move gives and that the next position does not notice: programs that derive them from the move, and look
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
        "a discovered check after a move in the tree is not noticed"
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
            "a discovered check after a move in the tree is not noticed",
            "a discovered check on a diagonal after a move in the tree is not noticed",
            "a discovered check on a rank or file after a move in the tree is not noticed",
            "a check that a move of the king in the tree discovers is not noticed",
            "a check that a move of a pawn in the tree discovers is not noticed",
        ]));
    "checks-discovered-by-en-passant-unnoticed"
        "a check that an en passant capture in the tree discovers is not noticed"
        [MakeState(EN_PASSANT, |made, board| if made.mv.is_en_passant() {
            let all = discovered(made, board);
            board.unnoticed = match made.form {
                0 => all & opened_by_captured_pawn(made, board),
                _ => all,
            };
        })].forms(Listed(&[
            "a check that opens where an en passant capture in the tree has removed the pawn is not noticed",
            "a check that an en passant capture in the tree discovers is not noticed",
        ]));
    "checks-by-promoted-pieces-unnoticed"
        "a check by the promoted piece after a promotion in the tree is not noticed"
        [MakeState(PROMOTION, |made, board| if made.is_promotion() {
            let all = checkers(made, board);
            let hidden = match made.form {
                0 => all,
                _ => all & !checkers_with(made, board, made.mv.from, made.undo.moved),
            };
            board.unnoticed = hidden & 1 << made.mv.to;
        })].forms(Listed(&[
            "a check by the promoted piece after a promotion in the tree is not noticed",
            "a check by the promoted piece through the square that the pawn has left is not noticed in the tree",
        ]));
    "checks-by-castling-unnoticed"
        "a check by the rook after castling in the tree is not noticed"
        [MakeState(CASTLE, |made, board| if let Some(side) = made.castling_side() {
            board.unnoticed = checkers(made, board) & 1 << castled(made.us, side).1;
        })];
    "double-checks-half-noticed"
        "of a double check after a move in the tree, only that by the moved piece is noticed"
        [MakeState(ANY, |made, board| if may_discover(made, board) {
            let all = checkers(made, board);
            let moved = all & 1 << made.mv.to;
            if all.count_ones() > 1 {
                board.unnoticed = if made.form == 0 { all & !moved } else { moved };
            }
        })].forms(Listed(&[
            "of a double check after a move in the tree, only that by the moved piece is noticed",
            "of a double check after a move in the tree, only the discovered one is noticed",
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
