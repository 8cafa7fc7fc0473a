//! The search threads and what each of them has learned, kept from search to search.

use std::collections::TryReserveError;
use std::io;
use std::sync::Arc;

use movegen::threads::{Limit, Pool, Shortage, cores};

use crate::network::Network;
use crate::worker::WorkerMemory;

/// The largest number of search threads per core. With more, the main thread, which checks the
/// clock, would wait too long for a core, and so would the helpers before they see that the search
/// has ended.
const THREADS_PER_CORE: usize = 2;

/// The stack size of each helper thread, several times what the longest line needs.
const STACK: usize = 4 << 20;

/// The threads of a search: the main thread, which calls the search, and its helpers.
pub(crate) struct SearchThreads {
    /// The network that all threads evaluate with.
    network: Network,
    main: WorkerMemory,
    /// One entry per helper thread.
    helpers: Vec<WorkerMemory>,
    /// `None` if there are no helpers.
    pool: Option<Pool>,
    requested: usize,
    shortage: Option<Shortage>,
}

impl SearchThreads {
    /// The main thread alone, with the embedded network.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(crate) fn new() -> Result<SearchThreads, TryReserveError> {
        let network = Network::default();
        Ok(SearchThreads {
            main: WorkerMemory::new(network.clone())?,
            network,
            helpers: Vec::new(),
            pool: None,
            requested: 1,
            shortage: None,
        })
    }

    /// The number of threads, the main thread included.
    pub(crate) fn count(&self) -> usize {
        1 + self.helpers.len()
    }

    /// Starts or ends helpers until there are `threads` threads, or as many as possible.
    pub(crate) fn set_count(&mut self, threads: usize) -> Option<&Shortage> {
        let threads = threads.max(1);
        if threads != self.requested {
            self.requested = threads;
            self.shortage = self.start(threads).err();
            log::debug!("{} of {threads} search threads", self.count());
        }
        self.shortage.as_ref()
    }

    /// Starts the helpers. The error is the shortage; there may be some helpers nevertheless.
    fn start(&mut self, threads: usize) -> Result<(), Shortage> {
        // End the old threads first: the new ones may need their memory.
        self.pool = None;
        let cores = cores();
        let possible = threads.min(cores.saturating_mul(THREADS_PER_CORE));
        self.helpers.truncate(possible - 1);
        let shortage = |available, reason| Shortage {
            requested: threads,
            available,
            reason,
        };
        if possible > 1 {
            let pool = match Pool::start("search", possible - 1, STACK, WorkerMemory::BYTES) {
                Ok(pool) => pool,
                Err(refused) => {
                    self.helpers.clear();
                    return Err(shortage(1, refused.reason));
                }
            };
            self.helpers.truncate(pool.len());
            while self.helpers.len() < pool.len() {
                match WorkerMemory::new(self.network.clone()) {
                    Ok(memory) => self.helpers.push(memory),
                    Err(_) => {
                        let error = io::Error::from(io::ErrorKind::OutOfMemory);
                        let reason = Limit::System(Arc::new(error));
                        return Err(shortage(self.count(), reason));
                    }
                }
            }
            let refused = pool.shortage().map(|refused| refused.reason.clone());
            self.pool = Some(pool);
            if let Some(reason) = refused {
                return Err(shortage(self.count(), reason));
            }
        }
        if possible < threads {
            let each = THREADS_PER_CORE;
            return Err(shortage(possible, Limit::Cores { cores, each }));
        }
        Ok(())
    }

    /// Runs `main` on the current thread and `helper` on every helper thread with its number,
    /// counted from 1. Returns when all of them have ended.
    pub(crate) fn run<R>(
        &mut self,
        main: impl FnOnce(&mut WorkerMemory) -> R,
        helper: impl Fn(usize, &mut WorkerMemory) + Sync,
    ) -> R {
        let (main_memory, helper) = (&mut self.main, &helper);
        match &self.pool {
            None => main(main_memory),
            Some(pool) => pool.scope(|scope| {
                for (index, memory) in self.helpers.iter_mut().enumerate() {
                    scope.spawn(move || helper(index + 1, memory));
                }
                main(main_memory)
            }),
        }
    }

    /// The network that all threads evaluate with.
    pub(crate) fn network(&self) -> &Network {
        &self.network
    }

    /// Replaces the network of all threads.
    pub(crate) fn set_network(&mut self, network: Network) {
        self.main.set_network(network.clone());
        for helper in &mut self.helpers {
            helper.set_network(network.clone());
        }
        self.network = network;
    }

    /// Clears the histories of all threads.
    pub(crate) fn clear_histories(&mut self) {
        self.main.clear_histories();
        for helper in &mut self.helpers {
            helper.clear_histories();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// The numbers of the workers that ran, sorted.
    fn worker_numbers(threads: &mut SearchThreads) -> Vec<usize> {
        let ran = Mutex::new(vec![0]);
        let record = |number, _: &mut WorkerMemory| ran.lock().expect("no panic").push(number);
        threads.run(|_| (), record);
        let mut ran = ran.into_inner().expect("no panic");
        ran.sort_unstable();
        ran
    }

    #[test]
    fn every_worker_runs_once_per_search() {
        let mut threads = SearchThreads::new().expect("memory");
        assert_eq!(worker_numbers(&mut threads), [0]);
        let possible = cores() * THREADS_PER_CORE;
        for count in [3, 2, 4, 1, 0, 3].map(|count| possible.min(count)) {
            assert!(threads.set_count(count).is_none());
            for _ in 0..3 {
                let expected: Vec<usize> = (0..count.max(1)).collect();
                assert_eq!(worker_numbers(&mut threads), expected);
            }
        }
    }

    #[test]
    fn the_number_of_cores_limits_the_number_of_threads() {
        let mut threads = SearchThreads::new().expect("memory");
        let possible = cores() * THREADS_PER_CORE;
        let shortage = threads
            .set_count(possible + 100)
            .expect("a shortage")
            .clone();
        assert_eq!(
            (shortage.requested, shortage.available),
            (possible + 100, threads.count())
        );
        assert!((1..=possible).contains(&threads.count()));
        // The same request reports the same shortage without another attempt.
        assert!(threads.set_count(possible + 100).is_some());
        assert!(threads.set_count(1).is_none());
        assert_eq!(threads.count(), 1);
    }

    #[test]
    fn a_worker_stays_within_its_reserved_memory() {
        let memory = WorkerMemory::new(Network::default()).expect("memory");
        let bytes = memory.bytes();
        assert!(bytes <= WorkerMemory::BYTES, "{bytes}");
        assert!(bytes > WorkerMemory::BYTES / 2, "{bytes}");
    }
}
