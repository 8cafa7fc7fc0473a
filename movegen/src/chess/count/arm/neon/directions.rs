//! Sets of squares for eight directions in four registers, and a byte for each square in four others.
//!
//! A lane of a register is shifted by its own distance (`ushl`). Each register has two directions that
//! shift the same way, so that a direction and its opposite are in the same lane of two registers.
//!
//! The bytes are stored file by file: byte `r` of word `f` belongs to rank `r` of file `f`. This way
//! a set becomes a row of byte masks by one broadcast and one test (`cmtst`) for each register.
//!
//! The lengths of rays are summed as bit planes by carry-save adders (R. Harley and D. Seal, in H. S.
//! Warren, "Hacker's Delight", section 5-2) and converted to bytes once, at the end.

use std::arch::aarch64::*;

use super::vectors::{
    broadcast, byte_counts, full_add, half_add, pair, sum_words, to_words, transpose_4x4, union,
};
use crate::chess::board::attacks::{NOT_A, NOT_H};
use crate::chess::count::differential::lanes::AttackedLines;

/// A set of squares for each direction. "Up" is towards higher square numbers: a shift to the left.
#[derive(Clone, Copy)]
pub(crate) struct Directions {
    /// East and north; north-east and north-west.
    pub(super) up: [uint64x2_t; 2],
    /// Their opposites: west and south; south-west and south-east.
    pub(super) down: [uint64x2_t; 2],
}

/// A byte for each square: two files in each register.
#[derive(Clone, Copy)]
pub(crate) struct Bytes([int8x16_t; 4]);

/// The squares that a step can reach without wrapping around the edge.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn reachable<const UP: bool, const DIAGONAL: bool>() -> uint64x2_t {
    match (UP, DIAGONAL) {
        (true, false) => pair(NOT_A, !0),
        (false, false) => pair(NOT_H, !0),
        (true, true) => pair(NOT_A, NOT_H),
        (false, true) => pair(NOT_H, NOT_A),
    }
}

/// Moves each set by `1 << DOUBLINGS` steps.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn shift<const UP: bool, const DIAGONAL: bool, const DOUBLINGS: u32>(
    set: uint64x2_t,
) -> uint64x2_t {
    let (low, high) = if DIAGONAL { (9, 7) } else { (1, 8) };
    let sign = if UP { 1 } else { -1 };
    let distance = |step: i64| (sign * (step << DOUBLINGS)) as u64;
    let distances = pair(distance(low), distance(high));
    vshlq_u64(set, vreinterpretq_s64_u64(distances))
}

/// Returns the attacks of sliders in two directions: the Kogge-Stone fill (Chess Programming Wiki,
/// "Kogge-Stone Algorithm").
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn fill<const UP: bool, const DIAGONAL: bool>(
    sliders: uint64x2_t,
    empty: uint64x2_t,
) -> uint64x2_t {
    let reachable = reachable::<UP, DIAGONAL>();
    let mut propagator = vandq_u64(empty, reachable);
    let mut filled = sliders;
    let step = shift::<UP, DIAGONAL, 0>(filled);
    filled = vorrq_u64(filled, vandq_u64(propagator, step));
    propagator = vandq_u64(propagator, shift::<UP, DIAGONAL, 0>(propagator));
    let step = shift::<UP, DIAGONAL, 1>(filled);
    filled = vorrq_u64(filled, vandq_u64(propagator, step));
    propagator = vandq_u64(propagator, shift::<UP, DIAGONAL, 1>(propagator));
    let step = shift::<UP, DIAGONAL, 2>(filled);
    filled = vorrq_u64(filled, vandq_u64(propagator, step));
    vandq_u64(reachable, shift::<UP, DIAGONAL, 0>(filled))
}

/// See [`Lanes::slider_attacks`](crate::chess::count::differential::lanes::Lanes::slider_attacks).
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn slider_attacks(straight: u64, diagonal: u64, empty: u64) -> Directions {
    let (straight, diagonal) = (broadcast(straight), broadcast(diagonal));
    let empty = broadcast(empty);
    Directions {
        up: [
            fill::<true, false>(straight, empty),
            fill::<true, true>(diagonal, empty),
        ],
        down: [
            fill::<false, false>(straight, empty),
            fill::<false, true>(diagonal, empty),
        ],
    }
}

/// See [`Lanes::attack_origins`](crate::chess::count::differential::lanes::Lanes::attack_origins).
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn attack_origins(targets: u64, empty: u64) -> Directions {
    let Directions { up, down } = slider_attacks(targets, targets, empty);
    Directions { up: down, down: up }
}

