//! A table of counts that all threads share without locks.
//!
//! Almost all that is stored are small counts near the leaves, so most of the memory are lines of
//! five 12-byte entries, a cache line each. Larger counts are few (each takes long to find out)
//! and have a small part of the memory to themselves, in entries of 16 bytes.
//!
//! No entry holds its whole key. The key and the depth are mixed into two words by multiplication
//! with random odd numbers, one-to-one: one word chooses the line, the other, the tag, is compared
//! in full. Two positions are taken for one another only if they agree in 64 bits beyond those that
//! brought them to the same line: a look at five entries errs with a chance of 5 * 2^-64.
//!
//! Every tag is stored xored with its count, so that an entry that two threads have written half
//! each agrees with neither (Robert Hyatt and Tim Mann, "A lock-less transposition table
//! implementation for parallel search chess engines", 2002).

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use prefetch_index::prefetch_index;
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

use crate::memory::{TableError, TableMemory};
use crate::random::Random;

/// A table that is smaller than it might be is a multiple of so many bytes large.
const STEP: usize = 1 << 16;

/// Entries compared in one look.
const ENTRIES: usize = 5;

/// From this remaining depth on a count may need more than 32 bits; below it such a count (of a
/// game wider than chess) is not stored.
const WIDE_DEPTH: u32 = 5;

/// One part in so many of the memory is for wide counts.
const WIDE_SHARE: usize = 64;

/// How a run has used its table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableUse {
    /// Lines looked at.
    pub probes: u64,
    /// Counts found.
    pub hits: u64,
    /// Counts stored.
    pub stores: u64,
}

impl TableUse {
    /// At most this is the chance that any count found was that of another position: every probe
    /// compares up to five entries, each in 64 bits that have not helped to choose it.
    ///
    /// ```
    /// use movegen::perft::TableUse;
    /// // An hour on sixteen cores.
    /// let used = TableUse { probes: 1_400_000_000_000, ..TableUse::default() };
    /// assert!(used.false_hit_chance() < 1e-6);
    /// ```
    pub fn false_hit_chance(&self) -> f64 {
        (self.probes as f64 * ENTRIES as f64 * 2f64.powi(-64)).min(1.0)
    }

    /// Adds what another thread, or another run, did.
    pub fn add(&mut self, other: TableUse) {
        self.probes += other.probes;
        self.hits += other.hits;
        self.stores += other.stores;
    }
}

/// What a table held when its run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSurvey {
    /// Its size; less than was allowed if the run could not fill more.
    pub bytes: usize,
    /// How many counts it can hold.
    pub places: u64,
    /// Entries by remaining depth; those of depth 63 or more under 63. Two threads that write a line
    /// at the same time may leave an entry under the depth of the other.
    pub by_depth: Vec<u64>,
    /// Entries of counts beyond 32 bits, of any depth.
    pub wide: u64,
    /// Whether all of the table was looked at. If not, the numbers are those of its first 64 MB,
    /// scaled up: the places of positions are as good as random.
    pub exact: bool,
}

impl TableSurvey {
    /// Entries in all.
    pub fn taken(&self) -> u64 {
        self.by_depth.iter().sum::<u64>() + self.wide
    }
}

/// No more lines are looked at for a survey: it takes some milliseconds then.
const SURVEYED: usize = 1 << 20;

/// Bits in which the depth of an entry is noted.
const DEPTH_BITS: usize = 6;

/// The greatest depth that can be noted.
const NOTED_DEPTH: u32 = (1 << DEPTH_BITS) - 1;

/// Five small counts and their tags. An entry without a count is empty.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
struct Line {
    checks: [AtomicU64; ENTRIES],
    counts: [AtomicU32; ENTRIES],
    /// Their depths, for surveys alone.
    depths: AtomicU32,
}

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

/// Both kinds of lines share one block of memory, which [`Table::new`] splits at a multiple of 64.
const _: () = {
    assert!(size_of::<Line>() == TableMemory::LINE);
    assert!(size_of::<WideLine>() == TableMemory::LINE);
};

/// Where a position's count is kept, and how it is told from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    tag: u64,
    /// Its upper bits choose the line, whatever the number of lines.
    word: u64,
}

/// Counts by position and remaining depth. In a full line the smallest count is replaced, the one
/// that costs least to find out again.
pub(super) struct Table<'a> {
    lines: &'a [Line],
    wide: &'a [WideLine],
    mixer: Mixer,
}

impl<'a> Table<'a> {
    /// Allocates memory for a table: `megabytes` MB, or less if `enough` bytes are fewer.
    ///
    /// # Errors
    /// [`TableError`] if the system refuses the memory.
    pub(super) fn allocate(megabytes: usize, enough: usize) -> Result<TableMemory, TableError> {
        let enough = enough.div_ceil(STEP).max(1).saturating_mul(STEP);
        TableMemory::allocate_up_to(megabytes, enough)
    }

