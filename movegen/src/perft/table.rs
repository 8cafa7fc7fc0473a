//! The hash table of counts, which all threads share without locks.
//!
//! Nearly all stored counts are small ones near the leaves. Most of the memory therefore consists
//! of cache lines with five entries of 12 bytes each ([`counts`]). Larger counts are few, since each
//! takes long to compute; they have a small part of the memory of their own, with entries of 16 bytes.
//! Tallies of several numbers have cache lines with two entries of 32 bytes each ([`fields`]).
//!
//! How many counts a run stores depends on its transpositions and is hard to predict. A table
//! therefore starts small and doubles whenever it is nearly full ([`growth`]): memory that is not
//! needed is never touched, and a compact table has fewer cache and TLB misses.
//!
//! No entry holds its whole key. Multiplication with random odd numbers mixes the key and the depth
//! into two words, one-to-one: the first word selects the line, the second one, the tag, is compared
//! in full. Two positions are confused only if they agree in 64 bits beyond those that selected the
//! line: a probe, which compares five entries, errs with a probability of 5 * 2^-64. The growth of the
//! table does not change this, because it uses further bits of the first word.
//!
//! Every tag is stored xored with its count, so that an entry that is half written by one thread
//! and half by another matches neither position (Robert Hyatt and Tim Mann, "A lock-less
//! transposition table implementation for parallel search chess engines", 2002).

mod counts;
mod fields;
mod growth;
mod line;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use prefetch_index::prefetch_index;
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

use growth::Growth;
use line::{MAX_ENTRIES, MAX_STORED_DEPTH, scale};

pub use fields::Fields;
pub(super) use line::{Line, Stored};

use super::{Progress, Tally};
use crate::memory::{MEGABYTE, TableError, TableMemory};
use crate::random::Random;

/// The size of a table below the limit is a multiple of this number of bytes.
const STEP: usize = 1 << 16;

/// The least remaining depth at which larger counts are stored. At lower depths only positions with
/// far more moves than usual have such counts.
const WIDE_DEPTH: u32 = 5;

/// The share of the memory for wide counts is 1 / `WIDE_SHARE`.
const WIDE_SHARE: usize = 64;

/// The most bytes for wide counts. This part does not grow: it is touched all over as soon as a few
/// hundred counts are stored.
const MAX_WIDE: usize = 4 * MEGABYTE;

/// How a run used its table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableUse {
    /// The number of lines read.
    pub probes: u64,
    /// The number of counts found.
    pub hits: u64,
    /// The number of counts stored.
    pub stores: u64,
}

impl TableUse {
    /// An upper bound of the probability that any count found belongs to another position. Every
    /// probe compares up to five entries, each in 64 bits that are independent of those that
    /// selected the line.
    ///
    /// ```
    /// use movegen::perft::TableUse;
    /// // An hour on sixteen cores.
    /// let used = TableUse { probes: 1_400_000_000_000, ..TableUse::default() };
    /// assert!(used.false_hit_chance() < 1e-6);
    /// ```
    pub fn false_hit_chance(&self) -> f64 {
        (self.probes as f64 * MAX_ENTRIES as f64 * 2f64.powi(-64)).min(1.0)
    }

    /// Adds the numbers of another thread or another run.
    pub fn add(&mut self, other: TableUse) {
        self.probes += other.probes;
        self.hits += other.hits;
        self.stores += other.stores;
    }
}

/// The contents of a table at the end of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSurvey {
    /// The size to which the table has grown.
    pub bytes: usize,
    /// The number of counts that it can hold.
    pub places: u64,
    /// The number of entries by remaining depth; the last one, 63, includes all larger depths. If
    /// two threads write a line at the same time, an entry may be listed under the other's depth.
    pub by_depth: Vec<u64>,
    /// The number of counts of more than 27 bits, at any depth.
    pub wide: u64,
    /// Whether the whole table was read. If not, the numbers are those of its first 64 MB, scaled
    /// up: positions are spread evenly.
    pub exact: bool,
}

impl TableSurvey {
    /// The total number of entries.
    pub fn taken(&self) -> u64 {
        self.by_depth.iter().sum::<u64>() + self.wide
    }
}

