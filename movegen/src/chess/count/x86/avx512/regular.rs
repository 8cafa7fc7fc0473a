//! Classifies the moves of up to eight pieces at once, or the four kinds of pawn moves: sums up the
//! replies to the regular ones and leaves the others in the queue.

use std::arch::x86_64::*;
use std::mem::offset_of;

use super::directions::count_lanes;
use super::features::Avx512;
use super::queue::{DIAGONAL, LEAPER, Queue};
use super::vectors::broadcast;
use crate::chess::board::attacks::{LINES, Lines, NOT_A, NOT_H};
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::count::differential::analysis::Analysis;
use crate::chess::count::differential::origins::{self, FROM};
use crate::chess::count::differential::wide::{PawnTargets, RegularSum};

/// Reads a word of the analysis into every lane. The read is volatile to keep the compiler from joining
/// neighbouring reads into a wide one, which cannot be forwarded from the store buffer and has to wait
/// until the words have been written.
#[inline]
#[target_feature(enable = "avx512f")]
fn broadcast_volatile(source: &u64) -> __m512i {
    // SAFETY: `source` is a reference, so it is valid for reads and aligned.
    broadcast(unsafe { std::ptr::read_volatile(source) })
}

/// [`line`] reads the lines through a square as four words in this order.
const _: () = {
    assert!(size_of::<Lines>() == 32);
    assert!(offset_of!(Lines, rank) == 0);
    assert!(offset_of!(Lines, file) == 8);
    assert!(offset_of!(Lines, diagonal) == 16);
    assert!(offset_of!(Lines, anti) == 24);
};

/// One line through the square of each piece, by its code (see [`Queue`]): the rank or the diagonal if
/// `NEXT` is 0, the file or the anti-diagonal if it is 1.
#[inline]
#[target_feature(enable = "avx512f")]
fn line<const NEXT: usize>(codes: __m512i) -> __m512i {
    const { assert!(NEXT < 2) };
    // Four times the square, plus two for diagonals.
    let index = _mm512_and_si512(codes, broadcast(254));
    let words = LINES.as_ptr().cast::<i64>().wrapping_add(NEXT);
    // SAFETY: the table has 64 times four words, and `index` plus `NEXT` is at most 255.
    unsafe { _mm512_i64gather_epi64::<8>(index, words) }
}

/// Sums up the regular moves of the node's pieces and queues the irregular ones.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni"
)]
pub(super) fn count_pieces<U: Side>(
    board: &Board,
    analysis: &Analysis<Avx512, false>,
    so_far: RegularSum<Avx512>,
    queue: &mut Queue,
) -> RegularSum<Avx512> {
    let pieces = queue.take_pieces();
    if pieces > 8 {
        // A copy: otherwise the call would keep the analysis in memory instead of in registers.
        return count_many::<U>(pieces, board, &analysis.clone(), so_far, queue);
    }
    let (targets, codes) = queue.eight_pieces(0, pieces);
    count_eight::<U>(targets, codes, board, analysis, so_far, queue)
}

/// As [`count_pieces`], for more than eight pieces.
#[inline(never)]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni"
)]
fn count_many<U: Side>(
    pieces: usize,
    board: &Board,
    analysis: &Analysis<Avx512, false>,
    so_far: RegularSum<Avx512>,
    queue: &mut Queue,
) -> RegularSum<Avx512> {
    let mut regular = so_far;
    let mut at = 0;
    while at < pieces {
        let (targets, codes) = queue.eight_pieces(at, pieces);
        regular = count_eight::<U>(targets, codes, board, analysis, regular, queue);
        at += 8;
    }
    regular
}

