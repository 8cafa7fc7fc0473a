//! The plan: split the root into tasks, count them in parallel, report in order.

use super::count::Cut;
use super::pool::Tasks;
use super::report::Report;
use super::split::{SPLIT_BYTES, split};
use super::table::Table;
use super::{Counter, Progress, Stop, TableSurvey, TableUse, Tally as _, Tree};
use crate::memory::{self, TableError};
use crate::threads;

/// Below this depth a table has nothing to offer.
const TABLE_RUN: u32 = 4;

/// Fewer leaves than this are counted before threads could start.
const FEW_LEAVES: f64 = 1e7;

/// About this many leaves are counted by one call of the counter. A stop loses what the call has
/// counted (some milliseconds of work), and making its root costs far less than counting this many.
const UNIT_LEAVES: f64 = 1e7;

/// Bytes of table for each position two plies above the leaves: those that are met again make up
/// for the ones that a wide tree has beyond the estimate.
const ENOUGH_BYTES: f64 = 16.0;

/// Positions are expected to have at least so many moves when the size of a table is chosen: a
/// root in check says little about the rest of its tree.
const USUAL_WIDTH: f64 = 16.0;

/// How to count: the one driver for every game, thread count and table size.
///
/// ```
/// use movegen::chess::{Kernel, Position};
/// use movegen::perft::{Perft, Stop};
/// // r . . . k . . r
/// // p . p p q p b .
/// // b n . . p n p .
/// // . . . P N . . .
/// // . p . . P . . .
/// // . . N . . Q . p
/// // P P P B B P P P
/// // R . . . K . . R
/// let kiwipete: Position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -".parse().unwrap();
/// let outcome = Perft::new(3).threads(2).hash_mb(1).run(&kiwipete, &Kernel::best(), &Stop::new(), |_| {}).unwrap();
/// assert_eq!(outcome.total, 97_862);
/// assert_eq!(outcome.lines.len(), 48);
/// ```
#[derive(Clone, Debug)]
pub struct Perft {
    depth: u32,
    threads: usize,
    hash_mb: usize,
    seed: u64,
    merge: bool,
    survey: bool,
    progress: Progress,
}

/// One line of a divided count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<M, N = u128> {
    /// The root move.
    pub mv: M,
    /// Leaves below it.
    pub count: N,
}

/// What a run has counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<M, N = u128> {
    /// Leaves in all. If the run was stopped, those that were counted: more than the lines add up
    /// to if an unfinished root move was counted in part.
    pub total: N,
    /// The finished root moves in report order.
    pub lines: Vec<Line<M, N>>,
    /// How many root moves there are.
    pub roots: usize,
    /// Whether every root move was finished.
    pub complete: bool,
    /// How the table was used, if there was one.
    pub table: Option<TableUse>,
    /// What was in the table in the end, if that was asked for.
    pub survey: Option<TableSurvey>,
}

/// A run could not begin.
#[derive(Debug, thiserror::Error)]
pub enum PerftError {
    /// No memory for the table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// No memory for the tasks that the tree is split into.
    #[error("cannot split the tree into tasks: {0}")]
    Split(#[source] std::io::Error),
    /// The count cannot be held in 128 bits.
    #[error("the count at this depth overflows 128 bits")]
    Overflow,
}

impl Perft {
    /// A count at exactly this depth: on one thread, without a table.
    pub fn new(depth: u32) -> Perft {
        Perft {
            depth,
            threads: 1,
            hash_mb: 0,
            seed: 0,
            merge: false,
            survey: false,
            progress: Progress::new(),
        }
    }

    /// On so many threads; 0 means one for each core.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Perft {
        self.threads = threads;
        self
    }

    /// With a table of at most so many megabytes (2^20 bytes); 0 means none.
    #[must_use]
    pub fn hash_mb(mut self, megabytes: usize) -> Perft {
        self.hash_mb = megabytes;
        self
    }

