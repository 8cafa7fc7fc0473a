//! The perft driver: splits the tree into tasks, counts them in parallel, reports in order.

use crate::clock::Instant;

use super::count::Cut;
use super::outcome::{Line, Outcome, PerftError};
use super::pool::Tasks;
use super::report::Report;
use super::split::{Extent, SPLIT_BYTES, split};
use super::table::{Line as _, LineOf, Table};
use super::{AnyCounter, Counter, Progress, Stop, Tally, Tree, Usage, Workers};
use crate::memory::{self, TableMemory};
use crate::threads;

/// The smallest depth at which a table saves anything: positions repeat from the third ply on, and the
/// table holds them up to two plies above the leaves.
pub(super) const TABLE_RUN: u32 = 5;

/// Fewer leaves than this are counted before the memory for a table is mapped.
pub(super) const TABLE_LEAVES: f64 = 1e5;

/// Fewer leaves than this are counted faster than threads start.
const FEW_LEAVES: f64 = 1e7;

/// The most entries of a table for each position two plies above the leaves. The estimate of their
/// number counts transpositions several times, which makes up for wide trees, where it is too low.
const ENOUGH_ENTRIES: f64 = 1.25;

/// The most bytes of a table for this many positions two plies above the leaves.
pub(super) fn enough_bytes<N: Tally>(positions: f64) -> usize {
    let bytes_of_entry = TableMemory::LINE as f64 / LineOf::<N>::ENTRIES as f64;
    (ENOUGH_ENTRIES * bytes_of_entry * positions) as usize
}

/// The least branching factor assumed when choosing the size of a table: a root in check says
/// little about the rest of its tree.
pub(super) const USUAL_WIDTH: f64 = 16.0;

/// Counts the leaves of a tree at one depth: the perft driver for every game, thread count and
/// table size.
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
    pub(super) depth: u32,
    pub(super) threads: usize,
    pub(super) hash_mb: usize,
    pub(super) seed: u64,
    merge: bool,
    survey: bool,
    pub(super) progress: Progress,
    /// Fresh for every run unless set.
    workers: Option<Workers>,
}

impl Perft {
    /// Counts leaves at exactly `depth` plies, on one thread and without a table unless set
    /// otherwise.
    pub fn new(depth: u32) -> Perft {
        Perft {
            depth,
            threads: 1,
            hash_mb: 0,
            seed: 0,
            merge: false,
            survey: false,
            progress: Progress::new(),
            workers: None,
        }
    }

    /// The depth in plies.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The same count at another depth.
    #[must_use]
    pub fn at_depth(mut self, depth: u32) -> Perft {
        self.depth = depth;
        self
    }

