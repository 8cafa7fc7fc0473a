//! One piece against another, without pawns: queen against rook, and rook against knight.

use movegen::chess::{Color, PieceKind, Position, Square};

use super::board::distance;
use super::mop_up::center_distance;

/// The value of a queen against a rook: more than the network gives to positions from which it can
/// be reached.
const QUEEN_AGAINST_ROOK: i32 = 900;

/// The value for the side with the stronger piece, if there is knowledge about the ending.
pub(super) fn value(position: &Position, strong: Color) -> Option<i32> {
    if position.occupied().len() != 4 {
        return None;
    }
    let own = |kind| position.pieces(kind) & position.colors(strong);
    let other = |kind| position.pieces(kind) - position.colors(strong);
    if !own(PieceKind::Queen).is_empty() && !other(PieceKind::Rook).is_empty() {
        return Some(queen_against_rook(position, strong));
    }
    let knight = other(PieceKind::Knight).first()?;
    (!own(PieceKind::Rook).is_empty()).then(|| rook_against_knight(position, strong, knight))
}

/// Nearly always won: drive the king to the edge, and bring its own king near.
fn queen_against_rook(position: &Position, strong: Color) -> i32 {
    let (own_king, other_king) = (position.king(strong), position.king(!strong));
    QUEEN_AGAINST_ROOK + 80 * edge(other_king) - 40 * distance(own_king, other_king)
}

/// Drawn, unless the king is on the edge or the knight is far from it.
fn rook_against_knight(position: &Position, strong: Color, knight: Square) -> i32 {
    let (own_king, other_king) = (position.king(strong), position.king(!strong));
    let apart = distance(knight, other_king);
    10 * center_distance(other_king) + 20 * apart - 5 * distance(own_king, other_king) + 20
}

/// How far a square is from the four in the center, in king's moves: 0 to 3.
fn edge(square: Square) -> i32 {
    let from_middle = |index: usize| (if index < 4 { 3 - index } else { index - 4 }) as i32;
    from_middle(square.file().index()).max(from_middle(square.rank().index()))
}
