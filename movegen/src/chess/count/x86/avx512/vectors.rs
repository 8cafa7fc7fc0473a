//! A word for each of eight positions, and what can be done with it.

use std::arch::x86_64::*;

/// A word for each of eight positions.
pub(super) type Bitboards = __m512i;

pub(super) const A: u64 = 0x0101_0101_0101_0101;
pub(super) const H: u64 = A << 7;
pub(super) const NOT_A: u64 = !A;
pub(super) const NOT_H: u64 = !H;
pub(super) const NOT_AB: u64 = !(A | A << 1);
pub(super) const NOT_GH: u64 = !(H | H >> 1);

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn all(word: u64) -> Bitboards {
    _mm512_set1_epi64(word as i64)
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn and(a: Bitboards, b: Bitboards) -> Bitboards {
    _mm512_and_si512(a, b)
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn or(a: Bitboards, b: Bitboards) -> Bitboards {
    _mm512_or_si512(a, b)
}

/// `(a & b) | c`
pub(super) const AND_OR: i32 = 0xea;
/// `(a ^ b) & c`
pub(super) const XOR_AND: i32 = 0x28;
/// `(a ^ b) | c`
pub(super) const XOR_OR: i32 = 0xbe;
/// `a & b & c`
pub(super) const ALL_THREE: i32 = 0x80;
/// `a | (b & !c)`
pub(super) const OR_WITHOUT: i32 = 0xf4;

/// `a & !b`
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn without(a: Bitboards, b: Bitboards) -> Bitboards {
    _mm512_andnot_si512(b, a)
}

/// Every square moved by so many; what leaves the board is gone, what crosses its edge is not.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn shift(set: Bitboards, offset: i32) -> Bitboards {
    if offset >= 0 {
        _mm512_sllv_epi64(set, all(offset as u64))
    } else {
        _mm512_srlv_epi64(set, all(-offset as u64))
    }
}

/// The lanes in which two sets meet, as the compiler sees them: a register of which nothing is known.
/// Else it looks for the lanes in which they do not meet, and mixes by a move of its own what one
/// instruction could have written to some lanes alone.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
pub(super) fn lanes_that_meet(a: Bitboards, b: Bitboards) -> u8 {
    let mut lanes = _mm512_test_epi64_mask(a, b);
    // SAFETY: the assembly is a comment, so it executes nothing and keeps the value of the operand.
    unsafe {
        std::arch::asm!("/* {0} */", inout(kreg) lanes, options(pure, nomem, nostack, preserves_flags));
    }
    lanes
}

/// Adds the number of squares of a set.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
pub(super) fn add_count(sum: Bitboards, set: Bitboards) -> Bitboards {
    _mm512_add_epi64(sum, _mm512_popcnt_epi64(set))
}

/// Turns every rank round: the a-file becomes the h-file.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
pub(super) fn mirror(set: Bitboards) -> Bitboards {
    _mm512_gf2p8affine_epi64_epi8(set, all(0x8040_2010_0804_0201), 0)
}

/// Files become ranks; the first rank becomes the h-file.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
pub(super) fn transpose(set: Bitboards) -> Bitboards {
    _mm512_gf2p8affine_epi64_epi8(all(0x8040_2010_0804_0201), set, 0)
}

/// What sliders attack towards the upper end of each byte.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn along(occupied: Bitboards, sliders: Bitboards) -> Bitboards {
    let next = _mm512_add_epi8(sliders, sliders);
    _mm512_xor_si512(occupied, _mm512_sub_epi8(occupied, next))
}

/// Undoes [`transpose`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
pub(super) fn back(set: Bitboards) -> Bitboards {
    mirror(_mm512_gf2p8affine_epi64_epi8(
        all(0x0102_0408_1020_4080),
        set,
        0,
    ))
}

/// Squares that knights attack.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn knights(set: Bitboards) -> Bitboards {
    let one = or(
        and(shift(set, 1), all(NOT_A)),
        and(shift(set, -1), all(NOT_H)),
    );
    let two = or(
        and(shift(set, 2), all(NOT_AB)),
        and(shift(set, -2), all(NOT_GH)),
    );
    or(
        or(shift(one, 16), shift(one, -16)),
        or(shift(two, 8), shift(two, -8)),
    )
}

/// Squares beside those of the set, and the set.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn around(set: Bitboards) -> Bitboards {
    let row = or(
        set,
        or(
            and(shift(set, 1), all(NOT_A)),
            and(shift(set, -1), all(NOT_H)),
        ),
    );
    or(row, or(shift(row, 8), shift(row, -8)))
}
