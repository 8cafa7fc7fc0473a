//! What the search has found out before.

use movegen::hive::Move;

use crate::Bound;

/// Entries of the table, a power of two.
const ENTRIES: usize = 1 << 18;

/// What is known of one position.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) key: u128,
    /// As the game went here. An image of this position has other hexes, so the move may not be
    /// one of its moves.
    pub(super) best: Option<Move>,
    pub(super) score: i32,
    pub(super) depth: u32,
    pub(super) bound: Bound,
}

/// One entry for each place; the newer one stays.
pub(super) struct Table(Vec<Option<Entry>>);

impl Table {
    /// The bytes of a table.
    pub(super) const BYTES: usize = ENTRIES * size_of::<Option<Entry>>();

    pub(super) fn new() -> Table {
        Table(vec![None; ENTRIES])
    }

    pub(super) fn get(&self, key: u128) -> Option<Entry> {
        self.0[place(key)].filter(|entry| entry.key == key)
    }

    pub(super) fn put(&mut self, entry: Entry) {
        self.0[place(entry.key)] = Some(entry);
    }
}

fn place(key: u128) -> usize {
    key as usize & (ENTRIES - 1)
}
