//! A counter whose type is chosen while the program runs.

use super::tree::Small;
use super::{Counter, Stop, TableUse, Tally, Tree};

/// Any [`Counter`] with this tally, behind a virtual call. The driver is then compiled once for each game, and not
/// once for each of its counters. The call costs some nanoseconds for each subtree that is left to the counter.
///
/// ```
/// use movegen::chess::{EachMove, Kernel, Position};
/// use movegen::perft::{AnyCounter, Perft, Stop};
/// for counter in [AnyCounter::new(&Kernel::best()), AnyCounter::new(&EachMove)] {
///     let outcome = Perft::new(3).run(&Position::startpos(), &counter, &Stop::new(), |_| {}).unwrap();
///     assert_eq!(outcome.total, 8_902);
/// }
/// ```
pub struct AnyCounter<'a, T: Tree, N: Tally = u128>(&'a dyn Erased<T, N>);

impl<'a, T: Tree, N: Tally> AnyCounter<'a, T, N> {
    /// The same counter without its type.
    pub fn new(counter: &'a impl Counter<T, Tally = N>) -> Self {
        AnyCounter(counter)
    }
}

impl<T: Tree, N: Tally> Clone for AnyCounter<'_, T, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Tree, N: Tally> Copy for AnyCounter<'_, T, N> {}

impl<T: Tree, N: Tally> Counter<T> for AnyCounter<'_, T, N> {
    type Tally = N;

    /// The least that a counter supports; [`max_depth`](Counter::max_depth) is the real one.
    const MAX_DEPTH: u32 = 1;

    fn max_depth(&self) -> u32 {
        self.0.max_depth()
    }

    fn table_depth(&self) -> u32 {
        self.0.table_depth()
    }

    fn unit_leaves(&self) -> f64 {
        self.0.unit_leaves()
    }

    fn counts_together(&self) -> bool {
        self.0.counts_together()
    }

    fn threads(&self, wanted: usize) -> usize {
        self.0.threads(wanted)
    }

    fn take_table_use(&self) -> Option<TableUse> {
        self.0.take_table_use()
    }

    fn leaf(&self, tree: &T, mv: T::Move) -> N::Small {
        self.0.leaf(tree, mv)
    }

    fn leaves(&self, tree: &T, depth: u32, stop: &Stop) -> Option<N::Small> {
        self.0.leaves(tree, depth, stop)
    }

    fn leaves_of_each(
        &self,
        trees: &[T],
        depth: u32,
        stop: &Stop,
        counts: &mut Vec<N::Small>,
    ) -> Option<()> {
        self.0.leaves_of_each(trees, depth, stop, counts)
    }
}

/// The methods of [`Counter`] without its constants, which have no place in a table of virtual methods.
trait Erased<T: Tree, N: Tally>: Sync {
    fn max_depth(&self) -> u32;
    fn table_depth(&self) -> u32;
    fn unit_leaves(&self) -> f64;
    fn counts_together(&self) -> bool;
    fn threads(&self, wanted: usize) -> usize;
    fn take_table_use(&self) -> Option<TableUse>;
    fn leaf(&self, tree: &T, mv: T::Move) -> N::Small;
    fn leaves(&self, tree: &T, depth: u32, stop: &Stop) -> Option<N::Small>;
    fn leaves_of_each(
        &self,
        trees: &[T],
        depth: u32,
        stop: &Stop,
        counts: &mut Vec<N::Small>,
    ) -> Option<()>;
}

impl<T: Tree, C: Counter<T>> Erased<T, C::Tally> for C {
    fn max_depth(&self) -> u32 {
        Counter::max_depth(self)
    }

    fn table_depth(&self) -> u32 {
        Counter::table_depth(self)
    }

    fn unit_leaves(&self) -> f64 {
        Counter::unit_leaves(self)
    }

    fn counts_together(&self) -> bool {
        Counter::counts_together(self)
    }

    fn threads(&self, wanted: usize) -> usize {
        Counter::threads(self, wanted)
    }

    fn take_table_use(&self) -> Option<TableUse> {
        Counter::take_table_use(self)
    }

    fn leaf(&self, tree: &T, mv: T::Move) -> Small<C, T> {
        Counter::leaf(self, tree, mv)
    }

    fn leaves(&self, tree: &T, depth: u32, stop: &Stop) -> Option<Small<C, T>> {
        Counter::leaves(self, tree, depth, stop)
    }

    fn leaves_of_each(
        &self,
        trees: &[T],
        depth: u32,
        stop: &Stop,
        counts: &mut Vec<Small<C, T>>,
    ) -> Option<()> {
        Counter::leaves_of_each(self, trees, depth, stop, counts)
    }
}
