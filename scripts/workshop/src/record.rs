//! One position of a game, in the 32 bytes in which data lie on disk.

use movegen::chess::{Color, Position};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// The most men that a record holds.
pub const MEN: usize = 32;

/// A position, what the search thought of it, and how the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout)]
#[repr(C)]
pub struct Record {
    /// Every square that holds a piece.
    occupied: u64,
    /// A nibble a piece, in the order of the squares: the kind, and 8 more for Black's.
    men: [u8; MEN / 2],
    /// In centipawns, in White's view.
    pub score: i16,
    /// What White got of the game: 0, 1 (a draw) or 2.
    pub result: u8,
    /// 0 when White moves, 1 when Black does.
    pub turn: u8,
    /// The number of the move in the game, for statistics.
    pub fullmoves: u16,
    unused: [u8; 2],
}

impl Record {
    /// The record of a position of at most [`MEN`] men; the result is filled in when it is known.
    pub fn new(position: &Position, score: i32) -> Record {
        let mut men = [0; MEN / 2];
        for (index, square) in position.occupied().into_iter().take(MEN).enumerate() {
            if let Some(piece) = position.piece_at(square) {
                let nibble = (piece.kind.index() + 8 * piece.color.index()) as u8;
                men[index / 2] |= nibble << (4 * (index % 2));
            }
        }
        let white = if position.turn() == Color::White {
            score
        } else {
            -score
        };
        Record {
            occupied: position.occupied().0,
            men,
            score: white.clamp(-32_000, 32_000) as i16,
            result: 1,
            turn: position.turn().index() as u8,
            fullmoves: position.fullmoves().min(65_535) as u16,
            unused: [0; 2],
        }
    }

    /// The men: color, kind, square.
    pub fn men(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let mut left = self.occupied;
        let men = self.men;
        (0..MEN).map_while(move |index| {
            if left == 0 {
                return None;
            }
            let square = left.trailing_zeros() as usize;
            left &= left - 1;
            let nibble = (men[index / 2] >> (4 * (index % 2)) & 15) as usize;
            Some((nibble >> 3, nibble & 7, square))
        })
    }
}
