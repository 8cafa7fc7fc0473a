//! Sets of squares for eight directions in the eight lanes of a register, and 64 squares in the bytes
//! of a register.

use std::arch::x86_64::*;

use super::vectors::{AND_NOT_OR, XOR_XOR, broadcast};
use crate::chess::board::attacks::{NOT_A, NOT_H};
use crate::chess::count::differential::lanes::AttackedLines;

const NOT_1: u64 = !0xff;
const NOT_8: u64 = !(0xff << 56);

/// One step in each direction as a rotation to the left: N, NE, E, SE, S, SW, W, NW. The opposite of
/// a direction is four lanes away.
const STEPS: [u64; 8] = [8, 9, 1, 57, 56, 55, 63, 7];
/// The squares that one step can reach without wrapping around the edge.
const REACHABLE: [u64; 8] = [
    NOT_1,
    NOT_1 & NOT_A,
    NOT_A,
    NOT_A & NOT_8,
    NOT_8,
    NOT_8 & NOT_H,
    NOT_H,
    NOT_H & NOT_1,
];

/// Rotates a table by half its length: each direction becomes its opposite.
const fn opposite(table: [u64; 8]) -> [u64; 8] {
    let mut rotated = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        rotated[lane] = table[(lane + 4) & 7];
        lane += 1;
    }
    rotated
}

/// Indices that move byte `8 * lane + rank` to byte `8 * rank + lane`.
static TRANSPOSE: [i8; 64] = {
    let mut index = [0; 64];
    let mut byte = 0;
    while byte < 64 {
        index[byte] = ((byte & 7) * 8 + byte / 8) as i8;
        byte += 1;
    }
    index
};

/// Loads eight words.
#[inline]
#[target_feature(enable = "avx512f")]
fn load(words: &[u64; 8]) -> __m512i {
    // SAFETY: the reference is to 64 readable bytes, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

/// Loads 64 bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load_bytes(bytes: &[i8; 64]) -> __m512i {
    // SAFETY: the reference is to 64 readable bytes, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

/// Returns the attacks of sliders in eight directions: the Kogge-Stone fill (Chess Programming Wiki,
/// "Kogge-Stone Algorithm"), with rotations for shifts.
#[inline]
#[target_feature(enable = "avx512f")]
fn fill(sliders: __m512i, empty: u64, steps: &[u64; 8], reachable: &[u64; 8]) -> __m512i {
    let (one, reachable) = (load(steps), load(reachable));
    let two = _mm512_add_epi64(one, one);
    let four = _mm512_add_epi64(two, two);
    let mut propagator = _mm512_and_si512(_mm512_set1_epi64(empty as i64), reachable);
    let mut filled = sliders;
    filled = _mm512_or_si512(
        filled,
        _mm512_and_si512(propagator, _mm512_rolv_epi64(filled, one)),
    );
    propagator = _mm512_and_si512(propagator, _mm512_rolv_epi64(propagator, one));
    filled = _mm512_or_si512(
        filled,
        _mm512_and_si512(propagator, _mm512_rolv_epi64(filled, two)),
    );
    propagator = _mm512_and_si512(propagator, _mm512_rolv_epi64(propagator, two));
    filled = _mm512_or_si512(
        filled,
        _mm512_and_si512(propagator, _mm512_rolv_epi64(filled, four)),
    );
    _mm512_and_si512(reachable, _mm512_rolv_epi64(filled, one))
}

/// Returns, as a byte for each square, the number of lanes that contain the square.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg,gfni")]
pub(super) fn count_lanes(lanes: __m512i) -> __m512i {
    let by_rank = _mm512_permutexvar_epi8(load_bytes(&TRANSPOSE), lanes);
    // Byte i selects column i of each rank's eight by eight bits. Their order does not matter, because
    // they are only counted.
    let columns = _mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64);
    _mm512_popcnt_epi8(_mm512_gf2p8affine_epi64_epi8(columns, by_rank, 0))
}

