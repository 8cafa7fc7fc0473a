//! Fixed-size records in memory and on disk, and sets of them.

use prefetch_index::prefetch_index;
use zerocopy::{FromBytes, Immutable, IntoBytes};

/// There is not enough memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is not enough memory")]
pub struct Full;

/// Something that a set can contain. The default value stands for nothing.
pub trait Record:
    Copy + Default + Eq + Send + Sync + FromBytes + IntoBytes + Immutable + 'static
{
    /// A hash value.
    fn spread(&self) -> u64;

    /// Records as they are in memory.
    fn bytes(records: &[Self]) -> &[u8] {
        records.as_bytes()
    }

    /// Memory for records.
    fn bytes_mut(records: &mut [Self]) -> &mut [u8] {
        records.as_mut_bytes()
    }
}

/// A key of 128 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, FromBytes, IntoBytes, Immutable)]
pub struct Key([u64; 2]);

impl Key {
    /// The key 0 is not distinguished from 1: 0 marks a free slot.
    #[inline(always)]
    pub(super) fn new(key: u128) -> Key {
        Key([key as u64 | u64::from(key == 0), (key >> 64) as u64])
    }
}

impl Record for Key {
    #[inline(always)]
    fn spread(&self) -> u64 {
        self.0[0]
    }
}

/// The number of bytes that may still be allocated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget(usize);

impl Budget {
    pub(super) fn new(bytes: usize) -> Budget {
        Budget(bytes)
    }

    pub(super) fn take(&mut self, bytes: usize) -> Result<(), Full> {
        self.0 = self.0.checked_sub(bytes).ok_or(Full)?;
        Ok(())
    }

    pub(super) fn give_back(&mut self, bytes: usize) {
        self.0 += bytes;
    }
}

/// The smallest number of slots.
const LEAST: usize = 64;

/// A set of records: a hash table with open addressing and linear probing, which grows by half.
pub(super) struct RecordSet<R> {
    slots: Vec<R>,
    len: usize,
}

impl<R: Record> RecordSet<R> {
    pub(super) fn new() -> RecordSet<R> {
        RecordSet {
            slots: Vec::new(),
            len: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The bytes that are allocated.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.slots[..])
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &R> {
        self.slots.iter().filter(|slot| **slot != R::default())
    }

    /// Removes all records, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.slots.fill(R::default());
        self.len = 0;
    }

    #[inline(always)]
    pub(super) fn prefetch(&self, record: &R) {
        prefetch_index(&self.slots[..], self.slot(record));
    }

    /// Adds a record. Returns whether it is new.
    #[inline(always)]
    pub(super) fn insert(&mut self, record: R, budget: &mut Budget) -> Result<bool, Full> {
        // At most three quarters are taken.
        if self.len >= self.slots.len() / 4 * 3 {
            self.grow(budget)?;
        }
        let added = self.add(record);
        self.len += usize::from(added);
        Ok(added)
    }

    #[inline(always)]
    fn slot(&self, record: &R) -> usize {
        ((u128::from(record.spread()) * self.slots.len() as u128) >> 64) as usize
    }

    #[inline(always)]
    fn add(&mut self, record: R) -> bool {
        let mut slot = self.slot(&record);
        loop {
            let found = &mut self.slots[slot];
            if *found == R::default() {
                *found = record;
                return true;
            }
            if *found == record {
                return false;
            }
            slot += 1;
            if slot == self.slots.len() {
                slot = 0;
            }
        }
    }

    #[cold]
    fn grow(&mut self, budget: &mut Budget) -> Result<(), Full> {
        let slots = (self.slots.len() / 2 * 3).max(LEAST);
        budget.take(slots * size_of::<R>())?;
        let mut larger = Vec::new();
        larger.try_reserve_exact(slots).map_err(|_| Full)?;
        larger.resize(slots, R::default());
        let smaller = std::mem::replace(&mut self.slots, larger);
        for record in &smaller {
            if *record != R::default() {
                self.add(*record);
            }
        }
        budget.give_back(size_of_val(&smaller[..]));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use std::collections::HashSet;

    #[test]
    fn keys_differ_in_every_bit_but_0_and_1_are_equal() {
        let mut keys: Vec<u128> = (0..128).map(|bit| 1 << bit).collect();
        keys.extend([3, 6, u128::MAX, u128::MAX - 1]);
        for (index, key) in keys.iter().enumerate() {
            assert_ne!(Key::new(*key), Key::default(), "{key:x} is a free slot");
            for other in &keys[..index] {
                assert_ne!(Key::new(*key), Key::new(*other), "{key:x} {other:x}");
            }
        }
        assert_eq!(Key::new(0), Key::new(1));
    }

    #[test]
    fn a_set_contains_what_was_added() {
        let mut random = Random::new(1);
        let (mut set, mut expected) = (RecordSet::new(), HashSet::new());
        let mut budget = Budget::new(1 << 20);
        for _ in 0..2 {
            for _ in 0..20_000 {
                let key = 1 + u128::from(random.next() % 9_000);
                let added = set.insert(Key::new(key << 50), &mut budget);
                assert_eq!(added, Ok(expected.insert(key)));
            }
            assert_eq!(
                (set.len(), set.iter().count()),
                (expected.len(), expected.len())
            );
            set.clear();
            expected.clear();
        }
    }

    #[test]
    fn a_budget_is_kept() {
        let mut set = RecordSet::new();
        let mut budget = Budget::new(4096);
        let full = (1..).find(|&key| set.insert(Key::new(key << 60), &mut budget).is_err());
        assert!((64..256).contains(&full.expect("an end")));
        assert!(set.bytes() <= 4096);
    }
}