/// See [`Lanes::intersect`](crate::chess::count::differential::lanes::Lanes::intersect).
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn intersect(a: Directions, b: Directions) -> u64 {
    let up = vorrq_u64(vandq_u64(a.up[0], b.up[0]), vandq_u64(a.up[1], b.up[1]));
    let down = vorrq_u64(
        vandq_u64(a.down[0], b.down[0]),
        vandq_u64(a.down[1], b.down[1]),
    );
    union(vorrq_u64(up, down))
}

/// See [`Lanes::once_and_twice`](crate::chess::count::differential::lanes::Lanes::once_and_twice).
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn once_and_twice(directions: Directions) -> (u64, u64) {
    let Directions { up, down } = directions;
    let (straight, diagonal) = (vorrq_u64(up[0], down[0]), vorrq_u64(up[1], down[1]));
    let both = vorrq_u64(vandq_u64(up[0], down[0]), vandq_u64(up[1], down[1]));
    let twice = vorrq_u64(both, vandq_u64(straight, diagonal));
    let [a, b] = to_words(vorrq_u64(straight, diagonal));
    (a | b, union(twice) | a & b)
}

/// Empty sets.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn no_directions() -> Directions {
    Directions {
        up: [broadcast(0); 2],
        down: [broadcast(0); 2],
    }
}

/// Unites each direction with its opposite.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn lines(directions: Directions) -> AttackedLines {
    let Directions { up, down } = directions;
    let [rank, file] = to_words(vorrq_u64(up[0], down[0]));
    let [diagonal, anti] = to_words(vorrq_u64(up[1], down[1]));
    AttackedLines {
        file,
        diagonal,
        rank,
        anti,
    }
}

/// Returns, for each of `squares`, the number of open squares that a slider on it could reach in each
/// direction of one register, as three bit planes.
///
/// The sets of squares with a ray of at least one, two, ... squares are nested, so each bit of the
/// length is the parity of some of them. A square's length follows from that of the next square in
/// the direction, so the recurrence steps against the direction.
#[inline]
#[target_feature(enable = "neon")]
fn ray_lengths<const UP: bool, const DIAGONAL: bool>(
    squares: uint64x2_t,
    empty: uint64x2_t,
    open: uint64x2_t,
) -> [uint64x2_t; 3] {
    let reachable = reachable::<UP, DIAGONAL>();
    let empty = vandq_u64(reachable, empty);
    let step_back = |set| match UP {
        true => shift::<false, DIAGONAL, 0>(set),
        false => shift::<true, DIAGONAL, 0>(set),
    };
    let longer = |set| step_back(vandq_u64(empty, set));
    let one = step_back(vandq_u64(reachable, open));
    let two = longer(one);
    let three = longer(two);
    let four = longer(three);
    let five = longer(four);
    let six = longer(five);
    let seven = longer(six);
    let twos = veorq_u64(veorq_u64(two, four), six);
    let odd = veorq_u64(veorq_u64(one, three), veorq_u64(five, seven));
    [
        vandq_u64(veorq_u64(odd, twos), squares),
        vandq_u64(twos, squares),
        vandq_u64(four, squares),
    ]
}

/// Returns the contribution of the sliders of two lines to the weights, plus eight, as a nibble for
/// each square: register `k` has those of every fourth square, from square `k` on.
#[inline]
#[target_feature(enable = "neon")]
fn line_weights<const DIAGONAL: bool>(
    attacks: Directions,
    sliders: uint64x2_t,
    empty: uint64x2_t,
    open: uint64x2_t,
) -> [uint8x16_t; 4] {
    let line = usize::from(DIAGONAL);
    let (up, down) = (attacks.up[line], attacks.down[line]);
    // Both directions of a line together have at most seven squares: three bits.
    let reached_up = vorrq_u64(vandq_u64(up, open), sliders);
    let [a0, a1, a2] = ray_lengths::<true, DIAGONAL>(reached_up, empty, open);
    let reached_down = vorrq_u64(vandq_u64(down, open), sliders);
    let [b0, b1, b2] = ray_lengths::<false, DIAGONAL>(reached_down, empty, open);
    let (ones, carry) = half_add(a0, b0);
    let (twos, carry) = full_add(a1, b1, carry);
    let fours = veorq_u64(veorq_u64(a2, b2), carry);
    // Subtract the attacks on squares that are not open, at most two on a line. A bias of eight keeps
    // the number positive.
    let (one, two) = half_add(vbicq_u64(up, open), vbicq_u64(down, open));
    let borrow = vbicq_u64(one, ones);
    let ones = veorq_u64(ones, one);
    // A subtracted two and a borrow from the ones exclude each other.
    let subtrahend = vorrq_u64(two, borrow);
    let borrow = vbicq_u64(subtrahend, twos);
    let twos = veorq_u64(twos, subtrahend);
    let eights = vornq_u64(fours, borrow);
    let fours = veorq_u64(fours, borrow);
    transpose_4x4([ones, twos, fours, eights])
}

