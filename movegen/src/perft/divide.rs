//! The plan: split the root into tasks, count them in parallel, report in order.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use super::count::{Cut, Worker};
use super::report::Report;
use super::split::{Split, Task, split};
use super::table::{Memory, Table};
use super::{Counter, Progress, Stop, TableError, TableUse, Tree};

/// From this depth on a tree is split into tasks smaller than root moves, and a table pays.
const SPLIT_DEPTH: u32 = 5;

/// Fewer leaves than this are counted before threads could start.
const FEW_LEAVES: f64 = 1e7;

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
    progress: Progress,
}

/// One line of a divided count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The root move.
    pub action: M,
    /// Leaves below it.
    pub count: u128,
}

/// What a run has counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<M> {
    /// Leaves in all; of the finished root moves alone if the run was stopped.
    pub total: u128,
    /// The finished root moves in report order.
    pub lines: Vec<Line<M>>,
    /// How many root moves there are.
    pub roots: usize,
    /// Whether every root move was finished.
    pub complete: bool,
    /// How the table was used, if there was one.
    pub table: Option<TableUse>,
}

/// A run could not begin.
#[derive(Debug, thiserror::Error)]
pub enum PerftError {
    /// No memory for the table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// No threads to be had.
    #[error("cannot start {threads} threads: {source}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system says.
        source: rayon::ThreadPoolBuildError,
    },
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
    /// [`PerftError`] if there is no memory or no thread to be had, or 128 bits do not hold the sum.
    pub fn run<T: Tree, C: Counter<T>>(
        &self,
        tree: &T,
        counter: &C,
        stop: &Stop,
        on_line: impl FnMut(Line<T::Move>),
    ) -> Result<Outcome<T::Move>, PerftError> {
        if self.depth == 0 {
            self.progress.begin(1);
            self.progress.add(1);
            return Ok(Outcome {
                total: 1,
                lines: Vec::new(),
                roots: 0,
                complete: true,
                table: None,
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
        on_line: impl FnMut(Line<T::Move>),
    ) -> Result<Outcome<T::Move>, PerftError> {
        let depth = self.depth.max(1);
        let threads = match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let hashed = self.hash_mb > 0 && depth >= SPLIT_DEPTH;
        let threads = if depth < SPLIT_DEPTH { 0 } else { threads };
        let split = match split(tree, roots, depth, threads, hashed, stop) {
            Ok(split) => split,
            Err(Cut::Overflow) => return Err(PerftError::Overflow),
            Err(Cut::Stopped) => return Ok(Outcome::nothing(roots.len())),
        };
        let mut memory = if hashed {
            Some(Memory::reserve(self.hash_mb, usize::MAX)?)
        } else {
            None
        };
        let table = memory.as_mut().map(|memory| Table::new(memory, self.seed));
        let run = Run {
            tasks: &split.tasks,
            counter,
            table: table.as_ref(),
            stop,
            progress: &self.progress,
        };
        self.progress.begin(run.weight());
        let mut report = Report::new(roots, &split.tasks, on_line);
        report.flush();
        let few = split.leaves() < FEW_LEAVES;
        let used = if threads < 2 || few {
            run.alone(&mut report)
        } else {
            log::debug!(
                "perft {depth}: {} tasks, {threads} threads",
                split.tasks.len()
            );
            run.together(threads, &mut report)?
        };
        report.finish(table.map(|_| used))
    }
}

impl<M> Outcome<M> {
    /// Of a run that was stopped before anything was counted.
    fn nothing(roots: usize) -> Self {
        Outcome {
            total: 0,
            lines: Vec::new(),
            roots,
            complete: roots == 0,
            table: None,
        }
    }
}

impl<T> Split<T> {
    /// An estimate of the leaves below all tasks.
    fn leaves(&self) -> f64 {
        let below = |task: &Task<T>| self.width.powf(f64::from(task.depth));
        self.tasks.iter().map(below).sum()
    }
}

/// The tasks of a run, and all that is needed to count them.
struct Run<'a, T, C> {
    tasks: &'a [Task<T>],
    counter: &'a C,
    table: Option<&'a Table<'a>>,
    stop: &'a Stop,
    progress: &'a Progress,
}

impl<T: Tree, C: Counter<T>> Run<'_, T, C> {
    /// What all tasks weigh together. The gauge of a run without tasks is full at once.
    fn weight(&self) -> u64 {
        self.tasks.len() as u64
    }

    /// Counts the tasks that nobody has taken yet. `next` is the first of them.
    fn work(&self, next: &AtomicUsize, mut done: impl FnMut(usize, Result<u128, Cut>)) -> TableUse {
        let mut worker = Worker::new(self.counter, self.table, self.stop);
        while !self.stop.is_stopped() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = self.tasks.get(index) else {
                break;
            };
            let count = worker.count(&task.tree, task.depth);
            if count.is_ok() {
                self.progress.add(1);
            }
            done(index, count);
        }
        worker.used
    }

    /// On the calling thread alone.
    fn alone<F: FnMut(Line<T::Move>)>(&self, report: &mut Report<T::Move, F>) -> TableUse {
        self.work(&AtomicUsize::new(0), |index, count| {
            report.add(&self.tasks[index], count);
            report.flush();
        })
    }

    /// On so many threads, while the calling one reports.
    fn together<F: FnMut(Line<T::Move>)>(
        &self,
        threads: usize,
        report: &mut Report<T::Move, F>,
    ) -> Result<TableUse, PerftError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|index| format!("perft-{index}"))
            .build()
            .map_err(|source| PerftError::Threads { threads, source })?;
        let next = AtomicUsize::new(0);
        let (send, receive) = mpsc::channel();
        let (send_use, uses) = mpsc::channel();
        pool.in_place_scope(|scope| {
            for _ in 0..threads {
                let (send, send_use, next) = (send.clone(), send_use.clone(), &next);
                scope.spawn(move |_| {
                    // The receivers outlive the scope; nobody is left to hear of a failure.
                    let used = self.work(next, |index, count| {
                        let _ = send.send((index, count));
                    });
                    let _ = send_use.send(used);
                });
            }
            drop((send, send_use));
            for (index, count) in receive {
                report.add(&self.tasks[index], count);
                report.flush();
            }
        });
        let mut all = TableUse::default();
        uses.into_iter().for_each(|used| all.add(used));
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::Children;

    /// A tree in which every node has `width` children; its moves are numbers.
    #[derive(Clone)]
    struct Uniform {
        width: u64,
        path: u128,
        stop_at: Option<(u128, Stop)>,
    }

    impl Uniform {
        fn new(width: u64) -> Uniform {
            Uniform {
                width,
                path: 1,
                stop_at: None,
            }
        }
    }

    impl Tree for Uniform {
        type Move = u64;
        fn moves(&self) -> Vec<u64> {
            (0..self.width).collect()
        }

        fn child(&self, action: u64) -> Uniform {
            let child = Uniform {
                path: self.path * 31 + u128::from(action),
                ..self.clone()
            };
            if let Some((path, stop)) = &self.stop_at
                && *path == child.path
            {
                stop.stop();
            }
            child
        }

        fn key(&self) -> u128 {
            self.path
                .wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
        }
    }

    #[test]
    fn every_plan_counts_the_same_and_reports_in_order() {
        for depth in 0..8 {
            for (threads, megabytes) in [(1, 0), (2, 0), (1, 1), (3, 1), (0, 0)] {
                let mut seen = Vec::new();
                let outcome = Perft::new(depth)
                    .threads(threads)
                    .hash_mb(megabytes)
                    .run(&Uniform::new(3), &Children, &Stop::new(), |line| {
                        seen.push(line)
                    })
                    .expect("a count");
                assert_eq!(
                    outcome.total,
                    3u128.pow(depth),
                    "depth {depth}, {threads} threads, {megabytes} MB"
                );
                assert!(outcome.complete);
                assert_eq!(seen, outcome.lines);
                let moves: Vec<u64> = seen.iter().map(|line| line.action).collect();
                assert_eq!(moves, if depth == 0 { vec![] } else { vec![0, 1, 2] });
            }
        }
    }

    #[test]
    fn a_tree_without_moves_has_no_leaves() {
        for depth in 1..6 {
            let outcome = Perft::new(depth)
                .run(&Uniform::new(0), &Children, &Stop::new(), |_| {})
                .expect("a count");
            assert_eq!(
                (outcome.total, outcome.roots, outcome.complete),
                (0, 0, true)
            );
        }
    }

    #[test]
    fn chosen_roots_are_counted_in_the_order_given() {
        let outcome = Perft::new(4)
            .run_roots(&Uniform::new(5), &Children, &[4, 1], &Stop::new(), |_| {})
            .expect("a count");
        assert_eq!(
            outcome.lines,
            [
                Line {
                    action: 4,
                    count: 125
                },
                Line {
                    action: 1,
                    count: 125
                }
            ]
        );
        assert_eq!((outcome.total, outcome.roots), (250, 2));
    }

    #[test]
    fn a_stopped_run_reports_only_what_it_finished() {
        let stop = Stop::new();
        // One thread takes the tasks in order; the flag goes up somewhere below the third move.
        let path = ((31 + 2) * 31) * 31;
        let tree = Uniform {
            stop_at: Some((path, stop.clone())),
            ..Uniform::new(4)
        };
        let outcome = Perft::new(7)
            .run(&tree, &Children, &stop, |_| {})
            .expect("a count");
        assert!(!outcome.complete);
        assert_eq!(outcome.roots, 4);
        assert_eq!(
            outcome.lines,
            [
                Line {
                    action: 0,
                    count: 4096
                },
                Line {
                    action: 1,
                    count: 4096
                }
            ]
        );
        assert_eq!(outcome.total, 8192);
    }

    #[test]
    fn a_stop_before_the_start_counts_nothing() {
        let stop = Stop::new();
        stop.stop();
        let outcome = Perft::new(6)
            .run(&Uniform::new(2), &Children, &stop, |_| {})
            .expect("a count");
        assert_eq!(
            (outcome.total, outcome.lines.len(), outcome.complete),
            (0, 0, false)
        );
    }

    #[test]
    fn a_sum_beyond_128_bits_is_an_error() {
        let mut report = Report::new(&[0, 1]);
        for index in 0..2 {
            report.expect(index, 1);
            report.add(index, Ok(u128::MAX));
        }
        report.flush(&mut |_| {});
        assert!(matches!(report.finish(), Err(PerftError::Overflow)));
    }
}
