//! The ways of bishops and queens along diagonals.

use super::vectors::*;

/// Where sliders can go on in one direction: by one square, by two, by four.
pub(super) struct Propagators {
    one: Bitboards,
    two: Bitboards,
    four: Bitboards,
}

impl Propagators {
    /// `arrive` are the squares that can be entered without crossing the edge.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn new<const OFFSET: i32>(empty: Bitboards, arrive: u64) -> Propagators {
        let one = and(empty, all(arrive));
        let two = and(one, shift(one, OFFSET));
        let four = and(two, shift(two, 2 * OFFSET));
        Propagators { one, two, four }
    }

    /// What sliders attack.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn fill<const OFFSET: i32>(&self, sliders: Bitboards, arrive: u64) -> Bitboards {
        let mut reach = sliders;
        reach = or(reach, and(self.one, shift(reach, OFFSET)));
        reach = or(reach, and(self.two, shift(reach, 2 * OFFSET)));
        reach = or(reach, and(self.four, shift(reach, 4 * OFFSET)));
        and(shift(reach, OFFSET), all(arrive))
    }
}

/// The ways of bishops: the same for both sides.
pub(super) struct Diagonals {
    pub north_east: Propagators,
    pub south_west: Propagators,
    pub north_west: Propagators,
    pub south_east: Propagators,
}

impl Diagonals {
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
