//! The transposition table: results of earlier searches by position, shared between the threads
//! without locks.
//!
//! An entry is two words: the data, and the key XOR the data. If two threads write the same entry
//! at the same time, the words do not match any key, and the probe misses (Hyatt and Mann, "A
//! lock-less transposition table implementation for parallel search", 2002).

use std::sync::atomic::{AtomicU64, Ordering};

use movegen::chess::Move;
use movegen::memory::TableMemory;
use prefetch_index::prefetch_index;
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

use crate::Bound;
use crate::score::{DECIDED_BOUND, MATE, Window};

/// Entries per cluster. A cluster is a cache line; the least useful entry of a cluster is replaced.
const CLUSTER: usize = 4;
/// Generations that six bits can hold.
const GENERATIONS: u8 = 64;
/// How much one generation of age counts against an entry, in plies of depth.
const AGE_WEIGHT: i32 = 8;
/// From this halfmove clock on, the table's scores are not trusted: it does not know how near the
/// fifty-move draw is.
pub(crate) const TT_HALFMOVE_LIMIT: u32 = 90;
/// Represents an absent static evaluation; no evaluation has this value.
const NO_EVAL: i16 = i16::MIN;

#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
struct Slot {
    /// The lower half of the key XOR `data`.
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
struct Cluster([Slot; CLUSTER]);

/// A cluster fills a cache line, so a whole number of clusters fills any number of MiB.
const _: () = assert!(size_of::<Cluster>() == TableMemory::LINE);

/// The result of searching a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtEntry {
    pub(crate) best_move: Option<Move>,
    /// The score. In the table, mates and tablebase results are counted from this position; outside,
    /// from the root.
    pub(crate) score: i32,
    /// The network's evaluation; `None` in check.
    pub(crate) static_eval: Option<i32>,
    /// The depth of the search; 0 for quiescence search.
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// Whether the entry's score is outside the window, or exact: then no search is needed, if the
/// entry is deep enough.
#[inline]
pub(crate) fn tt_cutoff(entry: &TtEntry, window: Window) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= window.beta,
        Bound::Upper => entry.score <= window.alpha,
    }
}

/// A transposition table, for the duration of one search.
pub(crate) struct TranspositionTable<'a> {
    clusters: &'a [Cluster],
    generation: u8,
    /// Changes all keys, so that this search sees no entry of searches with another mask.
    mask: u128,
}

impl<'a> TranspositionTable<'a> {
    /// The table in these bytes, for a search of this generation. Existing entries keep theirs. The
    /// mask changes all keys: 0, unless the scores of this search are of no use to others.
    pub(crate) fn new(
        memory: &'a mut TableMemory,
        generation: u8,
        mask: u128,
    ) -> TranspositionTable<'a> {
        let clusters = <[Cluster]>::mut_from_bytes(memory.bytes_mut());
        TranspositionTable {
            clusters: clusters.expect("whole cache lines from a page boundary on"),
            generation: generation % GENERATIONS,
            mask,
        }
    }

    /// The share of entries from this search in a sample, in permille.
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

    /// The entry of a position, `ply` plies from the root.
    pub(crate) fn probe(&self, key: u128, ply: usize) -> Option<TtEntry> {
        let key = key ^ self.mask;
        self.cluster(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let matches = slot.check.load(Ordering::Relaxed) ^ data == key as u64;
            if matches { decode(data, ply) } else { None }
        })
    }

    /// Stores the result of a position, `ply` plies from the root.
    ///
    /// Replaces the entry of the same position (unless that is much deeper), or else the shallowest
    /// and oldest entry of the cluster.
    pub(crate) fn store(&self, key: u128, ply: usize, mut entry: TtEntry) {
        let key = key ^ self.mask;
        let generation = self.generation;
        let mut target = None;
        let mut least_worth = i32::MAX;
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 || slot.check.load(Ordering::Relaxed) ^ data == key as u64 {
                if let Some(old) = decode(data, ply) {
                    entry.best_move = entry.best_move.or(old.best_move);
                    let deeper = old.depth > entry.depth + 3 && generation_of(data) == generation;
                    if deeper && entry.bound != Bound::Exact {
                        return;
                    }
                }
                target = Some(slot);
                break;
            }
            let age = (GENERATIONS + generation - generation_of(data)) % GENERATIONS;
            let worth = depth_of(data) - AGE_WEIGHT * i32::from(age);
            if worth < least_worth {
                least_worth = worth;
                target = Some(slot);
            }
        }
        if let Some(slot) = target {
            let data = encode(&entry, ply, generation);
            slot.data.store(data, Ordering::Relaxed);
            slot.check.store(key as u64 ^ data, Ordering::Relaxed);
        }
    }

    /// Loads the cluster of a position into the cache, ahead of a probe.
    #[inline]
    pub(crate) fn prefetch(&self, key: u128) {
        prefetch_index(self.clusters, self.cluster_index(key ^ self.mask));
    }

    /// The upper half of the key selects the cluster; the lower half identifies the entry.
    #[inline]
    fn cluster_index(&self, key: u128) -> usize {
        (((key >> 64) * self.clusters.len() as u128) >> 64) as usize
    }

    fn cluster(&self, key: u128) -> &Cluster {
        &self.clusters[self.cluster_index(key)]
    }
}

