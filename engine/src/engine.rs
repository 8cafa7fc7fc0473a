//! The chess engine: everything that persists from one search to the next.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use movegen::memory::TableMemory;

use crate::request::{Info, Listener, Outcome, Request};
use crate::root::RootSearch;
use crate::shared::Shared;
use crate::threads::SearchThreads;
use crate::transposition::TranspositionTable;
use crate::worker::Worker;
use crate::{Control, Shortage, TableError};

/// A chess engine: a transposition table of a fixed size, the search threads, and the move
/// histories that they have learned.
///
/// One search runs at a time; a second call waits for the first.
///
/// ```
/// use engine::Engine;
///
/// let engine = Engine::new(1).unwrap();
/// engine.clear();
/// // A table that does not fit into memory is an error; the process does not abort.
/// assert!(Engine::new(usize::MAX).is_err());
/// ```
pub struct Engine(Mutex<State>);

/// The contents of an [`Engine`].
struct State {
    table_memory: TableMemory,
    /// The number of searches so far, modulo 256: the generation of new table entries.
    searches: u8,
    threads: SearchThreads,
}

impl Engine {
    /// Creates an engine with a transposition table of `megabytes` MiB; 0 selects the smallest
    /// table that works.
    ///
    /// Returns quickly: the system provides the pages of the table on first use.
    ///
    /// # Errors
    /// [`TableError`] if the memory cannot be allocated.
    pub fn new(megabytes: usize) -> Result<Engine, TableError> {
        Ok(Engine(Mutex::new(State {
            table_memory: TableMemory::allocate(megabytes)?,
            searches: 0,
            threads: SearchThreads::new().map_err(|_| TableError { megabytes })?,
        })))
    }

    /// Starts the threads for later searches, so that no search spends clock time on it.
    ///
    /// Returns the reason if fewer threads than requested are available; there is always at least
    /// one. Does nothing if the number has not changed.
    ///
    /// ```
    /// let engine = engine::Engine::new(1).unwrap();
    /// assert!(engine.set_threads(2).is_none());
    /// let shortage = engine.set_threads(1_000_000).unwrap();
    /// assert!(shortage.available < 1_000_000);
    /// ```
    pub fn set_threads(&self, threads: usize) -> Option<Shortage> {
        self.lock().threads.set_count(threads).cloned()
    }

    /// Clears the transposition table and the histories. Waits for a running search to end.
    pub fn clear(&self) {
        let mut state = self.lock();
        state.table_memory.clear();
        state.searches = 0;
        state.threads.clear_histories();
    }

    /// Searches a position until a limit is reached or `control` stops the search.
    ///
    /// If there is a legal move, the listener receives at least one line that begins with the
    /// outcome's best move, even when the search is stopped before it starts. Otherwise it receives
    /// depth 0 and an empty line, scored as mated or drawn. With [`Limits::infinite`] or
    /// [`Limits::ponder`] the call returns only after `control` permits it, no matter how early the
    /// search is complete. With a cleared engine, one thread and a fixed depth, every run visits
    /// the same nodes on every machine.
    ///
    /// [`Limits::infinite`]: crate::Limits::infinite
    /// [`Limits::ponder`]: crate::Limits::ponder
    ///
    /// ```
    /// use engine::{Control, Engine, Limits, Request, Settings};
    /// use movegen::chess::Position;
    ///
    /// let control = Control::new();
    /// control.stop();
    /// let request = Request {
    ///     position: Position::startpos(),
    ///     history: Vec::new(),
    ///     limits: Limits { infinite: true, ..Limits::default() },
    ///     settings: Settings::default(),
    /// };
    /// let engine = Engine::new(1).unwrap();
    /// let outcome = engine.search(&request, &control, &mut |_: &engine::Info| ());
    /// assert!(outcome.best_move.is_some());
    /// ```
    pub fn search(
        &self,
        request: &Request,
        control: &Control,
        listener: &mut dyn Listener,
    ) -> Outcome {
        let mut state = self.lock();
        let State {
            table_memory,
            searches,
            threads,
        } = &mut *state;
        // Starting threads takes time, so do it before the clock starts.
        threads.set_count(request.settings.threads);
        *searches = searches.wrapping_add(1);
        let table = TranspositionTable::new(table_memory, *searches);
        let shared = Shared::new(request, &table, control, threads.count());
        // Lazy SMP (Daniel Homan, 2013): the workers share nothing but the transposition table,
        // through which each of them uses the results of the others.
        let outcome = threads.run(
            |memory| {
                // Ends the helpers even if the listener panics.
                let _end = EndOnDrop(&shared);
                let mut worker = Worker::new(request, &shared, 0, memory);
                RootSearch::new(request, &mut worker, listener).run()
            },
            |number, memory| {
                if !shared.is_over() {
                    let mut worker = Worker::new(request, &shared, number, memory);
                    RootSearch::new(request, &mut worker, &mut |_: &Info| ()).run();
                }
            },
        );
        drop(state);
        let limits = &request.limits;
        if limits.infinite || limits.ponder {
            control.wait(!limits.infinite);
        }
        outcome
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A search that panicked leaves a usable table: any entry is valid on its own.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").finish_non_exhaustive()
    }
}

/// Ends the search of all workers when dropped.
struct EndOnDrop<'a>(&'a Shared<'a>);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}
