//! Counts the tasks of a run, on one thread or several.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use super::count::{Cut, Worker};
use super::report::Report;
use super::split::Split;
use super::table::Table;
use super::{Counter, Line, Progress, Stop, TableUse, Tree};
use crate::threads::{Pool, STACK};

/// The bytes that each thread may allocate while it counts.
const BYTES_PER_THREAD: usize = 1 << 20;

/// The tasks of a run, and what is needed to count them.
pub(super) struct Tasks<'a, T, C> {
    pub split: &'a Split<T>,
    pub counter: &'a C,
    pub table: Option<&'a Table<'a>>,
    pub stop: &'a Stop,
    pub progress: &'a Progress,
    /// The largest depth that the counter counts in one call.
    pub unit_depth: u32,
}

impl<T: Tree, C: Counter<T>> Tasks<'_, T, C> {
    /// Counts tasks until none is left or the stop is raised. `next` is the first task that no
    /// thread has taken yet.
    fn work(
        &self,
        next: &AtomicUsize,
        mut done: impl FnMut(usize, Result<C::Tally, Cut<C::Tally>>),
    ) -> TableUse {
        let mut worker = Worker::new(self.counter, self.table, self.stop, self.unit_depth);
        while !self.stop.is_stopped() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = self.split.tasks.get(index) else {
                break;
            };
            let count = worker.count(&task.tree, task.depth);
            if count.is_ok() {
                self.progress.add(self.split.weight(task));
            }
            done(index, count);
        }
        worker.used
    }

    /// Counts on the calling thread only.
    pub(super) fn count_here<F: FnMut(Line<T::Move, C::Tally>)>(
        &self,
        report: &mut Report<T::Move, C::Tally, F>,
    ) -> TableUse {
        self.work(&AtomicUsize::new(0), |index, count| {
            report.add(&self.split.tasks[index], count);
            report.flush();
        })
    }

    /// Counts on up to `threads` threads, while the calling thread reports. If no thread can be
    /// started, the calling thread counts as well. A shortage is noted in the progress.
    pub(super) fn count_on<F: FnMut(Line<T::Move, C::Tally>)>(
        &self,
        threads: usize,
        report: &mut Report<T::Move, C::Tally, F>,
    ) -> TableUse {
        let pool = match Pool::start("perft", threads, STACK, BYTES_PER_THREAD) {
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
        let next = AtomicUsize::new(0);
        let (send, receive) = mpsc::channel();
        let (send_use, uses) = mpsc::channel();
        pool.scope(|scope| {
            for _ in 0..threads {
                let (send, send_use, next) = (send.clone(), send_use.clone(), &next);
                scope.spawn(move || {
                    // The receivers outlive the scope, so sending cannot fail.
                    let used = self.work(next, |index, count| {
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
        let mut all = TableUse::default();
        uses.into_iter().for_each(|used| all.add(used));
        all
    }
}
