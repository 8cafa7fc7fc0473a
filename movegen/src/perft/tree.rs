//! What counting needs to know of a game, and no more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A position of a game whose tree can be counted.
pub trait Tree: Clone + Send + Sync {
    /// A move.
    type Move: Copy + Send + Sync;

    /// The deepest count for which [`leaves`](Tree::leaves) may be asked: 64 bits hold it.
    const MAX_LEAVES_DEPTH: u32;

    /// The legal moves in the order in which results are reported.
    fn moves(&self) -> Vec<Self::Move>;

    /// The position after one of these moves.
    fn child(&self, action: Self::Move) -> Self;

    /// Calls `visit` with every child, in any order.
    fn children(&self, visit: impl FnMut(Self)) {
        self.moves()
            .into_iter()
            .map(|action| self.child(action))
            .for_each(visit);
    }

    /// Equal keys promise equal counts at every depth.
    fn key(&self) -> u128;

    /// Leaves at exactly `depth` plies, at most [`MAX_LEAVES_DEPTH`](Tree::MAX_LEAVES_DEPTH); nothing once stopped. A game
    /// overrides this with something faster than plain recursion.
    fn leaves(&self, depth: u32, stop: &Stop) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        if stop.is_stopped() {
            return None;
        }
        let mut total = Some(0);
        self.children(|child| {
            total = total.and_then(|sum| Some(sum + child.leaves(depth - 1, stop)?));
        });
        total
    }
}

/// A flag that ends a count early. Clones share it.
///
/// ```
/// use movegen::perft::Stop;
/// let stop = Stop::new();
/// let other = stop.clone();
/// other.stop();
/// assert!(stop.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is not raised.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Raises the flag for good.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is raised.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
