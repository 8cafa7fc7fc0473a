//! Up to eight pieces at once, or the four ways of pawns: which of their moves are regular, what
//! those come to, and a note of the others.

use std::arch::x86_64::*;
use std::mem::offset_of;

use super::Avx512;
use super::directions::{tally, word};
use super::queue::{FROM, LEAP, Queue, SLANT, back};
use crate::chess::attacks::{LINES, Lines};
use crate::chess::board::Board;
use crate::chess::color::Side;
use crate::chess::count::differential::Analysis;
use crate::chess::count::differential::wide::{PawnTargets, RegularSum};

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

/// A word of the analysis in every lane. The read is volatile because the compiler would else join
/// such reads to wide ones, and those have to wait until the words have left the store buffer.
#[inline]
#[target_feature(enable = "avx512f")]
fn spread(source: &u64) -> __m512i {
    // SAFETY: `source` is a reference, so it is valid for reads and aligned.
    word(unsafe { std::ptr::read_volatile(source) })
}

/// [`line`] reads the lines through a square as four words in this order.
const _: () = {
    assert!(size_of::<Lines>() == 32);
    assert!(offset_of!(Lines, rank) == 0);
    assert!(offset_of!(Lines, file) == 8);
    assert!(offset_of!(Lines, diagonal) == 16);
    assert!(offset_of!(Lines, anti) == 24);
};

/// One of the lines through each square, by the code of the piece on it (see [`Queue::add_piece`]): the
/// rank or the diagonal if `NEXT` is 0, the file or the other diagonal if it is 1.
#[inline]
#[target_feature(enable = "avx512f")]
fn line<const NEXT: usize>(codes: __m512i) -> __m512i {
    const { assert!(NEXT < 2) };
    // Four times the square, plus two for diagonals.
    let place = _mm512_and_si512(codes, word(254));
    let words = LINES.as_ptr().cast::<i64>().wrapping_add(NEXT);
    // SAFETY: the table has 64 times four words, and `place` plus `NEXT` is at most 255.
    unsafe { _mm512_i64gather_epi64::<8>(place, words) }
}

/// Sums the regular moves and notes the others.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni"
)]
pub(super) fn play_pieces<U: Side>(
    board: &Board,
    analysis: &Analysis<Avx512>,
    so_far: RegularSum<Avx512>,
    queue: &mut Queue,
) -> RegularSum<Avx512> {
    let met = queue.met();
    if met > 8 {
        // A copy, lest the analysis must stay in memory for the sake of a function called here.
        return play_many::<U>(met, board, &analysis.clone(), so_far, queue);
    }
    let (targets, codes) = queue.eight(0, met);
    play_eight::<U>(targets, codes, board, analysis, so_far, queue)
}

/// As `play_pieces`, for more than eight of them.
#[inline(never)]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni"
)]
fn play_many<U: Side>(
    met: usize,
    board: &Board,
    analysis: &Analysis<Avx512>,
    so_far: RegularSum<Avx512>,
    queue: &mut Queue,
) -> RegularSum<Avx512> {
    let mut played = so_far;
    let mut at = 0;
    while at < met {
        let (targets, codes) = queue.eight(at, met);
        played = play_eight::<U>(targets, codes, board, analysis, played, queue);
        at += 8;
    }
    played
}