/// Sums up the regular moves of up to eight pieces and queues the irregular ones.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni"
)]
fn count_eight<U: Side>(
    targets: __m512i,
    codes: __m512i,
    board: &Board,
    analysis: &Analysis<Avx512, false>,
    so_far: RegularSum<Avx512>,
    queue: &mut Queue,
) -> RegularSum<Avx512> {
    let irregular = &analysis.irregular;
    let from = _mm512_and_si512(_mm512_srli_epi64::<2>(codes), broadcast(63));
    let square = _mm512_sllv_epi64(broadcast(1), from);
    let diagonal = _mm512_test_epi64_mask(codes, broadcast(DIAGONAL));
    let leaper = _mm512_test_epi64_mask(codes, broadcast(LEAPER));
    let queen = _mm512_test_epi64_mask(square, broadcast(board.straight & board.diagonal));

    let mut bad = broadcast_volatile(&irregular.rook);
    bad = _mm512_mask_mov_epi64(bad, diagonal, broadcast_volatile(&irregular.bishop));
    bad = _mm512_mask_mov_epi64(bad, queen, broadcast_volatile(&irregular.queen));
    bad = _mm512_mask_mov_epi64(bad, leaper, broadcast_volatile(&irregular.knight));
    let touches = _mm512_test_epi64_mask(square, bad);
    // Moves along a line on which a slider of V attacks the origin.
    let lines = &analysis.lines;
    let first = _mm512_mask_mov_epi64(
        broadcast_volatile(&lines.rank),
        diagonal,
        broadcast_volatile(&lines.diagonal),
    );
    let second = _mm512_mask_mov_epi64(
        broadcast(lines.file | analysis.pushes),
        diagonal,
        broadcast_volatile(&lines.anti),
    );
    let first = _mm512_test_epi64_mask(square, first) & !leaper;
    let second = _mm512_test_epi64_mask(square, second) & !leaper;
    bad = _mm512_mask_or_epi64(bad, first, bad, line::<0>(codes));
    bad = _mm512_mask_or_epi64(bad, second, bad, line::<1>(codes));
    // Captures of a pawn of V that attacks the origin.
    let ahead = if U::WHITE {
        _mm512_slli_epi64::<8>(square)
    } else {
        _mm512_srli_epi64::<8>(square)
    };
    let beside = _mm512_or_si512(
        _mm512_and_si512(_mm512_add_epi64(ahead, ahead), broadcast(NOT_A)),
        _mm512_and_si512(_mm512_srli_epi64::<1>(ahead), broadcast(NOT_H)),
    );
    let pawns = _mm512_and_si512(beside, broadcast_volatile(&analysis.v_pawns));
    bad = _mm512_mask_or_epi64(bad, diagonal, bad, pawns);
    bad = _mm512_mask_mov_epi64(bad, touches, broadcast(!0));

    let regular = _mm512_andnot_si512(bad, targets);
    let moves = _mm512_popcnt_epi64(regular);
    // For each move, the weight of the origin and the pass count.
    let weights = _mm512_xor_si512(analysis.weights, _mm512_set1_epi8(i8::MIN));
    let weight = _mm512_maskz_permutexvar_epi8(0x0101_0101_0101_0101, from, weights);
    let each = _mm512_add_epi64(weight, broadcast_volatile(&analysis.pass_count));
    let irregular = _mm512_and_si512(bad, targets);
    queue.add_eight_sets(irregular, _mm512_slli_epi64::<FROM>(from));
    RegularSum {
        coefficients: _mm512_sub_epi8(so_far.coefficients, count_lanes(regular)),
        sum: _mm512_add_epi64(so_far.sum, _mm512_mul_epu32(moves, each)),
    }
}

/// Sums up the regular moves of pawns and queues the irregular ones. The lanes are single pushes, double
/// pushes, captures to the east and captures to the west.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni"
)]
pub(super) fn count_pawns<U: Side>(
    pawns: &PawnTargets,
    analysis: &Analysis<Avx512, false>,
    so_far: RegularSum<Avx512>,
    queue: &mut Queue,
) -> RegularSum<Avx512> {
    let [single, double, east, west] = pawns.targets.map(|set| set as i64);
    let targets = _mm512_set_epi64(0, 0, 0, 0, west, east, double, single);
    let steps = if U::WHITE {
        [8, 16, 9, 7]
    } else {
        [-8, -16, -7, -9]
    };
    let offsets = _mm512_set_epi64(0, 0, 0, 0, steps[3], steps[2], steps[1], steps[0]);
    let backwards = _mm512_sub_epi64(_mm512_setzero_si512(), offsets);
    let lines = &analysis.lines;
    let (eastward, westward) = if U::WHITE {
        (&lines.diagonal, &lines.anti)
    } else {
        (&lines.anti, &lines.diagonal)
    };
    let mut same_line = broadcast(lines.file | analysis.pushes);
    same_line = _mm512_mask_mov_epi64(same_line, 0b0100, broadcast_volatile(eastward));
    same_line = _mm512_mask_mov_epi64(same_line, 0b1000, broadcast_volatile(westward));
    let set = broadcast_volatile(&analysis.irregular.pawn);
    // A square that wraps around the edge of the board is not the target of a pawn.
    let from_bad = _mm512_rolv_epi64(_mm512_or_si512(set, same_line), offsets);
    let bad = _mm512_or_si512(set, from_bad);
    let regular = _mm512_andnot_si512(bad, targets);
    let origins = _mm512_rolv_epi64(regular, backwards);
    let moves = _mm512_popcnt_epi64(regular);
    // A pawn that captures a pawn: V loses one capture, which is in both weights.
    let pawn_captures = _mm512_and_si512(regular, broadcast_volatile(&analysis.v_pawns));
    let passes = _mm512_mul_epu32(moves, broadcast_volatile(&analysis.pass_count));
    let sum = _mm512_add_epi64(passes, _mm512_popcnt_epi64(pawn_captures));
    let codes = steps.map(|offset| origins::pawns(offset as i32) as i64);
    let codes = _mm512_set_epi64(0, 0, 0, 0, codes[3], codes[2], codes[1], codes[0]);
    queue.add_eight_sets(_mm512_and_si512(bad, targets), codes);
    let coefficients = _mm512_sub_epi8(so_far.coefficients, count_lanes(regular));
    RegularSum {
        coefficients: _mm512_add_epi8(coefficients, count_lanes(origins)),
        sum: _mm512_add_epi64(so_far.sum, sum),
    }
}
