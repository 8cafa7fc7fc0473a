//! A set of positions in eight bytes each, and ranges of keys.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use prefetch_index::prefetch_index;
use zerocopy::FromBytes as _;

use super::record::Full;
use crate::memory::{MEGABYTE, TableError, TableMemory};

/// The keys whose upper half lies between `first` and `last`, both included.
#[derive(Clone, Copy)]
pub(super) struct Range {
    first: u64,
    last: u64,
}

impl Range {
    /// Part number `index` of `parts` equal parts of all keys.
    pub(super) fn part(index: usize, parts: usize) -> Range {
        let begin = |index: usize| ((index as u128) << 64) / parts as u128;
        Range {
            first: begin(index) as u64,
            last: (begin(index + 1) - 1) as u64,
        }
    }

    #[inline(always)]
    pub(super) fn contains(self, key: u128) -> bool {
        let upper = (key >> 64) as u64;
        self.first <= upper && upper <= self.last
    }

    /// Both halves, if the range has more than one key.
    pub(super) fn halves(self) -> Option<[Range; 2]> {
        let middle = self.first + (self.last - self.first) / 2;
        (self.first < self.last).then_some([
            Range {
                first: self.first,
                last: middle,
            },
            Range {
                first: middle + 1,
                last: self.last,
            },
        ])
    }
}

/// Bits of a step, the upper one of which marks a taken slot.
const STEP_BITS: u32 = 16;

/// The mark of a taken slot.
const TAKEN: u64 = 1 << (STEP_BITS - 1);

/// A hash set with open addressing and linear probing, which all threads fill at the same time. A
/// position is represented by the index of its parent in the previous ply and the move that leads to
/// it; the remaining bits of the slot are a part of its key. Two positions are only compared, by
/// playing both moves, if these bits agree.
pub(super) struct Set<'a> {
    slots: &'a [AtomicU64],
    len: AtomicUsize,
    /// The largest number of positions.
    capacity: usize,
    /// The bits of a parent and a step together.
    entry_bits: u32,
}

/// Where the search for a position goes on, and what to look for.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) slot: usize,
    word: u64,
}

/// What is in the slot where a search ends.
pub(super) enum Found {
    /// Nothing was: the position is new, and now in the set.
    Free,
    /// A position, perhaps the same one.
    Taken(Entry, Child),
}

/// A position, as the parent and the step that lead to it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) parent: usize,
    pub(super) step: u16,
}

