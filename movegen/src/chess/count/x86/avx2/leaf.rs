//! Counts the legal moves of one position with a lane for each direction and without a loop.
//!
//! After the irregular moves of a node, the scalar generator spends its time on loops over two or
//! three pieces, whose number the branch predictor cannot foresee. Here all sliders of a side move at
//! once: from each direction at most one of them attacks a square, so the population counts of the
//! lanes add up to the number of moves. Pinned pieces stay only in the lanes of the pin's line.

use std::arch::x86_64::*;

use super::directions::{Directions, fill, shift, slider_attacks};
use super::vectors::{add_byte_counts, broadcast, from_words, sum_bytes, to_words, union};
use crate::chess::board::attacks::{
    self, BETWEEN, KING, KNIGHT, LINES, NOT_A, NOT_AB, NOT_GH, NOT_H, PAWN, Sliders,
};
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::count::differential::node_moves::NodeMoves;
use crate::chess::rules::legal::{Count, castle, en_passant};

/// The lines through a square, in the order of [`Directions`].
#[inline]
#[target_feature(enable = "avx2")]
fn lines(square: usize) -> __m256i {
    let lines = &LINES[square & 63];
    from_words([lines.file, lines.diagonal, lines.rank, lines.anti])
}

/// The attacks of knights in each of their eight directions.
#[inline]
#[target_feature(enable = "avx2")]
fn knight_attacks(knights: u64) -> Directions {
    let (knights, steps) = (broadcast(knights), from_words([17, 15, 10, 6]));
    let reachable_up = from_words([NOT_A, NOT_H, NOT_AB, NOT_GH]);
    let reachable_down = from_words([NOT_H, NOT_A, NOT_GH, NOT_AB]);
    Directions {
        up: _mm256_and_si256(reachable_up, _mm256_sllv_epi64(knights, steps)),
        down: _mm256_and_si256(reachable_down, _mm256_srlv_epi64(knights, steps)),
    }
}

/// Counts the replies to the pending moves of a node.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
pub(super) fn count_pending<U: Side, L: Sliders>(
    sliders: L,
    board: &Board,
    pending: &mut NodeMoves,
) {
    pending.count_replies::<U, L>(board, sliders, |child| {
        count_moves::<U::Opponent, L>(sliders, child)
    });
}

/// Counts the legal moves of `S`.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn count_moves<S: Side, L: Sliders>(sliders: L, board: &Board) -> u64 {
    let occupied = board.occupied();
    let us = board.pieces::<S>();
    let them = occupied & !us;
    let king = board.king::<S>();
    let empty = !occupied;

    // The king does not shield the squares behind it.
    let through = empty | 1 << king;
    let enemy = slider_attacks::<false>(board.straight & them, board.diagonal & them, through);
    let enemy_lines = _mm256_or_si256(enemy.up, enemy.down);
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
    let evasions = checkers | BETWEEN[king][checkers.trailing_zeros() as usize & 63];
    let targets = match checkers {
        0 => !us,
        _ if checkers & (checkers - 1) == 0 => evasions,
        _ => 0,
    };

    // A piece is pinned if it is the first on a line from the king and is attacked along that line
    // from the other side. (A piece that is attacked through the king cannot answer that check, so it
    // does no harm to treat it as pinned.)
    let (s, d) = (straight_rays & us, diagonal_rays & us);
    let rays = _mm256_and_si256(lines(king), from_words([s, d, s, d]));
    let pinned_lines = _mm256_and_si256(rays, enemy_lines);
    let pinned = union(pinned_lines);
    // In each lane, the pieces that may move along its line.
    let movable = _mm256_or_si256(pinned_lines, broadcast(!pinned));

    let (s, d) = (board.straight & us, board.diagonal & us);
    let own_sliders = _mm256_and_si256(movable, from_words([s, d, s, d]));
    let empties = broadcast(empty);
    let slides = Directions {
        up: fill::<true>(own_sliders, empties),
        down: fill::<false>(own_sliders, empties),
    };
    let leaps = knight_attacks(board.knights & us & !pinned);

    // The lanes of pawns: pushes, captures along the diagonal, none, captures along the
    // anti-diagonal.
    let pawns = board.pawns & us;
    let movable_pawns = _mm256_and_si256(movable, broadcast(pawns));
    let pawn_targets = from_words([empty, them, 0, them]);
    let steps = if S::WHITE {
        _mm256_and_si256(
            shift::<true, 0>(movable_pawns),
            from_words([!0, NOT_A, 0, NOT_H]),
        )
    } else {
        _mm256_and_si256(
            shift::<false, 0>(movable_pawns),
            from_words([!0, NOT_H, 0, NOT_A]),
        )
    };
    let steps = _mm256_and_si256(steps, pawn_targets);
    let single = _mm_cvtsi128_si64(_mm256_castsi256_si128(steps)) as u64;
    let double = S::forward(single & S::THIRD) & empty & targets;

    let targets_in_lanes = broadcast(targets);
    let steps = _mm256_and_si256(steps, targets_in_lanes);
    let mut counts = _mm256_setzero_si256();
    for set in [slides.up, slides.down, leaps.up, leaps.down] {
        counts = add_byte_counts(counts, _mm256_and_si256(set, targets_in_lanes));
    }
    counts = add_byte_counts(counts, steps);

    let mut count = Count((KING[king] & !us & !danger).count_ones() + double.count_ones());
    if pawns & S::SEVENTH != 0 {
        for moves in to_words(steps) {
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
    sum_bytes(counts) + u64::from(count.0)
}