/// See [`Lanes::slider_weights`](crate::chess::count::differential::lanes::Lanes::slider_weights).
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn slider_weights(
    attacks: Directions,
    straight: u64,
    diagonal: u64,
    empty: u64,
    open: u64,
) -> (Bytes, u64) {
    let (straight, diagonal) = (broadcast(straight), broadcast(diagonal));
    let (empty, open) = (broadcast(empty), broadcast(open));
    let [up, down] = [attacks.up, attacks.down];
    let counts = vaddq_u8(
        vaddq_u8(
            byte_counts(vandq_u64(up[0], open)),
            byte_counts(vandq_u64(up[1], open)),
        ),
        vaddq_u8(
            byte_counts(vandq_u64(down[0], open)),
            byte_counts(vandq_u64(down[1], open)),
        ),
    );
    let moves = u64::from(vaddlvq_u8(counts));

    let straight = line_weights::<false>(attacks, straight, empty, open);
    let diagonal = line_weights::<true>(attacks, diagonal, empty, open);
    let nibble = vdupq_n_u8(15);
    let low = |file: usize| {
        vaddq_u8(
            vandq_u8(straight[file], nibble),
            vandq_u8(diagonal[file], nibble),
        )
    };
    let high = |file: usize| vsraq_n_u8::<4>(vshrq_n_u8::<4>(straight[file]), diagonal[file]);
    // Each of the four lines has added eight.
    let bias = vdupq_n_u8(4 * 8);
    let unbiased = |a, b| vreinterpretq_s8_u8(vsubq_u8(sum_words(a, b), bias));
    let weights = Bytes([
        unbiased(low(0), low(1)),
        unbiased(low(2), low(3)),
        unbiased(high(0), high(1)),
        unbiased(high(2), high(3)),
    ]);
    (weights, moves)
}

/// Returns a byte of ones for each square of the set.
#[inline]
#[target_feature(enable = "neon")]
fn byte_masks(set: u64) -> [int8x16_t; 4] {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    let set = vreinterpretq_u8_u64(broadcast(set));
    let two_files = |first: u32| {
        let files = pair(FILE_A << first, FILE_A << (first + 1));
        vreinterpretq_s8_u8(vtstq_u8(set, vreinterpretq_u8_u64(files)))
    };
    [two_files(0), two_files(2), two_files(4), two_files(6)]
}

/// A zero for each square.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn zero_bytes() -> Bytes {
    Bytes([vdupq_n_s8(0); 4])
}

/// Adds a number to the bytes of a set of squares.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn add(bytes: Bytes, set: u64, number: i8) -> Bytes {
    let (Bytes([a, b, c, d]), [ma, mb, mc, md]) = (bytes, byte_masks(set));
    // A mask is -1.
    let add = |bytes, mask| match number {
        1 => vsubq_s8(bytes, mask),
        -1 => vaddq_s8(bytes, mask),
        _ => vmlsq_s8(bytes, mask, vdupq_n_s8(number)),
    };
    Bytes([add(a, ma), add(b, mb), add(c, mc), add(d, md)])
}

/// Stores the bytes in memory, file by file: see [`byte_index`].
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn store_bytes(bytes: Bytes) -> [i8; 64] {
    let mut array = [0; 64];
    for (part, register) in array.as_chunks_mut::<16>().0.iter_mut().zip(bytes.0) {
        // SAFETY: the part is 16 bytes long, and the store needs no alignment.
        unsafe { vst1q_s8(part.as_mut_ptr(), register) };
    }
    array
}

/// The index of a square's byte in the result of [`store_bytes`].
#[inline(always)]
pub(super) fn byte_index(square: usize) -> usize {
    (square << 3 | square >> 3) & 63
}

/// Returns the sum of the products of all weights and their coefficients.
///
/// The products are added up in 16 bits, eight to a lane. A weight is at most 100 (see
/// [`Lanes::BIAS`](crate::chess::count::differential::lanes::Lanes::BIAS)), and at most 29 moves enter a
/// square: 8 of sliders, 8 of knights, 3 of pawns, 9 more if they promote, and one of the king. Fewer
/// leave it.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn dot(weights: Bytes, coefficients: Bytes) -> i64 {
    let (Bytes([a, b, c, d]), Bytes([ca, cb, cc, cd])) = (weights, coefficients);
    let mut even = vmull_s8(vget_low_s8(a), vget_low_s8(ca));
    let mut odd = vmull_high_s8(a, ca);
    for (weights, coefficients) in [(b, cb), (c, cc), (d, cd)] {
        even = vmlal_s8(even, vget_low_s8(weights), vget_low_s8(coefficients));
        odd = vmlal_high_s8(odd, weights, coefficients);
    }
    i64::from(vaddlvq_s16(even)) + i64::from(vaddlvq_s16(odd))
}
