//! What is to know of the square of the replier's king.

use std::arch::x86_64::*;

use super::vectors::*;
use crate::chess::attacks::{KING, LINES};

/// A line through the king's square.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// The squares above the king's.
    pub up: u64,
    /// The squares below it.
    pub down: u64,
    pub all: u64,
    /// Those beside the king.
    pub near: u64,
}

/// What is to know of a king's square.
#[derive(Clone, Copy)]
pub(super) struct KingSquare {
    pub file: Line,
    pub diagonal: Line,
    pub anti: Line,
    /// The squares beside the king on his rank.
    pub near: u64,
    /// The square to the east of the king, if any, as seen from either side of the board.
    pub east: u64,
    pub west: u64,
    /// Where an enemy king or pawns can do something to him or to what is around him, now or when they
    /// have moved.
    pub kings: u64,
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
        let ring = spread_out(1 << square);
        let after_capture = spread_out(spread_out(ring));
        table[square] = KingSquare {
            file: line(square, lines.file),
            diagonal: line(square, lines.diagonal),
            anti: line(square, lines.anti),
            near: KING[square] & lines.rank,
            east: (1 << square & NOT_H) << 1,
            west: (1 << mirrored & NOT_H) << 1,
            kings: spread_out(spread_out(ring)),
            // An attack after a step or two or a capture: of black pawns, then of white ones.
            pawns: [
                after_capture | after_capture << 8,
                after_capture | after_capture >> 8,
            ],
        };
        square += 1;
    }
    table
};

/// A set and all squares beside it.
const fn spread_out(set: u64) -> u64 {
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

/// From the king to the first man either way, by the difference of obstructions (Chess Programming
/// Wiki).
#[inline]
#[target_feature(enable = "avx512f,avx512cd")]
pub(super) fn rays(occupied: Bitboards, line: &Line) -> Bitboards {
    let above = and(occupied, all(line.up));
    let below = _mm512_ternarylogic_epi64::<{ AND_OR }>(occupied, all(line.down), all(1));
    // The highest man below, times -1.
    let last = _mm512_srav_epi64(all(1 << 63), _mm512_lzcnt_epi64(below));
    let borrowed = _mm512_add_epi64(above, last);
    _mm512_ternarylogic_epi64::<{ XOR_AND }>(above, borrowed, all(line.all))
}
