//! The search engine with its hash table and threads: when they are allocated, and what happens
//! when they cannot be.

use std::io::{self, Write};
use std::sync::Arc;

use engine::{Engine, Network, TableError};
use once_cell::unsync::OnceCell;

use super::Session;

/// The engine, allocated when first needed: a GUI sets the size of the hash table late, and `uciok`
/// must not wait for gigabytes.
pub(super) struct LazyEngine {
    megabytes: u32,
    /// The last size that could be allocated.
    fallback: u32,
    network: Network,
    engine: OnceCell<Arc<Engine>>,
    /// The last shortage of threads that was reported: requested and available threads.
    reported_shortage: Option<(usize, usize)>,
}

impl LazyEngine {
    pub(super) fn new(megabytes: u32) -> LazyEngine {
        LazyEngine {
            megabytes,
            fallback: megabytes,
            network: Network::default(),
            engine: OnceCell::new(),
            reported_shortage: None,
        }
    }

    /// Changes the size of the hash table. A table of another size is dropped.
    pub(super) fn resize(&mut self, megabytes: u32) {
        if megabytes != self.megabytes {
            // The old table goes first: both together might not fit into memory.
            self.engine.take();
            self.megabytes = megabytes;
        }
    }

    /// Changes the network. Empties the hash table if it is another one.
    pub(super) fn set_network(&mut self, network: &Network) {
        self.network = network.clone();
        if let Some(engine) = self.engine.get() {
            engine.set_network(network);
        }
    }

    /// Empties the hash table.
    pub(super) fn clear(&self) {
        // A table that is not allocated yet is empty.
        if let Some(engine) = self.engine.get() {
            engine.clear();
        }
    }

    fn get(&self) -> Result<Arc<Engine>, TableError> {
        self.engine
            .get_or_try_init(|| {
                let engine = Engine::new(self.megabytes as usize)?;
                engine.set_network(&self.network);
                Ok(Arc::new(engine))
            })
            .cloned()
    }
}

impl<W: Write> Session<W> {
    /// The engine with the hash size and the threads of the options, or with the last hash size
    /// that could be allocated. `None` if there is not even 1 MB of memory.
    pub(super) fn engine(&mut self) -> io::Result<Option<Arc<Engine>>> {
        for _ in 0..3 {
            match self.engine.get() {
                Ok(engine) => {
                    self.engine.fallback = self.engine.megabytes;
                    self.start_threads(&engine)?;
                    return Ok(Some(engine));
                }
                Err(error) => {
                    let kept = if self.engine.megabytes == self.engine.fallback {
                        1
                    } else {
                        self.engine.fallback
                    };
                    self.report
                        .remark(format_args!("ERROR {error}; going on with {kept} MB"))?;
                    self.engine.resize(kept);
                    self.options.hash = kept;
                }
            }
        }
        Ok(None)
    }

    /// Starts the threads of the search before any clock runs, and reports once if fewer than
    /// requested are available.
    fn start_threads(&mut self, engine: &Engine) -> io::Result<()> {
        let shortage = engine.set_threads(self.options.threads.count());
        let numbers = shortage.as_ref().map(|s| (s.requested, s.available));
        if numbers == self.engine.reported_shortage {
            return Ok(());
        }
        self.engine.reported_shortage = numbers;
        match shortage {
            Some(shortage) => self.report.remark(format_args!("warning: {shortage}")),
            None => Ok(()),
        }
    }
}
