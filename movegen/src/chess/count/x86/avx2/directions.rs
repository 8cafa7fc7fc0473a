//! Eight directions in the lanes of two registers, and 64 squares in their bytes.
//!
//! AVX2 has no rotation, but its shifts by lane fill up with zeros. Four directions go to the left
//! and four to the right, so each register only shifts one way, and only the edge files have to be
//! masked. The bytes stand file by file: byte `r` of word `f` is rank `r` of file `f`, for then a
//! set becomes a row of byte masks by one broadcast and a comparison for each register. The lengths
//! of runs are added up as bit planes (Harley and Seal's carry-save adders, in Warren, Hacker's
//! Delight, 5-2) and become bytes only once.

use std::arch::x86_64::*;

use crate::chess::count::differential::wide::AttackedLines;

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

/// The distances of a step, in the order of [`Directions`].
const STEPS: [u64; 4] = [8, 9, 1, 7];
/// Where a step to the left (to higher squares) can arrive without being carried round the edge.
const LEFT: [u64; 4] = [!0, NOT_A, NOT_A, NOT_H];
/// The same to the right.
const RIGHT: [u64; 4] = [!0, NOT_H, NOT_H, NOT_A];

/// The directions N, NE, E, NW and, in the same order, their opposites S, SW, W, SE.
#[derive(Clone, Copy)]
pub(crate) struct Directions {
    pub(super) there: __m256i,
    pub(super) back: __m256i,
}

/// A byte for each square of the files a to d and of the files e to h.
#[derive(Clone, Copy)]
pub(crate) struct Bytes {
    low: __m256i,
    high: __m256i,
}

/// A word in every lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn word(word: u64) -> __m256i {
    _mm256_set1_epi64x(word as i64)
}

/// Four words.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn words(words: [u64; 4]) -> __m256i {
    let [a, b, c, d] = words.map(|word| word as i64);
    _mm256_setr_epi64x(a, b, c, d)
}

/// The words of a register.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn store(words: __m256i) -> [u64; 4] {
    let mut array = [0; 4];
    // SAFETY: the array has 32 bytes.
    unsafe { _mm256_storeu_si256(array.as_mut_ptr().cast(), words) };
    array
}

/// What each direction and its opposite have together.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn lines(lanes: Directions) -> AttackedLines {
    let [file, diagonal, rank, anti] = store(_mm256_or_si256(lanes.there, lanes.back));
    AttackedLines {
        file,
        diagonal,
        rank,
        anti,
    }
}

/// Each lane `1 << DOUBLED` steps on.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn shift<const TO_LEFT: bool, const DOUBLED: u32>(set: __m256i) -> __m256i {
    let steps = words(STEPS.map(|step| step << DOUBLED));
    if TO_LEFT {
        _mm256_sllv_epi64(set, steps)
    } else {
        _mm256_srlv_epi64(set, steps)
    }
}

/// Kogge-Stone fill in four directions (Chess Programming Wiki).
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn fill<const TO_LEFT: bool>(sources: __m256i, empty: __m256i) -> __m256i {
    let arrive = words(if TO_LEFT { LEFT } else { RIGHT });
    let mut open = _mm256_and_si256(empty, arrive);
    let mut reach = sources;
    let step = shift::<TO_LEFT, 0>(reach);
    reach = _mm256_or_si256(reach, _mm256_and_si256(open, step));
    open = _mm256_and_si256(open, shift::<TO_LEFT, 0>(open));
    let step = shift::<TO_LEFT, 1>(reach);
    reach = _mm256_or_si256(reach, _mm256_and_si256(open, step));
    open = _mm256_and_si256(open, shift::<TO_LEFT, 1>(open));
    let step = shift::<TO_LEFT, 2>(reach);
    reach = _mm256_or_si256(reach, _mm256_and_si256(open, step));
    _mm256_and_si256(arrive, shift::<TO_LEFT, 0>(reach))
}

/// Straight sliders in the even lanes, diagonal ones in the odd ones.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn slide(straight: u64, diagonal: u64, empty: u64) -> Directions {
    let sources = words([straight, diagonal, straight, diagonal]);
    let empty = word(empty);
    Directions {
        there: fill::<true>(sources, empty),
        back: fill::<false>(sources, empty),
    }
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn slide_back(sources: u64, empty: u64) -> Directions {
    let (sources, empty) = (word(sources), word(empty));
    Directions {
        there: fill::<false>(sources, empty),
        back: fill::<true>(sources, empty),
    }
}

/// The union of the lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn union(set: __m256i) -> u64 {
    let high = _mm256_extracti128_si256::<1>(set);
    let two = _mm_or_si128(_mm256_castsi256_si128(set), high);
    let one = _mm_or_si128(two, _mm_unpackhi_epi64(two, two));
    _mm_cvtsi128_si64(one) as u64
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn intersect(a: Directions, b: Directions) -> u64 {
    let there = _mm256_and_si256(a.there, b.there);
    let back = _mm256_and_si256(a.back, b.back);
    union(_mm256_or_si256(there, back))
}

