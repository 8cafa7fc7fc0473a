//! Counts the last plies of a line.

use super::super::{Counter, Stop, Tree};

/// The plies that a tail counts exactly.
const PLIES: u32 = 2;

/// Counts the last plies of a line, into one or more columns.
pub trait Tail<T: Tree>: Sync {
    /// The plies that it counts.
    fn plies(&self) -> u32;

    /// The number of columns; the first one has all leaves.
    fn columns(&self) -> usize;

    /// Writes the leaves [`plies`](Tail::plies) below the position.
    fn count(&self, tree: &T, columns: &mut [f64]);

    /// All leaves fewer plies below the position, at least one.
    fn nearer(&self, tree: &T, plies: u32) -> u64;
}

/// Counts leaves with any counter: two plies of them, if it can.
#[derive(Debug)]
pub struct CountTail<'a, C> {
    counter: &'a C,
    /// Two plies are too short to be stopped.
    never: Stop,
}

impl<'a, C> CountTail<'a, C> {
    /// A tail that uses this counter.
    pub fn new(counter: &'a C) -> Self {
        CountTail {
            counter,
            never: Stop::new(),
        }
    }
}

/// Counts the leaves `depth` plies below a position, with a stop that is never raised.
pub(super) fn leaves<T: Tree, C: Counter<T, Tally = u128>>(
    counter: &C,
    tree: &T,
    depth: u32,
    never: &Stop,
) -> u64 {
    let leaves = counter.leaves(tree, depth, never);
    leaves.expect("nothing stops this count")
}

impl<T: Tree, C: Counter<T, Tally = u128>> Tail<T> for CountTail<'_, C> {
    fn plies(&self) -> u32 {
        PLIES.min(self.counter.max_depth())
    }

    fn columns(&self) -> usize {
        1
    }

    fn count(&self, tree: &T, columns: &mut [f64]) {
        let plies = Tail::<T>::plies(self);
        columns[0] = leaves(self.counter, tree, plies, &self.never) as f64;
    }

    fn nearer(&self, tree: &T, plies: u32) -> u64 {
        leaves(self.counter, tree, plies, &self.never)
    }
}
