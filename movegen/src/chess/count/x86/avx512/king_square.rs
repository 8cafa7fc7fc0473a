//! Tables about the square of the king of the side to reply.

use std::arch::x86_64::*;

use super::vectors::*;
use crate::chess::board::attacks::{KING, LINES, NOT_A, NOT_H};

/// A line through the king's square.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// The squares with higher numbers than the king's.
    pub up: u64,
    /// The squares with lower numbers.
    pub down: u64,
    pub all: u64,
    /// The squares next to the king.
    pub near: u64,
}

/// The tables for one square of the king.
#[derive(Clone, Copy)]
pub(super) struct KingSquare {
    pub file: Line,
    pub diagonal: Line,
    pub anti: Line,
    /// The squares next to the king on its rank.
    pub near: u64,
    /// The square to the east of the king, if any.
    pub east: u64,
    /// The square to the west of the king, if any, on the [mirrored](mirror) board.
    pub west: u64,
    /// The squares from which an enemy king may attack a neighbour of the king, now or after one move.
    pub kings: u64,
    /// The squares from which an enemy pawn may attack the king or a neighbour, now or after one move,
    /// by the colour of the side to reply.
    pub pawns: [u64; 2],
}

pub(super) static KING_SQUARES: [KingSquare; 64] = {
    let none = Line {
        up: 0,
        down: 0,
        all: 0,
        near: 0,
    };
    let mut table = [KingSquare {
        file: none,
        diagonal: none,
        anti: none,
        near: 0,
        east: 0,
        west: 0,
        kings: 0,
        pawns: [0; 2],
    }; 64];
    let mut square = 0;
    while square < 64 {
        let (lines, mirrored) = (&LINES[square], square ^ 7);
        let ring = expand(1 << square);
        let two_further = expand(expand(ring));
        table[square] = KingSquare {
            file: line(square, lines.file),
            diagonal: line(square, lines.diagonal),
            anti: line(square, lines.anti),
            near: KING[square] & lines.rank,
            east: (1 << square & NOT_H) << 1,
            west: (1 << mirrored & NOT_H) << 1,
            kings: expand(expand(ring)),
            // A pawn may attack after a push, a double push or a capture: black pawns first, for the
            // white king.
            pawns: [
                two_further | two_further << 8,
                two_further | two_further >> 8,
            ],
        };
        square += 1;
    }
    table
};

/// The set and all squares next to it.
const fn expand(set: u64) -> u64 {
    let row = set | (set & NOT_H) << 1 | (set & NOT_A) >> 1;
    row | row << 8 | row >> 8
}

const fn line(square: usize, all: u64) -> Line {
    Line {
        up: all & (!0 << square << 1),
        down: all & ((1 << square) - 1),
        all,
        near: all & KING[square],
    }
}

/// Returns the squares from the king to the first piece in both directions of a line (Chess
/// Programming Wiki, "Obstruction Difference").
#[inline]
#[target_feature(enable = "avx512f,avx512cd")]
pub(super) fn rays(occupied: Bitboards, line: &Line) -> Bitboards {
    let above = and(occupied, broadcast(line.up));
    let below =
        _mm512_ternarylogic_epi64::<{ AND_OR }>(occupied, broadcast(line.down), broadcast(1));
    // Minus the bit of the highest piece below.
    let highest_below = _mm512_srav_epi64(broadcast(1 << 63), _mm512_lzcnt_epi64(below));
    let borrowed = _mm512_add_epi64(above, highest_below);
    _mm512_ternarylogic_epi64::<{ XOR_AND }>(above, borrowed, broadcast(line.all))
}
