//! Counts the legal moves of one position with a lane for each direction and without a loop.
//!
//! After the irregular moves of a node, the scalar generator spends its time on loops over two or
//! three pieces, whose number the branch predictor cannot foresee. Here all sliders of a side move at
//! once: from each direction at most one of them attacks a square, so the population counts of the
//! lanes add up to the number of moves. Pinned pieces stay only in the lanes of the pin's line.

use std::arch::aarch64::*;

use super::super::reversal::Reversal;
use super::directions::{Directions, fill, reachable, shift, slider_attacks};
use super::vectors::{broadcast, byte_counts, pair, to_words, union};
use crate::chess::board::attacks::{
    self, BETWEEN, KING, KNIGHT, NOT_A, NOT_AB, NOT_GH, NOT_H, PAWN, Sliders as _,
};
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::count::differential::node_moves::NodeMoves;
use crate::chess::rules::legal::{Count, castle, en_passant};

/// Counts the replies to the pending moves of a node.
#[target_feature(enable = "neon")]
#[inline(never)]
pub(super) fn count_pending<U: Side>(board: &Board, pending: &mut NodeMoves) {
    pending
        .make_and_count_replies::<U, _>(board, Reversal, |child| count_moves::<U::Opponent>(child));
}

/// The attacks of knights in each of their eight directions.
#[inline]
#[target_feature(enable = "neon")]
fn knight_attacks(knights: u64) -> [uint64x2_t; 4] {
    let knights = broadcast(knights);
    let leap = |by: [i64; 2], reachable: [u64; 2]| {
        let distances = vreinterpretq_s64_u64(pair(by[0] as u64, by[1] as u64));
        let reachable = pair(reachable[0], reachable[1]);
        vandq_u64(vshlq_u64(knights, distances), reachable)
    };
    [
        leap([17, 15], [NOT_A, NOT_H]),
        leap([10, 6], [NOT_AB, NOT_GH]),
        leap([-17, -15], [NOT_H, NOT_A]),
        leap([-10, -6], [NOT_GH, NOT_AB]),
    ]
}

/// Counts the legal moves of `S`.
#[inline]
#[target_feature(enable = "neon")]
fn count_moves<S: Side>(board: &Board) -> u64 {
    let occupied = board.occupied();
    let us = board.pieces::<S>();
    let them = occupied & !us;
    let king = board.king::<S>();
    let empty = !occupied;

    // The king does not shield the squares behind it.
    let through = empty | 1 << king;
    let enemy = slider_attacks(board.straight & them, board.diagonal & them, through);
    let enemy_straight = vorrq_u64(enemy.up[0], enemy.down[0]);
    let enemy_diagonal = vorrq_u64(enemy.up[1], enemy.down[1]);
    let ahead = S::back(board.pawns & them);
    let danger = union(vorrq_u64(enemy_straight, enemy_diagonal))
        | attacks::east(ahead)
        | attacks::west(ahead)
        | attacks::knights(board.knights & them)
        | KING[board.king::<S::Opponent>()];

    let straight_rays = Reversal.rook(king, occupied);
    let diagonal_rays = Reversal.bishop(king, occupied);
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
    let lines = attacks::lines(king);
    let pinned_straight = vandq_u64(
        vandq_u64(pair(lines.rank, lines.file), enemy_straight),
        broadcast(straight_rays & us),
    );
    let pinned_diagonal = vandq_u64(
        vandq_u64(pair(lines.diagonal, lines.anti), enemy_diagonal),
        broadcast(diagonal_rays & us),
    );
    let pinned = union(vorrq_u64(pinned_straight, pinned_diagonal));
    // In each lane, the pieces that may move along its line.
    let movable_straight = vornq_u64(pinned_straight, broadcast(pinned));
    let movable_diagonal = vornq_u64(pinned_diagonal, broadcast(pinned));

    let straight = vandq_u64(movable_straight, broadcast(board.straight & us));
    let diagonal = vandq_u64(movable_diagonal, broadcast(board.diagonal & us));
    let empties = broadcast(empty);
    let slides = Directions {
        up: [
            fill::<true, false>(straight, empties),
            fill::<true, true>(diagonal, empties),
        ],
        down: [
            fill::<false, false>(straight, empties),
            fill::<false, true>(diagonal, empties),
        ],
    };
    let leaps = knight_attacks(board.knights & us & !pinned);

    let pawns = board.pawns & us;
    let [_, movable_on_file] = to_words(movable_straight);
    let single = S::forward(pawns & movable_on_file) & empty;
    let double = S::forward(single & S::THIRD) & empty;
    let capturers = vandq_u64(movable_diagonal, broadcast(pawns));
    let captures = if S::WHITE {
        vandq_u64(shift::<true, true, 0>(capturers), reachable::<true, true>())
    } else {
        vandq_u64(
            shift::<false, true, 0>(capturers),
            reachable::<false, true>(),
        )
    };
    let captures = vandq_u64(captures, broadcast(them & targets));
    let pushes = vandq_u64(pair(single, double), broadcast(targets));

    let in_targets = |set| byte_counts(vandq_u64(set, broadcast(targets)));
    let add_all = |a: [uint64x2_t; 4]| {
        let [a, b, c, d] = a;
        vaddq_u8(
            vaddq_u8(in_targets(a), in_targets(b)),
            vaddq_u8(in_targets(c), in_targets(d)),
        )
    };
    let Directions { up, down } = slides;
    let mut counts = vaddq_u8(byte_counts(captures), byte_counts(pushes));
    counts = vaddq_u8(counts, add_all([up[0], up[1], down[0], down[1]]));
    counts = vaddq_u8(counts, add_all(leaps));
    let steps = pair(KING[king] & !us & !danger, 0);
    counts = vaddq_u8(counts, byte_counts(steps));

    let mut count = Count(0);
    if pawns & S::SEVENTH != 0 {
        let last = S::forward(S::SEVENTH);
        let [east, west] = to_words(captures);
        for moves in [single & targets, east, west] {
            count.0 += 3 * (moves & last).count_ones();
        }
    }
    let rights = board.castling & S::BACK;
    if rights != 0 && checkers == 0 {
        castle::<S, _, _>(board, Reversal, &mut count, rights, danger);
    }
    if board.en_passant != 0 {
        en_passant::<S, _, _>(board, Reversal, &mut count);
    }
    u64::from(vaddlvq_u8(counts)) + u64::from(count.0)
}
