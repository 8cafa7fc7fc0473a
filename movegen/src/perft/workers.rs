//! What one run leaves to the next: threads that have started, and the memory of a small table.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::table;
use crate::memory::{MEGABYTE, TableError, TableMemory};
use crate::threads::{Pool, STACK, Shortage};

/// The bytes that each thread may allocate while it counts.
const BYTES_PER_THREAD: usize = 1 << 20;

/// The most memory that is kept. A count with a larger table takes so long that mapping and zeroing
/// the memory anew does not matter.
const MAX_KEPT: usize = 16 * MEGABYTE;

/// Threads and memory for any number of runs, see [`Perft::workers`](super::Perft::workers).
///
/// At most 16 MB are kept for tables. Nothing that a run has stored is left for another one.
///
/// ```
/// use movegen::chess::{Kernel, Position};
/// use movegen::perft::{Perft, Stop, Workers};
/// let (start, workers) = (Position::startpos(), Workers::default());
/// for depth in 4..=6 {
///     let perft = Perft::new(depth).threads(2).hash_mb(64).workers(&workers);
///     perft.run(&start, &Kernel::best(), &Stop::new(), |_| {}).unwrap();
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Workers(Arc<Mutex<Kept>>);

#[derive(Debug, Default)]
struct Kept {
    pool: Option<Pool>,
    /// All zero.
    memory: Option<TableMemory>,
}

impl Workers {
    /// A pool of `threads` threads, or of fewer if the system refuses more.
    pub(super) fn take_pool(&self, threads: usize) -> Result<Pool, Shortage> {
        let kept = self.kept().pool.take();
        match kept.filter(|pool| pool.len() == threads) {
            Some(pool) => Ok(pool),
            None => Pool::start("perft", threads, STACK, BYTES_PER_THREAD),
        }
    }

    /// Keeps a pool for the next run.
    pub(super) fn keep_pool(&self, pool: Pool) {
        // The next run tries again to start the threads that this pool lacks.
        if pool.shortage().is_none() {
            self.kept().pool = Some(pool);
        }
    }

    /// Memory for a table, as [`table::allocate`].
    pub(super) fn take_memory(
        &self,
        megabytes: usize,
        enough: usize,
    ) -> Result<TableMemory, TableError> {
        let kept = self.kept().memory.take();
        if let Some(mut memory) = kept
            && memory.resize(table::allocated_bytes(megabytes, enough))
        {
            return Ok(memory);
        }
        table::allocate(megabytes, enough)
    }

    /// Keeps the memory of a table that has written the first `used` bytes of it, or frees it.
    pub(super) fn keep_memory(&self, mut memory: TableMemory, used: usize) {
        if memory.mapped() <= MAX_KEPT {
            memory.bytes_mut()[..used].fill(0);
            self.kept().memory = Some(memory);
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Kernel, Position};
    use crate::perft::{Perft, Stop};

    #[test]
    fn threads_are_kept_while_their_number_is_the_same() {
        let workers = Workers::default();
        let first = workers.take_pool(2).expect("two threads");
        let of_first = first.install(std::process::id);
        workers.keep_pool(first);
        let again = workers.take_pool(2).expect("the same threads");
        assert_eq!(again.install(std::process::id), of_first);
        assert!(workers.kept().pool.is_none());
        workers.keep_pool(again);
        assert_eq!(workers.take_pool(3).expect("three threads").len(), 3);
    }

    #[test]
    fn memory_is_kept_up_to_a_limit_and_zeroed() {
        let workers = Workers::default();
        let mut memory = workers.take_memory(1, usize::MAX).expect("1 MB");
        memory.bytes_mut()[..100].fill(7);
        let address = memory.bytes_mut().as_ptr().addr();
        workers.keep_memory(memory, 100);
        // A smaller table takes a part of it.
        let mut memory = workers.take_memory(1, 100).expect("kept");
        assert_eq!(memory.bytes_mut().as_ptr().addr(), address);
        assert_eq!(memory.bytes_mut().len(), table::allocated_bytes(1, 100));
        assert!(memory.bytes_mut().iter().all(|byte| *byte == 0));
        // One as large takes all of it. A byte that is not reported as used is left, which shows that it is the same.
        memory.bytes_mut()[0] = 7;
        workers.keep_memory(memory, 0);
        let mut memory = workers.take_memory(1, usize::MAX).expect("kept");
        assert_eq!(memory.bytes_mut()[0], 7);
        assert_eq!(memory.bytes_mut().len(), memory.mapped());
        workers.keep_memory(memory, 1);
        let large = workers.take_memory(17, usize::MAX).expect("17 MB");
        workers.keep_memory(large, 0);
        assert!(workers.kept().memory.is_none());
    }

    #[test]
    fn a_run_finds_nothing_that_another_one_has_stored() {
        let workers = Workers::default();
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
        let kiwipete: Position = kiwipete.parse().expect("a position");
        let run = |position: &Position, workers: Option<&Workers>| {
            let mut perft = Perft::new(5).hash_mb(16).survey(true);
            if let Some(workers) = workers {
                perft = perft.workers(workers);
            }
            let outcome = perft.run(position, &Kernel::best(), &Stop::new(), |_| {});
            let outcome = outcome.expect("a count");
            (outcome.total, outcome.table, outcome.survey)
        };
        for position in [kiwipete, Position::startpos(), kiwipete] {
            assert_eq!(run(&position, Some(&workers)), run(&position, None));
        }
    }
}