/// The largest number of lines that a survey reads, which takes some milliseconds.
const MAX_SURVEY_LINES: usize = 1 << 20;

/// The line for the stored values of a tally.
pub(super) type LineOf<N> = <<N as Tally>::Stored as Stored>::Line;

/// Four counts of any size and their tags.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
struct WideLine([WideEntry; 4]);

#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
struct WideEntry {
    check: AtomicU64,
    count: AtomicU64,
}

/// Both kinds of lines share one block of memory, which [`Table::new`] splits at a line boundary.
const _: () = {
    assert!(size_of::<counts::Counts>() == TableMemory::LINE);
    assert!(size_of::<fields::FieldsLine>() == TableMemory::LINE);
    assert!(size_of::<WideLine>() == TableMemory::LINE);
};

/// Where a position's count is stored, and the tag that distinguishes it from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    tag: u64,
    /// The upper bits select the line, for any number of lines.
    word: u64,
}

/// Counts by position and remaining depth. In a full line the smallest count is replaced, since it
/// is the cheapest to compute again.
pub(super) struct Table<'a, L> {
    lines: &'a [L],
    wide: &'a [WideLine],
    mixer: Mixer,
    growth: Growth,
}

/// Allocates memory for a table to grow in: `megabytes` MB, or less if `enough` bytes are fewer.
///
/// # Errors
/// [`TableError`] if the system refuses the memory.
pub(super) fn allocate(megabytes: usize, enough: usize) -> Result<TableMemory, TableError> {
    TableMemory::allocate_up_to(megabytes, allocated_bytes(megabytes, enough))
}

/// The bytes of memory that [`allocate`] asks for.
pub(super) fn allocated_bytes(megabytes: usize, enough: usize) -> usize {
    let enough = enough.div_ceil(STEP).max(1).saturating_mul(STEP);
    enough.min(megabytes.saturating_mul(MEGABYTE))
}

impl<'a, L: Line<Value: Stored>> Table<'a, L> {
    /// The bytes that the table has written, from the start of its memory: no others, once every line
    /// of the last doubling is moved.
    pub(super) fn used_bytes(&self) -> usize {
        size_of_val(self.wide) + self.growth.size() * size_of::<L>()
    }

