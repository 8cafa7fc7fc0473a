//! What counting needs to know of a game, and no more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Tally;

/// A position of a game whose tree can be counted.
pub trait Tree: Clone + Send + Sync {
    /// A move.
    type Move: Copy + Send + Sync;

    /// The legal moves in the order in which results are reported.
    fn moves(&self) -> Vec<Self::Move>;

    /// The position after one of these moves.
    fn child(&self, mv: Self::Move) -> Self;

    /// Calls `visit` with every child, in any order.
    fn children(&self, visit: impl FnMut(Self)) {
        self.moves()
            .into_iter()
            .map(|mv| self.child(mv))
            .for_each(visit);
    }

    /// Equal keys promise equal counts at every depth.
    fn key(&self) -> u128;

    /// Whether the two have equal counts at every depth for sure, not by their keys alone.
    fn plays_like(&self, other: &Self) -> bool;

    /// Calls `visit` with every move and the key of the child after it, in any order. A game that
    /// knows the keys without making the children is counted the faster through a table: most
    /// children are then never made.
    fn keyed_moves(&self, mut visit: impl FnMut(Self::Move, u128)) {
        for mv in self.moves() {
            visit(mv, self.child(mv).key());
        }
    }

    /// The child after a move, given its key.
    fn keyed_child(&self, mv: Self::Move, _key: u128) -> Self {
        self.child(mv)
    }
}

/// A way to count the leaves below a position, for the last plies of every plan.
pub trait Counter<T: Tree>: Sync {
    /// What the leaves are counted into.
    type Tally: Tally;

    /// The deepest count that may be asked for: 64 bits hold it.
    const MAX_DEPTH: u32;

    /// The leaf that one move makes. A counter whose tally looks at the last move, which a
    /// position does not tell, overrides this; it is asked for at depth 1 alone.
    fn leaf(&self, _tree: &T, _mv: T::Move) -> Small<Self, T> {
        Self::Tally::LEAF
    }

    /// Leaves at exactly `depth` plies, at most [`MAX_DEPTH`](Counter::MAX_DEPTH); nothing once
    /// stopped.
    fn leaves(&self, tree: &T, depth: u32, stop: &Stop) -> Option<Small<Self, T>>;

    /// As [`leaves`](Counter::leaves), for several children of one position: a count for each of
    /// them goes to the end of `counts`. A counter overrides this if it gains by seeing them
    /// together.
    fn leaves_of_each(
        &self,
        trees: &[T],
        depth: u32,
        stop: &Stop,
        counts: &mut Vec<Small<Self, T>>,
    ) -> Option<()> {
        for tree in trees {
            counts.push(self.leaves(tree, depth, stop)?);
        }
        Some(())
    }
}

/// The sum that a counter returns for the last plies.
pub(super) type Small<C, T> = <<C as Counter<T>>::Tally as Tally>::Small;

/// Counts the children of any game, one by one: no game needs more than this to be counted.
#[derive(Clone, Copy, Debug)]
pub struct ChildCounter;

impl<T: Tree> Counter<T> for ChildCounter {
    type Tally = u128;

    const MAX_DEPTH: u32 = 1;

    fn leaves(&self, tree: &T, depth: u32, stop: &Stop) -> Option<u64> {
        if stop.is_stopped() {
            return None;
        }
        let mut count = 1;
        if depth == 1 {
            count = 0;
            tree.children(|_| count += 1);
        }
        Some(count)
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
