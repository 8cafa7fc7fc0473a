//! Counting below one position, with or without the table.

use super::table::{LineOf, Slot, Table, TableUse};
use super::{AnyCounter, Counter as _, Stop, Tally, Tree};

/// Why a count ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut<N = ()> {
    /// The stop was raised. Holds what was counted until then, each leaf once.
    Stopped(N),
    /// The count exceeds what a tally holds.
    Overflow,
}

impl<N: Tally> Cut<N> {
    /// Stopped before any leaf was counted.
    fn before_any_leaf() -> Cut<N> {
        Cut::Stopped(N::default())
    }

    /// Adds what was counted before the count that was cut.
    #[cold]
    fn after(self, counted: N) -> Cut<N> {
        match self {
            Cut::Stopped(partial) => match counted.checked_add(partial) {
                Some(partial) => Cut::Stopped(partial),
                None => Cut::Overflow,
            },
            Cut::Overflow => Cut::Overflow,
        }
    }
}

/// The state of one counting thread, with buffers that it uses again and again.
pub(super) struct Worker<'a, T: Tree, N: Tally> {
    counter: AnyCounter<'a, T, N>,
    table: Option<&'a Table<'a, LineOf<N>>>,
    stop: &'a Stop,
    /// The largest depth that the counter counts in one call.
    unit_depth: u32,
    /// The remaining depth at which the counter takes over from the table.
    last: u32,
    /// The children of all nodes from the root of the task to the current node, as a stack.
    edges: Vec<Edge<T::Move>>,
    /// The children just above the counter's depth that the table does not hold: the slot of each
    /// in the table, the child itself, and its count.
    slots: Vec<Slot>,
    unknown: Vec<T>,
    counts: Vec<N::Small>,
    /// How the table was used so far.
    pub(super) used: TableUse,
    /// The stores that the table has been told of.
    told: u64,
}

/// A child that has not been made yet.
#[derive(Clone, Copy)]
struct Edge<M> {
    key: u128,
    slot: Slot,
    mv: M,
}

impl<'a, T: Tree, N: Tally> Worker<'a, T, N> {
    /// A worker that calls the counter with as few plies as possible.
    pub(super) fn new(
        counter: AnyCounter<'a, T, N>,
        table: Option<&'a Table<'a, LineOf<N>>>,
        stop: &'a Stop,
    ) -> Self {
        let last = counter.max_depth().min(counter.table_depth());
        Worker {
            counter,
            table,
            stop,
            unit_depth: last,
            last,
            edges: Vec::new(),
            slots: Vec::new(),
            unknown: Vec::new(),
            counts: Vec::new(),
            used: TableUse::default(),
            told: 0,
        }
    }

    /// Calls the counter with at most `plies` from now on. What the counter has counted when a stop
    /// interrupts it is lost, so a unit must be short.
    pub(super) fn set_unit_depth(&mut self, plies: u32) {
        self.unit_depth = plies.clamp(self.last, self.counter.max_depth());
    }

    /// As [`count`](Worker::count), for several positions, which are counted together if possible.
    pub(super) fn count_each(&mut self, trees: &[T], depth: u32) -> Vec<Result<N, Cut<N>>> {
        let together = match self.table {
            Some(_) => self.last,
            None => self.unit_depth,
        };
        if depth > together {
            return trees.iter().map(|tree| self.count(tree, depth)).collect();
        }
        let mut counts = Vec::new();
        let counted = self
            .counter
            .leaves_of_each(trees, depth, self.stop, &mut counts);
        match counted {
            Some(()) => counts.into_iter().map(|count| Ok(count.into())).collect(),
            None => trees.iter().map(|_| Err(Cut::before_any_leaf())).collect(),
        }
    }

    /// Counts the leaves at exactly `depth` plies. Does not probe the table for `tree` itself.
    pub(super) fn count(&mut self, tree: &T, depth: u32) -> Result<N, Cut<N>> {
        match self.table {
            Some(table) if depth > self.last => {
                self.edges.clear();
                self.hashed(table, tree, depth)
            }
            _ => self.plain(tree, depth),
        }
    }

    fn leaves(&self, tree: &T, depth: u32) -> Result<N, Cut<N>> {
        let count = self.counter.leaves(tree, depth, self.stop);
        count.map(Into::into).ok_or_else(Cut::before_any_leaf)
    }

