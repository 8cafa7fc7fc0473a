//! Mating a lone king: drive it to the edge, and bring the strong side's king near (mop-up evaluation;
//! Slate and Atkin, 1977).

use movegen::chess::{Color, PieceKind, Position, Square};

use super::board::{count, distance};
use crate::draw::DARK_SQUARES;
use crate::see::PIECE_VALUES;

/// The value of an easily won ending, beyond the material: more than the network gives to positions
/// from which it can be reached.
const WON: i32 = 6600;

/// Whether the pieces can mate a lone king: with a queen, a rook, bishops of both colors, or
/// bishop and knight.
pub(super) fn applies(position: &Position) -> bool {
    let bishops = position.pieces(PieceKind::Bishop);
    let both_colors = !(bishops & DARK_SQUARES).is_empty() && !(bishops - DARK_SQUARES).is_empty();
    count(position, PieceKind::Queen) + count(position, PieceKind::Rook) > 0
        || both_colors
        || !bishops.is_empty() && count(position, PieceKind::Knight) > 0
}

/// The value for the side that mates.
pub(super) fn value(position: &Position, strong: Color) -> i32 {
    let material: i32 = PieceKind::ALL
        .into_iter()
        .map(|kind| PIECE_VALUES[kind.index()] * count(position, kind))
        .sum();
    // A pawn that advances is worth more, so that it promotes.
    let advance: i32 = position
        .pieces(PieceKind::Pawn)
        .into_iter()
        .map(|pawn| 10 * pawn.rank().relative_to(strong).index() as i32)
        .sum();
    WON + material + advance + drive(position, strong)
}

/// The term that drives a king to the edge, and prefers the corners.
fn drive(position: &Position, strong: Color) -> i32 {
    let (own_king, other_king) = (position.king(strong), position.king(!strong));
    60 * center_distance(other_king) - 40 * distance(own_king, other_king)
}

/// How far a square is from the four in the center, in rook's moves of one step: 0 to 6.
pub(super) fn center_distance(square: Square) -> i32 {
    let from_middle = |index: usize| (if index < 4 { 3 - index } else { index - 4 }) as i32;
    from_middle(square.file().index()) + from_middle(square.rank().index())
}