// The data word, from the low bits: 16 bits each of move, score and static evaluation, 8 of depth,
// 2 of bound (0 only in an empty slot), 6 of generation.

fn generation_of(data: u64) -> u8 {
    (data >> 58) as u8
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

fn encode(entry: &TtEntry, ply: usize, generation: u8) -> u64 {
    // 0 would be a1a1, which is no legal move.
    let best_move = entry.best_move.map_or(0, Move::to_bits);
    let ply = ply as i32;
    let score = match entry.score {
        score if score >= DECIDED_BOUND => (score + ply).min(MATE),
        score if score <= -DECIDED_BOUND => (score - ply).max(-MATE),
        score => score,
    };
    let static_eval = entry.static_eval.map_or(NO_EVAL, |eval| eval as i16);
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    u64::from(best_move)
        | u64::from(score as i16 as u16) << 16
        | u64::from(static_eval as u16) << 32
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
    let best_move = data as u16;
    let ply = ply as i32;
    let score = match i32::from((data >> 16) as i16) {
        score if score >= DECIDED_BOUND => score - ply,
        score if score <= -DECIDED_BOUND => score + ply,
        score => score,
    };
    let static_eval = (data >> 32) as i16;
    Some(TtEntry {
        best_move: (best_move != 0).then(|| Move::from_bits(best_move)),
        score,
        static_eval: (static_eval != NO_EVAL).then(|| i32::from(static_eval)),
        depth: depth_of(data),
        bound,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::chess::{MoveKind, Square};

    fn entry(depth: i32, score: i32) -> TtEntry {
        let best_move = Some(Move::new(Square::E2, Square::E4, MoveKind::DoublePush));
        TtEntry {
            best_move,
            score,
            static_eval: Some(-17),
            depth,
            bound: Bound::Lower,
        }
    }

    #[test]
    fn a_probe_returns_the_stored_entry() {
        for score in [0, -250, 20_000, MATE - 9, -MATE + 12] {
            let mut memory = TableMemory::allocate(0).expect("64 bytes");
            let table = TranspositionTable::new(&mut memory, 1, 0);
            table.store(77, 5, entry(3, score));
            assert_eq!(table.probe(77, 5), Some(entry(3, score)));
            memory.clear();
            assert_eq!(
                TranspositionTable::new(&mut memory, 1, 0).probe(77, 5),
                None
            );
        }
    }

    #[test]
    fn mates_are_counted_from_the_position() {
        let mut memory = TableMemory::allocate(0).expect("64 bytes");
        let table = TranspositionTable::new(&mut memory, 1, 0);
        table.store(1, 4, entry(3, MATE - 7));
        assert_eq!(table.probe(1, 2).map(|e| e.score), Some(MATE - 5));
    }

    #[test]
    fn shallow_and_old_entries_are_replaced_first() {
        let mut memory = TableMemory::allocate(0).expect("64 bytes");
        let table = TranspositionTable::new(&mut memory, 1, 0);
        for key in 1..=10 {
            table.store(key, 0, entry(key as i32, 0));
        }
        assert!(table.probe(10, 0).is_some() && table.probe(1, 0).is_none());
        let table = TranspositionTable::new(&mut memory, 4, 0);
        assert_eq!(table.hashfull(), 0);
        table.store(11, 0, entry(1, 0));
        assert!(table.probe(11, 0).is_some());
        assert_eq!(table.hashfull(), 250);
    }

    #[test]
    fn the_table_uses_all_of_its_memory() {
        let mut memory = TableMemory::allocate(3).expect("3 MB");
        assert_eq!(
            size_of_val(TranspositionTable::new(&mut memory, 0, 0).clusters),
            3 << 20
        );
    }
}
