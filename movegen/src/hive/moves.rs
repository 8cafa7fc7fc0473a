//! A move.

use super::Piece;
use super::hex::Hex;

/// A move: a piece goes to a hex, out of the hand or from where it lies, by itself or thrown by a
/// pillbug; or nobody goes anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// The piece goes there, onto whatever lies there.
    To {
        /// Which piece.
        piece: Piece,
        /// Where to.
        to: Hex,
    },
    /// There is no other move.
    Pass,
}
