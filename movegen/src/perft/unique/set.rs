//! Hash sets of positions, and ranges of keys, each with a set of its own.

use std::collections::TryReserveError;

use prefetch_index::prefetch_index;

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

/// The set is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full;

/// A hash set with open addressing and linear probing. The default value marks a free place.
pub(super) struct Set<P> {
    places: Vec<P>,
    len: usize,
    /// The largest number of values.
    capacity: usize,
}

impl<P: Copy + Default + Eq> Set<P> {
    /// An empty set.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn new(places: usize) -> Result<Set<P>, TryReserveError> {
        let mut free = Vec::new();
        free.try_reserve_exact(places)?;
        free.resize(places, P::default());
        Ok(Set {
            places: free,
            len: 0,
            capacity: places - places / 8 - 1,
        })
    }

    /// The first place to search for a position with this key.
    #[inline(always)]
    pub(super) fn place(&self, key: u128) -> usize {
        ((u128::from(key as u64) * self.places.len() as u128) >> 64) as usize
    }

    /// Prefetches a place.
    #[inline(always)]
    pub(super) fn prefetch(&self, place: usize) {
        prefetch_index(&self.places, place);
    }

    /// Adds a position unless the set has it, searching from `place` on.
    ///
    /// # Errors
    /// [`Full`] if the set has no room for it.
    #[inline(always)]
    pub(super) fn insert(&mut self, mut place: usize, value: P) -> Result<(), Full> {
        loop {
            let stored = &mut self.places[place];
            if *stored == value {
                return Ok(());
            }
            if *stored == P::default() {
                if self.len == self.capacity {
                    return Err(Full);
                }
                *stored = value;
                self.len += 1;
                return Ok(());
            }
            place += 1;
            if place == self.places.len() {
                place = 0;
            }
        }
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// All positions, in no particular order.
    ///
    /// # Errors
    /// If there is not enough memory for the copy.
    pub(super) fn into_positions(self) -> Result<Vec<P>, TryReserveError> {
        let mut positions = Vec::new();
        positions.try_reserve_exact(self.len)?;
        let taken = |value: &P| *value != P::default();
        positions.extend(self.places.into_iter().filter(taken));
        Ok(positions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_without_memory_is_an_error() {
        assert!(Set::<u64>::new(1 << 58).is_err());
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