/// Three bit planes: how far sliders on these squares could go, in the directions of one register.
///
/// The sets of squares with a run of at least one, two, ... are each within the one before, so a
/// digit is the parity of some of them. What is known of a square comes from the one that a slider
/// would enter next: against its direction.
#[inline]
#[target_feature(enable = "avx2")]
fn lengths<const TO_LEFT: bool>(squares: __m256i, empty: u64, open: u64) -> [__m256i; 3] {
    let arrive = words(if TO_LEFT { LEFT } else { RIGHT });
    let empty = _mm256_and_si256(arrive, word(empty));
    let before = |set| match TO_LEFT {
        true => shift::<false, 0>(set),
        false => shift::<true, 0>(set),
    };
    let further = |run| before(_mm256_and_si256(empty, run));
    let one = before(_mm256_and_si256(arrive, word(open)));
    let two = further(one);
    let three = further(two);
    let four = further(three);
    let five = further(four);
    let six = further(five);
    let seven = further(six);
    let twos = _mm256_xor_si256(_mm256_xor_si256(two, four), six);
    let odd = _mm256_xor_si256(_mm256_xor_si256(one, three), _mm256_xor_si256(five, seven));
    [_mm256_xor_si256(odd, twos), twos, four].map(|digit| _mm256_and_si256(digit, squares))
}

/// Sum and carry of three bits.
#[inline]
#[target_feature(enable = "avx2")]
fn full_add(a: __m256i, b: __m256i, c: __m256i) -> (__m256i, __m256i) {
    let half = _mm256_xor_si256(a, b);
    let carry = _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(half, c));
    (_mm256_xor_si256(half, c), carry)
}

/// Four rows of bits, of which each four by four become columns.
#[inline]
#[target_feature(enable = "avx2")]
fn turn(rows: [__m256i; 4]) -> [__m256i; 4] {
    let [a, b, c, d] = rows;
    let (a, b) = swap::<1>(a, b, word(0x5555_5555_5555_5555));
    let (c, d) = swap::<1>(c, d, word(0x5555_5555_5555_5555));
    let (a, c) = swap::<2>(a, c, word(0x3333_3333_3333_3333));
    let (b, d) = swap::<2>(b, d, word(0x3333_3333_3333_3333));
    [a, b, c, d]
}

/// Exchanges the bits of `a` at the distance from the mask with those of `b` in the mask.
#[inline]
#[target_feature(enable = "avx2")]
fn swap<const BY: i32>(a: __m256i, b: __m256i, mask: __m256i) -> (__m256i, __m256i) {
    let differ = _mm256_xor_si256(_mm256_srli_epi64::<BY>(a), b);
    let differ = _mm256_and_si256(differ, mask);
    let a = _mm256_xor_si256(a, _mm256_slli_epi64::<BY>(differ));
    (a, _mm256_xor_si256(b, differ))
}

/// The sums of the four words of each register, byte by byte.
#[inline]
#[target_feature(enable = "avx2")]
fn sums(of: [__m256i; 4]) -> __m256i {
    let [a, b, c, d] = of;
    let ab = _mm256_add_epi8(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
    let cd = _mm256_add_epi8(_mm256_unpacklo_epi64(c, d), _mm256_unpackhi_epi64(c, d));
    _mm256_add_epi8(
        _mm256_permute2x128_si256::<0x20>(ab, cd),
        _mm256_permute2x128_si256::<0x31>(ab, cd),
    )
}

/// Adds the sizes of both halves of each byte (Wojciech Muła's population count).
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn add_sizes(sums: __m256i, set: __m256i) -> __m256i {
    let nibble = _mm256_set1_epi8(15);
    let sizes = _mm256_broadcastsi128_si256(_mm_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
    ));
    let low = _mm256_shuffle_epi8(sizes, _mm256_and_si256(set, nibble));
    let high = _mm256_and_si256(_mm256_srli_epi64::<4>(set), nibble);
    let high = _mm256_shuffle_epi8(sizes, high);
    _mm256_add_epi8(sums, _mm256_add_epi8(low, high))
}

