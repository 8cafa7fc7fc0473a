//! The search table and the threads of the search: when they are allocated, and what happens when
//! they cannot be.

use std::io::{self, Write};
use std::sync::Arc;

use engine::{Engine, TableError};
use once_cell::unsync::OnceCell;

use super::Session;

/// The search table, allocated when first needed (a GUI sets its size late, and `uciok` must
/// not wait for gigabytes).
pub(super) struct LazyTable {
    megabytes: usize,
    /// The last size that could be had.
    fallback: usize,
    table: OnceCell<Arc<Engine>>,
    /// The last shortage of threads that was reported: how many were requested and available.
    reported: Option<(usize, usize)>,
}

impl LazyTable {
    pub(super) fn new(megabytes: usize) -> LazyTable {
        LazyTable {
            megabytes,
            fallback: 1,
            table: OnceCell::new(),
            reported: None,
        }
    }

    pub(super) fn resize(&mut self, megabytes: usize) {
        if megabytes != self.megabytes {
            // The old table goes first: both together might not fit.
            self.table.take();
            self.megabytes = megabytes;
        }
    }

    fn get(&self) -> Result<Arc<Engine>, TableError> {
        self.table
            .get_or_try_init(|| Engine::new(self.megabytes).map(Arc::new))
            .cloned()
    }
}

impl<W: Write> Session<W> {
    /// The search table at the size asked for, or at the last size that was possible, with its
    /// threads.
    pub(super) fn table(&mut self) -> io::Result<Option<Arc<Engine>>> {
        for _ in 0..3 {
            match self.table.get() {
                Ok(table) => {
                    self.table.fallback = self.table.megabytes;
                    self.start_threads(&table)?;
                    return Ok(Some(table));
                }
                Err(error) => {
                    let kept = if self.table.megabytes == self.table.fallback {
                        1
                    } else {
                        self.table.fallback
                    };
                    self.report
                        .remark(format_args!("ERROR {error}; going on with {kept} MB"))?;
                    self.table.resize(kept);
                    self.options.hash = kept as i64;
                }
            }
        }
        Ok(None)
    }

    /// Starts the threads of the search before any clock runs, and reports once if there are fewer
    /// than requested.
    fn start_threads(&mut self, engine: &Engine) -> io::Result<()> {
        let shortage = engine.set_threads(self.options.threads as usize);
        let numbers = shortage.as_ref().map(|s| (s.requested, s.available));
        if numbers == self.table.reported {
            return Ok(());
        }
        self.table.reported = numbers;
        match shortage {
            Some(shortage) => self.report.remark(format_args!("warning: {shortage}")),
            None => Ok(()),
        }
    }

    pub(super) fn clear_table(&mut self) {
        // A table that does not exist yet is as empty as can be.
        if let Some(table) = self.table.table.get() {
            table.clear();
        }
    }
}
