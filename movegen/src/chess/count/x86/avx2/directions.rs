//! Sets of squares for eight directions in two registers, and a byte for each square in two others.
//!
//! AVX2 has no rotate instruction, but its per-lane shifts fill up with zeros. Four directions shift
//! to the left and four to the right, so each register only shifts one way, and only the edge files
//! have to be masked.
//!
//! The bytes are stored file by file: byte `r` of word `f` belongs to rank `r` of file `f`. This way
//! a set becomes a row of byte masks by one broadcast and one comparison for each register.
//!
//! The lengths of rays are summed as bit planes by carry-save adders (R. Harley and D. Seal, in H. S.
//! Warren, "Hacker's Delight", section 5-2) and converted to bytes once, at the end.

use std::arch::x86_64::*;

use super::vectors::{
    add_byte_counts, broadcast, from_words, full_add, sum_bytes, sum_words, to_words,
    transpose_4x4, union,
};
use crate::chess::board::attacks::{NOT_A, NOT_H};
use crate::chess::board::bitboard::once_and_twice as once_and_twice_of;
use crate::chess::count::differential::lanes::AttackedLines;

/// The distance of one step in each lane of [`Directions`].
const STEPS: [u64; 4] = [8, 9, 1, 7];
/// The squares that a step up can reach without wrapping around the edge.
const REACHABLE_UP: [u64; 4] = [!0, NOT_A, NOT_A, NOT_H];
/// The squares that a step down can reach without wrapping around the edge.
const REACHABLE_DOWN: [u64; 4] = [!0, NOT_H, NOT_H, NOT_A];

/// A set of squares for each direction. "Up" is towards higher square numbers: a shift to the left.
#[derive(Clone, Copy)]
pub(crate) struct Directions {
    /// North, north-east, east, north-west.
    pub(super) up: __m256i,
    /// Their opposites: south, south-west, west, south-east.
    pub(super) down: __m256i,
}

/// A byte for each square.
#[derive(Clone, Copy)]
pub(crate) struct Bytes {
    /// Files a to d.
    low: __m256i,
    /// Files e to h.
    high: __m256i,
}

/// See [`Lanes::once_and_twice`](crate::chess::count::differential::lanes::Lanes::once_and_twice).
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn once_and_twice(directions: Directions) -> (u64, u64) {
    let Directions { up, down } = directions;
    let once = to_words(_mm256_or_si256(up, down));
    let [a, b, c, d] = to_words(_mm256_and_si256(up, down));
    let (once, twice) = once_and_twice_of(once);
    (once, twice | (a | b) | (c | d))
}

/// Empty sets.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn no_directions() -> Directions {
    Directions {
        up: _mm256_setzero_si256(),
        down: _mm256_setzero_si256(),
    }
}

/// Unites each direction with its opposite.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn lines(directions: Directions) -> AttackedLines {
    let [file, diagonal, rank, anti] = to_words(_mm256_or_si256(directions.up, directions.down));
    AttackedLines {
        file,
        diagonal,
        rank,
        anti,
    }
}

/// Moves each set by `1 << DOUBLINGS` steps.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn shift<const UP: bool, const DOUBLINGS: u32>(set: __m256i) -> __m256i {
    let steps = from_words(STEPS.map(|step| step << DOUBLINGS));
    if UP {
        _mm256_sllv_epi64(set, steps)
    } else {
        _mm256_srlv_epi64(set, steps)
    }
}

/// Returns the attacks of sliders in four directions: the Kogge-Stone fill (Chess Programming Wiki,
/// "Kogge-Stone Algorithm").
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn fill<const UP: bool>(sliders: __m256i, empty: __m256i) -> __m256i {
    let reachable = from_words(if UP { REACHABLE_UP } else { REACHABLE_DOWN });
    let mut propagator = _mm256_and_si256(empty, reachable);
    let mut filled = sliders;
    let step = shift::<UP, 0>(filled);
    filled = _mm256_or_si256(filled, _mm256_and_si256(propagator, step));
    propagator = _mm256_and_si256(propagator, shift::<UP, 0>(propagator));
    let step = shift::<UP, 1>(filled);
    filled = _mm256_or_si256(filled, _mm256_and_si256(propagator, step));
    propagator = _mm256_and_si256(propagator, shift::<UP, 1>(propagator));
    let step = shift::<UP, 2>(filled);
    filled = _mm256_or_si256(filled, _mm256_and_si256(propagator, step));
    _mm256_and_si256(reachable, shift::<UP, 0>(filled))
}

