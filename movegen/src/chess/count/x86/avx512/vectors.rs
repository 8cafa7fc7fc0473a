//! Basic operations on registers of eight words: a bitboard for each of eight boards.

use std::arch::x86_64::*;

use crate::chess::board::attacks::{NOT_A, NOT_AB, NOT_GH, NOT_H};

/// A bitboard for each of eight boards.
pub(super) type Bitboards = __m512i;

/// The same word in every lane.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn broadcast(word: u64) -> Bitboards {
    _mm512_set1_epi64(word as i64)
}

/// `a & b`
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn and(a: Bitboards, b: Bitboards) -> Bitboards {
    _mm512_and_si512(a, b)
}

/// `a | b`
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn or(a: Bitboards, b: Bitboards) -> Bitboards {
    _mm512_or_si512(a, b)
}

// Truth tables for `vpternlogq`.

/// `(a & b) | c`
pub(super) const AND_OR: i32 = 0xea;
/// `(a ^ b) & c`
pub(super) const XOR_AND: i32 = 0x28;
/// `(a ^ b) | c`
pub(super) const XOR_OR: i32 = 0xbe;
/// `a & b & c`
pub(super) const AND_AND: i32 = 0x80;
/// `a | (b & !c)`
pub(super) const OR_AND_NOT: i32 = 0xf4;
/// `a ^ b ^ c`
pub(super) const XOR_XOR: i32 = 0x96;
/// `(a & !b) | c`
pub(super) const AND_NOT_OR: i32 = 0xba;

/// `a & !b`
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn and_not(a: Bitboards, b: Bitboards) -> Bitboards {
    _mm512_andnot_si512(b, a)
}

/// Moves every square by `offset`. Squares that leave the board are dropped; the caller masks those
/// that wrap around the a-file or h-file.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn shift(set: Bitboards, offset: i32) -> Bitboards {
    if offset >= 0 {
        _mm512_sllv_epi64(set, broadcast(offset as u64))
    } else {
        _mm512_srlv_epi64(set, broadcast(-offset as u64))
    }
}

/// Returns the lanes in which two sets intersect, as a mask that the compiler knows nothing about.
/// Otherwise it would compute the opposite mask and replace a masked instruction by an unmasked one
/// and a masked move.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
pub(super) fn intersecting_lanes(a: Bitboards, b: Bitboards) -> u8 {
    let mut lanes = _mm512_test_epi64_mask(a, b);
    // SAFETY: the assembly is a comment, so it executes nothing and keeps the value of the operand.
    unsafe {
        std::arch::asm!("/* {0} */", inout(kreg) lanes, options(pure, nomem, nostack, preserves_flags));
    }
    lanes
}

/// Adds the number of squares in each set.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
pub(super) fn add_count(sum: Bitboards, set: Bitboards) -> Bitboards {
    _mm512_add_epi64(sum, _mm512_popcnt_epi64(set))
}

/// Mirrors every rank: the a-file becomes the h-file.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
pub(super) fn mirror(set: Bitboards) -> Bitboards {
    _mm512_gf2p8affine_epi64_epi8(set, broadcast(0x8040_2010_0804_0201), 0)
}

/// Turns files into ranks; the first rank becomes the h-file.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
pub(super) fn transpose(set: Bitboards) -> Bitboards {
    _mm512_gf2p8affine_epi64_epi8(broadcast(0x8040_2010_0804_0201), set, 0)
}

/// The inverse of [`transpose`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
pub(super) fn untranspose(set: Bitboards) -> Bitboards {
    mirror(_mm512_gf2p8affine_epi64_epi8(
        broadcast(0x0102_0408_1020_4080),
        set,
        0,
    ))
}

/// Returns the attacks of sliders towards the upper end of each byte: `o ^ (o - 2s)` (Chess
/// Programming Wiki, "Subtracting a Rook from a Blocking Piece").
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn attacks_up_byte(occupied: Bitboards, sliders: Bitboards) -> Bitboards {
    let next = _mm512_add_epi8(sliders, sliders);
    _mm512_xor_si512(occupied, _mm512_sub_epi8(occupied, next))
}

/// Returns the squares that knights attack.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn knight_attacks(set: Bitboards) -> Bitboards {
    let one = or(
        and(shift(set, 1), broadcast(NOT_A)),
        and(shift(set, -1), broadcast(NOT_H)),
    );
    let two = or(
        and(shift(set, 2), broadcast(NOT_AB)),
        and(shift(set, -2), broadcast(NOT_GH)),
    );
    or(
        or(shift(one, 16), shift(one, -16)),
        or(shift(two, 8), shift(two, -8)),
    )
}

/// Returns the squares of the set and all squares next to them.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn neighborhood(set: Bitboards) -> Bitboards {
    let row = or(
        set,
        or(
            and(shift(set, 1), broadcast(NOT_A)),
            and(shift(set, -1), broadcast(NOT_H)),
        ),
    );
    or(row, or(shift(row, 8), shift(row, -8)))
}
