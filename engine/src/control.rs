//! The handle by which other threads control a running search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Controls one search from any thread. Clones share their state. Create a new one for each search.
///
/// ```
/// let control = engine::Control::new();
/// let other = control.clone();
/// other.stop();
/// assert!(control.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    stopped: AtomicBool,
    ponder_hit: OnceLock<Instant>,
    /// Held while one of the two above changes, so that no waiter misses the change between its
    /// check and its sleep.
    lock: Mutex<()>,
    changed: Condvar,
}

impl Control {
    /// A handle for a search that has not begun.
    pub fn new() -> Control {
        Control::default()
    }

    /// Ends the search at its next check. It still reports and returns its best move.
    pub fn stop(&self) {
        self.change(|shared| shared.stopped.store(true, Ordering::Relaxed));
    }

    /// Whether [`stop`](Control::stop) was called.
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::Relaxed)
    }

    /// The opponent has played the expected move: a pondering search becomes a normal one, and its
    /// clock starts now. Later calls have no effect.
    pub fn ponder_hit(&self) {
        self.change(|shared| {
            shared.ponder_hit.get_or_init(Instant::now);
        });
    }

    /// When the expected move was played, if it was.
    pub(crate) fn ponder_hit_time(&self) -> Option<Instant> {
        self.0.ponder_hit.get().copied()
    }

    /// Sleeps until the search is stopped or, with `until_ponder_hit`, the expected move is played.
    pub(crate) fn wait(&self, until_ponder_hit: bool) {
        let mut guard = self.0.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !(self.is_stopped() || until_ponder_hit && self.ponder_hit_time().is_some()) {
            guard = self
                .0
                .changed
                .wait(guard)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Sleeps for this time, or until the search is stopped.
    pub(crate) fn sleep(&self, time: Duration) {
        let guard = self.0.lock.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self
            .0
            .changed
            .wait_timeout_while(guard, time, |()| !self.is_stopped());
        drop(waited);
    }

    fn change(&self, change: impl FnOnce(&Shared)) {
        let _guard = self.0.lock.lock().unwrap_or_else(PoisonError::into_inner);
        change(&self.0);
        self.0.changed.notify_all();
    }
}
