//! Temporary: stands in for `movegen::perft::{Progress, TableUse}` until they are there.
#![allow(missing_docs)]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<AtomicU64>);

impl Progress {
    pub fn new() -> Progress {
        Progress::default()
    }

    pub fn fraction(&self) -> f64 {
        f64::from_bits(self.0.load(Ordering::Relaxed))
    }

    pub(crate) fn set(&self, fraction: f64) {
        self.0.store(fraction.to_bits(), Ordering::Relaxed);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableUse {
    pub probes: u64,
    pub hits: u64,
    pub stores: u64,
}

impl TableUse {
    pub fn false_hit_chance(&self) -> f64 {
        0.0
    }
}

pub(crate) fn table_use<M>(_: &movegen::perft::Outcome<M>) -> Option<TableUse> {
    None
}
