//! Mating with bishop and knight: the lone king must be driven into a corner of the bishop's color.
//!
//! The evaluation is the expected distance to mate, from tables that `workshop endings fit` fits to
//! positions near best play, which a retrograde analysis provides.

use movegen::chess::{Color, PieceKind, Position, Square};

use super::{count, distance};
use crate::draw::DARK_SQUARES;

/// The value of one ply nearer to mate, in centipawns. With much less, pruning treats good and bad
/// moves alike.
const PLY: i32 = 80;
/// The value if mate were at hand: every position is worth more than a draw, and less than those of
/// [`mop_up`](super::mop_up).
const MATE: i32 = 6500;

/// Whether the pieces are a bishop and a knight.
pub(super) fn applies(position: &Position) -> bool {
    position.occupied().len() == 4
        && count(position, PieceKind::Bishop) == 1
        && count(position, PieceKind::Knight) == 1
}

/// The value for the side that mates.
pub(super) fn value(position: &Position, strong: Color) -> i32 {
    let (own_king, lone_king) = (position.king(strong), position.king(!strong));
    let bishop_is_dark = !(position.pieces(PieceKind::Bishop) & DARK_SQUARES).is_empty();
    let knight = position.pieces(PieceKind::Knight).first();
    let knight_distance = knight.map_or(0, |knight| distance(knight, lone_king));
    let tenths = LONE_KING[frame(lone_king, bishop_is_dark)]
        + OWN_KING[frame(own_king, bishop_is_dark)]
        + KING_DISTANCE[distance(own_king, lone_king) as usize]
        + KNIGHT_DISTANCE[knight_distance as usize];
    MATE - PLY * tenths / 10
}

/// Plies to mate in tenths, by the square of the lone king. Only the squares that [`frame`] returns
/// are used.
#[rustfmt::skip]
const LONE_KING: [i32; 32] = [
     86, 175, 266, 345, 405, 416, 431, 413,
      0, 336, 386, 429, 474, 490, 464,   0,
      0,   0, 453, 484, 527, 510,   0,   0,
      0,   0,   0, 531, 541,   0,   0,   0,
];
/// The same, added for the other king's square.
#[rustfmt::skip]
const OWN_KING: [i32; 32] = [
    67, 62, 127, 64,  3, 11, 28, 43,
     0, 37,   5, 28, -3, -1, 12,  0,
     0,  0,  -3,-29, -7,  8,  0,  0,
     0,  0,   0,-10,-14,  0,  0,  0,
];
/// The same, added for the distance of the kings, from 2 on.
const KING_DISTANCE: [i32; 8] = [0, 0, -30, 46, 65, 96, 124, 149];
/// The same, added for the distance of the knight from the lone king.
const KNIGHT_DISTANCE: [i32; 8] = [0, -13, 7, -8, 3, 12, 23, 60];

/// The mirror image of a square in the triangle a1-h1-e4/d4 that keeps dark squares dark, after
/// mirroring the board if the bishop is on light squares. The bishop's corner is a1.
fn frame(square: Square, bishop_is_dark: bool) -> usize {
    let (file, rank) = (square.file().index(), square.rank().index());
    let file = if bishop_is_dark { file } else { 7 - file };
    let (file, rank) = (file.max(rank), file.min(rank));
    if file + rank > 7 {
        (7 - file) * 8 + 7 - rank
    } else {
        rank * 8 + file
    }
}
