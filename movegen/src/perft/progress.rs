//! The progress of a run.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use crossbeam_utils::CachePadded;

use crate::threads::Shortage;

/// A gauge that a run updates and that other threads may read. Clones share the same gauge.
///
/// ```
/// use movegen::chess::{Kernel, Position};
/// use movegen::perft::{Perft, Progress, Stop};
/// let progress = Progress::new();
/// assert_eq!(progress.fraction(), 0.0);
/// Perft::new(4).progress(&progress).run(&Position::startpos(), &Kernel::best(), &Stop::new(), |_| {}).unwrap();
/// assert_eq!(progress.fraction(), 1.0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Progress(
    // Every thread writes it after each task; what shares its cache line would be slow to read.
    Arc<CachePadded<Gauge>>,
);

/// The work done and the total work, in the same arbitrary units.
#[derive(Debug, Default)]
struct Gauge {
    done: AtomicU64,
    total: AtomicU64,
    shortage: OnceLock<Shortage>,
}

impl Progress {
    /// A gauge at 0.
    pub fn new() -> Progress {
        Progress::default()
    }

    /// The fraction of the work that is done, from 0 to 1, weighted by the estimated size of the
    /// tasks into which the tree is split. It never decreases during a run, and reaches 1 only when
    /// the count is complete.
    pub fn fraction(&self) -> f64 {
        let total = self.0.total.load(Ordering::Acquire);
        let done = self.0.done.load(Ordering::Relaxed);
        if total == 0 {
            0.0
        } else if done >= total {
            1.0
        } else {
            // Rounding must not turn an incomplete run into a complete one.
            (done as f64 / total as f64).min(1.0 - f64::EPSILON)
        }
    }

    /// Why a run counts on fewer threads than requested. Holds the first such run's reason; `None`
    /// if every run got its threads.
    pub fn shortage(&self) -> Option<&Shortage> {
        self.0.shortage.get()
    }

    /// Notes that a run counts on fewer threads than requested.
    pub(super) fn note_shortage(&self, shortage: &Shortage) {
        self.0.shortage.get_or_init(|| Shortage {
            // The calling thread counts in any case.
            available: shortage.available.max(1),
            ..shortage.clone()
        });
    }

    /// Begins a run whose tasks weigh `total` together, at least 1.
    pub fn begin(&self, total: u64) {
        self.0.total.store(0, Ordering::Relaxed);
        self.0.done.store(0, Ordering::Relaxed);
        self.0.total.store(total, Ordering::Release);
    }

    /// Adds the weight of a finished task.
    pub fn add(&self, weight: u64) {
        self.0.done.fetch_add(weight, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_incomplete_run_is_never_rounded_to_1() {
        let progress = Progress::new();
        assert_eq!(progress.fraction(), 0.0);
        progress.begin(u64::MAX);
        progress.add(u64::MAX - 1);
        assert!(progress.fraction() < 1.0);
        progress.add(1);
        assert_eq!(progress.fraction(), 1.0);
        let other = progress.clone();
        other.begin(4);
        other.add(1);
        assert_eq!(progress.fraction(), 0.25);
    }
}
