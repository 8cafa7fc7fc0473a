//! A set of squares in one 64-bit word.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use crate::chess::Square;

/// A set of squares, ordered a1 to h8: bit 0 is a1, bit 63 is h8.
///
/// `Display` draws it, White's side at the bottom:
///
/// ```
/// use movegen::chess::{Bitboard, Square};
/// let long_diagonal: Bitboard = [Square::A1, Square::D4, Square::H8].into_iter().collect();
/// assert_eq!(long_diagonal.to_string(), "\
/// . . . . . . . X
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . X . . . .
/// . . . . . . . .
/// . . . . . . . .
/// X . . . . . . .
/// ");
/// assert_eq!(long_diagonal.len(), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// Squares of the colour of a1.
    pub(crate) const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

    /// The empty set.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const ALL: Bitboard = Bitboard(!0);

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u8 & 1 == 1
    }

    /// The number of squares.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it has no squares.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest square, if there is one.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_index(self.0.trailing_zeros() as usize))
        }
    }

    /// The squares of the set that are not in `other`.
    #[inline]
    pub const fn without(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}
impl BitOr for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}
impl BitXor for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}
impl Sub for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn sub(self, other: Bitboard) -> Bitboard {
        self.without(other)
    }
}
impl Not for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}
impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}
impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}
impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Bitboard) {
        self.0 ^= other.0;
    }
}

impl From<Square> for Bitboard {
    /// The set of one square.
    #[inline]
    fn from(square: Square) -> Bitboard {
        square.bitboard()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares
            .into_iter()
            .fold(Bitboard::EMPTY, |set, square| set | square.bitboard())
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline]
    fn into_iter(self) -> Squares {
        Squares(bits(self.0))
    }
}

/// The squares of a [`Bitboard`], ascending.
#[derive(Clone, Debug)]
pub struct Squares(Bits);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.next().map(Square::from_index)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Squares {}

impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let square = Square::from_index(rank * 8 + file);
                f.write_str(if self.contains(square) { "X" } else { "." })?;
                f.write_str(if file == 7 { "\n" } else { " " })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// The indices of the set bits, ascending.
///
/// An iterator and not a function that takes a closure: a loop's body is always part of the
/// function around it, so the variables that it changes stay in registers.
#[inline(always)]
pub(crate) fn bits(set: u64) -> Bits {
    Bits(set)
}

/// The iterator that [`bits`] returns.
#[derive(Clone, Debug)]
pub(crate) struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as usize & 63;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

/// Returns `line` if the square is in `set`, otherwise the empty set.
#[inline(always)]
pub(crate) fn if_in(set: u64, square: usize, line: u64) -> u64 {
    (set >> square & 1).wrapping_neg() & line
}

/// The bits that are set in at least one and in at least two of the sets.
#[inline(always)]
pub(crate) fn once_and_twice<const SETS: usize>(sets: [u64; SETS]) -> (u64, u64) {
    let (mut once, mut twice) = (0, 0);
    for set in sets {
        twice |= once & set;
        once |= set;
    }
    (once, twice)
}
