//! The settings of counts on one device, and the memory that they need.

use movegen::chess::device_tables;
use zerocopy::IntoBytes;

use crate::backend::{Backend, DeviceError};
use crate::kernels::Program;
use crate::levels::Levels;
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

impl LastPlies {
    /// The kernels that count them.
    pub(crate) fn program(self) -> Program {
        match self {
            LastPlies::Differential => Program::Count,
            LastPlies::EachMove => Program::CountByMaking,
        }
    }
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

/// The memory of an expansion.
pub(crate) struct Memory<B> {
    /// The attack tables.
    pub attacks: B,
    pub levels: Levels<B>,
    pub tables: Option<Tables<B>>,
}

impl<B> Memory<B> {
    pub(crate) fn allocate<A: Backend<Buffer = B>>(
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