/// See [`Lanes::slider_attacks`](crate::chess::count::differential::lanes::Lanes::slider_attacks).
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn slider_attacks<const ZONE: bool>(
    straight: u64,
    diagonal: u64,
    empty: u64,
) -> Directions {
    let sliders = from_words([straight, diagonal, straight, diagonal]);
    let empty = broadcast(empty);
    Directions {
        up: fill::<true>(sliders, empty),
        down: fill::<false>(sliders, empty),
    }
}

/// See [`Lanes::attack_origins`](crate::chess::count::differential::lanes::Lanes::attack_origins).
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn attack_origins<const ZONE: bool>(targets: u64, empty: u64) -> Directions {
    let (targets, empty) = (broadcast(targets), broadcast(empty));
    Directions {
        up: fill::<false>(targets, empty),
        down: fill::<true>(targets, empty),
    }
}

/// See [`Lanes::intersect`](crate::chess::count::differential::lanes::Lanes::intersect).
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn intersect(a: Directions, b: Directions) -> u64 {
    let up = _mm256_and_si256(a.up, b.up);
    let down = _mm256_and_si256(a.down, b.down);
    union(_mm256_or_si256(up, down))
}

/// Returns, for each of `squares`, the number of open squares that a slider on it could reach in each
/// direction of one register, as three bit planes.
///
/// The sets of squares with a ray of at least one, two, ... squares are nested, so each bit of the
/// length is the parity of some of them. A square's length follows from that of the next square in
/// the direction, so the recurrence steps against the direction.
#[inline]
#[target_feature(enable = "avx2")]
fn ray_lengths<const UP: bool>(squares: __m256i, empty: u64, open: u64) -> [__m256i; 3] {
    let reachable = from_words(if UP { REACHABLE_UP } else { REACHABLE_DOWN });
    let empty = _mm256_and_si256(reachable, broadcast(empty));
    let step_back = |set| match UP {
        true => shift::<false, 0>(set),
        false => shift::<true, 0>(set),
    };
    let longer = |set| step_back(_mm256_and_si256(empty, set));
    let one = step_back(_mm256_and_si256(reachable, broadcast(open)));
    let two = longer(one);
    let three = longer(two);
    let four = longer(three);
    let five = longer(four);
    let six = longer(five);
    let seven = longer(six);
    let twos = _mm256_xor_si256(_mm256_xor_si256(two, four), six);
    let odd = _mm256_xor_si256(_mm256_xor_si256(one, three), _mm256_xor_si256(five, seven));
    [_mm256_xor_si256(odd, twos), twos, four].map(|plane| _mm256_and_si256(plane, squares))
}

/// See [`Lanes::slider_weights`](crate::chess::count::differential::lanes::Lanes::slider_weights).
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn slider_weights<const ZONE: bool>(
    attacks: Directions,
    straight: u64,
    diagonal: u64,
    empty: u64,
    open: u64,
) -> (Bytes, u64) {
    let sliders = from_words([straight, diagonal, straight, diagonal]);
    let open_lanes = broadcast(open);
    let up = _mm256_and_si256(attacks.up, open_lanes);
    let down = _mm256_and_si256(attacks.down, open_lanes);
    let moves = sum_bytes(add_byte_counts(
        add_byte_counts(_mm256_setzero_si256(), up),
        down,
    ));

    // Both directions of a line together have at most seven squares: three bits.
    let [a0, a1, a2] = ray_lengths::<true>(_mm256_or_si256(up, sliders), empty, open);
    let [b0, b1, b2] = ray_lengths::<false>(_mm256_or_si256(down, sliders), empty, open);
    let carry = _mm256_and_si256(a0, b0);
    let ones = _mm256_xor_si256(a0, b0);
    let (twos, carry) = full_add(a1, b1, carry);
    let fours = _mm256_xor_si256(_mm256_xor_si256(a2, b2), carry);
    // Subtract the attacks on squares that are not open, at most two on a line. A bias of eight keeps
    // the number positive.
    let (defended_up, defended_down) = (
        _mm256_andnot_si256(open_lanes, attacks.up),
        _mm256_andnot_si256(open_lanes, attacks.down),
    );
    let two = _mm256_and_si256(defended_up, defended_down);
    let one = _mm256_xor_si256(defended_up, defended_down);
    let borrow = _mm256_andnot_si256(ones, one);
    let ones = _mm256_xor_si256(ones, one);
    // A subtracted two and a borrow from the ones exclude each other.
    let subtrahend = _mm256_or_si256(two, borrow);
    let borrow = _mm256_andnot_si256(twos, subtrahend);
    let twos = _mm256_xor_si256(twos, subtrahend);
    let eights = _mm256_or_si256(_mm256_andnot_si256(borrow, _mm256_set1_epi64x(-1)), fours);
    let fours = _mm256_xor_si256(fours, borrow);

    // The transposition makes the four bits of a square a nibble. Each register has the nibbles of
    // every fourth square.
    let numbers = transpose_4x4([ones, twos, fours, eights]);
    let nibble = _mm256_set1_epi8(15);
    let low = numbers.map(|n| _mm256_and_si256(n, nibble));
    let high = numbers.map(|n| _mm256_and_si256(_mm256_srli_epi64::<4>(n), nibble));
    let bias = _mm256_set1_epi8(4 * 8);
    let weights = Bytes {
        low: _mm256_sub_epi8(sum_words(low), bias),
        high: _mm256_sub_epi8(sum_words(high), bias),
    };
    (weights, moves)
}