    /// With other places and tags in the table: two positions that one seed takes for one
    /// another, another seed tells apart. Equal counts under two seeds prove more than two equal
    /// runs.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Perft {
        self.seed = seed;
        self
    }

    /// Counts equal positions near the root once, as often as they are reached, table or not: for
    /// counters whose tallies no table keeps. The tree is split as far as memory for its parts
    /// (a few megabytes) and the depth allow, so that the first lines come late.
    #[must_use]
    pub fn merge(mut self) -> Perft {
        self.merge = true;
        self
    }

    /// Looks through the table when all is counted, for [`Outcome::survey`]. That takes some
    /// milliseconds for a table of 64 MB or more.
    #[must_use]
    pub fn survey(mut self, wanted: bool) -> Perft {
        self.survey = wanted;
        self
    }

    /// Moves this gauge while it counts.
    #[must_use]
    pub fn progress(mut self, progress: &Progress) -> Perft {
        self.progress = progress.clone();
        self
    }

    /// Counts below every move of `tree`. `on_line` gets each line in report order, as soon as it
    /// and all before it are known.
    ///
    /// # Errors
    /// [`PerftError`] if memory runs out or 128 bits do not hold the sum. Fewer threads than
    /// requested are no error: see [`Progress::shortage`].
    pub fn run<T: Tree, C: Counter<T>>(
        &self,
        tree: &T,
        counter: &C,
        stop: &Stop,
        on_line: impl FnMut(Line<T::Move, C::Tally>),
    ) -> Result<Outcome<T::Move, C::Tally>, PerftError> {
        if self.depth == 0 {
            self.progress.begin(1);
            self.progress.add(1);
            return Ok(Outcome {
                total: C::Tally::LEAF.into(),
                lines: Vec::new(),
                roots: 0,
                complete: true,
                table: None,
                survey: None,
            });
        }
        self.run_roots(tree, counter, &tree.moves(), stop, on_line)
    }

    /// Counts below these moves of `tree` alone, in their order. The depth counts from `tree` on
    /// and is at least 1.
    ///
    /// # Errors
    /// As [`run`](Perft::run).
    pub fn run_roots<T: Tree, C: Counter<T>>(
        &self,
        tree: &T,
        counter: &C,
        roots: &[T::Move],
        stop: &Stop,
        on_line: impl FnMut(Line<T::Move, C::Tally>),
    ) -> Result<Outcome<T::Move, C::Tally>, PerftError> {
        let depth = self.depth.max(1);
        if depth == 1 {
            return self.one_ply(tree, counter, roots, stop, on_line);
        }
        let threads = threads::resolve_count(self.threads);
        self.progress.begin(1);
        let hashed = self.hash_mb > 0 && depth >= TABLE_RUN;
        // Whoever merges wants to meet as many equal positions as possible.
        let (merge, parts_for) = match self.merge {
            true => (true, usize::MAX),
            false => (hashed, threads),
        };
        if parts_for > 1 {
            memory::check_available(SPLIT_BYTES).map_err(PerftError::Split)?;
        }
        let split = match split(tree, roots, depth, parts_for, merge, stop) {
            Ok(split) => split,
            Err(Cut::Overflow) => return Err(PerftError::Overflow),
            Err(Cut::Stopped(())) => return Ok(Outcome::nothing(roots.len())),
        };
        let mut memory = None;
        if hashed {
            let enough = ENOUGH_BYTES * split.positions(2, USUAL_WIDTH);
            memory = Some(Table::allocate(self.hash_mb, enough as usize)?);
        }
        let table = memory.as_mut().map(|memory| Table::new(memory, self.seed));
        let tasks = Tasks {
            split: &split,
            counter,
            table: table.as_ref(),
            stop,
            progress: &self.progress,
            unit_depth: split.depth_of(UNIT_LEAVES),
        };
        // The last unit is for the sum of it all.
        let weights = split.tasks.iter().map(|task| split.weight(task));
        self.progress.begin(weights.sum::<u64>() + 1);
        let mut report = Report::new(roots, &split.tasks, on_line);
        report.flush();
        let few = split.positions(0, 1.0) < FEW_LEAVES;
        let used = if threads == 1 || few {
            tasks.count_here(&mut report)
        } else {
            tasks.count_on(threads, &mut report)
        };
        let mut outcome = report.finish(table.as_ref().map(|_| used))?;
        outcome.survey = table.filter(|_| self.survey).map(|table| table.survey());
        if outcome.complete {
            self.progress.add(1);
        }
        Ok(outcome)
    }

    /// The root moves themselves are the leaves.
    fn one_ply<T: Tree, C: Counter<T>>(
        &self,
        tree: &T,
        counter: &C,
        roots: &[T::Move],
        stop: &Stop,
        mut on_line: impl FnMut(Line<T::Move, C::Tally>),
    ) -> Result<Outcome<T::Move, C::Tally>, PerftError> {
        self.progress.begin(1);
        let mut outcome = Outcome::nothing(roots.len());
        for &mv in roots {
            if stop.is_stopped() {
                return Ok(outcome);
            }
            let count: C::Tally = counter.leaf(tree, mv).into();
            let line = Line { mv, count };
            on_line(line);
            outcome.lines.push(line);
            let total = outcome.total.checked_add(count);
            outcome.total = total.ok_or(PerftError::Overflow)?;
        }
        outcome.complete = true;
        self.progress.add(1);
        Ok(outcome)
    }
}

impl<M, N: Default> Outcome<M, N> {
    /// Of a run that was stopped before anything was counted.
    fn nothing(roots: usize) -> Self {
        Outcome {
            total: N::default(),
            lines: Vec::new(),
            roots,
            complete: roots == 0,
            table: None,
            survey: None,
        }
    }
}

#[cfg(test)]
mod tests;
