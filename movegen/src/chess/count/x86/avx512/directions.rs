//! Eight directions in the eight lanes of a register, and 64 squares in its bytes.

use std::arch::x86_64::*;

use crate::chess::count::differential::wide::AttackedLines;

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;
const NOT_1: u64 = !0xff;
const NOT_8: u64 = !(0xff << 56);

/// Rotations by one step, and where it can arrive without being carried round the edge.
const STEPS: [u64; 8] = [8, 9, 1, 57, 56, 55, 63, 7];
const ARRIVALS: [u64; 8] = [
    NOT_1,
    NOT_1 & NOT_A,
    NOT_A,
    NOT_A & NOT_8,
    NOT_8,
    NOT_8 & NOT_H,
    NOT_H,
    NOT_H & NOT_1,
];

/// The table turned by half a circle: each direction becomes its opposite.
const fn opposite(table: [u64; 8]) -> [u64; 8] {
    let mut turned = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        turned[lane] = table[(lane + 4) & 7];
        lane += 1;
    }
    turned
}

/// Byte `8 * rank + lane` from byte `8 * lane + rank`.
static TRANSPOSE: [i8; 64] = {
    let mut index = [0; 64];
    let mut byte = 0;
    while byte < 64 {
        index[byte] = ((byte & 7) * 8 + byte / 8) as i8;
        byte += 1;
    }
    index
};

/// A word in every lane.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn word(word: u64) -> __m512i {
    _mm512_set1_epi64(word as i64)
}

/// Eight words in memory as a register.
#[inline]
#[target_feature(enable = "avx512f")]
fn load(words: &[u64; 8]) -> __m512i {
    // SAFETY: the reference is to 64 readable bytes, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load_bytes(bytes: &[i8; 64]) -> __m512i {
    // SAFETY: the reference is to 64 readable bytes, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

/// Kogge-Stone fill in eight directions (Chess Programming Wiki), by rotations.
#[inline]
#[target_feature(enable = "avx512f")]
fn fill(sources: __m512i, empty: u64, steps: &[u64; 8], arrivals: &[u64; 8]) -> __m512i {
    let (one, arrive) = (load(steps), load(arrivals));
    let two = _mm512_add_epi64(one, one);
    let four = _mm512_add_epi64(two, two);
    let mut open = _mm512_and_si512(_mm512_set1_epi64(empty as i64), arrive);
    let mut reach = sources;
    reach = _mm512_or_si512(reach, _mm512_and_si512(open, _mm512_rolv_epi64(reach, one)));
    open = _mm512_and_si512(open, _mm512_rolv_epi64(open, one));
    reach = _mm512_or_si512(reach, _mm512_and_si512(open, _mm512_rolv_epi64(reach, two)));
    open = _mm512_and_si512(open, _mm512_rolv_epi64(open, two));
    reach = _mm512_or_si512(
        reach,
        _mm512_and_si512(open, _mm512_rolv_epi64(reach, four)),
    );
    _mm512_and_si512(arrive, _mm512_rolv_epi64(reach, one))
}

/// For each square, in how many lanes it stands.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg,gfni")]
pub(super) fn tally(lanes: __m512i) -> __m512i {
    let by_rank = _mm512_permutexvar_epi8(load_bytes(&TRANSPOSE), lanes);
    // Byte i picks column i of each rank's eight by eight bits; their order does not matter.
    let columns = _mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64);
    _mm512_popcnt_epi8(_mm512_gf2p8affine_epi64_epi8(columns, by_rank, 0))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg,avx512vpopcntdq,gfni")]
pub(super) fn runs(
    attacks: __m512i,
    straight: u64,
    diagonal: u64,
    empty: u64,
    open: u64,
) -> (__m512i, u64) {
    let (back, arrive) = (load(&opposite(STEPS)), load(&opposite(ARRIVALS)));
    let (empty, open) = (word(empty), word(open));
    let held = _mm512_andnot_si512(open, attacks);
    let attacked = _mm512_and_si512(open, attacks);
    let sliders = _mm512_mask_set1_epi64(word(straight), DIAGONAL_LANES, diagonal as i64);
    let squares = _mm512_or_si512(attacked, sliders);
    let step = |set| _mm512_and_si512(arrive, _mm512_rolv_epi64(set, back));
    let mut weights = _mm512_sub_epi8(_mm512_setzero_si512(), tally(held));
    let mut run = step(open);
    for _ in 0..7 {
        weights = _mm512_add_epi8(weights, tally(_mm512_and_si512(run, squares)));
        run = step(_mm512_and_si512(empty, run));
    }
    let moves = _mm512_reduce_add_epi64(_mm512_popcnt_epi64(attacked));
    (weights, moves as u64)
}

/// North-east, south-east, south-west, north-west.
const DIAGONAL_LANES: u8 = 0b1010_1010;

/// What each direction and its opposite, four lanes on, have together.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn lines(lanes: __m512i) -> AttackedLines {
    let both = _mm256_or_si256(
        _mm512_castsi512_si256(lanes),
        _mm512_extracti64x4_epi64::<1>(lanes),
    );
    AttackedLines {
        file: _mm256_extract_epi64::<0>(both) as u64,
        diagonal: _mm256_extract_epi64::<1>(both) as u64,
        rank: _mm256_extract_epi64::<2>(both) as u64,
        anti: _mm256_extract_epi64::<3>(both) as u64,
    }
}

/// Straight sliders in the even lanes, diagonal ones in the odd ones.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg,gfni")]
pub(super) fn slide(straight: u64, diagonal: u64, empty: u64) -> __m512i {
    let straight = _mm512_set1_epi64(straight as i64);
    let sources = _mm512_mask_set1_epi64(straight, DIAGONAL_LANES, diagonal as i64);
    fill(sources, empty, &STEPS, &ARRIVALS)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg,gfni")]
pub(super) fn slide_back(sources: u64, empty: u64) -> __m512i {
    fill(
        _mm512_set1_epi64(sources as i64),
        empty,
        &opposite(STEPS),
        &opposite(ARRIVALS),
    )
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg,gfni")]
pub(super) fn intersect(a: __m512i, b: __m512i) -> u64 {
    _mm512_reduce_or_epi64(_mm512_and_si512(a, b)) as u64
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg,gfni")]
pub(super) fn add(bytes: __m512i, set: u64, number: i8) -> __m512i {
    _mm512_mask_add_epi8(bytes, set, bytes, _mm512_set1_epi8(number))
}

/// One byte of a register.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn byte(bytes: __m512i, index: usize) -> i8 {
    let place = _mm512_castsi128_si512(_mm_cvtsi32_si128(index as i32));
    let first = _mm512_permutexvar_epi8(place, bytes);
    _mm_cvtsi128_si32(_mm512_castsi512_si128(first)) as i8
}

/// Products of bytes without sign (the weights, their highest bit turned over) and bytes with sign.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn dot(weights: __m512i, numbers: __m512i) -> i64 {
    let biased = _mm512_xor_si512(weights, _mm512_set1_epi8(i8::MIN));
    let pairs = _mm512_maddubs_epi16(biased, numbers);
    let sums = _mm512_madd_epi16(pairs, _mm512_set1_epi16(1));
    i64::from(_mm512_reduce_add_epi32(sums))
}
