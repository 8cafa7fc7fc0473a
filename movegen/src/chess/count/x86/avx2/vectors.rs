//! Basic operations on registers of four 64-bit words or 32 bytes.

use std::arch::x86_64::*;

/// The same word in every lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn broadcast(word: u64) -> __m256i {
    _mm256_set1_epi64x(word as i64)
}

/// A register of four words.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn from_words(words: [u64; 4]) -> __m256i {
    let [a, b, c, d] = words.map(|word| word as i64);
    _mm256_setr_epi64x(a, b, c, d)
}

/// The four words of a register.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn to_words(register: __m256i) -> [u64; 4] {
    let mut array = [0; 4];
    // SAFETY: the array is 32 bytes long, and the store needs no alignment.
    unsafe { _mm256_storeu_si256(array.as_mut_ptr().cast(), register) };
    array
}

/// The bitwise or of the four words.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn union(words: __m256i) -> u64 {
    let high = _mm256_extracti128_si256::<1>(words);
    let two = _mm_or_si128(_mm256_castsi256_si128(words), high);
    let one = _mm_or_si128(two, _mm_unpackhi_epi64(two, two));
    _mm_cvtsi128_si64(one) as u64
}

/// Adds the population count of each byte of `set` to that byte of `counts`: two table lookups, one
/// for each nibble (Wojciech Muła, Nathan Kurz and Daniel Lemire, "Faster Population Counts Using
/// AVX2 Instructions", 2018).
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn add_byte_counts(counts: __m256i, set: __m256i) -> __m256i {
    let nibble = _mm256_set1_epi8(15);
    let table = _mm256_broadcastsi128_si256(_mm_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
    ));
    let low = _mm256_shuffle_epi8(table, _mm256_and_si256(set, nibble));
    let high = _mm256_and_si256(_mm256_srli_epi64::<4>(set), nibble);
    let high = _mm256_shuffle_epi8(table, high);
    _mm256_add_epi8(counts, _mm256_add_epi8(low, high))
}

/// The sum of all bytes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn sum_bytes(bytes: __m256i) -> u64 {
    let words = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
    let high = _mm256_extracti128_si256::<1>(words);
    let two = _mm_add_epi64(_mm256_castsi256_si128(words), high);
    let one = _mm_add_epi64(two, _mm_unpackhi_epi64(two, two));
    _mm_cvtsi128_si64(one) as u64
}

/// Sum and carry of three bits.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn full_add(a: __m256i, b: __m256i, c: __m256i) -> (__m256i, __m256i) {
    let half = _mm256_xor_si256(a, b);
    let carry = _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(half, c));
    (_mm256_xor_si256(half, c), carry)
}

/// Transposes each block of four by four bits: bit `4 * i + j` of register `k` becomes bit
/// `4 * i + k` of register `j`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn transpose_4x4(rows: [__m256i; 4]) -> [__m256i; 4] {
    let [a, b, c, d] = rows;
    let (a, b) = swap::<1>(a, b, broadcast(0x5555_5555_5555_5555));
    let (c, d) = swap::<1>(c, d, broadcast(0x5555_5555_5555_5555));
    let (a, c) = swap::<2>(a, c, broadcast(0x3333_3333_3333_3333));
    let (b, d) = swap::<2>(b, d, broadcast(0x3333_3333_3333_3333));
    [a, b, c, d]
}

/// Swaps the bits of `b` in the mask with the bits of `a` that are `BY` places higher.
#[inline]
#[target_feature(enable = "avx2")]
fn swap<const BY: i32>(a: __m256i, b: __m256i, mask: __m256i) -> (__m256i, __m256i) {
    let difference = _mm256_xor_si256(_mm256_srli_epi64::<BY>(a), b);
    let difference = _mm256_and_si256(difference, mask);
    let a = _mm256_xor_si256(a, _mm256_slli_epi64::<BY>(difference));
    (a, _mm256_xor_si256(b, difference))
}

/// Adds up the four words of each register, byte by byte: word `k` of the result is the sum of
/// register `k`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn sum_words(registers: [__m256i; 4]) -> __m256i {
    let [a, b, c, d] = registers;
    let ab = _mm256_add_epi8(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
    let cd = _mm256_add_epi8(_mm256_unpacklo_epi64(c, d), _mm256_unpackhi_epi64(c, d));
    _mm256_add_epi8(
        _mm256_permute2x128_si256::<0x20>(ab, cd),
        _mm256_permute2x128_si256::<0x31>(ab, cd),
    )
}