impl<'a> Set<'a> {
    /// Allocates memory for a set.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn allocate(slots: usize) -> Result<TableMemory, TableError> {
        let bytes = slots.saturating_mul(size_of::<AtomicU64>());
        TableMemory::allocate_up_to(bytes.div_ceil(MEGABYTE), bytes)
    }

    /// An empty set in zeroed memory, for the children of `parents` positions.
    pub(super) fn new(memory: &'a mut TableMemory, parents: usize) -> Set<'a> {
        let slots: &[AtomicU64] =
            <[AtomicU64]>::mut_from_bytes(memory.bytes_mut()).expect("whole words");
        Set {
            slots,
            len: AtomicUsize::new(0),
            capacity: slots.len() - slots.len() / 8 - 1,
            entry_bits: usize::BITS - parents.leading_zeros() + STEP_BITS,
        }
    }

    /// The entry of a child with this key, at the first slot to search for it.
    #[inline(always)]
    pub(super) fn entry(&self, key: u128, child: Child) -> Entry {
        let slot = ((u128::from(key as u64) * self.slots.len() as u128) >> 64) as usize;
        let tag = ((key >> 64) as u64) << self.entry_bits;
        let parent = (child.parent as u64) << STEP_BITS;
        Entry {
            slot,
            word: tag | parent | TAKEN | u64::from(child.step),
        }
    }

    /// Prefetches a slot.
    #[inline(always)]
    pub(super) fn prefetch(&self, slot: usize) {
        prefetch_index(self.slots, slot);
    }

    /// Searches for a position from an entry's slot on, and adds it if it finds a free slot first.
    ///
    /// # Errors
    /// [`Full`] if no slot is free.
    #[inline(always)]
    pub(super) fn insert(&self, mut entry: Entry) -> Result<Found, Full> {
        for _ in 0..self.slots.len() {
            let slot = &self.slots[entry.slot];
            let mut word = slot.load(Relaxed);
            if word == 0 {
                // Nothing is read through a slot but the previous ply, which no thread changes.
                match slot.compare_exchange(0, entry.word, Relaxed, Relaxed) {
                    Ok(_) => return Ok(Found::Free),
                    Err(other) => word = other,
                }
            }
            if (word ^ entry.word) >> self.entry_bits == 0 {
                return Ok(Found::Taken(entry, self.child(word)));
            }
            entry = self.after(entry);
        }
        Err(Full)
    }

    /// The same entry at the next slot.
    #[inline(always)]
    pub(super) fn after(&self, entry: Entry) -> Entry {
        let next = entry.slot + 1;
        Entry {
            slot: if next == self.slots.len() { 0 } else { next },
            ..entry
        }
    }

    /// Counts positions that were added.
    ///
    /// # Errors
    /// [`Full`] if there are more of them than the set is fast with.
    pub(super) fn count(&self, added: usize) -> Result<(), Full> {
        let len = self.len.fetch_add(added, Relaxed) + added;
        if len > self.capacity {
            Err(Full)
        } else {
            Ok(())
        }
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.len.load(Relaxed)
    }

    /// The slots, each of which holds a child or nothing.
    pub(super) fn slots(&self) -> &[AtomicU64] {
        self.slots
    }

    /// The child in a slot.
    pub(super) fn taken(&self, slot: &AtomicU64) -> Option<Child> {
        let word = slot.load(Relaxed);
        (word != 0).then(|| self.child(word))
    }

    #[inline(always)]
    fn child(&self, word: u64) -> Child {
        let entry = word & !(u64::MAX << self.entry_bits);
        Child {
            parent: (entry >> STEP_BITS) as usize,
            step: (entry & (TAKEN - 1)) as u16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_without_memory_is_an_error() {
        assert!(Set::allocate(1 << 58).is_err());
    }

    #[test]
    fn a_child_comes_out_as_it_went_in() {
        for parents in [1, 2, 1000, 1 << 32] {
            let mut memory = Set::allocate(8).expect("a line");
            let set = Set::new(&mut memory, parents);
            let child = Child {
                parent: parents - 1,
                step: 0x7abc,
            };
            let entry = set.entry(u128::MAX, child);
            assert!(matches!(set.insert(entry), Ok(Found::Free)));
            let Ok(Found::Taken(_, found)) = set.insert(entry) else {
                panic!("lost")
            };
            assert_eq!((found.parent, found.step), (parents - 1, 0x7abc));
            let taken = set.slots().iter().filter_map(|slot| set.taken(slot));
            assert_eq!(taken.count(), 1);
            // No other key fits once every slot is taken.
            for key in 1..8 {
                assert!(set.insert(set.entry(key << 64, child)).is_ok());
            }
            assert_eq!(set.insert(set.entry(9 << 64, child)).err(), Some(Full));
        }
    }

    #[test]
    fn every_key_is_in_one_part() {
        let keys = [0, 1 << 64, 5 << 125, u128::MAX / 3, u128::MAX];
        for parts in [1, 2, 3, 7, 64, 1000] {
            for key in keys {
                let range = |index| Range::part(index, parts);
                let holders: Vec<_> = (0..parts)
                    .filter(|&index| range(index).contains(key))
                    .collect();
                assert_eq!(holders.len(), 1, "{key} of {parts}");
                let halves = range(holders[0]).halves().expect("many keys");
                assert_eq!(halves.iter().filter(|half| half.contains(key)).count(), 1);
            }
        }
        assert!(Range { first: 7, last: 7 }.halves().is_none());
    }
}