/// See [`Lanes::slider_weights`](crate::chess::count::differential::lanes::Lanes::slider_weights).
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg,avx512vpopcntdq,gfni")]
pub(super) fn slider_weights<const ZONE: bool>(
    attacks: __m512i,
    straight: u64,
    diagonal: u64,
    empty: u64,
    open: u64,
) -> (__m512i, u64) {
    let (back, reachable) = (load(&opposite(STEPS)), load(&opposite(REACHABLE)));
    let (empty, open) = (broadcast(empty), broadcast(open));
    let defended = _mm512_andnot_si512(open, attacks);
    let attacked = _mm512_and_si512(open, attacks);
    let sliders = _mm512_mask_set1_epi64(broadcast(straight), DIAGONAL_LANES, diagonal as i64);
    let squares = _mm512_or_si512(attacked, sliders);
    let step_back = |set| _mm512_and_si512(reachable, _mm512_rolv_epi64(set, back));
    // The squares with at least one, two, ... open squares in the direction.
    let mut with_ray = [step_back(open); 7];
    for number in 1..7 {
        with_ray[number] = step_back(_mm512_and_si512(empty, with_ray[number - 1]));
    }
    // Each set contains the next, so that the binary digits of the number need no carries.
    let [r1, r2, r3, r4, r5, r6, r7] = with_ray;
    let parity = |a, b, c| _mm512_ternarylogic_epi64::<{ XOR_XOR }>(a, b, c);
    let ones = parity(parity(r1, r2, r3), parity(r4, r5, r6), r7);
    let twos = _mm512_ternarylogic_epi64::<{ AND_NOT_OR }>(r2, r4, r6);
    let [ones, twos, fours] =
        [ones, twos, r4].map(|digit| count_lanes(_mm512_and_si512(digit, squares)));
    let twos = _mm512_add_epi8(twos, _mm512_add_epi8(fours, fours));
    let rays = _mm512_add_epi8(ones, _mm512_add_epi8(twos, twos));
    let weights = _mm512_sub_epi8(rays, count_lanes(defended));
    let moves = _mm512_reduce_add_epi64(_mm512_popcnt_epi64(attacked));
    (weights, moves as u64)
}

/// North-east, south-east, south-west, north-west.
const DIAGONAL_LANES: u8 = 0b1010_1010;

/// See [`Lanes::once_and_twice`](crate::chess::count::differential::lanes::Lanes::once_and_twice).
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg,gfni")]
pub(super) fn once_and_twice(directions: __m512i) -> (u64, u64) {
    let numbers = count_lanes(directions);
    (
        _mm512_test_epi8_mask(numbers, numbers),
        _mm512_cmpgt_epu8_mask(numbers, _mm512_set1_epi8(1)),
    )
}

/// Unites each direction with its opposite, four lanes away.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn lines(directions: __m512i) -> AttackedLines {
    let both = _mm256_or_si256(
        _mm512_castsi512_si256(directions),
        _mm512_extracti64x4_epi64::<1>(directions),
    );
    AttackedLines {
        file: _mm256_extract_epi64::<0>(both) as u64,
        diagonal: _mm256_extract_epi64::<1>(both) as u64,
        rank: _mm256_extract_epi64::<2>(both) as u64,
        anti: _mm256_extract_epi64::<3>(both) as u64,
    }
}

/// See [`Lanes::slider_attacks`](crate::chess::count::differential::lanes::Lanes::slider_attacks).
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg,gfni")]
pub(super) fn slider_attacks<const ZONE: bool>(
    straight: u64,
    diagonal: u64,
    empty: u64,
) -> __m512i {
    let straight = _mm512_set1_epi64(straight as i64);
    let sliders = _mm512_mask_set1_epi64(straight, DIAGONAL_LANES, diagonal as i64);
    fill(sliders, empty, &STEPS, &REACHABLE)
}

/// See [`Lanes::attack_origins`](crate::chess::count::differential::lanes::Lanes::attack_origins).
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg,gfni")]
pub(super) fn attack_origins<const ZONE: bool>(targets: u64, empty: u64) -> __m512i {
    fill(
        _mm512_set1_epi64(targets as i64),
        empty,
        &opposite(STEPS),
        &opposite(REACHABLE),
    )
}

/// See [`Lanes::intersect`](crate::chess::count::differential::lanes::Lanes::intersect).
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg,gfni")]
pub(super) fn intersect(a: __m512i, b: __m512i) -> u64 {
    _mm512_reduce_or_epi64(_mm512_and_si512(a, b)) as u64
}

/// Adds a number to the bytes of a set of squares.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg,gfni")]
pub(super) fn add(bytes: __m512i, set: u64, number: i8) -> __m512i {
    _mm512_mask_add_epi8(bytes, set, bytes, _mm512_set1_epi8(number))
}

/// Returns one byte of a register.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn byte(bytes: __m512i, index: usize) -> i8 {
    let index = _mm512_castsi128_si512(_mm_cvtsi32_si128(index as i32));
    let first = _mm512_permutexvar_epi8(index, bytes);
    _mm_cvtsi128_si32(_mm512_castsi512_si128(first)) as i8
}

/// Returns the sum of the products of all weights, increased by 128, and their coefficients. Flipping
/// the sign bit adds 128 and makes a weight unsigned, as the multiplication requires.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn dot(weights: __m512i, coefficients: __m512i) -> i64 {
    let biased = _mm512_xor_si512(weights, _mm512_set1_epi8(i8::MIN));
    let pairs = _mm512_maddubs_epi16(biased, coefficients);
    let sums = _mm512_madd_epi16(pairs, _mm512_set1_epi16(1));
    i64::from(_mm512_reduce_add_epi32(sums))
}
