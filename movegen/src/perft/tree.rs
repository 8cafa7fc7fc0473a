//! The interface between a game and the perft driver.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_utils::CachePadded;

use super::{TableUse, Tally};

/// A position of a game whose tree can be counted. See the [module](super) for an example.
pub trait Tree: Clone + Send + Sync {
    /// A move of the game.
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

    /// A hash key. Positions with equal keys are assumed to have equal counts at every depth.
    fn key(&self) -> u128;

    /// Whether both positions have equal counts at every depth, judged by the whole position and
    /// not by its key.
    fn plays_like(&self, other: &Self) -> bool;

    /// Calls `visit` with every move and the key of the child after it, in any order. A game that
    /// overrides this to compute the keys without making the children counts faster with a table:
    /// most children are then never made.
    fn keyed_moves(&self, mut visit: impl FnMut(Self::Move, u128)) {
        for mv in self.moves() {
            visit(mv, self.child(mv).key());
        }
    }

    /// The number of moves, and the child after the one that `choose` picks: it gets the number and
    /// returns an index below it, in an order of the game's own, the same in every run. `None` without
    /// moves, and then `choose` is not called. A game overrides this to choose without listing.
    fn choose_child(&self, choose: impl FnOnce(usize) -> usize) -> Option<(usize, Self)> {
        let moves = self.moves();
        if moves.is_empty() {
            return None;
        }
        let mv = moves[choose(moves.len())];
        Some((moves.len(), self.child(mv)))
    }

    /// The child after a move, given its key.
    fn keyed_child(&self, mv: Self::Move, _key: u128) -> Self {
        self.child(mv)
    }
}

/// About this many leaves are counted by one call of a counter on the CPU: some milliseconds of work. Making
/// the root of the call costs far less than counting this many.
pub(super) const UNIT_LEAVES: f64 = 1e7;

/// Counts the leaves below a position, for the last plies of every run.
pub trait Counter<T: Tree>: Sync {
    /// The sum into which leaves are counted.
    type Tally: Tally;

    /// The largest depth that [`leaves`](Counter::leaves) supports. The counts must fit into
    /// [`Tally::Small`].
    const MAX_DEPTH: u32;

    /// The largest remaining depth at which a run with a table leaves a position to the counter. One ply
    /// above, the table holds the counts. A counter with tables of its own overrides this.
    const TABLE_DEPTH: u32 = 2;

    /// [`MAX_DEPTH`](Counter::MAX_DEPTH), which [`AnyCounter`](super::AnyCounter) learns while the program runs.
    fn max_depth(&self) -> u32 {
        Self::MAX_DEPTH
    }

    /// [`TABLE_DEPTH`](Counter::TABLE_DEPTH), as [`max_depth`](Counter::max_depth).
    fn table_depth(&self) -> u32 {
        Self::TABLE_DEPTH
    }

    /// About this many leaves should be counted by one call. A stop may lose what the call has counted, so it
    /// should take some milliseconds, or the counter must watch the stop.
    fn unit_leaves(&self) -> f64 {
        UNIT_LEAVES
    }

    /// Whether several positions are counted faster together than one by one, so that a run should pass as many
    /// to [`leaves_of_each`](Counter::leaves_of_each) as have [`unit_leaves`](Counter::unit_leaves) together.
    fn counts_together(&self) -> bool {
        false
    }

    /// The number of threads that should call the counter, if `wanted` were requested. A counter that is no code
    /// for the CPU overrides this.
    fn threads(&self, wanted: usize) -> usize {
        wanted
    }

    /// Takes the use of the counter's own tables since the last call; `None` if it has none.
    fn take_table_use(&self) -> Option<TableUse> {
        None
    }

    /// The leaf after one move. It is called for runs at depth 1 only. A counter whose tally
    /// depends on the last move, which a position does not contain, overrides this.
    fn leaf(&self, _tree: &T, _mv: T::Move) -> Small<Self, T> {
        Self::Tally::LEAF
    }

    /// The leaves at exactly `depth` plies, at most [`MAX_DEPTH`](Counter::MAX_DEPTH). `None` if
    /// `stop` was raised before the count was complete.
    fn leaves(&self, tree: &T, depth: u32, stop: &Stop) -> Option<Small<Self, T>>;

    /// As [`leaves`](Counter::leaves), for several children of one position: appends the count of
    /// each to `counts`. A counter overrides this if it counts them faster together.
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

/// Counts the children of a position one by one: works for every game.
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

/// A flag that ends a count early. Clones share the same flag.
///
/// ```
/// use movegen::perft::Stop;
/// let stop = Stop::new();
/// let other = stop.clone();
/// other.stop();
/// assert!(stop.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(
    // Every thread reads it millions of times per second, so its cache line must hold nothing that
    // is written.
    Arc<CachePadded<AtomicBool>>,
);

impl Stop {
    /// A flag that is not raised.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Raises the flag. It cannot be lowered.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
