//! What is already known of positions, shared without locks.
//!
//! An entry is two words, the data and the key xor the data: a pair that two threads wrote halfway
//! each does not match any key and reads as a miss (Hyatt and Mann, "A lock-less transposition
//! table implementation for parallel search", 2002).

use std::sync::atomic::{AtomicU64, Ordering};

use movegen::chess::Move;
use movegen::memory::TableMemory;
use prefetch_index::prefetch_index;
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

use crate::Bound;
use crate::request::{MATE, MATE_BOUND};

/// The entries that share a cache line, among which the least useful is replaced.
const CLUSTER: usize = 4;
/// Searches after which the age of an entry begins anew; what fits its six bits.
const GENERATIONS: u8 = 64;
/// Stands for "no static evaluation", which no evaluation is.
const NO_EVALUATION: i16 = i16::MIN;

#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
struct Cluster([Slot; CLUSTER]);

/// A cluster fills a cache line, and so a whole number of clusters fills any number of MiB.
const _: () = assert!(size_of::<Cluster>() == TableMemory::LINE);

/// A transposition table in its bytes, for the length of a search.
pub(crate) struct TranspositionTable<'a> {
    clusters: &'a [Cluster],
    generation: u8,
}

/// What the table knows of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtEntry {
    pub(crate) best: Option<Move>,
    /// Counted from the position, mates too.
    pub(crate) score: i32,
    /// The static evaluation, absent for a position in check.
    pub(crate) evaluation: Option<i32>,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl<'a> TranspositionTable<'a> {
    /// The table in these bytes, for a search of this generation: what is there is of an earlier
    /// one.
    pub(crate) fn new(memory: &'a mut TableMemory, generation: u8) -> TranspositionTable<'a> {
        let clusters = <[Cluster]>::mut_from_bytes(memory.bytes_mut());
        TranspositionTable {
            clusters: clusters.expect("whole cache lines from a page boundary on"),
            generation: generation % GENERATIONS,
        }
    }

    /// The permille of a sample that holds entries of this search.
    pub(crate) fn hashfull(&self) -> u32 {
        let generation = self.generation;
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let used = sample
            .iter()
            .flat_map(|cluster| &cluster.0)
            .map(|slot| slot.data.load(Ordering::Relaxed))
            .filter(|&data| data != 0 && generation_of(data) == generation)
            .count();
        u32::try_from(used * 1000 / (sample.len() * CLUSTER)).unwrap_or(1000)
    }

    /// What is known of the position of this key, `ply` plies from the root.
    pub(crate) fn probe(&self, key: u128, ply: usize) -> Option<TtEntry> {
        self.cluster(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let matches = slot.check.load(Ordering::Relaxed) ^ data == key as u64;
            if matches { decode(data, ply) } else { None }
        })
    }

    /// Notes what was found, `ply` plies from the root.
    pub(crate) fn store(&self, key: u128, ply: usize, mut entry: TtEntry) {
        let generation = self.generation;
        let mut target = None;
        let mut least = i32::MAX;
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 || slot.check.load(Ordering::Relaxed) ^ data == key as u64 {
                if let Some(old) = decode(data, ply) {
                    entry.best = entry.best.or(old.best);
                    let deeper = old.depth > entry.depth + 3 && generation_of(data) == generation;
                    if deeper && entry.bound != Bound::Exact {
                        return;
                    }
                }
                target = Some(slot);
                break;
            }
            let age = (GENERATIONS + generation - generation_of(data)) % GENERATIONS;
            let worth = depth_of(data) - 8 * i32::from(age);
            if worth < least {
                least = worth;
                target = Some(slot);
            }
        }
        if let Some(slot) = target {
            let data = encode(&entry, ply, generation);
            slot.data.store(data, Ordering::Relaxed);
            slot.check.store(key as u64 ^ data, Ordering::Relaxed);
        }
    }

    /// Asks for what is known of a position, so that it is near when it is looked at.
    #[inline]
    pub(crate) fn prefetch(&self, key: u128) {
        prefetch_index(self.clusters, self.place(key));
    }

    /// The upper half of the key picks the cluster, the lower one proves the entry.
    #[inline]
    fn place(&self, key: u128) -> usize {
        (((key >> 64) * self.clusters.len() as u128) >> 64) as usize
    }

    fn cluster(&self, key: u128) -> &Cluster {
        &self.clusters[self.place(key)]
    }
}

