//! The sums into which leaves are counted.

use std::fmt;

/// A sum over leaves: usually their number, a `u128`, or more detailed statistics.
///
/// Threads, merged transpositions and the divide work with any tally. Only a table needs numbers of
/// 64 bits: see [`to_word`](Tally::to_word).
pub trait Tally: Copy + Default + fmt::Debug + PartialEq + Send + Sync {
    /// The same sum in smaller integers, for the few plies that a [`Counter`](super::Counter)
    /// counts in one call.
    type Small: Copy + Send + Into<Self>;

    /// A single leaf without further details.
    const LEAF: Self::Small;

    /// The sum of both, or `None` on overflow.
    fn checked_add(self, other: Self) -> Option<Self>;

    /// The sum of `times` copies, or `None` on overflow.
    fn checked_mul(self, times: u128) -> Option<Self>;

    /// The value as the 64 bits that a table stores, or `None` if it does not fit.
    fn to_word(self) -> Option<u64>;

    /// The value that a table stored as these bits. `None` if values of this type are never stored.
    fn from_word(word: u64) -> Option<Self>;
}

impl Tally for u128 {
    type Small = u64;

    const LEAF: u64 = 1;

    #[inline(always)]
    fn checked_add(self, other: u128) -> Option<u128> {
        u128::checked_add(self, other)
    }

    #[inline(always)]
    fn checked_mul(self, times: u128) -> Option<u128> {
        u128::checked_mul(self, times)
    }

    /// Counts beyond 64 bits are not stored: positions so far from the leaves rarely recur.
    #[inline(always)]
    fn to_word(self) -> Option<u64> {
        u64::try_from(self).ok()
    }

    #[inline(always)]
    fn from_word(word: u64) -> Option<u128> {
        Some(u128::from(word))
    }
}
