//! Pinned pieces.

use movegen::chess::{Bitboard, Color, Position, Square};

/// The pinned pieces of a side, each with the piece that pins it.
pub(crate) fn pinned(position: &Position, color: Color) -> impl Iterator<Item = (Square, Square)> {
    let king = position.king(color);
    let occupied = position.occupied();
    let attackers = position.attackers(king, !color, occupied);
    let position = *position;
    position.colors(color).into_iter().flat_map(move |square| {
        let without = occupied - square.bitboard();
        let behind = match square == king {
            true => Bitboard::EMPTY,
            false => position.attackers(king, !color, without) - attackers,
        };
        behind.into_iter().map(move |by| (square, by))
    })
}
