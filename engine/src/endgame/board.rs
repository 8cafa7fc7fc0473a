//! Questions about a position that several endings ask.

use movegen::chess::{PieceKind, Position, Square};

/// How many king's moves apart two squares are.
pub(super) fn distance(a: Square, b: Square) -> i32 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    files.max(ranks) as i32
}

/// How many pieces of a kind there are, of both colors.
pub(super) fn count(position: &Position, kind: PieceKind) -> i32 {
    position.pieces(kind).len() as i32
}
