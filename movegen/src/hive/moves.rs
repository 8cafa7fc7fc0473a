//! Moves.

use super::Piece;
use super::hex::Hex;

/// A move: a piece is placed, moves or is thrown by a pillbug; or the side passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// The piece goes to the hex, from the hand or from its place, on top of what lies there.
    To {
        /// The piece.
        piece: Piece,
        /// The target.
        to: Hex,
    },
    /// The side has no other move.
    Pass,
}
