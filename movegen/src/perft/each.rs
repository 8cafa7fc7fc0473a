//! Counts many trees to the same depth, with one table for all of them.

use crate::clock::Instant;
use std::time::Duration;

use super::count::{Cut, Worker};
use super::run::{TABLE_LEAVES, TABLE_RUN, USUAL_WIDTH, enough_bytes};
use super::shared::Shared;
use super::table::{self, LineOf, Table};
use super::{AnyCounter, Counter, Perft, PerftError, Progress, Stop, TableUse, Tally, Tree};
use crate::threads::{self, Pool, STACK};

/// The bytes that each thread may allocate while it counts.
const BYTES_PER_THREAD: usize = 1 << 20;

/// The number of trees whose moves are counted to estimate the branching factor.
const SAMPLE: usize = 256;

/// What is common to all threads.
struct Each<'a, T: Tree, N: Tally> {
    trees: Shared<'a, T>,
    depth: u32,
    /// The branching factor.
    width: f64,
    counter: AnyCounter<'a, T, N>,
    table: Option<&'a Table<'a, LineOf<N>>>,
    stop: &'a Stop,
    progress: &'a Progress,
    on_count: &'a OnCount<'a, N>,
}

/// Gets the index of a tree, its leaves, and the time that they took.
type OnCount<'a, N> = dyn Fn(usize, N, Duration) + Sync + 'a;

impl Perft {
    /// Counts the leaves of each of several trees at the depth of this perft. `on_count` gets the index
    /// of a tree, its leaves and the time that they took, on the thread that has counted them and as
    /// soon as they are known; the thread takes its next tree afterwards. Trees are taken in order.
    ///
    /// All trees share one table, so that neighbours with common positions take less time together than
    /// alone. With fewer trees than threads, all threads count one tree after the other.
    ///
    /// The progress counts trees. Once `stop` is raised, the run ends within milliseconds; `on_count`
    /// is only called with complete counts.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU64, Ordering};
    /// use movegen::chess::{Kernel, Position};
    /// use movegen::perft::{Perft, Stop, Tree as _};
    /// let start = Position::startpos();
    /// let children: Vec<_> = start.moves().into_iter().map(|mv| start.child(mv)).collect();
    /// let total = AtomicU64::new(0);
    /// let perft = Perft::new(3).threads(2);
    /// perft.run_each(&children, &Kernel::best(), &Stop::new(), |_, leaves, _| {
    ///     total.fetch_add(leaves as u64, Ordering::Relaxed);
    /// }).unwrap();
    /// assert_eq!(total.into_inner(), 197_281);
    /// ```
    ///
    /// # Errors
    /// As [`run`](Perft::run).
    pub fn run_each<T: Tree, C: Counter<T>>(
        &self,
        trees: &[T],
        counter: &C,
        stop: &Stop,
        on_count: impl Fn(usize, C::Tally, Duration) + Sync,
    ) -> Result<TableUse, PerftError> {
        self.run_any_each(trees, AnyCounter::new(counter), stop, &on_count)
    }

    /// As [`run_each`](Perft::run_each), compiled once for all counters with the same tally.
    fn run_any_each<T: Tree, N: Tally>(
        &self,
        trees: &[T],
        counter: AnyCounter<'_, T, N>,
        stop: &Stop,
        on_count: &OnCount<'_, N>,
    ) -> Result<TableUse, PerftError> {
        let threads = counter.threads(threads::resolve_count(self.threads));
        self.progress.begin(trees.len() as u64);
        if trees.len() < threads || self.depth <= 1 {
            return self.one_by_one(trees, counter, stop, on_count);
        }
        let width = width(trees);
        let positions = |above: u32, least: f64| {
            let plies = f64::from(self.depth.saturating_sub(above));
            trees.len() as f64 * width.max(least).powf(plies)
        };
        let mut memory = None;
        if self.hash_mb > 0 && self.depth >= TABLE_RUN - 1 && positions(0, 1.0) >= TABLE_LEAVES {
            let enough = enough_bytes::<N>(positions(2, USUAL_WIDTH));
            memory = Some(table::allocate(self.hash_mb, enough)?);
        }
        let table = memory
            .as_mut()
            .map(|memory| Table::new(memory, self.seed, &self.progress));
        let each = Each {
            trees: Shared::new(trees),
            depth: self.depth,
            width: width.max(2.0),
            counter,
            table: table.as_ref(),
            stop,
            progress: &self.progress,
            on_count,
        };
        each.on_threads(threads)
    }

    /// Counts one tree after the other, each on all threads.
    fn one_by_one<T: Tree, N: Tally>(
        &self,
        trees: &[T],
        counter: AnyCounter<'_, T, N>,
        stop: &Stop,
        on_count: &OnCount<'_, N>,
    ) -> Result<TableUse, PerftError> {
        let mut used = TableUse::default();
        for (index, tree) in trees.iter().enumerate() {
            let (started, progress) = (Instant::now(), Progress::new());
            let perft = self.clone().progress(&progress);
            let outcome = perft.run_any(tree, counter, stop, &mut |_| {})?;
            if let Some(shortage) = progress.shortage() {
                self.progress.note_shortage(shortage);
            }
            used.add(outcome.table.unwrap_or_default());
            // A position without moves is complete even after a stop.
            if !outcome.complete {
                break;
            }
            on_count(index, outcome.total, started.elapsed());
            self.progress.add(1);
        }
        Ok(used)
    }
}

