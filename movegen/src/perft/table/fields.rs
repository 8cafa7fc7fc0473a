//! Lines of two tallies, each of several numbers packed into 181 bits.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use zerocopy::{FromBytes, IntoBytes, KnownLayout};

use super::growth::NEXT_BITS;
use super::line::{DEPTH_BITS, Line, MAX_STORED_DEPTH, Stored};

/// Entries in a line.
const ENTRIES: usize = 2;

/// The words of an entry besides its tag.
const WORDS: usize = 3;

/// The bits of the last word below the depth and the next bits.
const LAST_BITS: u32 = u64::BITS - DEPTH_BITS as u32 - NEXT_BITS;

/// The numbers in the last word.
const LAST: u64 = (1 << LAST_BITS) - 1;

/// The bits of the first number, the leaves.
const LEAF_BITS: u32 = 28;

/// Odd factors that mix the words into the check. A plain xor would miss differences that cancel:
/// the words of two tallies often differ in few bits.
const FACTORS: [u64; WORDS] = [
    0x9e37_79b9_7f4a_7c15,
    0xbf58_476d_1ce4_e5b9,
    0x94d0_49bb_1331_11eb,
];

/// Several small numbers, packed for a table. The lowest 28 bits of the first word are the number of
/// leaves, which is not 0 and decides which of two entries is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fields {
    /// 128 bits.
    pub first: u128,
    /// The lowest 53 bits are available.
    pub last: u64,
}

impl Fields {
    /// Packs each number into the given number of bits, the first into the lowest ones; those of
    /// `last` into the last word. `None` if one does not fit. `first` begins with the leaves, in 28
    /// bits.
    #[inline]
    pub fn pack<const A: usize, const B: usize>(
        first: [(u128, u32); A],
        last: [(u128, u32); B],
    ) -> Option<Fields> {
        let word = |fields: &[(u128, u32)]| {
            let (mut word, mut shift, mut excess) = (0u128, 0u32, 0u128);
            for &(number, bits) in fields {
                excess |= number >> bits;
                word |= number << shift;
                shift += bits;
            }
            (excess == 0).then_some(word)
        };
        Some(Fields {
            first: word(&first)?,
            last: word(&last)? as u64,
        })
    }

    /// The numbers of a word, by their numbers of bits.
    #[inline]
    pub fn unpack<const N: usize>(mut word: u128, bits: [u32; N]) -> [u128; N] {
        bits.map(|bits| {
            let number = word & ((1 << bits) - 1);
            word >>= bits;
            number
        })
    }

    #[inline(always)]
    fn leaves(first: u64) -> u64 {
        first & ((1 << LEAF_BITS) - 1)
    }
}

impl Stored for Fields {
    type Line = FieldsLine;

    /// Tallies with larger numbers are few and not stored.
    #[inline(always)]
    fn to_wide(self) -> Option<u64> {
        None
    }

    #[inline(always)]
    fn from_wide(word: u64) -> Fields {
        Fields {
            first: word.into(),
            last: 0,
        }
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        Fields::leaves(self.first as u64) == 0
    }
}

/// Two packed tallies and their tags.
#[derive(Default, FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
pub struct FieldsLine([Entry; ENTRIES]);

#[derive(Default, FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
/// A packed tally and its tag.
pub struct Entry {
    /// The tag xored with the mixed words.
    check: AtomicU64,
    words: [AtomicU64; WORDS],
}

impl Entry {
    #[inline(always)]
    fn load(&self) -> (u64, [u64; WORDS]) {
        let words = [0, 1, 2].map(|index: usize| self.words[index].load(Relaxed));
        (self.check.load(Relaxed) ^ mix(words), words)
    }

    #[inline(always)]
    fn set(&self, tag: u64, words: [u64; WORDS]) {
        self.check.store(tag ^ mix(words), Relaxed);
        for (stored, word) in self.words.iter().zip(words) {
            stored.store(word, Relaxed);
        }
    }
}

/// Differs for different words but for a chance of 2^-64.
#[inline(always)]
fn mix(words: [u64; WORDS]) -> u64 {
    let [a, b, c] = FACTORS;
    let sum = words[0]
        .wrapping_mul(a)
        .wrapping_add(words[1].wrapping_mul(b).rotate_left(23));
    sum ^ words[2].wrapping_mul(c).rotate_left(47)
}

impl Line for FieldsLine {
    type Value = Fields;

    const ENTRIES: usize = ENTRIES;

    const WIDE: bool = false;

    #[inline(always)]
    fn find(&self, tag: u64) -> Option<Fields> {
        self.0.iter().find_map(|entry| {
            let (stored, [low, high, last]) = entry.load();
            (stored == tag && Fields::leaves(low) != 0).then(|| Fields {
                first: u128::from(low) | u128::from(high) << 64,
                last: last & LAST,
            })
        })
    }

