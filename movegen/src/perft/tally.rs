//! What leaves are counted into.

use std::fmt;

/// A sum over leaves: mostly their number, a `u128`, but a counter may tell more of them.
///
/// Everything above the last plies (threads, merged transpositions, the divide) works alike for
/// all of them. Only a table needs numbers: see [`to_word`](Tally::to_word).
pub trait Tally: Copy + Default + fmt::Debug + PartialEq + Send + Sync {
    /// The same sum over the few plies that a [`Counter`](super::Counter) counts at once, where
    /// smaller numbers will do.
    type Small: Copy + Send + Into<Self>;

    /// One leaf of which nothing else is known.
    const LEAF: Self::Small;

    /// Both together; nothing if that is more than can be held.
    fn checked_add(self, other: Self) -> Option<Self>;

    /// The sum of so many of these; nothing if that is more than can be held.
    fn checked_mul(self, times: u128) -> Option<Self>;

    /// The 64 bits that a table keeps of it, if that is all there is to it.
    fn to_word(self) -> Option<u64>;

    /// The sum of which a table kept these bits. Nothing if a table never keeps any.
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

    /// A count beyond 64 bits is so large that few would ask for it again.
    #[inline(always)]
    fn to_word(self) -> Option<u64> {
        u64::try_from(self).ok()
    }

    #[inline(always)]
    fn from_word(word: u64) -> Option<u128> {
        Some(u128::from(word))
    }
}
