//! The origins of a set of moves in one word, which instruction sets keep next to the targets.
//!
//! | bits | contents |
//! |---|---|
//! | 0 to 7 | free |
//! | 8 to 15 | the square of the piece; or, for pawns that all move in one direction, the offset from a target back to its origin |
//! | 16 to 23 | free |
//! | 24 to 26 | the sets of [`Board`](crate::chess::board::bitboards::Board) that contain a promoted piece: knights, diagonal, straight |
//! | 40 to 47 | set if the second byte is an offset |

use super::zone::Sets;
use crate::chess::PieceKind;

/// The position of the origin in the word.
pub(crate) const FROM: u32 = 8;

/// The sets that contain a promoted piece.
pub(crate) const TO_KNIGHTS: u64 = 1 << 24;
pub(crate) const TO_DIAGONAL: u64 = 2 << 24;
pub(crate) const TO_STRAIGHT: u64 = 4 << 24;

/// Marks an origin that is relative to the target. In the upper half, this is a mask of the origin.
pub(crate) const FROM_TARGET: u64 = 0xff << FROM << 32;

/// The origin of a piece's moves.
#[inline(always)]
pub(crate) const fn piece(from: usize) -> u64 {
    (from as u64) << FROM
}

/// The origin of pawns that have moved by `offset` squares.
#[inline(always)]
pub(crate) const fn pawns(offset: i32) -> u64 {
    FROM_TARGET | (-offset as u8 as u64) << FROM
}

/// The origin of pawns that have moved by `offset` squares and become another piece.
#[inline(always)]
pub(crate) const fn promotions(kind: PieceKind, offset: i32) -> u64 {
    let promoted = match kind {
        PieceKind::Knight => TO_KNIGHTS,
        PieceKind::Bishop => TO_DIAGONAL,
        PieceKind::Rook => TO_STRAIGHT,
        _ => TO_DIAGONAL | TO_STRAIGHT,
    };
    promoted | pawns(offset)
}

/// Whether the origins are those of pawns.
#[inline(always)]
pub(super) fn are_of_pawns(origin: u64) -> bool {
    origin >= FROM_TARGET
}

/// The square of a piece.
#[inline(always)]
pub(super) fn square(origin: u64) -> usize {
    (origin >> FROM) as usize & 63
}

/// The square from which the move to `to` comes.
#[inline(always)]
pub(super) fn square_of_move(to: usize, origin: u64) -> usize {
    let relative = (origin >> (FROM + 32) & 1).wrapping_neg();
    (to as u64 & relative).wrapping_add(origin >> FROM) as usize & 63
}

/// The sets of the piece that a pawn is promoted to.
#[inline(always)]
pub(super) fn promoted(origin: u64) -> Option<Sets> {
    let sets = Sets {
        diagonal: origin & TO_DIAGONAL != 0,
        straight: origin & TO_STRAIGHT != 0,
        knight: origin & TO_KNIGHTS != 0,
        king: false,
    };
    is_promotion(origin).then_some(sets)
}

/// Whether the moves are promotions.
#[inline(always)]
pub(crate) fn is_promotion(origin: u64) -> bool {
    origin & (TO_KNIGHTS | TO_DIAGONAL | TO_STRAIGHT) != 0
}
