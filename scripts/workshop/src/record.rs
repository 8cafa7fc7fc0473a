//! The format of training data: one position in 32 bytes.

use movegen::chess::{Color, Position};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// The most pieces that a record can hold.
pub const MAX_PIECES: usize = 32;

/// A position, its score from a search, and the result of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout)]
#[repr(C)]
pub struct Record {
    /// The occupied squares.
    occupied: u64,
    /// One nibble per piece, in the order of the squares: the kind, plus 8 for Black.
    pieces: [u8; MAX_PIECES / 2],
    /// The score in centipawns, from White's view.
    pub score: i16,
    /// White's result: 0 (lost), 1 (drawn) or 2 (won).
    pub result: u8,
    /// The side to move: 0 for White, 1 for Black.
    pub turn: u8,
    /// The move number in the game, for statistics.
    pub fullmoves: u16,
    unused: [u8; 2],
}

impl Record {
    /// The record of a position with at most [`MAX_PIECES`] pieces. The result is set later.
    pub fn new(position: &Position, score: i32) -> Record {
        let mut pieces = [0; MAX_PIECES / 2];
        for (index, square) in position.occupied().into_iter().take(MAX_PIECES).enumerate() {
            if let Some(piece) = position.piece_at(square) {
                let nibble = (piece.kind.index() + 8 * piece.color.index()) as u8;
                pieces[index / 2] |= nibble << (4 * (index % 2));
            }
        }
        let white = if position.turn() == Color::White {
            score
        } else {
            -score
        };
        Record {
            occupied: position.occupied().0,
            pieces,
            score: white.clamp(-32_000, 32_000) as i16,
            result: 1,
            turn: position.turn().index() as u8,
            fullmoves: position.fullmoves().min(65_535) as u16,
            unused: [0; 2],
        }
    }

    /// The pieces: color, kind, square.
    pub fn pieces(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let mut remaining = self.occupied;
        let pieces = self.pieces;
        (0..MAX_PIECES).map_while(move |index| {
            if remaining == 0 {
                return None;
            }
            let square = remaining.trailing_zeros() as usize;
            remaining &= remaining - 1;
            let nibble = (pieces[index / 2] >> (4 * (index % 2)) & 15) as usize;
            Some((nibble >> 3, nibble & 7, square))
        })
    }
}
