//! Lines of five small counts.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use zerocopy::{FromBytes, IntoBytes, KnownLayout};

use super::growth::NEXT_BITS;
use super::line::{DEPTH_BITS, Line, MAX_STORED_DEPTH, Stored};

/// Entries in a line.
pub(super) const ENTRIES: usize = super::line::MAX_ENTRIES;

/// The bits of a small count. The other bits of its word tell where the entry moves when the table
/// grows.
const COUNT_BITS: u32 = u32::BITS - NEXT_BITS;

/// The largest small count.
pub(super) const MAX_SMALL: u32 = (1 << COUNT_BITS) - 1;

/// Five small counts and their tags. An entry without a count is empty.
#[derive(Default, FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
pub struct Counts {
    checks: [AtomicU64; ENTRIES],
    /// The counts, each below the bits that choose between two lines at the next doublings.
    counts: [AtomicU32; ENTRIES],
    /// Their depths, which only surveys read.
    depths: AtomicU32,
}

impl Stored for u64 {
    type Line = Counts;

    #[inline(always)]
    fn to_wide(self) -> Option<u64> {
        (self > u64::from(MAX_SMALL)).then_some(self)
    }

    #[inline(always)]
    fn from_wide(word: u64) -> u64 {
        word
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == 0
    }
}

impl Counts {
    /// Fills an entry. `word` is the count with the bits above it.
    #[inline(always)]
    fn set(&self, slot: usize, tag: u64, word: u32, depth: u32) {
        self.checks[slot].store(tag ^ u64::from(word), Relaxed);
        self.counts[slot].store(word, Relaxed);
        let shift = slot * DEPTH_BITS;
        let others = self.depths.load(Relaxed) & !(MAX_STORED_DEPTH << shift);
        self.depths.store(others | depth << shift, Relaxed);
    }
}

impl Line for Counts {
    type Value = u64;

    const ENTRIES: usize = ENTRIES;

    const WIDE: bool = true;

    #[inline(always)]
    fn find(&self, tag: u64) -> Option<u64> {
        let mut found = 0;
        // Branchless, since the matching entry cannot be predicted.
        for slot in 0..ENTRIES {
            let count = self.counts[slot].load(Relaxed);
            let same = self.checks[slot].load(Relaxed) ^ u64::from(count) == tag;
            found |= if same { count } else { 0 };
        }
        let found = u64::from(found & MAX_SMALL);
        (found != 0).then_some(found)
    }

    #[inline(always)]
    fn store(&self, tag: u64, count: u64, next: u32, depth: u32) {
        let (mut slot, mut least) = (0, u32::MAX);
        for index in 0..ENTRIES {
            let stored = self.counts[index].load(Relaxed);
            // Another thread may have stored the same position meanwhile.
            let same = self.checks[index].load(Relaxed) ^ u64::from(stored) == tag;
            let worth = if same { 0 } else { stored & MAX_SMALL };
            if worth < least {
                (slot, least) = (index, worth);
            }
        }
        self.set(slot, tag, count as u32 | next << COUNT_BITS, depth);
    }

    fn survey(&self, by_depth: &mut [u64]) {
        let depths = self.depths.load(Relaxed);
        for (slot, count) in self.counts.iter().enumerate() {
            let depth = depths >> (slot * DEPTH_BITS) & MAX_STORED_DEPTH;
            by_depth[depth as usize] += u64::from(count.load(Relaxed) != 0);
        }
    }

    fn halves(&self) -> [Counts; 2] {
        let new = [Counts::default(), Counts::default()];
        let depths = self.depths.load(Relaxed);
        for slot in 0..ENTRIES {
            let word = self.counts[slot].load(Relaxed);
            let tag = self.checks[slot].load(Relaxed) ^ u64::from(word);
            let moved = word & MAX_SMALL | (word & !MAX_SMALL) << 1;
            let depth = depths >> (slot * DEPTH_BITS) & MAX_STORED_DEPTH;
            if word & MAX_SMALL != 0 {
                new[(word >> 31) as usize].set(slot, tag, moved, depth);
            }
        }
        const { assert!(COUNT_BITS + NEXT_BITS == u32::BITS) };
        new
    }

    fn copy(&self, other: &Counts) {
        for slot in 0..ENTRIES {
            self.checks[slot].store(other.checks[slot].load(Relaxed), Relaxed);
            self.counts[slot].store(other.counts[slot].load(Relaxed), Relaxed);
        }
        self.depths.store(other.depths.load(Relaxed), Relaxed);
    }
}
