//! What stays from search to search.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::crew::Crew;
use crate::table::Store;
use crate::{Shortage, TableError};

/// The memory of the engine: a transposition table of a fixed size, its threads, and what they have
/// learned about moves. One search at a time uses it; others wait.
///
/// ```
/// let memory = engine::Memory::new(1).unwrap();
/// memory.clear();
/// // A size that no machine has is an error, not the end of the process.
/// assert!(engine::Memory::new(usize::MAX).is_err());
/// ```
pub struct Memory(Mutex<Parts>);

/// The parts of a [`Memory`].
pub(crate) struct Parts {
    pub(crate) store: Store,
    /// How many searches there were.
    pub(crate) searches: u8,
    pub(crate) crew: Crew,
}

impl Memory {
    /// A memory with a table of so many MiB; 0 gives the smallest that works. Costs next to
    /// nothing: the system gives its pages when they are first used.
    ///
    /// # Errors
    /// [`TableError`] if the memory cannot be had.
    pub fn new(megabytes: usize) -> Result<Memory, TableError> {
        Ok(Memory(Mutex::new(Parts {
            store: Store::reserve(megabytes)?,
            searches: 0,
            crew: Crew::new().map_err(|_| TableError { megabytes })?,
        })))
    }

    /// Starts the threads of the searches to come, so that they need not do it themselves. Returns
    /// why there are fewer than requested, if there are: there is always one. The same number again
    /// does nothing.
    ///
    /// ```
    /// let memory = engine::Memory::new(1).unwrap();
    /// assert!(memory.set_threads(2).is_none());
    /// let shortage = memory.set_threads(1_000_000).unwrap();
    /// assert!(shortage.available < 1_000_000);
    /// ```
    pub fn set_threads(&self, threads: usize) -> Option<Shortage> {
        self.lock().crew.set_threads(threads).cloned()
    }

    /// Forgets everything, once no search runs.
    pub fn clear(&self) {
        let mut parts = self.lock();
        parts.store.clear();
        parts.searches = 0;
        parts.crew.clear();
    }

    /// The parts, once no other search uses them.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Parts> {
        // A search that panicked leaves scores that are as good as any.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}
