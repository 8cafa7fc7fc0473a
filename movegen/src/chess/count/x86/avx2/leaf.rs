//! The moves of one position, counted with a lane for each direction and without a loop.
//!
//! Where the irregular moves of a node lead, the scalar generator spends its time on loops over two
//! or three men whose end the CPU does not foresee. Here all sliders of a side go at once: a square
//! is attacked from one direction by one of them at most, so the sizes of the lanes add up to the
//! moves, pinned men left in the lanes of their own line alone.

use std::arch::x86_64::*;

use super::directions::{
    Directions, add_sizes, fill, shift, slide, store, total, union, word, words,
};
use super::one_by_one::NodeMoves;
use crate::chess::attacks::{self, BETWEEN, KING, KNIGHT, LINES, PAWN, Sliders};
use crate::chess::board::Board;
use crate::chess::color::Side;
use crate::chess::legal::{Count, castle, en_passant};

const A: u64 = 0x0101_0101_0101_0101;
const NOT_A: u64 = !A;
const NOT_H: u64 = !(A << 7);
const NOT_AB: u64 = !(A | A << 1);
const NOT_GH: u64 = !(A << 7 | A << 6);

/// The lines through a square, in the order of [`Directions`].
#[inline]
#[target_feature(enable = "avx2")]
fn lines(square: usize) -> __m256i {
    let lines = &LINES[square & 63];
    words([lines.file, lines.diagonal, lines.rank, lines.anti])
}

/// What knights attack in each of their eight directions.
#[inline]
#[target_feature(enable = "avx2")]
fn knights(set: u64) -> Directions {
    let (set, steps) = (word(set), words([17, 15, 10, 6]));
    let there = words([NOT_A, NOT_H, NOT_AB, NOT_GH]);
    let back = words([NOT_H, NOT_A, NOT_GH, NOT_AB]);
    Directions {
        there: _mm256_and_si256(there, _mm256_sllv_epi64(set, steps)),
        back: _mm256_and_si256(back, _mm256_srlv_epi64(set, steps)),
    }
}

/// Counts the replies to the moves that were noted.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
pub(super) fn count_noted<U: Side, L: Sliders>(sliders: L, board: &Board, noted: &mut NodeMoves) {
    noted.end::<U>(board, |child| replies::<U::Opponent, L>(sliders, child));
}

/// How many legal moves `S` has.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn replies<S: Side, L: Sliders>(sliders: L, board: &Board) -> u64 {
    let occupied = board.occupied();
    let us = board.men::<S>();
    let them = occupied & !us;
    let king = board.king::<S>();
    let empty = !occupied;

    // The king does not shield the squares behind it.
    let through = empty | 1 << king;
    let enemy = slide(board.straight & them, board.diagonal & them, through);
    let enemy_lines = _mm256_or_si256(enemy.there, enemy.back);
    let ahead = S::back(board.pawns & them);
    let danger = union(enemy_lines)
        | attacks::east(ahead)
        | attacks::west(ahead)
        | attacks::knights(board.knights & them)
        | KING[board.king::<S::Opponent>()];

    let straight_rays = sliders.rook(king, occupied);
    let diagonal_rays = sliders.bishop(king, occupied);
    let checkers = them
        & ((straight_rays & board.straight)
            | (diagonal_rays & board.diagonal)
            | (KNIGHT[king] & board.knights)
            | (PAWN[S::COLOR.index()][king] & board.pawns));
    let answers = checkers | BETWEEN[king][checkers.trailing_zeros() as usize & 63];
    let targets = match checkers {
        0 => !us,
        _ if checkers & (checkers - 1) == 0 => answers,
        _ => 0,
    };

    // On a line of the king, attacked along it from the far side. (A man attacked through the king
    // could do nothing about that check.)
    let (s, d) = (straight_rays & us, diagonal_rays & us);
    let rays = _mm256_and_si256(lines(king), words([s, d, s, d]));
    let pinned_lines = _mm256_and_si256(rays, enemy_lines);
    let pinned = union(pinned_lines);
    let may = _mm256_or_si256(pinned_lines, word(!pinned));

    let (s, d) = (board.straight & us, board.diagonal & us);
    let sources = _mm256_and_si256(may, words([s, d, s, d]));
    let empties = word(empty);
    let sliding = Directions {
        there: fill::<true>(sources, empties),
        back: fill::<false>(sources, empties),
    };
    let leaping = knights(board.knights & us & !pinned);

    let pawns = board.pawns & us;
    let sources = _mm256_and_si256(may, word(pawns));
    let ways = words([empty, them, 0, them]);
    let steps = if S::WHITE {
        _mm256_and_si256(shift::<true, 0>(sources), words([!0, NOT_A, 0, NOT_H]))
    } else {
        _mm256_and_si256(shift::<false, 0>(sources), words([!0, NOT_H, 0, NOT_A]))
    };
    let steps = _mm256_and_si256(steps, ways);
    let once = _mm_cvtsi128_si64(_mm256_castsi256_si128(steps)) as u64;
    let twice = S::forward(once & S::THIRD) & empty & targets;

    let goals = word(targets);
    let steps = _mm256_and_si256(steps, goals);
    let mut sizes = _mm256_setzero_si256();
    for set in [sliding.there, sliding.back, leaping.there, leaping.back] {
        sizes = add_sizes(sizes, _mm256_and_si256(set, goals));
    }
    sizes = add_sizes(sizes, steps);

    let mut count = Count((KING[king] & !us & !danger).count_ones() + twice.count_ones());
    if pawns & S::SEVENTH != 0 {
        for moves in store(steps) {
            count.0 += 3 * (moves & S::forward(S::SEVENTH)).count_ones();
        }
    }
    let rights = board.castling & S::BACK;
    if rights != 0 && checkers == 0 {
        castle::<S, L, _>(board, sliders, &mut count, rights, danger);
    }
    if board.en_passant != 0 {
        en_passant::<S, L, _>(board, sliders, &mut count);
    }
    total(sizes) + u64::from(count.0)
}
