//! Checks, pins and attacked squares: what the enemy's pieces do to the king on each of eight boards.

use std::arch::x86_64::*;

use super::diagonals::Diagonals;
use super::king_square::{KingSquare, rays};
use super::vectors::*;
use crate::chess::board::attacks::{NOT_A, NOT_H};

/// What the enemy's pieces do to the king and its defenders.
pub(super) struct ChecksAndPins {
    /// The squares on which pieces other than the king may block or capture the checkers: all squares
    /// if there is no check.
    pub evasions: Bitboards,
    /// The squares that the enemy attacks.
    pub danger: Bitboards,
    /// The pieces pinned along ranks, files, diagonals and anti-diagonals.
    pub pinned_rank: Bitboards,
    pub pinned_file: Bitboards,
    pub pinned_diagonal: Bitboards,
    pub pinned_anti: Bitboards,
}

/// The pieces on the boards.
pub(super) struct Occupancy {
    pub occupied: Bitboards,
    pub empty: Bitboards,
    pub ours: Bitboards,
}

impl ChecksAndPins {
    /// Records a check along a line, if there is one, and returns the pieces pinned on it. `rays` are
    /// the king's rays on this line, `attacked` the squares that the sliders attack along lines of
    /// this kind. There is at most one checker on a line, because one move cannot open both sides of
    /// it.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq")]
    fn along_line(
        &mut self,
        occupancy: &Occupancy,
        rays: Bitboards,
        attacked: Bitboards,
        sliders: Bitboards,
        near: u64,
    ) -> Bitboards {
        let check = intersecting_lanes(rays, sliders);
        let path = _mm512_ternarylogic_epi64::<{ AND_OR }>(attacked, occupancy.empty, sliders);
        self.evasions =
            _mm512_mask_ternarylogic_epi64::<{ AND_AND }>(self.evasions, check, rays, path);
        // The square behind the king is attacked, too.
        self.danger = _mm512_mask_ternarylogic_epi64::<{ OR_AND_NOT }>(
            self.danger,
            check,
            broadcast(near),
            sliders,
        );
        _mm512_ternarylogic_epi64::<{ AND_AND }>(rays, attacked, occupancy.ours)
    }

    /// Adds the enemy's rooks and queens.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512cd,gfni")]
    pub(super) fn add_straight(
        &mut self,
        occupancy: &Occupancy,
        sliders: Bitboards,
        king: &KingSquare,
    ) {
        let occupied = occupancy.occupied;
        let mirrored = mirror(occupied);
        let by_rank = or(
            attacks_up_byte(occupied, sliders),
            mirror(attacks_up_byte(mirrored, mirror(sliders))),
        );
        let east = _mm512_sub_epi8(occupied, broadcast(king.east));
        let west = _mm512_sub_epi8(mirrored, broadcast(king.west));
        let west = mirror(_mm512_xor_si512(mirrored, west));
        let rank_rays = _mm512_ternarylogic_epi64::<{ XOR_OR }>(occupied, east, west);
        let (transposed, transposed_sliders) = (transpose(occupied), transpose(sliders));
        let by_file = untranspose(or(
            attacks_up_byte(transposed, transposed_sliders),
            mirror(attacks_up_byte(
                mirror(transposed),
                mirror(transposed_sliders),
            )),
        ));
        let file_rays = rays(occupied, &king.file);
        self.danger = or(self.danger, or(by_rank, by_file));
        self.pinned_rank = self.along_line(occupancy, rank_rays, by_rank, sliders, king.near);
        self.pinned_file = self.along_line(occupancy, file_rays, by_file, sliders, king.file.near);
    }

    /// Adds the enemy's bishops and queens.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512cd,gfni")]
    pub(super) fn add_diagonal(
        &mut self,
        occupancy: &Occupancy,
        diagonals: &Diagonals,
        sliders: Bitboards,
        king: &KingSquare,
    ) {
        let by_diagonal = or(
            diagonals.north_east.fill::<9>(sliders, NOT_A),
            diagonals.south_west.fill::<-9>(sliders, NOT_H),
        );
        let by_anti = or(
            diagonals.north_west.fill::<7>(sliders, NOT_H),
            diagonals.south_east.fill::<-7>(sliders, NOT_A),
        );
        let diagonal_rays = rays(occupancy.occupied, &king.diagonal);
        let anti_rays = rays(occupancy.occupied, &king.anti);
        self.danger = or(self.danger, or(by_diagonal, by_anti));
        self.pinned_diagonal = self.along_line(
            occupancy,
            diagonal_rays,
            by_diagonal,
            sliders,
            king.diagonal.near,
        );
        self.pinned_anti = self.along_line(occupancy, anti_rays, by_anti, sliders, king.anti.near);
    }
}
