//! The search table: when it is allocated, and what happens when it cannot be.

use std::io::{self, Write};
use std::sync::Arc;

use engine::{Memory, TableError};
use once_cell::unsync::OnceCell;

use super::Session;

/// The search table, allocated when first needed (a GUI sets its size late, and `uciok` must
/// not wait for gigabytes).
pub(super) struct LazyTable {
    megabytes: usize,
    /// The last size that could be had.
    fallback: usize,
    table: OnceCell<Arc<Memory>>,
}

impl LazyTable {
    pub(super) fn new(megabytes: usize) -> LazyTable {
        LazyTable {
            megabytes,
            fallback: 1,
            table: OnceCell::new(),
        }
    }

    pub(super) fn resize(&mut self, megabytes: usize) {
        if megabytes != self.megabytes {
            // The old table goes first: both together might not fit.
            self.table.take();
            self.megabytes = megabytes;
        }
    }

    fn get(&self) -> Result<Arc<Memory>, TableError> {
        self.table
            .get_or_try_init(|| Memory::new(self.megabytes).map(Arc::new))
            .cloned()
    }
}

impl<W: Write> Session<W> {
    /// The search table at the size asked for, or at the last size that was possible.
    pub(super) fn table(&mut self) -> io::Result<Option<Arc<Memory>>> {
        for _ in 0..3 {
            match self.table.get() {
                Ok(table) => {
                    self.table.fallback = self.table.megabytes;
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

    pub(super) fn clear_table(&mut self) {
        // A table that does not exist yet is as empty as can be.
        if let Some(table) = self.table.table.get() {
            table.clear();
        }
    }
}
