//! The tasks of a run, counted by as many threads as there are.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use super::count::{Cut, Worker};
use super::report::Report;
use super::split::Split;
use super::table::Table;
use super::{Counter, Line, PerftError, Progress, Stop, TableUse, Tree};

/// The tasks of a run, and all that is needed to count them.
pub(super) struct Run<'a, T, C> {
    pub split: &'a Split<T>,
    pub counter: &'a C,
    pub table: Option<&'a Table<'a>>,
    pub stop: &'a Stop,
    pub progress: &'a Progress,
}

impl<T: Tree, C: Counter<T>> Run<'_, T, C> {
    /// Counts tasks that nobody has taken yet, while there are any; `next` is the first of them.
    fn work(
        &self,
        next: &AtomicUsize,
        mut done: impl FnMut(usize, Result<C::Tally, Cut>),
    ) -> TableUse {
        let mut worker = Worker::new(self.counter, self.table, self.stop);
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

    /// On the calling thread alone.
    pub(super) fn alone<F: FnMut(Line<T::Move, C::Tally>)>(
        &self,
        report: &mut Report<T::Move, C::Tally, F>,
    ) -> TableUse {
        self.work(&AtomicUsize::new(0), |index, count| {
            report.add(&self.split.tasks[index], count);
            report.flush();
        })
    }

    /// On so many threads, while the calling one reports.
    ///
    /// # Errors
    /// [`PerftError::Threads`] if they cannot be had; nothing has been counted then.
    pub(super) fn together<F: FnMut(Line<T::Move, C::Tally>)>(
        &self,
        threads: usize,
        report: &mut Report<T::Move, C::Tally, F>,
    ) -> Result<TableUse, PerftError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|index| format!("perft-{index}"))
            .build()
            .map_err(|source| PerftError::Threads { threads, source })?;
        log::debug!("{} tasks for {threads} threads", self.split.tasks.len());
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
                report.add(&self.split.tasks[index], count);
                report.flush();
            }
        });
        let mut all = TableUse::default();
        uses.into_iter().for_each(|used| all.add(used));
        Ok(all)
    }
}