    #[inline(always)]
    fn store(&self, tag: u64, value: Fields, next: u32, depth: u32) {
        let (mut slot, mut least) = (0, u64::MAX);
        for (index, entry) in self.0.iter().enumerate() {
            let (stored, words) = entry.load();
            // Another thread may have stored the same position meanwhile.
            let worth = if stored == tag {
                0
            } else {
                Fields::leaves(words[0])
            };
            if worth < least {
                (slot, least) = (index, worth);
            }
        }
        let above = u64::from(next) << DEPTH_BITS | u64::from(depth);
        let words = [
            value.first as u64,
            (value.first >> 64) as u64,
            value.last & LAST | above << LAST_BITS,
        ];
        self.0[slot].set(tag, words);
    }

    fn survey(&self, by_depth: &mut [u64]) {
        for entry in &self.0 {
            let (_, words) = entry.load();
            let depth = words[2] >> LAST_BITS & u64::from(MAX_STORED_DEPTH);
            by_depth[depth as usize] += u64::from(Fields::leaves(words[0]) != 0);
        }
    }

    fn halves(&self) -> [FieldsLine; 2] {
        const NEXT: u64 = !0 << (u64::BITS - NEXT_BITS);
        let new = [FieldsLine::default(), FieldsLine::default()];
        for (slot, entry) in self.0.iter().enumerate() {
            let (tag, [low, high, last]) = entry.load();
            if Fields::leaves(low) != 0 {
                let moved = last & !NEXT | (last & NEXT) << 1;
                new[(last >> 63) as usize].0[slot].set(tag, [low, high, moved]);
            }
        }
        new
    }

    fn copy(&self, other: &FieldsLine) {
        for (entry, other) in self.0.iter().zip(&other.0) {
            let (tag, words) = other.load();
            entry.set(tag, words);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Slot, Table, TableUse, allocate};
    use super::*;
    use crate::perft::Progress;
    use crate::random::Random;

    fn fields(number: u64) -> Fields {
        let mut random = Random::new(number);
        Fields {
            first: u128::from(number) | random.next_u128() >> LEAF_BITS << LEAF_BITS,
            last: random.next() & LAST,
        }
    }

    #[test]
    fn fields_are_packed_only_if_all_fit() {
        let packed = Fields::pack([(7, 28), (5, 3), (0, 97)], [(1 << 52, 53)]);
        let packed = packed.expect("all fit");
        assert_eq!(Fields::unpack(packed.first, [28, 3, 97]), [7, 5, 0]);
        assert_eq!(Fields::unpack(packed.last.into(), [53]), [1 << 52]);
        assert_eq!(Fields::pack([(7, 28), (8, 3)], [(0, 53)]), None);
        assert_eq!(Fields::pack([(7, 28)], [(1 << 53, 53)]), None);
        assert_eq!(Fields::pack([(1 << 28, 28)], [(0, 53)]), None);
    }

    #[test]
    fn a_table_of_fields_grows_and_keeps_them() {
        let mut memory = allocate(64, usize::MAX).expect("memory");
        let table: Table<FieldsLine> = Table::new(&mut memory, 0, &Progress::new());
        let slot = |number: u64| table.slot(Random::new(number).next_u128(), 3);
        let (mut used, mut told, stores) = (TableUse::default(), 0, 200_000);
        for number in 1..=stores {
            table.make_room(&used, &mut told);
            table.put(slot(number), 3, fields(number), &mut used);
        }
        let mut found = 0;
        for number in 1..=stores {
            if let Some(known) = table.get(slot(number), 3, &mut used) {
                assert_eq!(known, fields(number));
                found += 1;
            }
        }
        assert!(found > stores / 100 * 80, "{found}");
        let survey = table.survey();
        assert_eq!(survey.by_depth[..3], [0; 3]);
        assert!(survey.taken() >= found && survey.wide == 0);
    }

    /// Threads that write and read the same line all the time: no half-written entry may match.
    #[test]
    fn torn_fields_never_match() {
        let mut memory = allocate(1, usize::MAX).expect("memory");
        let table: &Table<FieldsLine> = &Table::new(&mut memory, 0, &Progress::new());
        let slot = |number: u64| Slot {
            tag: number.wrapping_mul(FACTORS[0]),
            word: 0,
        };
        std::thread::scope(|scope| {
            for thread in 0..4 {
                scope.spawn(move || {
                    let mut used = TableUse::default();
                    for round in 0..200_000 {
                        let number = 1 + (round + thread) % 11;
                        table.put(slot(number), 3, fields(number), &mut used);
                        let asked = 1 + (round * 7 + thread) % 11;
                        if let Some(known) = table.get(slot(asked), 3, &mut used) {
                            assert_eq!(known, fields(asked));
                        }
                    }
                });
            }
        });
    }
}
