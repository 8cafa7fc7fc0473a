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

/// The irregular moves of positions two plies above the leaves.
pub(crate) struct Queue<B> {
    /// The most moves that fit.
    pub capacity: u32,
    /// The number of moves.
    pub len: B,
    /// The positions after the moves.
    pub boards: B,
    /// The number of replies to each.
    pub replies: B,
    /// For each position the place of its first move and the number of its moves.
    pub ranges: B,
}

/// The most moves in the queue: enough to keep every thread of a large GPU busy.
const MAX_QUEUE: u32 = 1 << 23;

/// The fewest.
const MIN_QUEUE: u32 = 1 << 10;

/// A position has fewer irregular moves than this on average. Those that do not fit into the queue are counted
/// otherwise, slowly.
const QUEUED_MOVES: u32 = 16;

impl<B> Queue<B> {
    fn allocate<A: Backend<Buffer = B>>(
        backend: &A,
        bytes: usize,
    ) -> Result<Queue<B>, DeviceError> {
        let largest = u32::try_from(bytes / (32 + 4 + 1)).unwrap_or(u32::MAX);
        let capacity = largest.clamp(MIN_QUEUE, MAX_QUEUE);
        Ok(Queue {
            capacity,
            len: backend.allocate(4)?,
            boards: backend.allocate(32 * capacity as usize)?,
            replies: backend.allocate(4 * capacity as usize)?,
            ranges: backend.allocate(8 * (capacity / QUEUED_MOVES) as usize)?,
        })
    }

    /// The positions whose moves should be queued at once.
    pub(crate) fn positions(&self) -> u32 {
        self.capacity / QUEUED_MOVES
    }
}

/// All levels.
pub(crate) struct Levels<B> {
    /// By remaining depth, from two on.
    levels: Vec<Level<B>>,
    pub scan: Vec<ScanLevel<B>>,
    pub queue: Queue<B>,
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
        // A quarter for the queue. The rest for the last level, and an eighth of it above, an eighth of that, and so on.
        let queue = Queue::allocate(backend, bytes / 4)?;
        let largest = bytes / BYTES / 4 * 3 * 7 / 8;
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
            queue,
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
