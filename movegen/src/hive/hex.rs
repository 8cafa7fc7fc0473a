//! Hexes of a board without edges, and the six directions.

/// The number of hexes in a row, and of rows.
const WIDTH: usize = 32;

/// The number of hexes.
pub(crate) const HEXES: usize = WIDTH * WIDTH;

/// A hex of the board.
///
/// The board is a torus of 32 by 32 hexes. The 28 pieces of a game are connected, so the hive never
/// reaches around the torus, and it may drift without limit. Only the relative places of pieces
/// have a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hex(u16);

impl Hex {
    /// Where the first piece of a game is placed.
    pub(crate) const ORIGIN: Hex = Hex::from_index(WIDTH / 2 * WIDTH + WIDTH / 2);

    #[inline(always)]
    pub(crate) const fn from_index(index: usize) -> Hex {
        Hex(index as u16 & (HEXES as u16 - 1))
    }

    /// The index of the hex, below 1024.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize & (HEXES - 1)
    }

    /// The neighbour in a direction. Each row continues in the next one, which shifts the seam of the
    /// torus by one row and is harmless.
    #[inline(always)]
    pub(crate) const fn to(self, direction: Direction) -> Hex {
        self.shifted(OFFSETS[direction & 7])
    }

    #[inline(always)]
    pub(crate) const fn shifted(self, offset: u16) -> Hex {
        Hex(self.0.wrapping_add(offset) & (HEXES as u16 - 1))
    }

    /// The six neighbours, clockwise from the north-west.
    pub fn neighbours(self) -> [Hex; 6] {
        std::array::from_fn(|direction| self.to(direction))
    }

    /// The offset from `origin` in columns to the right (0 to 31) and in rows down.
    #[inline(always)]
    pub(crate) const fn beyond(self, origin: Hex) -> (usize, usize) {
        let offset = Hex::from_index(HEXES + self.index() - origin.index()).index();
        (offset % WIDTH, offset / WIDTH)
    }
}

/// One of the six directions, clockwise: north-west, north-east, east, south-east, south-west,
/// west. Neighbours in neighbouring directions touch each other.
pub(crate) type Direction = usize;

/// The direction after a clockwise turn by this number of sixths.
#[inline(always)]
pub(crate) const fn turned(direction: Direction, sixths: usize) -> Direction {
    (direction + sixths) % 6
}

/// The offset of a hex's index in each direction. A column counts 1 and a row 32; each row is shifted
/// by half a hex to the right of the row above.
const OFFSETS: [u16; 8] = {
    let row = WIDTH as u16;
    let (up, left) = (row.wrapping_neg(), 1u16.wrapping_neg());
    [up, up + 1, 1, row, row - 1, left, 0, 0]
};

/// A set of hexes in insertion order.
pub(crate) struct Hexes {
    bits: [u64; HEXES / 64],
    list: [Hex; Hexes::CAPACITY],
    len: usize,
}

impl Hexes {
    /// The capacity: more than the hexes on and around any hive. 28 pieces in a line have 60 hexes
    /// around them, and no hive has as many as 6 per piece.
    const CAPACITY: usize = 256;

    pub(crate) const fn new() -> Hexes {
        Hexes {
            bits: [0; HEXES / 64],
            list: [Hex(0); Hexes::CAPACITY],
            len: 0,
        }
    }

    #[inline(always)]
    pub(crate) fn insert(&mut self, hex: Hex) {
        let (word, bit) = (hex.index() / 64, 1 << (hex.index() % 64));
        if self.bits[word] & bit == 0 {
            self.bits[word] |= bit;
            self.list[self.len % Hexes::CAPACITY] = hex;
            self.len += 1;
        }
    }

    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[Hex] {
        &self.list[..self.len]
    }

    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> Option<Hex> {
        (index < self.len).then(|| self.list[index % Hexes::CAPACITY])
    }

    #[inline(always)]
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// Removes all hexes, in time proportional to their number.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        for hex in &self.list[..self.len] {
            self.bits[hex.index() / 64] = 0;
        }
        self.len = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_directions_lead_to_neighbours() {
        for index in 0..HEXES {
            let hex = Hex::from_index(index);
            for direction in 0..6 {
                let (there, next) = (hex.to(direction), hex.to(turned(direction, 1)));
                assert_eq!(there.to(turned(direction, 2)), next);
                assert_eq!(there.to(turned(direction, 3)), hex);
            }
        }
    }

    #[test]
    fn a_hex_is_in_the_set_only_once() {
        let mut set = Hexes::new();
        let (one, other) = (Hex::ORIGIN, Hex::ORIGIN.to(2));
        for hex in [one, other, one] {
            set.insert(hex);
        }
        assert_eq!(set.as_slice(), [one, other]);
        set.clear();
        assert_eq!(set.len(), 0);
        set.insert(other);
        assert_eq!(set.as_slice(), [other]);
    }
}
