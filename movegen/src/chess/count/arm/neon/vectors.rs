//! Basic operations on registers of two 64-bit words or 16 bytes.

use std::arch::aarch64::*;

/// A register of two words.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn pair(low: u64, high: u64) -> uint64x2_t {
    vcombine_u64(vcreate_u64(low), vcreate_u64(high))
}

/// The same word in both lanes.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn broadcast(word: u64) -> uint64x2_t {
    vdupq_n_u64(word)
}

/// The two words of a register.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn to_words(register: uint64x2_t) -> [u64; 2] {
    [vgetq_lane_u64::<0>(register), vgetq_lane_u64::<1>(register)]
}

/// The bitwise or of the two words.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn union(words: uint64x2_t) -> u64 {
    let [low, high] = to_words(words);
    low | high
}

/// The population count of each byte.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn byte_counts(set: uint64x2_t) -> uint8x16_t {
    vcntq_u8(vreinterpretq_u8_u64(set))
}

/// Sum and carry of two bits.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn half_add(a: uint64x2_t, b: uint64x2_t) -> (uint64x2_t, uint64x2_t) {
    (veorq_u64(a, b), vandq_u64(a, b))
}

/// Sum and carry of three bits.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn full_add(a: uint64x2_t, b: uint64x2_t, c: uint64x2_t) -> (uint64x2_t, uint64x2_t) {
    let half = veorq_u64(a, b);
    // If the first two differ, the carry is the third; otherwise it is either of them.
    (veorq_u64(half, c), vbslq_u64(half, c, a))
}

/// Transposes each block of four by four bits: bit `4 * i + j` of register `k` becomes bit
/// `4 * i + k` of register `j`.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn transpose_4x4(rows: [uint64x2_t; 4]) -> [uint8x16_t; 4] {
    let [a, b, c, d] = rows;
    let ones = broadcast(0x5555_5555_5555_5555);
    let (a, b) = swap::<1>(a, b, ones);
    let (c, d) = swap::<1>(c, d, ones);
    let twos = broadcast(0x3333_3333_3333_3333);
    let (a, c) = swap::<2>(a, c, twos);
    let (b, d) = swap::<2>(b, d, twos);
    [
        vreinterpretq_u8_u64(a),
        vreinterpretq_u8_u64(b),
        vreinterpretq_u8_u64(c),
        vreinterpretq_u8_u64(d),
    ]
}

/// Swaps the bits of `b` in the mask with the bits of `a` that are `BY` places higher. These must be
/// all bits outside the mask.
#[inline]
#[target_feature(enable = "neon")]
fn swap<const BY: i32>(a: uint64x2_t, b: uint64x2_t, mask: uint64x2_t) -> (uint64x2_t, uint64x2_t) {
    (
        vbslq_u64(mask, a, vshlq_n_u64::<BY>(b)),
        vbslq_u64(mask, vshrq_n_u64::<BY>(a), b),
    )
}

/// Adds up the two words of each register, byte by byte.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn sum_words(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
    let (a, b) = (vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b));
    vaddq_u8(
        vreinterpretq_u8_u64(vtrn1q_u64(a, b)),
        vreinterpretq_u8_u64(vtrn2q_u64(a, b)),
    )
}
