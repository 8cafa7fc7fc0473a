//! Counting below one position: plainly, or through the table.

use super::table::{Place, Table, TableUse};
use super::tree::Small;
use super::{Counter, Stop, Tally, Tree};

/// The least remaining depth at which the table is asked. One ply less and a look into memory
/// takes as long as the count that it saves.
const TABLE_DEPTH: u32 = 2;

/// How a count can end without a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// The stop was raised.
    Stopped,
    /// More than a tally holds.
    Overflow,
}

/// One thread's way of counting, with what it needs again and again.
pub(super) struct Worker<'a, T: Tree, C: Counter<T>> {
    counter: &'a C,
    table: Option<&'a Table<'a>>,
    stop: &'a Stop,
    /// The children of every node on the way down, a stack.
    edges: Vec<Edge<T::Move>>,
    /// The children of a node just above the counter's that the table does not know: the place of
    /// each in the table, the child itself, and its count.
    places: Vec<Place>,
    unknown: Vec<T>,
    counts: Vec<Small<C, T>>,
    /// How the table was used so far.
    pub(super) used: TableUse,
}

/// A child that has not been made yet.
#[derive(Clone, Copy)]
struct Edge<M> {
    key: u128,
    place: Place,
    mv: M,
}

impl<'a, T: Tree, C: Counter<T>> Worker<'a, T, C> {
    pub(super) fn new(counter: &'a C, table: Option<&'a Table<'a>>, stop: &'a Stop) -> Self {
        Worker {
            counter,
            table,
            stop,
            edges: Vec::new(),
            places: Vec::new(),
            unknown: Vec::new(),
            counts: Vec::new(),
            used: TableUse::default(),
        }
    }

    /// Leaves at exactly `depth` plies. The position itself is not looked up in the table.
    pub(super) fn count(&mut self, tree: &T, depth: u32) -> Result<C::Tally, Cut> {
        match self.table {
            Some(table) if depth > Self::LAST => {
                self.edges.clear();
                self.hashed(table, tree, depth)
            }
            _ => self.plain(tree, depth),
        }
    }

    /// The remaining depth that the counter counts without asking the table again.
    const LAST: u32 = if C::MAX_DEPTH < TABLE_DEPTH {
        C::MAX_DEPTH
    } else {
        TABLE_DEPTH
    };

    fn leaves(&self, tree: &T, depth: u32) -> Result<C::Tally, Cut> {
        let count = self.counter.leaves(tree, depth, self.stop);
        count.map(Into::into).ok_or(Cut::Stopped)
    }

    fn plain(&self, tree: &T, depth: u32) -> Result<C::Tally, Cut> {
        if depth <= C::MAX_DEPTH {
            return self.leaves(tree, depth);
        }
        if self.stop.is_stopped() {
            return Err(Cut::Stopped);
        }
        let mut total = Ok(C::Tally::default());
        tree.children(|child| {
            total = total.and_then(|sum: C::Tally| {
                let count = self.plain(&child, depth - 1)?;
                sum.checked_add(count).ok_or(Cut::Overflow)
            });
        });
        total
    }

    /// Goes over the children twice: first their keys are worked out and their lines asked for,
    /// then, when memory has had time to answer, they are looked up and, where that is in vain,
    /// made and counted.
    fn hashed(&mut self, table: &Table, tree: &T, depth: u32) -> Result<C::Tally, Cut> {
        if self.stop.is_stopped() {
            return Err(Cut::Stopped);
        }
        let below = depth - 1;
        let first = self.edges.len();
        let edges = &mut self.edges;
        tree.keyed_moves(|mv, key| {
            let place = table.place(key, below);
            table.prefetch(place);
            edges.push(Edge { key, place, mv });
        });
        if below <= Self::LAST {
            return self.last_hashed(table, tree, below, first);
        }
        let mut total = C::Tally::default();
        for index in first..self.edges.len() {
            let edge = self.edges[index];
            let known = table.get(edge.place, below, &mut self.used);
            let count = match known.and_then(C::Tally::from_word) {
                Some(known) => known,
                None => {
                    let child = tree.keyed_child(edge.mv, edge.key);
                    let count = self.hashed(table, &child, below)?;
                    if let Some(word) = count.to_word() {
                        table.put(edge.place, below, word, &mut self.used);
                    }
                    count
                }
            };
            total = total.checked_add(count).ok_or(Cut::Overflow)?;
        }
        self.edges.truncate(first);
        Ok(total)
    }

    /// The second time over children that the counter counts: those that the table does not know
    /// are counted together.
    fn last_hashed(
        &mut self,
        table: &Table,
        tree: &T,
        below: u32,
        first: usize,
    ) -> Result<C::Tally, Cut> {
        let mut total = C::Tally::default();
        self.places.clear();
        self.unknown.clear();
        self.counts.clear();
        for edge in self.edges.drain(first..) {
            let known = table.get(edge.place, below, &mut self.used);
            match known.and_then(C::Tally::from_word) {
                Some(known) => total = total.checked_add(known).ok_or(Cut::Overflow)?,
                None => {
                    self.places.push(edge.place);
                    self.unknown.push(tree.keyed_child(edge.mv, edge.key));
                }
            }
        }
        self.counter
            .leaves_of_each(&self.unknown, below, self.stop, &mut self.counts)
            .ok_or(Cut::Stopped)?;
        for (place, count) in self.places.iter().zip(&self.counts) {
            let count: C::Tally = (*count).into();
            if let Some(word) = count.to_word() {
                table.put(*place, below, word, &mut self.used);
            }
            total = total.checked_add(count).ok_or(Cut::Overflow)?;
        }
        Ok(total)
    }
}
