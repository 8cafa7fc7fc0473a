//! What the enemy's men do to the king, and to those who stand before him.

use std::arch::x86_64::*;

use super::diagonals::Diagonals;
use super::king_square::{KingSquare, rays};
use super::vectors::*;

/// What the enemy's men do to the king and to those who stand before him.
pub(super) struct ChecksAndPins {
    /// Squares on which men other than the king answer every check.
    pub answers: Bitboards,
    /// Squares that the enemy attacks.
    pub danger: Bitboards,
    /// Men pinned along ranks, files, and the two kinds of diagonal.
    pub pinned_rank: Bitboards,
    pub pinned_file: Bitboards,
    pub pinned_diagonal: Bitboards,
    pub pinned_anti: Bitboards,
}

impl ChecksAndPins {
    /// PendingMoves the check that comes along a line, if any, and returns the men pinned on it. `rays` are
    /// the king's on this line, `attacked` is what the sliders attack along such lines. One move
    /// cannot open a check from both sides of a line.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq")]
    fn along(
        &mut self,
        around: &Occupancy,
        rays: Bitboards,
        attacked: Bitboards,
        sliders: Bitboards,
        near: u64,
    ) -> Bitboards {
        let hit = lanes_that_meet(rays, sliders);
        let way = _mm512_ternarylogic_epi64::<{ AND_OR }>(attacked, around.empty, sliders);
        self.answers =
            _mm512_mask_ternarylogic_epi64::<{ ALL_THREE }>(self.answers, hit, rays, way);
        // The square behind the king, too.
        self.danger =
            _mm512_mask_ternarylogic_epi64::<{ OR_WITHOUT }>(self.danger, hit, all(near), sliders);
        _mm512_ternarylogic_epi64::<{ ALL_THREE }>(rays, attacked, around.ours)
    }

    /// What rooks and queens do.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512cd,gfni")]
    pub(super) fn by_straight(
        &mut self,
        around: &Occupancy,
        sliders: Bitboards,
        home: &KingSquare,
    ) {
        let occupied = around.occupied;
        let mirrored = mirror(occupied);
        let by_rank = or(
            along(occupied, sliders),
            mirror(along(mirrored, mirror(sliders))),
        );
        let east = _mm512_sub_epi8(occupied, all(home.east));
        let west = _mm512_sub_epi8(mirrored, all(home.west));
        let west = mirror(_mm512_xor_si512(mirrored, west));
        let on_rank = _mm512_ternarylogic_epi64::<{ XOR_OR }>(occupied, east, west);
        let (turned, turned_sliders) = (transpose(occupied), transpose(sliders));
        let by_file = back(or(
            along(turned, turned_sliders),
            mirror(along(mirror(turned), mirror(turned_sliders))),
        ));
        let on_file = rays(occupied, &home.file);
        self.danger = or(self.danger, or(by_rank, by_file));
        self.pinned_rank = self.along(around, on_rank, by_rank, sliders, home.near);
        self.pinned_file = self.along(around, on_file, by_file, sliders, home.file.near);
    }

    /// What bishops and queens do.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512cd,gfni")]
    pub(super) fn by_diagonal(
        &mut self,
        around: &Occupancy,
        ways: &Diagonals,
        sliders: Bitboards,
        home: &KingSquare,
    ) {
        let by_diagonal = or(
            ways.north_east.fill::<9>(sliders, NOT_A),
            ways.south_west.fill::<-9>(sliders, NOT_H),
        );
        let by_anti = or(
            ways.north_west.fill::<7>(sliders, NOT_H),
            ways.south_east.fill::<-7>(sliders, NOT_A),
        );
        let on_diagonal = rays(around.occupied, &home.diagonal);
        let on_anti = rays(around.occupied, &home.anti);
        self.danger = or(self.danger, or(by_diagonal, by_anti));
        self.pinned_diagonal = self.along(
            around,
            on_diagonal,
            by_diagonal,
            sliders,
            home.diagonal.near,
        );
        self.pinned_anti = self.along(around, on_anti, by_anti, sliders, home.anti.near);
    }
}

/// What stands around the king.
pub(super) struct Occupancy {
    pub occupied: Bitboards,
    pub empty: Bitboards,
    pub ours: Bitboards,
}