/// Returns a byte of ones for each square of the set.
#[inline]
#[target_feature(enable = "avx2")]
fn byte_masks(set: u64) -> Bytes {
    let set = broadcast(set);
    let four_files = |first: u64| {
        let file = 0x0101_0101_0101_0101 << first;
        from_words([file, file << 1, file << 2, file << 3])
    };
    let test = |bits| _mm256_cmpeq_epi8(_mm256_and_si256(set, bits), bits);
    Bytes {
        low: test(four_files(0)),
        high: test(four_files(4)),
    }
}

/// A zero for each square.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn zero_bytes() -> Bytes {
    Bytes {
        low: _mm256_setzero_si256(),
        high: _mm256_setzero_si256(),
    }
}

/// Adds a number to the bytes of a set of squares.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn add(bytes: Bytes, set: u64, number: i8) -> Bytes {
    let masks = byte_masks(set);
    // A mask is -1.
    let add = |bytes, mask| match number {
        1 => _mm256_sub_epi8(bytes, mask),
        -1 => _mm256_add_epi8(bytes, mask),
        _ => _mm256_add_epi8(bytes, _mm256_and_si256(mask, _mm256_set1_epi8(number))),
    };
    Bytes {
        low: add(bytes.low, masks.low),
        high: add(bytes.high, masks.high),
    }
}

/// Stores the bytes in memory, file by file: see [`byte_index`].
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn store_bytes(bytes: Bytes) -> [i8; 64] {
    let mut array = [0; 64];
    let (low, high) = array.split_at_mut(32);
    // SAFETY: half of the array is 32 bytes long, and the store needs no alignment.
    unsafe { _mm256_storeu_si256(low.as_mut_ptr().cast(), bytes.low) };
    // SAFETY: as above.
    unsafe { _mm256_storeu_si256(high.as_mut_ptr().cast(), bytes.high) };
    array
}

/// The index of a square's byte in the result of [`store_bytes`].
#[inline(always)]
pub(super) fn byte_index(square: usize) -> usize {
    (square << 3 | square >> 3) & 63
}

/// Returns the sum of the products of all weights, increased by 128, and their coefficients. Flipping
/// the sign bit adds 128 and makes a weight unsigned, as the multiplication requires.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn dot(weights: Bytes, coefficients: Bytes) -> i64 {
    let products = |weights, coefficients| {
        let biased = _mm256_xor_si256(weights, _mm256_set1_epi8(i8::MIN));
        let pairs = _mm256_maddubs_epi16(biased, coefficients);
        _mm256_madd_epi16(pairs, _mm256_set1_epi16(1))
    };
    let low = products(weights.low, coefficients.low);
    let eight = _mm256_add_epi32(low, products(weights.high, coefficients.high));
    let high = _mm256_extracti128_si256::<1>(eight);
    let four = _mm_add_epi32(_mm256_castsi256_si128(eight), high);
    let two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
    let one = _mm_add_epi32(two, _mm_shuffle_epi32::<1>(two));
    i64::from(_mm_cvtsi128_si32(one))
}
