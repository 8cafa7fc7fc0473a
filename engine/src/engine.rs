//! The chess engine: everything that persists from one search to the next.

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};

use movegen::memory::{MEGABYTE, TableMemory};
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use crate::oversights::Oversights;
use crate::request::{Info, Listener, Outcome, Request};
use crate::root::RootSearch;
use crate::shared::Shared;
use crate::strength::Strength;
use crate::thinking_time;
use crate::threads::SearchThreads;
use crate::transposition::TranspositionTable;
use crate::worker::Worker;
use crate::{Control, Network, Shortage, TableError};

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

/// From this size in MB on, a table is allocated only if the memory is there: the system promises more than it
/// has, and ends the process that then uses it.
const LARGE_TABLE: usize = 256;

/// Whether this many MB are available, as far as the system tells.
fn is_available(megabytes: usize) -> bool {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory);
    // A container may have less than the machine.
    let limit = system
        .cgroup_limits()
        .map_or(0, |limits| limits.total_memory);
    let free = match limit {
        0 => system.available_memory(),
        limit => system.available_memory().min(limit),
    };
    let needed = (megabytes as u64).saturating_mul(MEGABYTE as u64);
    // Zero stands for a system that does not tell.
    free == 0 || needed <= free
}

/// The contents of an [`Engine`].
struct State {
    table_memory: TableMemory,
    /// The number of searches so far, modulo 256: the generation of new table entries.
    searches: u8,
    threads: SearchThreads,
}

impl State {
    fn clear(&mut self) {
        self.table_memory.clear();
        self.searches = 0;
        self.threads.clear_histories();
    }
}

impl Engine {
    /// Creates an engine with a transposition table of `megabytes` MiB; 0 selects the smallest
    /// table that works.
    ///
    /// All of the table is written, on all cores, so that no search waits for memory: a gigabyte takes a few
    /// tenths of a second.
    ///
    /// # Errors
    /// [`TableError`] if the memory cannot be allocated.
    pub fn new(megabytes: usize) -> Result<Engine, TableError> {
        if megabytes >= LARGE_TABLE && !is_available(megabytes) {
            return Err(TableError { megabytes });
        }
        let mut table_memory = TableMemory::allocate(megabytes)?;
        table_memory.clear();
        Ok(Engine(Mutex::new(State {
            table_memory,
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
        self.lock().clear();
    }

    /// Evaluates with this network from now on. Waits for a running search to end.
    ///
    /// Clears the engine as well: its table and its histories have evaluations of the old network.
    /// Does nothing if the network has not changed.
    ///
    /// ```
    /// use engine::Engine;
    /// use engine::network::{Network, PAYLOAD_BYTES};
    ///
    /// let engine = Engine::new(1).unwrap();
    /// assert!(engine.network().is_embedded());
    /// let zero = Network::new(400, &[0; PAYLOAD_BYTES]).unwrap();
    /// engine.set_network(&zero);
    /// assert_eq!(engine.network(), zero);
    /// ```
    pub fn set_network(&self, network: &Network) {
        let mut state = self.lock();
        if state.threads.network() != network {
            state.threads.set_network(network.clone());
            state.clear();
        }
    }

    /// The network that the engine evaluates with; the embedded one at first.
    pub fn network(&self) -> Network {
        self.lock().threads.network().clone()
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
        let strength = request.settings.elo.and_then(Strength::new);
        let oversights = strength
            .as_ref()
            .and_then(|strength| strength.oversights.as_ref());
        let mask = oversights.map_or(0, Oversights::key_mask);
        let table = TranspositionTable::new(table_memory, *searches, mask);
        let shared = Shared::new(request, &table, control, strength.as_ref(), threads.count());
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
        let Shared { clock, .. } = shared;
        drop(state);
        let limits = &request.limits;
        if limits.infinite || limits.ponder {
            control.wait(!limits.infinite);
        }
        let plays_on_clock = limits.movetime.is_none() && !limits.infinite;
        if strength.is_some() && request.settings.natural_thinking_time && plays_on_clock {
            let random = RandomState::new().hash_one(outcome.nodes) as f64 / u64::MAX as f64;
            let share = thinking_time::share(&request.position, random);
            control.sleep(clock.rest_of(control, share));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_table_is_larger_than_the_memory() {
        assert!(is_available(LARGE_TABLE));
        assert!(!is_available(1 << 30));
    }
}
