//! Counts the tasks of a run, on one thread or several.

use crate::clock::Instant;
use std::sync::mpsc;

use super::count::{Cut, Worker};
use super::report::Report;
use super::shared::Shared;
use super::split::{MIN_DEPTH, MIN_LEAVES, Split, Task};
use super::table::{LineOf, Table};
use super::usage::Stopwatch;
use super::{
    AnyCounter, Counter as _, Progress, Stop, TableUse, Tally, ThreadUsage, Tree, Workers,
};

/// The tasks of a run, and what is needed to count them.
pub(super) struct Tasks<'a, T: Tree, N: Tally> {
    pub split: &'a Split<T>,
    pub counter: AnyCounter<'a, T, N>,
    pub table: Option<&'a Table<'a, LineOf<N>>>,
    pub stop: &'a Stop,
    pub progress: &'a Progress,
}

/// What the threads of a count did.
pub(super) struct Work {
    /// When they began.
    pub began: Instant,
    /// How they used the table, together.
    pub table: TableUse,
    pub threads: Vec<ThreadUsage>,
}

impl Work {
    fn begin() -> Work {
        Work {
            began: Instant::now(),
            table: TableUse::default(),
            threads: Vec::new(),
        }
    }

    fn add(&mut self, (table, thread): (TableUse, ThreadUsage)) {
        self.table.add(table);
        self.threads.push(thread);
    }
}

impl<T: Tree, N: Tally> Tasks<'_, T, N> {
    /// Counts tasks until none is left or the stop is raised.
    fn work(
        &self,
        began: Instant,
        tasks: &Shared<'_, Task<T>>,
        done: &mut dyn FnMut(usize, Result<N, Cut<N>>),
    ) -> (TableUse, ThreadUsage) {
        let mut stopwatch = Stopwatch::new(began);
        let mut worker = Worker::new(self.counter, self.table, self.stop);
        while !self.stop.is_stopped() {
            let unit_leaves = self.counter.unit_leaves();
            worker.set_unit_depth(self.split.depth_of(unit_leaves));
            let together = self.tasks_together(tasks.peek(), unit_leaves);
            let Some((first, part)) = tasks.take(together) else {
                break;
            };
            let mut index = first;
            for equally_deep in part.chunk_by(|one, other| one.depth == other.depth) {
                let counts = stopwatch.task(|| match equally_deep {
                    [task] => vec![worker.count(&task.tree, task.depth)],
                    several => {
                        let trees: Vec<T> = several.iter().map(|task| task.tree.clone()).collect();
                        worker.count_each(&trees, several[0].depth)
                    }
                });
                for (task, count) in equally_deep.iter().zip(counts) {
                    if count.is_ok() {
                        self.progress.add(self.split.weight(task));
                    }
                    done(index, count);
                    index += 1;
                }
            }
        }
        (worker.used, stopwatch.stop())
    }

    /// The number of tasks, from the first one on, that the counter should count together.
    fn tasks_together(&self, first: Option<&Task<T>>, unit_leaves: f64) -> usize {
        let Some(task) = first else {
            return 1;
        };
        let leaves = match self.counter.counts_together() {
            true => unit_leaves,
            // A stop loses what is counted of them, and an estimate for a deep task may be far too low.
            false if task.depth > MIN_DEPTH => return 1,
            // Roots of the split may have few leaves.
            false => MIN_LEAVES,
        };
        (leaves / self.split.leaves_of(task)).max(1.0) as usize
    }

    /// Counts on the calling thread only.
    pub(super) fn count_here(&self, report: &mut Report<T::Move, N>) -> Work {
        let mut work = Work::begin();
        let tasks = Shared::new(&self.split.tasks);
        work.add(self.work(work.began, &tasks, &mut |index, count| {
            report.add(&self.split.tasks[index], count);
            report.flush();
        }));
        work
    }

    /// Counts on up to `threads` threads, while the calling thread reports. If no thread can be
    /// started, the calling thread counts as well. A shortage is noted in the progress.
    pub(super) fn count_on(
        &self,
        threads: usize,
        workers: &Workers,
        report: &mut Report<T::Move, N>,
    ) -> Work {
        let pool = match workers.take_pool(threads) {
            Ok(pool) => pool,
            Err(shortage) => {
                self.progress.note_shortage(&shortage);
                return self.count_here(report);
            }
        };
        if let Some(shortage) = pool.shortage() {
            self.progress.note_shortage(shortage);
        }
        let threads = pool.len();
        log::debug!("{} tasks for {threads} threads", self.split.tasks.len());
        let tasks = Shared::new(&self.split.tasks);
        let mut work = Work::begin();
        let began = work.began;
        let (send, receive) = mpsc::channel();
        let (send_use, uses) = mpsc::channel();
        pool.scope(|scope| {
            for _ in 0..threads {
                let (send, send_use, tasks) = (send.clone(), send_use.clone(), &tasks);
                scope.spawn(move || {
                    // The receivers outlive the scope, so sending cannot fail.
                    let used = self.work(began, tasks, &mut |index, count| {
                        let _ = send.send((index, count));
                    });
                    let _ = send_use.send(used);
                });
            }
            drop((send, send_use));
            for (index, count) in receive {
                report.add(&self.split.tasks[index], count);
                report.flush();
            }
        });
        workers.keep_pool(pool);
        uses.into_iter().for_each(|used| work.add(used));
        work
    }
}
