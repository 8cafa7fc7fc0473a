//! Perft statistics: captures, checks, mates and other properties of the leaves.
//!
//! Published tables differ in what they count. The rules here:
//!
//! - only the last move counts, not those before it;
//! - a capture en passant is also a capture, and a promotion can be a capture;
//! - checks include checkmates; for the other convention see [`Statistics::checks_without_mates`];
//! - a check is discovered if the piece that moved is not among the checkers, and double if there
//!   are two checkers or more, checkmates included in both; a double check by two discovered
//!   attackers (possible en passant) is both; for the other convention see
//!   [`Statistics::double_without_mates`];
//! - in castling, the rook is the piece that moved;
//! - draws by repetition, by move counters and by material are ignored.

mod counter;
mod king;
mod leaves;

pub use counter::StatisticsCounter;

use crate::perft::Tally;

/// A property of leaves. A leaf can have several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Category {
    /// Every leaf.
    Nodes,
    /// The last move is a capture, en passant included.
    Captures,
    /// It is a capture en passant.
    EnPassant,
    /// It castles.
    Castles,
    /// It promotes to a knight.
    ToKnight,
    /// It promotes to a bishop.
    ToBishop,
    /// It promotes to a rook.
    ToRook,
    /// It promotes to a queen.
    ToQueen,
    /// The side to move is in check, checkmated or not.
    Checks,
    /// In check, but not by the piece that moved last.
    Discovered,
    /// In check by two pieces or more, checkmated or not.
    Double,
    /// Checkmated by two checkers or more.
    DoubleMates,
    /// Checkmated.
    Checkmates,
    /// Not in check, and without a legal move.
    Stalemates,
}

/// The number of categories.
const CATEGORIES: usize = 14;

/// The number of leaves in each [`Category`].
///
/// ```
/// use movegen::chess::{StatisticsCounter, Category, Position};
/// use movegen::perft::{Perft, Stop};
/// let outcome = Perft::new(4).run(&Position::startpos(), &StatisticsCounter, &Stop::new(), |_| {}).unwrap();
/// assert_eq!(outcome.total.get(Category::Nodes), 197_281);
/// assert_eq!(outcome.total.get(Category::Checks), 469);
/// assert_eq!(outcome.total.checks_without_mates(), 461);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics([u128; CATEGORIES]);

impl Statistics {
    /// The number of leaves of one category.
    pub fn get(&self, category: Category) -> u128 {
        self.0[category as usize]
    }

    /// The number of leaves whose last move promotes.
    pub fn promotions(&self) -> u128 {
        use Category::{ToBishop, ToKnight, ToQueen, ToRook};
        let all = [ToKnight, ToBishop, ToRook, ToQueen].into_iter();
        all.map(|category| self.get(category)).sum()
    }

    /// The number of leaves in check but not checkmated.
    pub fn checks_without_mates(&self) -> u128 {
        self.get(Category::Checks) - self.get(Category::Checkmates)
    }

    /// The number of leaves in check by two pieces or more but not checkmated.
    pub fn double_without_mates(&self) -> u128 {
        self.get(Category::Double) - self.get(Category::DoubleMates)
    }
}

impl Tally for Statistics {
    type Small = LeafStatistics;

    const LEAF: LeafStatistics = {
        let mut leaf = LeafStatistics([0; CATEGORIES]);
        leaf.0[Category::Nodes as usize] = 1;
        leaf
    };

    fn checked_add(mut self, other: Statistics) -> Option<Statistics> {
        for (sum, more) in self.0.iter_mut().zip(other.0) {
            *sum = sum.checked_add(more)?;
        }
        Some(self)
    }

    fn checked_mul(mut self, times: u128) -> Option<Statistics> {
        for sum in &mut self.0 {
            *sum = sum.checked_mul(times)?;
        }
        Some(self)
    }

    /// It does not fit into 64 bits, so no table stores it.
    fn to_word(self) -> Option<u64> {
        None
    }

    fn from_word(_word: u64) -> Option<Statistics> {
        None
    }
}

/// [`Statistics`] of so sums plies that 64 bits hold every number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeafStatistics([u64; CATEGORIES]);

impl LeafStatistics {
    #[inline(always)]
    fn add(&mut self, category: Category, leaves: u32) {
        self.0[category as usize] += u64::from(leaves);
    }
}

impl From<LeafStatistics> for Statistics {
    fn from(sums: LeafStatistics) -> Statistics {
        Statistics(sums.0.map(u128::from))
    }
}
