//! Rings: the six neighbours of a hex, and tables indexed by which of them are occupied.
//!
//! The neighbours of a hex form a ring, and runs of occupied neighbours form arcs on it. A ring is
//! a number of 6 bits, one for each direction.

/// The directions in which a piece may slide: the target is empty, and exactly one of the two hexes
/// that touch both ends is occupied. With both occupied the piece does not fit through; with none it
/// loses contact with the hive.
pub(crate) static SLIDES: [u8; 64] = {
    let mut all = [0; 64];
    let mut ring = 0;
    while ring < 64 {
        let (left, right) = beside(ring);
        all[ring] = ((left ^ right) & !ring & 63) as u8;
        ring += 1;
    }
    all
};

/// The number of occupied neighbours.
pub(crate) static SIZE: [u8; 64] = {
    let mut all = [0; 64];
    let mut ring = 0;
    while ring < 64 {
        all[ring] = ring.count_ones() as u8;
        ring += 1;
    }
    all
};

/// The number of directions in which a piece may slide.
pub(crate) static SLIDE_COUNT: [u8; 64] = {
    let mut all = [0; 64];
    let mut ring = 0;
    while ring < 64 {
        all[ring] = SLIDES[ring].count_ones() as u8;
        ring += 1;
    }
    all
};

/// The first piece of each arc; empty for the full ring, which has no ends.
pub(crate) static ARC_HEADS: [u8; 64] = {
    let mut all = [0; 64];
    let mut ring = 0;
    while ring < 64 {
        let (left, _) = beside(ring);
        all[ring] = (ring & !left) as u8;
        ring += 1;
    }
    all
};

/// The number of arcs; 0 for the full ring.
pub(crate) static ARCS: [u8; 64] = {
    let mut all = [0; 64];
    let mut ring = 0;
    while ring < 64 {
        all[ring] = ARC_HEADS[ring].count_ones() as u8;
        ring += 1;
    }
    all
};

/// For each direction, whether its left neighbour is on the ring, and whether its right one is.
const fn beside(ring: usize) -> (usize, usize) {
    let left = (ring << 1 | ring >> 5) & 63;
    let right = (ring >> 1 | ring << 5) & 63;
    (left, right)
}

/// The ring of a hex by colour: White's pieces in the lower 6 bits, Black's in the next 6. The piece
/// on top of each neighbour decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ring(pub(crate) u16);

impl Ring {
    /// Both colours together.
    #[inline(always)]
    pub(crate) const fn occupied(self) -> usize {
        ((self.0 | self.0 >> 6) & 63) as usize
    }

    /// One colour alone: 0 for White, 1 for Black.
    #[inline(always)]
    pub(crate) const fn of_color(self, color: usize) -> usize {
        (self.0 >> (6 * (color & 1)) & 63) as usize
    }

    /// The bit of a neighbour.
    #[inline(always)]
    pub(crate) const fn bit(color: usize, direction: usize) -> u16 {
        1 << (6 * color + direction)
    }

    /// What an empty hex with this ring adds to the census of empty hexes.
    #[inline(always)]
    pub(crate) fn census(self) -> Census {
        Census(CENSUS[self.0 as usize & 4095])
    }
}

/// Four numbers of empty hexes beside the hive, packed into one word: those that touch only White,
/// those that touch only Black, all of them, and those that touch more than one arc.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Census(u32);

impl Census {
    /// Empty hexes that touch only this colour, on which it may place pieces.
    #[inline(always)]
    pub(crate) const fn free(self, color: usize) -> u32 {
        self.0 >> (8 * (color & 1)) & 255
    }

    /// Empty hexes beside the hive.
    #[inline(always)]
    pub(crate) const fn rim(self) -> u32 {
        self.0 >> 16 & 255
    }

    /// Whether every hex of the rim touches a single arc of the hive.
    #[inline(always)]
    pub(crate) const fn is_even(self) -> bool {
        self.0 >> 24 == 0
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, other: Census) {
        self.0 = self.0.wrapping_add(other.0);
    }

    #[inline(always)]
    pub(crate) fn subtract(&mut self, other: Census) {
        self.0 = self.0.wrapping_sub(other.0);
    }

    /// Adds the change from one census to another if `counts` is true.
    #[inline(always)]
    pub(crate) fn change(&mut self, from: Census, to: Census, counts: bool) {
        let mask = (counts as u32).wrapping_neg();
        self.0 = self.0.wrapping_add(to.0.wrapping_sub(from.0) & mask);
    }
}

static CENSUS: [u32; 4096] = {
    let mut all = [0; 4096];
    let mut index = 1;
    while index < 4096 {
        let ring = Ring(index as u16);
        let (white, black) = (ring.of_color(0), ring.of_color(1));
        let free_white = (black == 0) as u32;
        let free_black = (white == 0) as u32;
        let uneven = (ARCS[ring.occupied()] > 1) as u32;
        all[index] = free_white | free_black << 8 | 1 << 16 | uneven << 24;
        index += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slides_and_arcs_of_typical_rings() {
        assert_eq!((SLIDES[1], ARCS[1]), (0b100010, 1));
        // Two adjacent pieces; two with a gap of one hex, which is a gate; a pocket; a hole.
        assert_eq!((SLIDES[0b11], ARCS[0b11]), (0b100100, 1));
        assert_eq!((SLIDES[0b101], ARCS[0b101]), (0b101000, 2));
        assert_eq!((SLIDES[0b11111], ARCS[0b11111]), (0, 1));
        assert_eq!((SLIDES[63], ARCS[63]), (0, 0));
        assert_eq!((SLIDES[0], ARCS[0]), (0, 0));
    }

    #[test]
    fn the_census_counts_free_hexes() {
        let mut census = Census::default();
        census.add(Ring(0b11).census());
        census.add(Ring(0b1 << 6).census());
        census.add(Ring(0b100 << 6 | 1).census());
        assert_eq!(
            (
                census.free(0),
                census.free(1),
                census.rim(),
                census.is_even()
            ),
            (1, 1, 3, false)
        );
        census.subtract(Ring(0b100 << 6 | 1).census());
        assert!(census.is_even());
        census.change(Ring(0).census(), Ring(1).census(), true);
        census.change(Ring(0).census(), Ring(1).census(), false);
        assert_eq!((census.free(0), census.rim()), (2, 3));
    }
}