/// The sum of all bytes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn total(bytes: __m256i) -> u64 {
    let words = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
    let high = _mm256_extracti128_si256::<1>(words);
    let two = _mm_add_epi64(_mm256_castsi256_si128(words), high);
    let one = _mm_add_epi64(two, _mm_unpackhi_epi64(two, two));
    _mm_cvtsi128_si64(one) as u64
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn runs(
    attacks: Directions,
    straight: u64,
    diagonal: u64,
    empty: u64,
    open: u64,
) -> (Bytes, u64) {
    let sliders = words([straight, diagonal, straight, diagonal]);
    let lines = word(open);
    let there = _mm256_and_si256(attacks.there, lines);
    let back = _mm256_and_si256(attacks.back, lines);
    let moves = total(add_sizes(add_sizes(_mm256_setzero_si256(), there), back));

    // Both directions of a line together are seven squares at most.
    let [a0, a1, a2] = lengths::<true>(_mm256_or_si256(there, sliders), empty, open);
    let [b0, b1, b2] = lengths::<false>(_mm256_or_si256(back, sliders), empty, open);
    let carry = _mm256_and_si256(a0, b0);
    let ones = _mm256_xor_si256(a0, b0);
    let (twos, carry) = full_add(a1, b1, carry);
    let fours = _mm256_xor_si256(_mm256_xor_si256(a2, b2), carry);
    // Less the attacks on what is not open, at most two. Eight more keep the number above zero.
    let (held, held_too) = (
        _mm256_andnot_si256(lines, attacks.there),
        _mm256_andnot_si256(lines, attacks.back),
    );
    let two = _mm256_and_si256(held, held_too);
    let one = _mm256_xor_si256(held, held_too);
    let borrow = _mm256_andnot_si256(ones, one);
    let ones = _mm256_xor_si256(ones, one);
    // Two and a borrow from the digit before do not come together.
    let less = _mm256_or_si256(two, borrow);
    let borrow = _mm256_andnot_si256(twos, less);
    let twos = _mm256_xor_si256(twos, less);
    let eights = _mm256_or_si256(_mm256_andnot_si256(borrow, _mm256_set1_epi64x(-1)), fours);
    let fours = _mm256_xor_si256(fours, borrow);

    // Now the digits of a square stand side by side, those of every fourth square in one register.
    let numbers = turn([ones, twos, fours, eights]);
    let nibble = _mm256_set1_epi8(15);
    let low = numbers.map(|n| _mm256_and_si256(n, nibble));
    let high = numbers.map(|n| _mm256_and_si256(_mm256_srli_epi64::<4>(n), nibble));
    let extra = _mm256_set1_epi8(4 * 8);
    let weights = Bytes {
        low: _mm256_sub_epi8(sums(low), extra),
        high: _mm256_sub_epi8(sums(high), extra),
    };
    (weights, moves)
}

/// All bits of the bytes in a set.
#[inline]
#[target_feature(enable = "avx2")]
fn masks(set: u64) -> Bytes {
    let set = word(set);
    let files = |first: u64| {
        let a = 0x0101_0101_0101_0101 << first;
        words([a, a << 1, a << 2, a << 3])
    };
    let test = |bits| _mm256_cmpeq_epi8(_mm256_and_si256(set, bits), bits);
    Bytes {
        low: test(files(0)),
        high: test(files(4)),
    }
}

/// No number for any square.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn zero() -> Bytes {
    Bytes {
        low: _mm256_setzero_si256(),
        high: _mm256_setzero_si256(),
    }
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn add(bytes: Bytes, set: u64, number: i8) -> Bytes {
    let masks = masks(set);
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

/// The bytes in memory, file by file.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn store_bytes(bytes: Bytes) -> [i8; 64] {
    let mut array = [0; 64];
    let (low, high) = array.split_at_mut(32);
    // SAFETY: half of the array has 32 bytes, and the store needs no alignment.
    unsafe { _mm256_storeu_si256(low.as_mut_ptr().cast(), bytes.low) };
    // SAFETY: so has the other half.
    unsafe { _mm256_storeu_si256(high.as_mut_ptr().cast(), bytes.high) };
    array
}

/// Where the byte of a square is in memory.
#[inline(always)]
pub(super) fn place(square: usize) -> usize {
    (square << 3 | square >> 3) & 63
}

/// Products of bytes without sign (the weights, their highest bit turned over) and bytes with sign.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn dot(weights: Bytes, numbers: Bytes) -> i64 {
    let products = |weights, numbers| {
        let biased = _mm256_xor_si256(weights, _mm256_set1_epi8(i8::MIN));
        let pairs = _mm256_maddubs_epi16(biased, numbers);
        _mm256_madd_epi16(pairs, _mm256_set1_epi16(1))
    };
    let low = products(weights.low, numbers.low);
    let eight = _mm256_add_epi32(low, products(weights.high, numbers.high));
    let high = _mm256_extracti128_si256::<1>(eight);
    let four = _mm_add_epi32(_mm256_castsi256_si128(eight), high);
    let two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
    let one = _mm_add_epi32(two, _mm_shuffle_epi32::<1>(two));
    i64::from(_mm_cvtsi128_si32(one))
}
