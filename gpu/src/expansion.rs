//! Counts on one device: its settings and its memory. [`pass`](crate::pass) has the method.

use std::cell::Cell;

use movegen::chess::{DevicePosition, device_tables};
use movegen::perft::{Stop, TableUse};
use zerocopy::IntoBytes;

use crate::backend::{Backend, DeviceError};
use crate::levels::Levels;
use crate::pass::{FIRST_SLICE, Pass};
use crate::table::Tables;

/// How the last two plies are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LastPlies {
    /// By the differential node.
    #[default]
    Differential,
    /// By making every move: slower, to check the other one.
    EachMove,
}

/// The settings of an expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The largest depth.
    pub depth: u32,
    /// Bytes for positions.
    pub memory: usize,
    /// Bytes for tables of counts; `None` without, and then equal positions are counted one by one.
    pub table: Option<usize>,
    /// The seed of the tables' hash functions.
    pub seed: u64,
    /// How the last two plies are counted.
    pub last_plies: LastPlies,
}

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

/// The memory of an expansion.
pub(crate) struct Memory<B> {
    /// The attack tables.
    pub attacks: B,
    pub levels: Levels<B>,
    pub tables: Option<Tables<B>>,
}

/// Why a count has no result.
#[derive(Debug)]
pub(crate) enum Interrupted {
    /// The stop was raised.
    Stopped,
    /// The device failed.
    Failed(DeviceError),
}

impl From<DeviceError> for Interrupted {
    fn from(error: DeviceError) -> Interrupted {
        Interrupted::Failed(error)
    }
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

/// The least bytes for positions.
const LEAST_MEMORY: usize = 1 << 19;

impl<B> Memory<B> {
    fn allocate<A: Backend<Buffer = B>>(
        backend: &A,
        settings: &Settings,
    ) -> Result<Memory<B>, DeviceError> {
        let words = device_tables();
        let attacks = backend.allocate(size_of_val(&*words))?;
        backend.write(&attacks, words.as_bytes())?;
        let levels = Levels::allocate(backend, settings.depth, settings.memory)?;
        let tables = match settings.table {
            Some(bytes) => {
                let (seed, depth) = (settings.seed, settings.depth);
                let positions = levels.at(2).capacity;
                Some(Tables::allocate(backend, seed, depth, positions, bytes)?)
            }
            None => None,
        };
        // What the device cannot provide, it should say now.
        backend.finish()?;
        Ok(Memory {
            attacks,
            levels,
            tables,
        })
    }
}
