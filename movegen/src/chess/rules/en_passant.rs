//! Whether an en passant square matters.

use crate::chess::board::attacks::Portable;
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::rules::legal::{self, Count};

/// Clears an en passant square that no legal capture by `S` can use, so that positions with the
/// same moves are equal.
pub(in crate::chess) fn keep_legal_en_passant<S: Side>(board: &mut Board) {
    if board.en_passant != 0 && !can_capture_en_passant::<S>(board) {
        board.en_passant = 0;
    }
}

/// Whether a pawn of `S` may legally capture on the board's en passant square.
pub(in crate::chess) fn can_capture_en_passant<S: Side>(board: &Board) -> bool {
    let mut captures = Count::default();
    legal::en_passant::<S, _, _>(board, Portable, &mut captures);
    captures.0 > 0
}