/// The mean number of moves of some of the trees.
fn width<T: Tree>(trees: &[T]) -> f64 {
    let (mut seen, mut moves) = (0.0, 0.0);
    for tree in trees.iter().step_by(trees.len().div_ceil(SAMPLE).max(1)) {
        seen += 1.0;
        moves += tree.moves().len() as f64;
    }
    moves / f64::max(seen, 1.0)
}

impl<T: Tree, N: Tally> Each<'_, T, N> {
    /// Counts trees until none is left or the stop is raised.
    fn work(&self) -> Result<TableUse, PerftError> {
        let mut worker = Worker::new(self.counter, self.table, self.stop);
        while !self.stop.is_stopped() {
            let unit_leaves = self.counter.unit_leaves();
            worker.set_unit_depth((unit_leaves.ln() / self.width.ln()).max(1.0) as u32);
            let together = match self.counter.counts_together() {
                true => (unit_leaves / self.width.powf(f64::from(self.depth))).max(1.0) as usize,
                false => 1,
            };
            let Some((first, trees)) = self.trees.take(together) else {
                break;
            };
            let started = Instant::now();
            let counts = match trees {
                [tree] => vec![worker.count(tree, self.depth)],
                several => worker.count_each(several, self.depth),
            };
            let each = started.elapsed() / trees.len() as u32;
            for (index, count) in (first..).zip(counts) {
                match count {
                    Ok(count) => {
                        (self.on_count)(index, count, each);
                        self.progress.add(1);
                    }
                    Err(Cut::Stopped(_)) => break,
                    Err(Cut::Overflow) => {
                        self.stop.stop();
                        return Err(PerftError::Overflow);
                    }
                }
            }
        }
        let mut used = worker.used;
        if let Some(own) = self.counter.take_table_use() {
            used.add(own);
        }
        Ok(used)
    }

    /// Works on up to `threads` threads, at least on the calling one. A shortage is noted in the
    /// progress.
    fn on_threads(&self, threads: usize) -> Result<TableUse, PerftError> {
        if threads == 1 {
            return self.work();
        }
        let pool = match Pool::start("units", threads, STACK, BYTES_PER_THREAD) {
            Ok(pool) => pool,
            Err(shortage) => {
                self.progress.note_shortage(&shortage);
                return self.work();
            }
        };
        if let Some(shortage) = pool.shortage() {
            self.progress.note_shortage(shortage);
        }
        let mut used = TableUse::default();
        for own in pool.broadcast(|| self.work()) {
            used.add(own?);
        }
        Ok(used)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::chess::{Kernel, Position};
    use crate::perft::prefixes;

    fn total(perft: &Perft, plies: u32) -> u128 {
        let start = Position::startpos();
        let found = prefixes(&start, plies, usize::MAX, &Stop::new()).expect("few paths");
        let trees: Vec<_> = found.iter().map(|prefix| prefix.position).collect();
        let sum = Mutex::new(0);
        let counter = Kernel::best();
        let counted = perft.run_each(&trees, &counter, &Stop::new(), |index, leaves, _| {
            let times: u64 = found[index].paths.iter().map(|path| path.1).sum();
            *sum.lock().expect("no panic") += leaves * u128::from(times);
        });
        counted.expect("a count");
        sum.into_inner().expect("no panic")
    }

    #[test]
    fn trees_add_up_for_any_table_and_number_of_threads() {
        for (threads, hash) in [(1, 0), (1, 1), (2, 1), (64, 1)] {
            let perft = |depth| Perft::new(depth).threads(threads).hash_mb(hash).seed(7);
            assert_eq!(total(&perft(4), 2), 119_060_324);
            assert_eq!(total(&perft(4), 1), 4_865_609);
            assert_eq!(total(&perft(1), 3), 197_281);
        }
    }

    #[test]
    fn a_common_table_saves_work() {
        let start = Position::startpos();
        let found = prefixes(&start, 2, usize::MAX, &Stop::new()).expect("few paths");
        let trees: Vec<_> = found.into_iter().map(|prefix| prefix.position).collect();
        let perft = Perft::new(4).hash_mb(16);
        let used = perft.run_each(&trees, &Kernel::best(), &Stop::new(), |_, _, _| {});
        let used = used.expect("a count");
        assert!(used.hits * 4 > used.stores, "{used:?}");
    }

    #[test]
    fn only_complete_counts_are_passed_on() {
        let stop = Stop::new();
        let trees = vec![Position::startpos(); 3];
        for threads in [1, 2, 8] {
            let perft = Perft::new(3).threads(threads);
            let counted = perft.run_each(&trees, &Kernel::best(), &stop, |_, leaves, _| {
                assert_eq!(leaves, 8_902);
                stop.stop();
            });
            counted.expect("a count");
        }
    }

    #[test]
    fn progress_counts_trees() {
        let progress = Progress::new();
        let trees = vec![Position::startpos(); 3];
        let perft = Perft::new(3).progress(&progress);
        let counted = perft.run_each(&trees, &Kernel::best(), &Stop::new(), |_, _, _| {});
        counted.expect("a count");
        assert!((progress.fraction() - 1.0).abs() < 1e-9);
    }
}
