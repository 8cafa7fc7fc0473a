//! Correction history (introduced in Caissa by Michal Witanowski, 2023): how far the static
//! evaluation was from the search result in similar positions.
//!
//! Positions count as similar if they share the pawn structure or the arrangement of one side's
//! pieces. The correction is half the sum of the entries of these three aspects.

use std::collections::TryReserveError;

use movegen::chess::{Bitboard, Color, PieceKind, Position};

use crate::history_table::zeroed_table;

/// Entries per side and aspect; a power of two. Positions with the same hash share an entry.
const ENTRIES: usize = 1 << 14;
/// Fractions of a centipawn in which corrections are stored.
const GRAIN: i32 = 256;
/// Bound of the absolute value of each entry.
const MAX_CORRECTION: i32 = 64 * GRAIN;
/// The aspects of a position: its pawns, White's pieces, Black's pieces.
const ASPECTS: usize = 3;

/// The corrections that one thread has learned.
pub(crate) struct CorrectionHistory {
    /// By side to move, aspect and hash.
    entries: Vec<i16>,
}

impl CorrectionHistory {
    /// No corrections.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(crate) fn new() -> Result<CorrectionHistory, TryReserveError> {
        Ok(CorrectionHistory {
            entries: zeroed_table(2 * ASPECTS * ENTRIES)?,
        })
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.entries.fill(0);
    }

    /// The size of the table in bytes.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.entries)
    }

    /// The correction to add to the evaluation of the position, in centipawns.
    #[inline]
    pub(crate) fn get(&self, position: &Position) -> i32 {
        let sum: i32 = indices(position)
            .into_iter()
            .map(|index| i32::from(self.entries[index]))
            .sum();
        sum / (2 * GRAIN)
    }

    /// Learns from a search of this depth whose score was `error` centipawns above the evaluation.
    /// Deeper searches have more weight.
    pub(crate) fn update(&mut self, position: &Position, error: i32, depth: i32) {
        let weight = (depth + 1).min(16);
        let target = (error * GRAIN).clamp(-MAX_CORRECTION, MAX_CORRECTION);
        for index in indices(position) {
            let value = &mut self.entries[index];
            let mean = (i32::from(*value) * (256 - weight) + target * weight) / 256;
            *value = mean.clamp(-MAX_CORRECTION, MAX_CORRECTION) as i16;
        }
    }
}

/// The entry of each aspect.
#[inline]
fn indices(position: &Position) -> [usize; ASPECTS] {
    let pawns = position.pieces(PieceKind::Pawn);
    let orthogonal = position.pieces(PieceKind::Rook) | position.pieces(PieceKind::Queen);
    let knights_and_queens = position.pieces(PieceKind::Knight) | position.pieces(PieceKind::Queen);
    let (white, black) = (position.colors(Color::White), position.colors(Color::Black));
    // The last two sets tell knights, rooks and queens from each other and from the rest.
    let hash_pieces = |side: Bitboard| {
        hash(
            (side - pawns).0,
            (side & orthogonal).0,
            (side & knights_and_queens).0,
        )
    };
    let hashes = [
        hash((pawns & white).0, (pawns & black).0, 0),
        hash_pieces(white),
        hash_pieces(black),
    ];
    let mut table = position.turn().index() * ASPECTS;
    hashes.map(|hash| {
        let index = table * ENTRIES + hash;
        table += 1;
        index
    })
}

/// Hashes three words to an index below [`ENTRIES`], by multiplication with odd constants.
#[inline]
fn hash(a: u64, b: u64, c: u64) -> usize {
    let mixed = a
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(23)
        .wrapping_add(b.wrapping_mul(0xbf58_476d_1ce4_e5b9))
        .rotate_left(29)
        .wrapping_add(c.wrapping_mul(0x94d0_49bb_1331_11eb));
    (mixed.wrapping_mul(0xd6e8_feb8_6659_fd93) >> (64 - ENTRIES.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_depend_on_the_position() {
        let position = Position::startpos();
        let mut corrections = CorrectionHistory::new().expect("memory");
        for _ in 0..200 {
            corrections.update(&position, 20, 10);
        }
        let correction = corrections.get(&position);
        assert!((15..=32).contains(&correction), "{correction}");
        let child = position.play(position.parse_uci("e2e4").expect("a move"));
        assert_eq!(corrections.get(&child), 0);
    }
}