// The data word: 16 bits each of move, score and evaluation, 8 of depth, 2 of bound (0 only in an
// empty slot), 6 of generation.

fn generation_of(data: u64) -> u8 {
    (data >> 58) as u8
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

fn encode(entry: &TtEntry, ply: usize, generation: u8) -> u64 {
    // a1a1, the zero, is no move.
    let best = entry.best.map_or(0, Move::to_bits);
    let distance = ply as i32;
    let score = match entry.score {
        score if score >= MATE_BOUND => (score + distance).min(MATE),
        score if score <= -MATE_BOUND => (score - distance).max(-MATE),
        score => score,
    };
    let evaluation = entry.evaluation.map_or(NO_EVALUATION, |value| value as i16);
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    u64::from(best)
        | u64::from(score as i16 as u16) << 16
        | u64::from(evaluation as u16) << 32
        | (entry.depth.clamp(0, 255) as u64) << 48
        | bound << 56
        | u64::from(generation) << 58
}

fn decode(data: u64, ply: usize) -> Option<TtEntry> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        3 => Bound::Upper,
        _ => return None,
    };
    let best = data as u16;
    let distance = ply as i32;
    let score = match i32::from((data >> 16) as i16) {
        score if score >= MATE_BOUND => score - distance,
        score if score <= -MATE_BOUND => score + distance,
        score => score,
    };
    let evaluation = (data >> 32) as i16;
    Some(TtEntry {
        best: (best != 0).then(|| Move::from_bits(best)),
        score,
        evaluation: (evaluation != NO_EVALUATION).then(|| i32::from(evaluation)),
        depth: depth_of(data),
        bound,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::chess::{MoveKind, Square};

    fn entry(depth: i32, score: i32) -> TtEntry {
        let best = Some(Move::new(Square::E2, Square::E4, MoveKind::DoublePush));
        TtEntry {
            best,
            score,
            evaluation: Some(-17),
            depth,
            bound: Bound::Lower,
        }
    }

    #[test]
    fn an_entry_comes_back_as_it_was() {
        for score in [0, -250, 20_000, MATE - 9, -MATE + 12] {
            let mut store = TableMemory::allocate(0).expect("64 bytes");
            let table = TranspositionTable::new(&mut store, 1);
            table.store(77, 5, entry(3, score));
            assert_eq!(table.probe(77, 5), Some(entry(3, score)));
            store.clear();
            assert_eq!(TranspositionTable::new(&mut store, 1).probe(77, 5), None);
        }
    }

    #[test]
    fn mates_are_counted_from_the_position() {
        let mut store = TableMemory::allocate(0).expect("64 bytes");
        let table = TranspositionTable::new(&mut store, 1);
        table.store(1, 4, entry(3, MATE - 7));
        assert_eq!(table.probe(1, 2).map(|e| e.score), Some(MATE - 5));
    }

    #[test]
    fn the_deep_outlive_the_shallow_of_their_search() {
        let mut store = TableMemory::allocate(0).expect("64 bytes");
        let table = TranspositionTable::new(&mut store, 1);
        for key in 1..=10 {
            table.store(key, 0, entry(key as i32, 0));
        }
        assert!(table.probe(10, 0).is_some() && table.probe(1, 0).is_none());
        let table = TranspositionTable::new(&mut store, 4);
        assert_eq!(table.hashfull(), 0);
        table.store(11, 0, entry(1, 0));
        assert!(table.probe(11, 0).is_some());
        assert_eq!(table.hashfull(), 250);
    }

    #[test]
    fn all_of_the_memory_is_used() {
        let mut store = TableMemory::allocate(3).expect("3 MB");
        assert_eq!(
            size_of_val(TranspositionTable::new(&mut store, 0).clusters),
            3 << 20
        );
    }
}
