//! The sums into which leaves are counted.

use std::fmt;

use super::table::Stored;

/// A sum over leaves: usually their number, a `u128`, or more detailed statistics.
///
/// Threads, merged transpositions and the divide work with any tally. A table stores its small values
/// only: see [`to_stored`](Tally::to_stored).
pub trait Tally: Copy + Default + fmt::Debug + PartialEq + Send + Sync {
    /// The same sum in smaller integers, for the few plies that a [`Counter`](super::Counter)
    /// counts in one call.
    type Small: Copy + Send + Into<Self>;

    /// What a table stores: a `u64`, or [`Fields`](super::Fields) for several numbers.
    type Stored: Stored;

    /// A single leaf without further details.
    const LEAF: Self::Small;

    /// The sum of both, or `None` on overflow.
    fn checked_add(self, other: Self) -> Option<Self>;

    /// The sum of `times` copies, or `None` on overflow.
    fn checked_mul(self, times: u128) -> Option<Self>;

    /// The value as a table stores it, or `None` if it does not fit.
    fn to_stored(self) -> Option<Self::Stored>;

    /// The value that a table stored.
    fn from_stored(stored: Self::Stored) -> Self;
}

impl Tally for u128 {
    type Small = u64;

    type Stored = u64;

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
    fn to_stored(self) -> Option<u64> {
        u64::try_from(self).ok()
    }

    #[inline(always)]
    fn from_stored(stored: u64) -> u128 {
        u128::from(stored)
    }
}
