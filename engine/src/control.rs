//! The handle by which other threads steer a running search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::Instant;

/// Steers one search from any thread; clones share their state. Make a new one for every search.
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
    hit: OnceLock<Instant>,
    /// Guards nothing but the moment between a waiter's look at the two above and its sleep.
    gate: Mutex<()>,
    changed: Condvar,
}

impl Control {
    /// A handle for a search that is yet to begin.
    pub fn new() -> Control {
        Control::default()
    }

    /// Ends the search as soon as it looks; it still reports and returns its best move.
    pub fn stop(&self) {
        self.change(|shared| shared.stopped.store(true, Ordering::Relaxed));
    }

    /// Whether [`stop`](Control::stop) was called.
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::Relaxed)
    }

    /// The expected move was played: a pondering search becomes an ordinary one, and its clock
    /// starts now. Later calls change nothing.
    pub fn ponder_hit(&self) {
        self.change(|shared| {
            shared.hit.get_or_init(Instant::now);
        });
    }

    /// When the expected move was played.
    pub(crate) fn hit_at(&self) -> Option<Instant> {
        self.0.hit.get().copied()
    }

    /// Sleeps until the search is stopped or, if that is enough, the expected move is played.
    pub(crate) fn wait(&self, hit_is_enough: bool) {
        let mut guard = self.0.gate.lock().unwrap_or_else(PoisonError::into_inner);
        while !(self.is_stopped() || hit_is_enough && self.hit_at().is_some()) {
            guard = self
                .0
                .changed
                .wait(guard)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn change(&self, change: impl FnOnce(&Shared)) {
        let _guard = self.0.gate.lock().unwrap_or_else(PoisonError::into_inner);
        change(&self.0);
        self.0.changed.notify_all();
    }
}
