//! The transposition table of the Hive search.

use movegen::hive::Move;

use crate::Bound;

/// Entries of the table, a power of two.
const ENTRIES: usize = 1 << 18;

/// The result of searching a position.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) key: u128,
    /// The best move in the position that was searched. Rotations and reflections of the position
    /// have the same key but different hexes, so the move may be illegal in them.
    pub(super) best_move: Option<Move>,
    pub(super) score: i32,
    pub(super) depth: u32,
    pub(super) bound: Bound,
}

/// A table with one entry per index; new entries always replace old ones.
pub(super) struct TranspositionTable(Vec<Option<Entry>>);

impl TranspositionTable {
    /// The size of a table in bytes.
    pub(super) const BYTES: usize = ENTRIES * size_of::<Option<Entry>>();

    pub(super) fn new() -> TranspositionTable {
        TranspositionTable(vec![None; ENTRIES])
    }

    pub(super) fn probe(&self, key: u128) -> Option<Entry> {
        self.0[index(key)].filter(|entry| entry.key == key)
    }

    pub(super) fn store(&mut self, entry: Entry) {
        self.0[index(entry.key)] = Some(entry);
    }
}

fn index(key: u128) -> usize {
    key as usize & (ENTRIES - 1)
}