    /// The table in this memory, with the entries that the last table in it left. Another `seed`
    /// gives every position another place and another tag.
    pub(super) fn new(memory: &'a mut TableMemory, seed: u64) -> Table<'a> {
        let bytes = memory.bytes_mut();
        let middle = bytes.len() / WIDE_SHARE / TableMemory::LINE * TableMemory::LINE;
        let (wide, lines) = bytes.split_at_mut(middle);
        Table {
            lines: <[Line]>::mut_from_bytes(lines).expect("whole lines from a line boundary on"),
            wide: <[WideLine]>::mut_from_bytes(wide).expect("whole lines from a page boundary on"),
            mixer: Mixer::new(seed),
        }
    }

    /// The place of a key at a remaining depth: counts of different depths are different things.
    #[inline(always)]
    pub(super) fn place(&self, key: u128, depth: u32) -> Place {
        self.mixer.place(key, depth)
    }

    /// Asks for the line of a place, so that it is near when it is looked at.
    #[inline(always)]
    pub(super) fn prefetch(&self, place: Place) {
        prefetch_index(self.lines, scale(place.word, self.lines.len()));
    }

    /// The count stored for a place and its depth; never 0, for that is not worth an entry.
    #[inline(always)]
    pub(super) fn get(&self, place: Place, depth: u32, used: &mut TableUse) -> Option<u64> {
        used.probes += 1;
        let line = self.lines.get(scale(place.word, self.lines.len()))?;
        let mut found = 0;
        // Without a branch: which entry it is cannot be predicted.
        for (check, count) in line.checks.iter().zip(&line.counts) {
            let count = u64::from(count.load(Relaxed));
            let same = check.load(Relaxed) ^ count == place.tag;
            found |= if same { count } else { 0 };
        }
        if found == 0 && depth >= WIDE_DEPTH {
            found = self.get_wide(place, used);
        }
        used.hits += u64::from(found != 0);
        (found != 0).then_some(found)
    }

    #[cold]
    fn get_wide(&self, place: Place, used: &mut TableUse) -> u64 {
        used.probes += 1;
        self.wide
            .get(scale(place.word, self.wide.len()))
            .and_then(|line| {
                line.0.iter().find_map(|entry| {
                    let count = entry.count.load(Relaxed);
                    (entry.check.load(Relaxed) ^ count == place.tag).then_some(count)
                })
            })
            .unwrap_or(0)
    }

    /// Stores a count.
    #[inline(always)]
    pub(super) fn put(&self, place: Place, depth: u32, count: u64, used: &mut TableUse) {
        if count == 0 {
            return;
        }
        let Ok(small) = u32::try_from(count) else {
            if depth >= WIDE_DEPTH {
                used.stores += 1;
                self.put_wide(place, count);
            }
            return;
        };
        let Some(line) = self.lines.get(scale(place.word, self.lines.len())) else {
            return;
        };
        used.stores += 1;
        let (mut slot, mut least) = (0, u32::MAX);
        for (index, (check, stored)) in line.checks.iter().zip(&line.counts).enumerate() {
            let stored = stored.load(Relaxed);
            // Another thread may have been first.
            let same = check.load(Relaxed) ^ u64::from(stored) == place.tag;
            let worth = if same { 0 } else { stored };
            if worth < least {
                (slot, least) = (index, worth);
            }
        }
        line.checks[slot].store(place.tag ^ count, Relaxed);
        line.counts[slot].store(small, Relaxed);
        let shift = slot * DEPTH_BITS;
        let others = line.depths.load(Relaxed) & !(NOTED_DEPTH << shift);
        line.depths
            .store(others | depth.min(NOTED_DEPTH) << shift, Relaxed);
    }

    /// What is in it now.
    pub(super) fn survey(&self) -> TableSurvey {
        let lines = &self.lines[..self.lines.len().min(SURVEYED)];
        let mut by_depth = vec![0; NOTED_DEPTH as usize + 1];
        for line in lines {
            let depths = line.depths.load(Relaxed);
            for (slot, count) in line.counts.iter().enumerate() {
                let depth = depths >> (slot * DEPTH_BITS) & NOTED_DEPTH;
                by_depth[depth as usize] += u64::from(count.load(Relaxed) != 0);
            }
        }
        let scale = self.lines.len() as f64 / lines.len().max(1) as f64;
        for entries in &mut by_depth {
            *entries = (*entries as f64 * scale).round() as u64;
        }
        while by_depth.last() == Some(&0) {
            by_depth.pop();
        }
        let wide = &self.wide[..self.wide.len().min(SURVEYED)];
        let entries = wide.iter().flat_map(|line| &line.0);
        let taken = entries.filter(|entry| entry.count.load(Relaxed) != 0);
        let wide_scale = self.wide.len() as f64 / wide.len().max(1) as f64;
        TableSurvey {
            bytes: size_of_val(self.lines) + size_of_val(self.wide),
            places: (self.lines.len() * ENTRIES + self.wide.len() * 4) as u64,
            by_depth,
            wide: (taken.count() as f64 * wide_scale).round() as u64,
            exact: lines.len() == self.lines.len() && wide.len() == self.wide.len(),
        }
    }

    #[cold]
    fn put_wide(&self, place: Place, count: u64) {
        let line = self.wide.get(scale(place.word, self.wide.len()));
        let smallest = line.and_then(|line| {
            let entries = line.0.iter();
            entries.min_by_key(|entry| entry.count.load(Relaxed))
        });
        if let Some(entry) = smallest {
            entry.check.store(place.tag ^ count, Relaxed);
            entry.count.store(count, Relaxed);
        }
    }
}

/// Takes the upper bits of a word to a number below `len`.
#[inline(always)]
fn scale(word: u64, len: usize) -> usize {
    ((u128::from(word) * len as u128) >> 64) as usize
}

/// Random factors that make two words of a key and a depth. The matrix of the four factors for the
/// key has an odd determinant, so that the words together are as good as the key itself.
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
    fn place(&self, key: u128, depth: u32) -> Place {
        let (high, low, depth) = ((key >> 64) as u64, key as u64, u64::from(depth));
        let mix = |[a, b, c]: [u64; 3]| {
            let sum = high.wrapping_mul(a).wrapping_add(low.wrapping_mul(b));
            sum.wrapping_add(depth.wrapping_mul(c))
        };
        Place {
            tag: mix(self.tag),
            word: mix(self.word),
        }
    }
}

#[cfg(test)]
mod tests;