    fn plain(&self, tree: &T, depth: u32) -> Result<N, Cut<N>> {
        if depth <= self.unit_depth {
            return self.leaves(tree, depth);
        }
        if self.stop.is_stopped() {
            return Err(Cut::before_any_leaf());
        }
        if depth - 1 <= self.unit_depth && self.counter.counts_together() {
            return self.children_together(tree, depth - 1);
        }
        let (mut total, mut cut) = (N::default(), None);
        tree.children(|child| {
            if cut.is_some() {
                return;
            }
            match self.plain(&child, depth - 1) {
                Ok(count) => match total.checked_add(count) {
                    Some(sum) => total = sum,
                    None => cut = Some(Cut::Overflow),
                },
                Err(inner) => cut = Some(inner.after(total)),
            }
        });
        cut.map_or(Ok(total), Err)
    }

    /// Counts the leaves below all children by one call of the counter.
    fn children_together(&self, tree: &T, below: u32) -> Result<N, Cut<N>> {
        let (mut children, mut counts) = (Vec::new(), Vec::new());
        tree.children(|child| children.push(child));
        let counted = self
            .counter
            .leaves_of_each(&children, below, self.stop, &mut counts);
        counted.ok_or_else(Cut::before_any_leaf)?;
        let mut total = N::default();
        for count in counts {
            total = total.checked_add(count.into()).ok_or(Cut::Overflow)?;
        }
        Ok(total)
    }

    /// Visits the children twice. The first pass computes their keys and prefetches their table
    /// lines. The second pass, by which time memory has answered, looks them up, and makes and
    /// counts those that the table does not hold.
    ///
    /// Only complete counts go into the table.
    fn hashed(&mut self, table: &Table<LineOf<N>>, tree: &T, depth: u32) -> Result<N, Cut<N>> {
        if self.stop.is_stopped() {
            return Err(Cut::before_any_leaf());
        }
        table.make_room(&self.used, &mut self.told);
        let below = depth - 1;
        let first = self.edges.len();
        let edges = &mut self.edges;
        tree.keyed_moves(|mv, key| {
            let slot = table.slot(key, below);
            table.prefetch(slot);
            edges.push(Edge { key, slot, mv });
        });
        if below <= self.last {
            return self.last_hashed(table, tree, below, first);
        }
        let mut total = N::default();
        for index in first..self.edges.len() {
            let edge = self.edges[index];
            let known = table.get(edge.slot, below, &mut self.used);
            let count = match known.map(N::from_stored) {
                Some(known) => known,
                None => {
                    let child = tree.keyed_child(edge.mv, edge.key);
                    let count = self.hashed(table, &child, below);
                    let count = count.map_err(|cut| cut.after(total))?;
                    if let Some(stored) = count.to_stored() {
                        table.put(edge.slot, below, stored, &mut self.used);
                    }
                    count
                }
            };
            total = total.checked_add(count).ok_or(Cut::Overflow)?;
        }
        self.edges.truncate(first);
        Ok(total)
    }

    /// The second pass over children at the counter's depth: those that the table does not hold are
    /// counted together.
    fn last_hashed(
        &mut self,
        table: &Table<LineOf<N>>,
        tree: &T,
        below: u32,
        first: usize,
    ) -> Result<N, Cut<N>> {
        let mut total = N::default();
        self.slots.clear();
        self.unknown.clear();
        self.counts.clear();
        for edge in self.edges.drain(first..) {
            let known = table.get(edge.slot, below, &mut self.used);
            match known.map(N::from_stored) {
                Some(known) => total = total.checked_add(known).ok_or(Cut::Overflow)?,
                None => {
                    self.slots.push(edge.slot);
                    self.unknown.push(tree.keyed_child(edge.mv, edge.key));
                }
            }
        }
        self.counter
            .leaves_of_each(&self.unknown, below, self.stop, &mut self.counts)
            .ok_or(Cut::Stopped(total))?;
        for (slot, count) in self.slots.iter().zip(&self.counts) {
            let count: N = (*count).into();
            if let Some(stored) = count.to_stored() {
                table.put(*slot, below, stored, &mut self.used);
            }
            total = total.checked_add(count).ok_or(Cut::Overflow)?;
        }
        Ok(total)
    }
}
