//! The growth of a table while all threads use it.
//!
//! The memory of the largest size is reserved from the start, but only the first `size` lines are in
//! use. A position's line is given by the upper bits of its word. When the size doubles, line `i`
//! becomes the lines `2i` and `2i + 1`, and the next bit of the word chooses between them. Every entry
//! holds its next [`NEXT_BITS`] bits, and each doubling takes one of them. An entry older than that
//! many doublings has none left and is lost if its bit is 1: these are fewer than one in 60.
//!
//! Lines are moved from the last to the first, in place, chunk by chunk. Every thread that looks for
//! room moves a chunk, so the work, and with it the zeroing of new pages by the system, is spread over
//! the threads, and no thread waits. Until its line is moved, a position is found in the old one.
//!
//! Nothing here is locked. A thread that uses a line while another one moves it may lose a count or put
//! it into a line where no probe finds it: counts are compared by their tags, so no wrong count is found.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use crossbeam_utils::CachePadded;

use super::line::{Line, scale};
use crate::perft::Progress;

/// The bits of an entry that choose its line at the next doublings.
pub(super) const NEXT_BITS: u32 = 5;

/// The most lines of a new table: 128 KB.
const START: usize = 1 << 11;

/// A table is doubled once as many counts were stored as this percentage of its entries. Entries are
/// spread unevenly: at 60 percent, three in a hundred were replaced, at 90 percent thirteen.
const FULL_PERCENT: u64 = 60;

/// A table is not doubled if the stores expected in the whole run are fewer than this multiple of its
/// entries. Those replaced are the cheapest to compute again: a table half as large as the run could
/// fill loses three percent, about as much as it takes to zero the other half.
const OVERFULL: f64 = 2.0;

/// A thread tells how many counts it has stored once there are this many.
const TOLD: u64 = 1024;

/// The lines moved at a time: a megabyte.
const CHUNK: usize = 1 << 14;

/// How far a table has grown.
pub(super) struct Growth {
    /// The number of lines in use.
    size: AtomicUsize,
    /// The number of lines that have not been moved since the last doubling: the first ones.
    unmoved: AtomicUsize,
    /// The number of counts stored since the start, as far as the threads have told it. Every thread
    /// writes it and reads the fields above at every probe, so it has cache lines of its own.
    stores: CachePadded<AtomicU64>,
    /// The largest size, which is the first one times a power of two.
    largest: usize,
    /// The progress of the run.
    progress: Progress,
}

impl Growth {
    /// A small table that can grow to `lines` lines, or slightly fewer, during a run with this
    /// progress.
    pub(super) fn new(lines: usize, progress: &Progress) -> Growth {
        let mut doublings = 0;
        while lines >> doublings > START {
            doublings += 1;
        }
        let start = lines >> doublings;
        Growth {
            size: AtomicUsize::new(start),
            unmoved: AtomicUsize::new(0),
            stores: CachePadded::new(AtomicU64::new(0)),
            largest: start << doublings,
            progress: progress.clone(),
        }
    }

    /// The number of lines in use.
    pub(super) fn size(&self) -> usize {
        self.size.load(Relaxed)
    }

    /// The most lines.
    #[cfg(test)]
    pub(super) fn largest(&self) -> usize {
        self.largest
    }

    /// The line of a word.
    #[inline(always)]
    pub(super) fn index(&self, word: u64) -> usize {
        let index = scale(word, self.size.load(Relaxed));
        let is_unmoved = index / 2 < self.unmoved.load(Relaxed);
        index >> u32::from(is_unmoved)
    }

    /// The line of a word and the word's next bits.
    #[inline(always)]
    pub(super) fn index_and_next(&self, word: u64) -> (usize, u32) {
        let product = u128::from(word) * self.size.load(Relaxed) as u128;
        let index = (product >> 64) as usize;
        let is_unmoved = index / 2 < self.unmoved.load(Relaxed);
        let next = product >> u32::from(is_unmoved) << 64 >> (128 - NEXT_BITS);
        (index >> u32::from(is_unmoved), next as u32)
    }

    /// See [`Table::make_room`](super::Table::make_room).
    #[inline(always)]
    pub(super) fn make_room<L: Line>(&self, lines: &[L], stores: u64, told: &mut u64) {
        if self.unmoved.load(Relaxed) > 0 {
            self.move_chunk(lines);
        } else if stores - *told >= TOLD {
            self.add_stores::<L>(stores - *told);
            *told = stores;
        }
    }

    /// Moves all lines that are still to be moved.
    pub(super) fn finish<L: Line>(&self, lines: &[L]) {
        while self.unmoved.load(Relaxed) > 0 {
            self.move_chunk(lines);
        }
    }

    /// Counts stores, and begins to double the table if there are too many for its size.
    #[cold]
    fn add_stores<L: Line>(&self, stores: u64) {
        let stores = self.stores.fetch_add(stores, Relaxed) + stores;
        let size = self.size.load(Relaxed);
        let entries = (size * L::ENTRIES) as u64;
        // The first tasks store more than the last ones, which meet the positions of the first: this
        // expects too much, never too little.
        let expected = stores as f64 / self.progress.fraction();
        if size == self.largest
            || stores < entries * FULL_PERCENT / 100
            || expected < OVERFULL * entries as f64
        {
            return;
        }
        let doubled = self.size.compare_exchange(size, 2 * size, Relaxed, Relaxed);
        if doubled.is_ok() {
            self.unmoved.store(size, Relaxed);
        }
    }

    #[cold]
    fn move_chunk<L: Line>(&self, lines: &[L]) {
        let rest = |unmoved: usize| (unmoved > 0).then(|| unmoved.saturating_sub(CHUNK));
        if let Ok(end) = self.unmoved.fetch_update(Relaxed, Relaxed, rest) {
            for index in (end.saturating_sub(CHUNK)..end).rev() {
                move_line(lines, index);
            }
        }
    }
}

/// Distributes the entries of a line to the two lines that it becomes.
fn move_line<L: Line>(lines: &[L], index: usize) {
    let [lower, upper] = lines[index].halves();
    lines[2 * index].copy(&lower);
    lines[2 * index + 1].copy(&upper);
}