    /// The table in this memory, empty at first. Another `seed`
    /// gives every position another slot and another tag. The table grows with the `progress`.
    pub(super) fn new(memory: &'a mut TableMemory, seed: u64, progress: &Progress) -> Table<'a, L> {
        let bytes = memory.bytes_mut();
        let wide = match L::WIDE {
            true => (bytes.len() / WIDE_SHARE).min(MAX_WIDE),
            false => 0,
        };
        let (wide, lines) = bytes.split_at_mut(wide / TableMemory::LINE * TableMemory::LINE);
        let lines: &[L] =
            <[L]>::mut_from_bytes(lines).expect("whole lines from a line boundary on");
        Table {
            lines,
            wide: <[WideLine]>::mut_from_bytes(wide).expect("whole lines from a page boundary on"),
            mixer: Mixer::new(seed),
            growth: Growth::new(lines.len(), progress),
        }
    }

    /// The slot of a key at a remaining depth. Each depth has slots of its own.
    #[inline(always)]
    pub(super) fn slot(&self, key: u128, depth: u32) -> Slot {
        self.mixer.slot(key, depth)
    }

    /// Prefetches the line of a slot.
    #[inline(always)]
    pub(super) fn prefetch(&self, slot: Slot) {
        prefetch_index(self.lines, self.growth.index(slot.word));
    }

    /// What is stored for a slot at its depth. It is never empty.
    #[inline(always)]
    pub(super) fn get(&self, slot: Slot, depth: u32, used: &mut TableUse) -> Option<L::Value> {
        used.probes += 1;
        let line = self.lines.get(self.growth.index(slot.word))?;
        let mut found = line.find(slot.tag);
        if L::WIDE && found.is_none() && depth >= WIDE_DEPTH {
            let wide = self.get_wide(slot, used);
            found = (wide != 0).then(|| L::Value::from_wide(wide));
        }
        used.hits += u64::from(found.is_some());
        found
    }

    #[cold]
    fn get_wide(&self, slot: Slot, used: &mut TableUse) -> u64 {
        used.probes += 1;
        self.wide
            .get(scale(slot.word, self.wide.len()))
            .and_then(|line| {
                line.0.iter().find_map(|entry| {
                    let count = entry.count.load(Relaxed);
                    (entry.check.load(Relaxed) ^ count == slot.tag).then_some(count)
                })
            })
            .unwrap_or(0)
    }

    /// Stores a value.
    #[inline(always)]
    pub(super) fn put(&self, slot: Slot, depth: u32, value: L::Value, used: &mut TableUse) {
        if value.is_empty() {
            return;
        }
        if let Some(count) = value.to_wide() {
            if depth >= WIDE_DEPTH {
                used.stores += 1;
                self.put_wide(slot, count);
            }
            return;
        }
        let (index, next) = self.growth.index_and_next(slot.word);
        let Some(line) = self.lines.get(index) else {
            return;
        };
        used.stores += 1;
        line.store(slot.tag, value, next, depth.min(MAX_STORED_DEPTH));
    }

    /// Lets the table grow if it is too small for what is stored. `used` is the calling thread's use
    /// of the table, and `told` the number of its stores that the table knows of, 0 at first. A call
    /// takes about a millisecond at most: all threads share the work.
    #[inline(always)]
    pub(super) fn make_room(&self, used: &TableUse, told: &mut u64) {
        self.growth.make_room(self.lines, used.stores, told);
    }

    /// Counts the entries.
    pub(super) fn survey(&self) -> TableSurvey {
        self.growth.finish(self.lines);
        let size = self.growth.size();
        let lines = &self.lines[..size.min(MAX_SURVEY_LINES)];
        let mut by_depth = vec![0; MAX_STORED_DEPTH as usize + 1];
        for line in lines {
            line.survey(&mut by_depth);
        }
        let scale = size as f64 / lines.len().max(1) as f64;
        for entries in &mut by_depth {
            *entries = (*entries as f64 * scale).round() as u64;
        }
        while by_depth.last() == Some(&0) {
            by_depth.pop();
        }
        let wide = &self.wide[..self.wide.len().min(MAX_SURVEY_LINES)];
        let entries = wide.iter().flat_map(|line| &line.0);
        let taken = entries.filter(|entry| entry.count.load(Relaxed) != 0);
        let wide_scale = self.wide.len() as f64 / wide.len().max(1) as f64;
        TableSurvey {
            bytes: size * size_of::<L>() + size_of_val(self.wide),
            places: (size * L::ENTRIES + self.wide.len() * 4) as u64,
            by_depth,
            wide: (taken.count() as f64 * wide_scale).round() as u64,
            exact: lines.len() == size && wide.len() == self.wide.len(),
        }
    }

    #[cold]
    fn put_wide(&self, slot: Slot, count: u64) {
        let line = self.wide.get(scale(slot.word, self.wide.len()));
        let smallest = line.and_then(|line| {
            let entries = line.0.iter();
            entries.min_by_key(|entry| entry.count.load(Relaxed))
        });
        if let Some(entry) = smallest {
            entry.check.store(slot.tag ^ count, Relaxed);
            entry.count.store(count, Relaxed);
        }
    }
}

/// Random factors that mix a key and a depth into two words. The matrix of the four factors for the
/// key has an odd determinant, so both words together determine the key.
struct Mixer {
    tag: [u64; 3],
    word: [u64; 3],
}

impl Mixer {
    fn new(seed: u64) -> Mixer {
        let mut random = Random::new(seed);
        let mut odd = || random.next() | 1;
        Mixer {
            tag: [odd(), odd(), odd()],
            word: [odd(), odd() - 1, odd()],
        }
    }

    #[inline(always)]
    fn slot(&self, key: u128, depth: u32) -> Slot {
        let (high, low, depth) = ((key >> 64) as u64, key as u64, u64::from(depth));
        let mix = |[a, b, c]: [u64; 3]| {
            let sum = high.wrapping_mul(a).wrapping_add(low.wrapping_mul(b));
            sum.wrapping_add(depth.wrapping_mul(c))
        };
        Slot {
            tag: mix(self.tag),
            word: mix(self.word),
        }
    }
}

#[cfg(test)]
mod tests;