#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni"
)]
fn play_eight<U: Side>(
    targets: __m512i,
    codes: __m512i,
    board: &Board,
    analysis: &Analysis<Avx512>,
    so_far: RegularSum<Avx512>,
    queue: &mut Queue,
) -> RegularSum<Avx512> {
    let irregular = &analysis.irregular;
    let from = _mm512_and_si512(_mm512_srli_epi64::<2>(codes), word(63));
    let square = _mm512_sllv_epi64(word(1), from);
    let slant = _mm512_test_epi64_mask(codes, word(SLANT));
    let leap = _mm512_test_epi64_mask(codes, word(LEAP));
    let queen = _mm512_test_epi64_mask(square, word(board.straight & board.diagonal));

    let mut bad = spread(&irregular.rook);
    bad = _mm512_mask_mov_epi64(bad, slant, spread(&irregular.bishop));
    bad = _mm512_mask_mov_epi64(bad, queen, spread(&irregular.queen));
    bad = _mm512_mask_mov_epi64(bad, leap, spread(&irregular.knight));
    let touches = _mm512_test_epi64_mask(square, bad);
    // Along a line on which a slider of V attacks the origin.
    let lines = &analysis.lines;
    let first = _mm512_mask_mov_epi64(spread(&lines.rank), slant, spread(&lines.diagonal));
    let second = _mm512_mask_mov_epi64(
        word(lines.file | analysis.steps),
        slant,
        spread(&lines.anti),
    );
    let first = _mm512_test_epi64_mask(square, first) & !leap;
    let second = _mm512_test_epi64_mask(square, second) & !leap;
    bad = _mm512_mask_or_epi64(bad, first, bad, line::<0>(codes));
    bad = _mm512_mask_or_epi64(bad, second, bad, line::<1>(codes));
    // Taking a pawn of V by which the origin is attacked.
    let ahead = if U::WHITE {
        _mm512_slli_epi64::<8>(square)
    } else {
        _mm512_srli_epi64::<8>(square)
    };
    let beside = _mm512_or_si512(
        _mm512_and_si512(_mm512_add_epi64(ahead, ahead), word(NOT_A)),
        _mm512_and_si512(_mm512_srli_epi64::<1>(ahead), word(NOT_H)),
    );
    let pawns = _mm512_and_si512(beside, spread(&analysis.v_pawns));
    bad = _mm512_mask_or_epi64(bad, slant, bad, pawns);
    bad = _mm512_mask_mov_epi64(bad, touches, word(!0));

    let regular = _mm512_andnot_si512(bad, targets);
    let moves = _mm512_popcnt_epi64(regular);
    // The weight of the origin and a pass for each move.
    let weights = _mm512_xor_si512(analysis.weights, _mm512_set1_epi8(i8::MIN));
    let weight = _mm512_maskz_permutexvar_epi8(0x0101_0101_0101_0101, from, weights);
    let each = _mm512_add_epi64(weight, spread(&analysis.pass));
    let others = _mm512_and_si512(bad, targets);
    queue.note_pieces(others, _mm512_slli_epi64::<FROM>(from));
    RegularSum {
        numbers: _mm512_sub_epi8(so_far.numbers, tally(regular)),
        sum: _mm512_add_epi64(so_far.sum, _mm512_mul_epu32(moves, each)),
    }
}

/// Sums the regular moves and notes the others: lanes for pushes, double steps, captures to the
/// east and to the west.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni"
)]
pub(super) fn play_pawns<U: Side>(
    pawns: &PawnTargets,
    analysis: &Analysis<Avx512>,
    so_far: RegularSum<Avx512>,
    queue: &mut Queue,
) -> RegularSum<Avx512> {
    let [once, twice, east, west] = pawns.targets.map(|set| set as i64);
    let targets = _mm512_set_epi64(0, 0, 0, 0, west, east, twice, once);
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
    let mut tangled = word(lines.file | analysis.steps);
    tangled = _mm512_mask_mov_epi64(tangled, 0b0100, spread(eastward));
    tangled = _mm512_mask_mov_epi64(tangled, 0b1000, spread(westward));
    let set = spread(&analysis.irregular.pawn);
    // What is carried round the edge of the board is no target of a pawn.
    let from_bad = _mm512_rolv_epi64(_mm512_or_si512(set, tangled), offsets);
    let bad = _mm512_or_si512(set, from_bad);
    let regular = _mm512_andnot_si512(bad, targets);
    let origins = _mm512_rolv_epi64(regular, backwards);
    let moves = _mm512_popcnt_epi64(regular);
    // PawnTargets attack each other: the capture that V loses counts in both weights.
    let both = _mm512_and_si512(regular, spread(&analysis.v_pawns));
    let passes = _mm512_mul_epu32(moves, spread(&analysis.pass));
    let sum = _mm512_add_epi64(passes, _mm512_popcnt_epi64(both));
    let notes = steps.map(|offset| back(offset as i32) as i64);
    let notes = _mm512_set_epi64(0, 0, 0, 0, notes[3], notes[2], notes[1], notes[0]);
    queue.note_pieces(_mm512_and_si512(bad, targets), notes);
    let numbers = _mm512_sub_epi8(so_far.numbers, tally(regular));
    RegularSum {
        numbers: _mm512_add_epi8(numbers, tally(origins)),
        sum: _mm512_add_epi64(so_far.sum, sum),
    }
}
