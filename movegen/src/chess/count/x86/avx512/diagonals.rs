//! Kogge-Stone fills along diagonals (Chess Programming Wiki, "Kogge-Stone Algorithm"). The
//! propagators depend on the empty squares alone, so both sides share them.

use std::arch::x86_64::_mm512_setzero_si512;

use super::vectors::*;
use crate::chess::board::attacks::{NOT_A, NOT_H};

/// The propagators of one direction: the squares that can be reached by one step, by two and by four.
pub(super) struct Propagators {
    one: Bitboards,
    two: Bitboards,
    four: Bitboards,
}

impl Propagators {
    /// `reachable` are the squares that one step can reach without wrapping around the edge.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn new<const OFFSET: i32>(empty: Bitboards, reachable: u64) -> Propagators {
        let one = and(empty, broadcast(reachable));
        let two = and(one, shift(one, OFFSET));
        let four = and(two, shift(two, 2 * OFFSET));
        Propagators { one, two, four }
    }

    /// For a board without diagonal sliders.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn none() -> Propagators {
        let none = _mm512_setzero_si512();
        Propagators {
            one: none,
            two: none,
            four: none,
        }
    }

    /// Returns the attacks of sliders.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn fill<const OFFSET: i32>(&self, sliders: Bitboards, reachable: u64) -> Bitboards {
        let mut filled = sliders;
        filled = or(filled, and(self.one, shift(filled, OFFSET)));
        filled = or(filled, and(self.two, shift(filled, 2 * OFFSET)));
        filled = or(filled, and(self.four, shift(filled, 4 * OFFSET)));
        and(shift(filled, OFFSET), broadcast(reachable))
    }
}

/// The propagators of the four diagonal directions.
pub(super) struct Diagonals {
    pub north_east: Propagators,
    pub south_west: Propagators,
    pub north_west: Propagators,
    pub south_east: Propagators,
}

impl Diagonals {
    /// For boards without diagonal sliders.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn none() -> Diagonals {
        Diagonals {
            north_east: Propagators::none(),
            south_west: Propagators::none(),
            north_west: Propagators::none(),
            south_east: Propagators::none(),
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn new(empty: Bitboards) -> Diagonals {
        Diagonals {
            north_east: Propagators::new::<9>(empty, NOT_A),
            south_west: Propagators::new::<-9>(empty, NOT_H),
            north_west: Propagators::new::<7>(empty, NOT_H),
            south_east: Propagators::new::<-7>(empty, NOT_A),
        }
    }
}
