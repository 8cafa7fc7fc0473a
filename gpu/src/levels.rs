//! The memory of an expansion: one level for each remaining depth.

use crate::backend::{Backend, DeviceError};

/// The most positions of a level: the moves of all of them together fit into 32 bits.
pub(crate) const MAX_POSITIONS: u32 = 1 << 24;

/// The least positions of a level: more than a position has children.
pub(crate) const MIN_POSITIONS: u32 = 1 << 10;

/// From level to level the number of positions grows at least this much, so the levels above need less memory.
const GROWTH: u32 = 8;

/// Bytes for each position of a level.
const BYTES: usize = 4 * 8 + 8 + 4 * 4;

/// The positions with one remaining depth, and what is known about each of them.
pub(crate) struct Level<B> {
    /// The most positions that fit.
    pub capacity: u32,
    pub boards: B,
    /// The numbers of the positions that must be counted.
    pub list: B,
    /// For each of the list the number of children; or for each position whether it must be counted.
    pub numbers: B,
    /// The sums of these numbers.
    pub offsets: B,
    /// For each position the first of those that are equal to it.
    pub first: B,
    /// The leaves below each position.
    pub counts: B,
}

/// The sums of runs of numbers, and the sums before each run.
pub(crate) struct ScanLevel<B> {
    pub sums: B,
    pub before: B,
}

/// All levels.
pub(crate) struct Levels<B> {
    /// By remaining depth, from two on.
    levels: Vec<Level<B>>,
    pub scan: Vec<ScanLevel<B>>,
    /// A zero.
    pub zero: B,
}

/// Numbers that one work item of a scan handles: `SCAN_RUN` of the kernels.
pub(crate) const SCAN_RUN: u32 = 32;

impl<B> Levels<B> {
    /// Allocates levels for counts of up to `depth` plies in about `bytes` of memory.
    ///
    /// # Errors
    /// [`DeviceError::OutOfMemory`] if the device has less.
    pub(crate) fn allocate<A: Backend<Buffer = B>>(
        backend: &A,
        depth: u32,
        bytes: usize,
    ) -> Result<Levels<B>, DeviceError> {
        // The last level, and an eighth of it above, an eighth of that, and so on.
        let largest = bytes / BYTES * 7 / 8;
        let largest = u32::try_from(largest).unwrap_or(u32::MAX);
        let mut capacity = largest.clamp(MIN_POSITIONS, MAX_POSITIONS);
        let (mut levels, mut scan) = (Vec::new(), Vec::new());
        let mut runs = capacity;
        while runs > SCAN_RUN {
            runs = runs.div_ceil(SCAN_RUN);
            scan.push(ScanLevel {
                sums: backend.allocate(4 * runs as usize)?,
                before: backend.allocate(4 * (runs as usize + 1))?,
            });
        }
        for _ in 2..=depth.max(2) {
            let positions = capacity as usize;
            levels.push(Level {
                capacity,
                boards: backend.allocate(32 * positions)?,
                list: backend.allocate(4 * positions)?,
                numbers: backend.allocate(4 * positions)?,
                offsets: backend.allocate(4 * (positions + 1))?,
                first: backend.allocate(4 * positions)?,
                counts: backend.allocate(8 * positions)?,
            });
            capacity = (capacity / GROWTH).max(MIN_POSITIONS);
        }
        Ok(Levels {
            levels,
            scan,
            zero: backend.allocate(8)?,
        })
    }

    /// The level of a remaining depth. Counts of one ply take that of two.
    pub(crate) fn at(&self, depth: u32) -> &Level<B> {
        &self.levels[depth.max(2) as usize - 2]
    }

    /// The largest depth.
    pub(crate) fn depth(&self) -> u32 {
        self.levels.len() as u32 + 1
    }
}
