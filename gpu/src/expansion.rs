//! Counts on one device: its settings and its memory. [`pass`](crate::pass) has the method.

use std::cell::Cell;

use movegen::chess::DevicePosition;
use movegen::perft::{Stop, TableUse};

use crate::backend::{Backend, Interrupted};
use crate::memory::{Memory, Settings};
use crate::pass::Pass;
use crate::slices::FIRST_SLICE;

/// The least bytes for positions.
const LEAST_MEMORY: usize = 1 << 19;

/// Counts on one device.
pub(crate) struct Expansion<A: Backend> {
    backend: A,
    settings: Settings,
    /// Allocated by the first count.
    memory: Option<Memory<A::Buffer>>,
    /// Positions that a kernel should handle at once.
    slice: Cell<u32>,
    used: Cell<TableUse>,
}

impl<A: Backend> Expansion<A> {
    pub(crate) fn new(backend: A, settings: Settings) -> Expansion<A> {
        Expansion {
            backend,
            settings,
            memory: None,
            slice: Cell::new(FIRST_SLICE),
            used: Cell::default(),
        }
    }

    /// How the tables were used since the last call.
    pub(crate) fn take_table_use(&self) -> TableUse {
        self.used.take()
    }

    /// Frees the memory, and takes half as much from now on. Returns the bytes; `None` if that would be too little.
    pub(crate) fn shrink(&mut self) -> Option<usize> {
        self.memory = None;
        let (memory, table) = (self.settings.memory / 2, self.settings.table);
        self.settings.memory = memory;
        self.settings.table = table.map(|bytes| bytes / 2);
        (memory >= LEAST_MEMORY).then_some(memory)
    }

    /// The leaves below each position, at least one and at most as many plies as the settings say. The counts
    /// must fit into 64 bits.
    pub(crate) fn count(
        &mut self,
        positions: &[DevicePosition],
        depth: u32,
        stop: &Stop,
    ) -> Result<Vec<u64>, Interrupted> {
        let memory = match self.memory.take() {
            Some(memory) => memory,
            None => Memory::allocate(&self.backend, &self.settings)?,
        };
        let pass = Pass {
            backend: &self.backend,
            memory: &memory,
            last_plies: self.settings.last_plies,
            slice: &self.slice,
            used: &self.used,
            stop,
        };
        let counts = pass.count(positions, depth);
        self.memory = Some(memory);
        counts
    }
}
