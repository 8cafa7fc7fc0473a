//! What stays from search to search.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use crate::TableError;
use crate::history::Histories;
use crate::table::Table;

/// The memory of the engine: a transposition table of a fixed size, and what its threads have
/// learned about moves. One search at a time uses it.
///
/// ```
/// let memory = engine::Memory::new(1).unwrap();
/// memory.clear();
/// // A size that no machine has is an error, not the end of the process.
/// assert!(engine::Memory::new(usize::MAX).is_err());
/// ```
pub struct Memory {
    pub(crate) table: Table,
    /// By thread; those in use are away.
    histories: Mutex<Vec<Histories>>,
}

impl Memory {
    /// A memory with a table of so many MiB; 0 gives the smallest that works.
    ///
    /// # Errors
    /// [`TableError`] if the memory cannot be had.
    pub fn new(megabytes: usize) -> Result<Memory, TableError> {
        Ok(Memory {
            table: Table::new(megabytes)?,
            histories: Mutex::new(Vec::new()),
        })
    }

    /// Forgets everything. Safe, but a loss, while a search runs.
    pub fn clear(&self) {
        self.table.clear();
        self.with_histories(Vec::clear);
    }

    /// The histories of so many threads, to be given back with [`keep`](Memory::keep).
    pub(crate) fn take(&self, threads: usize) -> Vec<Histories> {
        let mut taken = self.with_histories(std::mem::take);
        taken.resize_with(threads, Histories::new);
        taken
    }

    /// Keeps histories for the next search.
    pub(crate) fn keep(&self, histories: Vec<Histories>) {
        self.with_histories(|kept| *kept = histories);
    }

    fn with_histories<R>(&self, what: impl FnOnce(&mut Vec<Histories>) -> R) -> R {
        what(
            &mut self
                .histories
                .lock()
                .unwrap_or_else(PoisonError::into_inner),
        )
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}