    /// Sets the number of threads; 0 means one per core.
    ///
    /// A run starts fewer threads if the system refuses more, and the calling thread alone counts a
    /// small tree. The result is the same for any number.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Perft {
        self.threads = threads;
        self
    }

    /// Sets the largest size of the hash table in MB (2^20 bytes); 0 means no table.
    ///
    /// A table counts transpositions once. It starts small and grows as it fills, so a size that is
    /// larger than needed costs nothing; small trees get none. The chance of a wrong count is [`TableUse::false_hit_chance`](super::TableUse::false_hit_chance).
    ///
    /// ```
    /// use movegen::chess::{Kernel, Position};
    /// use movegen::perft::{Perft, Stop};
    /// let start = Position::startpos();
    /// let outcome = Perft::new(5).hash_mb(16).run(&start, &Kernel::best(), &Stop::new(), |_| {}).unwrap();
    /// assert_eq!(outcome.total, 4_865_609);
    /// assert!(outcome.table.unwrap().hits > 0);
    /// ```
    #[must_use]
    pub fn hash_mb(mut self, megabytes: usize) -> Perft {
        self.hash_mb = megabytes;
        self
    }

    /// Sets the seed of the table's hash function.
    ///
    /// Two positions that collide under one seed do not collide under another. Equal counts under
    /// two seeds therefore prove more than two runs under one seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Perft {
        self.seed = seed;
        self
    }

    /// Merges equal positions near the root even without a table, and counts each of them once,
    /// times the number of paths to it.
    ///
    /// This is for counters whose tallies do not fit into a table. The tree is split as far as the
    /// depth and a few megabytes of memory allow, so the first lines come late.
    #[must_use]
    pub fn merge(mut self) -> Perft {
        self.merge = true;
        self
    }

    /// Sets whether to inspect the table after the count, for [`Outcome::survey`]. This takes some
    /// milliseconds for a table of 64 MB or more.
    #[must_use]
    pub fn survey(mut self, enabled: bool) -> Perft {
        self.survey = enabled;
        self
    }

    /// Sets the gauge that a run updates while it counts.
    #[must_use]
    pub fn progress(mut self, progress: &Progress) -> Perft {
        self.progress = progress.clone();
        self
    }

    /// Sets the threads and the memory to use and to leave to the next run. Otherwise each run starts
    /// its own threads and ends them.
    #[must_use]
    pub fn workers(mut self, workers: &Workers) -> Perft {
        self.workers = Some(workers.clone());
        self
    }

    /// Counts the leaves below every move of `tree`, and calls `on_line` with each line in report
    /// order, as soon as it and all lines before it are known.
    ///
    /// Once `stop` is raised, the run ends within milliseconds. `on_line` then gets the remaining
    /// finished moves, and [`Outcome::total`] is a lower bound.
    ///
    /// ```
    /// use movegen::chess::{Kernel, Position};
    /// use movegen::perft::{Perft, Stop};
    /// let (start, stop) = (Position::startpos(), Stop::new());
    /// let mut divide = Vec::new();
    /// Perft::new(2).run(&start, &Kernel::best(), &stop, |line| {
    ///     divide.push(format!("{}: {}", line.mv, line.count));
    /// }).unwrap();
    /// assert_eq!(divide.len(), 20);
    /// assert!(divide.contains(&"e2e4: 20".to_owned()));
    /// ```
    ///
    /// # Errors
    /// [`PerftError`] if memory runs out or the count exceeds 128 bits. Fewer threads than
    /// requested are not an error: see [`Progress::shortage`].
    pub fn run<T: Tree, C: Counter<T>>(
        &self,
        tree: &T,
        counter: &C,
        stop: &Stop,
        mut on_line: impl FnMut(Line<T::Move, C::Tally>),
    ) -> Result<Outcome<T::Move, C::Tally>, PerftError> {
        self.run_any(tree, AnyCounter::new(counter), stop, &mut on_line)
    }

    /// As [`run`](Perft::run), compiled once for all counters with the same tally.
    pub(super) fn run_any<T: Tree, N: Tally>(
        &self,
        tree: &T,
        counter: AnyCounter<'_, T, N>,
        stop: &Stop,
        on_line: &mut dyn FnMut(Line<T::Move, N>),
    ) -> Result<Outcome<T::Move, N>, PerftError> {
        if self.depth == 0 {
            self.progress.begin(1);
            self.progress.add(1);
            return Ok(Outcome {
                total: N::LEAF.into(),
                lines: Vec::new(),
                roots: 0,
                complete: true,
                table: None,
                survey: None,
                usage: Usage::default(),
            });
        }
        self.run_any_roots(tree, counter, &tree.moves(), stop, on_line)
    }

    /// Counts the leaves below the given moves of `tree` only, in the given order. The depth counts
    /// from `tree`; depth 0 is taken as 1.
    ///
    /// # Errors
    /// As [`run`](Perft::run).
    pub fn run_roots<T: Tree, C: Counter<T>>(
        &self,
        tree: &T,
        counter: &C,
        roots: &[T::Move],
        stop: &Stop,
        mut on_line: impl FnMut(Line<T::Move, C::Tally>),
    ) -> Result<Outcome<T::Move, C::Tally>, PerftError> {
        self.run_any_roots(tree, AnyCounter::new(counter), roots, stop, &mut on_line)
    }

    fn run_any_roots<T: Tree, N: Tally>(
        &self,
        tree: &T,
        counter: AnyCounter<'_, T, N>,
        roots: &[T::Move],
        stop: &Stop,
        on_line: &mut dyn FnMut(Line<T::Move, N>),
    ) -> Result<Outcome<T::Move, N>, PerftError> {
        let depth = self.depth.max(1);
        if depth == 1 {
            return self.one_ply(tree, counter, roots, stop, on_line);
        }
        let threads = counter.threads(threads::resolve_count(self.threads));
        let started = Instant::now();
        self.progress.begin(1);
        let hashed = self.hash_mb > 0 && depth >= TABLE_RUN;
        // With `merge`, the more positions are split the more of them are equal.
        let (merge, extent) = match self.merge {
            true => (true, Extent::Memory),
            false => (hashed, Extent::Threads(threads)),
        };
        if self.merge || threads > 1 {
            memory::check_available(SPLIT_BYTES).map_err(PerftError::Split)?;
        }
        let split = match split(tree, roots, depth, extent, merge, stop) {
            Ok(split) => split,
            Err(Cut::Overflow) => return Err(PerftError::Overflow),
            Err(Cut::Stopped(())) => return Ok(Outcome::empty(roots.len())),
        };
        let split_time = started.elapsed();
        let workers = self.workers.clone().unwrap_or_default();
        let mut memory = None;
        if hashed && split.positions(0, 1.0) >= TABLE_LEAVES {
            let enough = enough_bytes::<N>(split.positions(2, USUAL_WIDTH));
            memory = Some(workers.take_memory(self.hash_mb, enough)?);
        }
        let table = memory
            .as_mut()
            .map(|memory| Table::new(memory, self.seed, &self.progress));
        let tasks = Tasks {
            split: &split,
            counter,
            table: table.as_ref(),
            stop,
            progress: &self.progress,
        };
        // The last unit of progress is for the complete sum.
        let weights = split.tasks.iter().map(|task| split.weight(task));
        self.progress.begin(weights.sum::<u64>() + 1);
        let mut report = Report::new(roots, &split.tasks, on_line);
        report.flush();
        let few = split.positions(0, 1.0) < FEW_LEAVES;
        let work = if threads == 1 || few && !counter.counts_together() {
            tasks.count_here(&mut report)
        } else {
            tasks.count_on(threads, &workers, &mut report)
        };
        let mut used = table.as_ref().map(|_| work.table);
        if let Some(own) = counter.take_table_use() {
            used.get_or_insert_default().add(own);
        }
        let mut outcome = report.finish(used)?;
        outcome.usage = Usage {
            tasks: split.tasks.len(),
            split: split_time,
            start: (work.began - started).saturating_sub(split_time),
            threads: work.threads,
        };
        if let Some(table) = table {
            outcome.survey = self.survey.then(|| table.survey());
            let used = table.used_bytes();
            if let Some(memory) = memory.filter(|_| self.workers.is_some()) {
                workers.keep_memory(memory, used);
            }
        }
        if outcome.complete {
            self.progress.add(1);
        }
        Ok(outcome)
    }

    /// Depth 1: the root moves themselves are the leaves.
    fn one_ply<T: Tree, N: Tally>(
        &self,
        tree: &T,
        counter: AnyCounter<'_, T, N>,
        roots: &[T::Move],
        stop: &Stop,
        on_line: &mut dyn FnMut(Line<T::Move, N>),
    ) -> Result<Outcome<T::Move, N>, PerftError> {
        self.progress.begin(1);
        let mut outcome = Outcome::empty(roots.len());
        for &mv in roots {
            if stop.is_stopped() {
                return Ok(outcome);
            }
            let count: N = counter.leaf(tree, mv).into();
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
    /// The result of a run that was stopped before it counted any leaf.
    fn empty(roots: usize) -> Self {
        Outcome {
            total: N::default(),
            lines: Vec::new(),
            roots,
            complete: roots == 0,
            table: None,
            survey: None,
            usage: Usage::default(),
        }
    }
}

#[cfg(test)]
mod tests;
