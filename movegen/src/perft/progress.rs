//! How far a run has come.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use crate::threads::Shortage;

/// A gauge that a run moves while others look at it. Clones share it.
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
pub struct Progress(Arc<Gauge>);

/// Work done and work in all, in the same arbitrary units.
#[derive(Debug, Default)]
struct Gauge {
    done: AtomicU64,
    all: AtomicU64,
    shortage: OnceLock<Shortage>,
}

impl Progress {
    /// A gauge at 0.
    pub fn new() -> Progress {
        Progress::default()
    }

    /// The share of the work that is done, from 0 to 1, weighed by the estimated size of the tasks
    /// into which the tree is split. It never falls during a run, and is 1 only when all is
    /// counted.
    pub fn fraction(&self) -> f64 {
        let all = self.0.all.load(Ordering::Acquire);
        let done = self.0.done.load(Ordering::Relaxed);
        if all == 0 {
            0.0
        } else if done >= all {
            1.0
        } else {
            // Rounding must not make a whole of almost all.
            (done as f64 / all as f64).min(1.0 - f64::EPSILON)
        }
    }

    /// Why a run counts on fewer threads than requested, if one does: the first that did.
    pub fn shortage(&self) -> Option<&Shortage> {
        self.0.shortage.get()
    }

    /// A run counts on fewer threads than requested.
    pub(super) fn note_shortage(&self, shortage: &Shortage) {
        self.0.shortage.get_or_init(|| Shortage {
            // The calling thread is always available.
            available: shortage.available.max(1),
            ..shortage.clone()
        });
    }

    /// A run begins whose parts weigh so much together, at least 1.
    pub(super) fn begin(&self, all: u64) {
        self.0.all.store(0, Ordering::Relaxed);
        self.0.done.store(0, Ordering::Relaxed);
        self.0.all.store(all, Ordering::Release);
    }

    /// A part of that weight is done.
    pub(super) fn add(&self, part: u64) {
        self.0.done.fetch_add(part, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_all_of_it_is_a_whole() {
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
