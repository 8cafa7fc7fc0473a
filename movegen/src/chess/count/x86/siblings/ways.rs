//! The ways of bishops and queens along diagonals.

use super::words::*;

/// Where sliders can go on in one direction: by one square, by two, by four.
pub(super) struct Way {
    one: Lanes,
    two: Lanes,
    four: Lanes,
}

impl Way {
    /// `arrive` are the squares that can be entered without crossing the edge.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn new<const OFFSET: i32>(empty: Lanes, arrive: u64) -> Way {
        let one = and(empty, all(arrive));
        let two = and(one, shift(one, OFFSET));
        let four = and(two, shift(two, 2 * OFFSET));
        Way { one, two, four }
    }

    /// What sliders attack.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn fill<const OFFSET: i32>(&self, sliders: Lanes, arrive: u64) -> Lanes {
        let mut reach = sliders;
        reach = or(reach, and(self.one, shift(reach, OFFSET)));
        reach = or(reach, and(self.two, shift(reach, 2 * OFFSET)));
        reach = or(reach, and(self.four, shift(reach, 4 * OFFSET)));
        and(shift(reach, OFFSET), all(arrive))
    }
}

/// The ways of bishops: the same for both sides.
pub(super) struct Ways {
    pub north_east: Way,
    pub south_west: Way,
    pub north_west: Way,
    pub south_east: Way,
}

impl Ways {
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn new(empty: Lanes) -> Ways {
        Ways {
            north_east: Way::new::<9>(empty, NOT_A),
            south_west: Way::new::<-9>(empty, NOT_H),
            north_west: Way::new::<7>(empty, NOT_H),
            south_east: Way::new::<-7>(empty, NOT_A),
        }
    }
}
