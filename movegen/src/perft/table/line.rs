//! What a table stores: cache lines of entries with values.

use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// The most entries in a line, all of which a probe compares.
pub(super) const MAX_ENTRIES: usize = 5;

/// Bits for the depth of an entry.
pub(super) const DEPTH_BITS: usize = 6;

/// The largest depth that these bits hold.
pub(super) const MAX_STORED_DEPTH: u32 = (1 << DEPTH_BITS) - 1;

/// A value that a table stores: a `u64`, or the [`Fields`](super::Fields) of a tally of several numbers.
pub trait Stored: Copy {
    /// The cache line that holds entries with such values.
    #[doc(hidden)]
    type Line: Line<Value = Self>;

    /// The value for the part of the table with large counts; `None` if it belongs into a line, or
    /// nowhere because it is empty.
    #[doc(hidden)]
    fn to_wide(self) -> Option<u64>;

    /// The reverse of `to_wide`.
    #[doc(hidden)]
    fn from_wide(word: u64) -> Self;

    /// Whether there is nothing to store, which is what an empty entry contains.
    #[doc(hidden)]
    fn is_empty(self) -> bool;
}

/// A cache line of entries. Each has a tag, a value, its remaining depth, which only surveys read,
/// and the next bits of its word, which tell where it moves when the table grows. An entry without a
/// value is empty.
pub trait Line: Default + FromBytes + IntoBytes + KnownLayout + Send + Sync {
    /// What is stored.
    type Value: Copy;

    /// The number of entries.
    const ENTRIES: usize;

    /// Whether values too large for a line have a part of the table of their own.
    const WIDE: bool;

    /// The value with this tag.
    fn find(&self, tag: u64) -> Option<Self::Value>;

    /// Replaces the entry with the smallest value.
    fn store(&self, tag: u64, value: Self::Value, next: u32, depth: u32);

    /// Adds the entries to the numbers of each depth.
    fn survey(&self, by_depth: &mut [u64]);

    /// Distributes the entries to the two lines that this one becomes: the upper one of the next
    /// bits chooses, and the others move up.
    fn halves(&self) -> [Self; 2];

    /// Takes everything from another line.
    fn copy(&self, other: &Self);
}

/// Maps the upper bits of a word to an index below `len`.
#[inline(always)]
pub(super) fn scale(word: u64, len: usize) -> usize {
    ((u128::from(word) * len as u128) >> 64) as usize
}
