//! A list of moves without allocation.

use std::fmt;
use std::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;

use crate::chess::Move;

/// No position has more moves, legal or not.
///
/// With `k` pieces that can move there are at most `27 k` moves and at most `16 (64 - k)` (eight
/// rays and eight knight jumps reach a square), hence at most 648. Promotions count five times: at
/// most 120 more (three pawns for each of eight squares, five pieces). Positions with drops have at
/// most 32 pieces, the pocket included: 16 pawns can become queens or knights, and whichever they become,
/// moves and at most 200 drops are fewer. A larger list costs time wherever it is copied.
const CAPACITY: usize = 768;

/// The moves of one position, stored inline: a list without allocation.
///
/// It dereferences to a slice of moves and iterates like a `Vec`:
///
/// ```
/// use movegen::chess::{Move, Position};
/// let moves = Position::startpos().legal_moves();
/// assert_eq!(moves.len(), 20);
/// let mut sorted: Vec<Move> = moves.into_iter().collect();
/// sorted.sort();
/// assert_eq!(sorted.len(), 20);
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct MoveList(ArrayVec<Move, CAPACITY>);

impl MoveList {
    /// An empty list.
    #[inline]
    pub const fn new() -> MoveList {
        MoveList(ArrayVec::new_const())
    }

    /// Appends a move.
    ///
    /// # Panics
    /// With more moves than any position has (768).
    #[inline(always)]
    pub fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }

    /// Keeps the moves for which `keep` is true, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        self.0.retain(|mv| keep(*mv));
    }
}

impl Deref for MoveList {
    type Target = [Move];
    #[inline]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.0
    }
}

impl Extend<Move> for MoveList {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        self.0.extend(moves);
    }
}

impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveList {
        MoveList(moves.into_iter().collect())
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = MoveListIter;
    #[inline]
    fn into_iter(self) -> MoveListIter {
        MoveListIter(self.0.into_iter())
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The moves of a [`MoveList`], by value.
#[derive(Clone, Debug)]
pub struct MoveListIter(arrayvec::IntoIter<Move, CAPACITY>);

impl Iterator for MoveListIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        self.0.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for MoveListIter {
    #[inline]
    fn next_back(&mut self) -> Option<Move> {
        self.0.next_back()
    }
}

impl ExactSizeIterator for MoveListIter {}
