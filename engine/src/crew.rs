//! The threads of the search and what each of them remembers, kept from search to search.

use std::collections::TryReserveError;
use std::io;
use std::sync::Arc;

use movegen::threads::{Limit, Pool, Shortage, cores};

use crate::worker::WorkerMemory;

/// At most this many threads search per core. With more of them, the one that watches the clock would
/// wait too long for a core, and so would the others before they see that the search is over.
const PER_CORE: usize = 2;

/// The stack of each helper, several times what the deepest line takes.
const STACK: usize = 4 << 20;

/// The workers of a search: the leader, which is the thread that calls the search, and the helpers.
pub(crate) struct Crew {
    leader: WorkerMemory,
    /// By helper.
    helpers: Vec<WorkerMemory>,
    /// `None` if there are no helpers.
    pool: Option<Pool>,
    requested: usize,
    shortage: Option<Shortage>,
}

impl Crew {
    /// The leader alone.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub(crate) fn new() -> Result<Crew, TryReserveError> {
        Ok(Crew {
            leader: WorkerMemory::new()?,
            helpers: Vec::new(),
            pool: None,
            requested: 1,
            shortage: None,
        })
    }

    /// How many workers there are.
    pub(crate) fn len(&self) -> usize {
        1 + self.helpers.len()
    }

    /// Starts or ends helpers until there are `threads` workers, or as many as possible.
    pub(crate) fn set_threads(&mut self, threads: usize) -> Option<&Shortage> {
        let threads = threads.max(1);
        if threads != self.requested {
            self.requested = threads;
            self.shortage = self.start(threads).err();
            log::debug!("{} of {threads} search threads", self.len());
        }
        self.shortage.as_ref()
    }

    /// The shortage is the error; there may be helpers all the same.
    fn start(&mut self, threads: usize) -> Result<(), Shortage> {
        // The old threads must be gone before the new ones need their memory.
        self.pool = None;
        let cores = cores();
        let most = threads.min(cores.saturating_mul(PER_CORE));
        self.helpers.truncate(most - 1);
        let shortage = |available, reason| Shortage {
            requested: threads,
            available,
            reason,
        };
        if most > 1 {
            let pool = match Pool::start("search", most - 1, STACK, WorkerMemory::BYTES) {
                Ok(pool) => pool,
                Err(refused) => {
                    self.helpers.clear();
                    return Err(shortage(1, refused.reason));
                }
            };
            self.helpers.truncate(pool.len());
            while self.helpers.len() < pool.len() {
                match WorkerMemory::new() {
                    Ok(memory) => self.helpers.push(memory),
                    Err(_) => {
                        let reason = io::Error::from(io::ErrorKind::OutOfMemory);
                        let reason = Limit::System(Arc::new(reason));
                        return Err(shortage(self.len(), reason));
                    }
                }
            }
            let refused = pool.shortage().map(|refused| refused.reason.clone());
            self.pool = Some(pool);
            if let Some(reason) = refused {
                return Err(shortage(self.len(), reason));
            }
        }
        if most < threads {
            let each = PER_CORE;
            return Err(shortage(most, Limit::Cores { cores, each }));
        }
        Ok(())
    }

    /// Runs `lead` on the current thread and meanwhile `help` for every helper, by its number from 1
    /// on. Returns when all of them have ended.
    pub(crate) fn run<R>(
        &mut self,
        lead: impl FnOnce(&mut WorkerMemory) -> R,
        help: impl Fn(usize, &mut WorkerMemory) + Sync,
    ) -> R {
        let (leader, help) = (&mut self.leader, &help);
        match &self.pool {
            None => lead(leader),
            Some(pool) => pool.scope(|scope| {
                for (index, memory) in self.helpers.iter_mut().enumerate() {
                    scope.spawn(move |_| help(index + 1, memory));
                }
                lead(leader)
            }),
        }
    }

    /// Forgets everything that was learned.
    pub(crate) fn clear(&mut self) {
        self.leader.histories.clear();
        for helper in &mut self.helpers {
            helper.histories.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// The numbers of the workers that run.
    fn numbers(crew: &mut Crew) -> Vec<usize> {
        let ran = Mutex::new(vec![0]);
        let note = |number, _: &mut WorkerMemory| ran.lock().expect("no panic").push(number);
        crew.run(|_| (), note);
        let mut ran = ran.into_inner().expect("no panic");
        ran.sort_unstable();
        ran
    }

    #[test]
    fn every_worker_runs_once_in_every_search() {
        let mut crew = Crew::new().expect("memory");
        assert_eq!(numbers(&mut crew), [0]);
        let most = cores() * PER_CORE;
        for threads in [3, 2, 4, 1, 0, 3].map(|threads| most.min(threads)) {
            assert!(crew.set_threads(threads).is_none());
            for _ in 0..3 {
                assert_eq!(numbers(&mut crew), (0..threads.max(1)).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn there_are_no_more_threads_than_the_cores_can_run() {
        let mut crew = Crew::new().expect("memory");
        let most = cores() * PER_CORE;
        let shortage = crew.set_threads(most + 100).expect("too many").clone();
        assert_eq!(
            (shortage.requested, shortage.available),
            (most + 100, crew.len())
        );
        assert!((1..=most).contains(&crew.len()));
        // It is told again, without another attempt.
        assert!(crew.set_threads(most + 100).is_some());
        assert!(crew.set_threads(1).is_none());
        assert_eq!(crew.len(), 1);
    }

    #[test]
    fn a_worker_takes_no_more_than_is_reserved_for_it() {
        let mut memory = WorkerMemory::new().expect("memory");
        let bytes = memory.bytes();
        assert!(bytes <= WorkerMemory::BYTES, "{bytes}");
        assert!(bytes > WorkerMemory::BYTES / 2, "{bytes}");
    }
}
