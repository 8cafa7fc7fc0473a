//! A pass over all buckets, divided among threads into ranges.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use movegen::chess::Numbers;
use movegen::chess::Position;
use movegen::perft::{Buckets, Full, Portion, Progress, Stop};
use movegen::threads::Pool;

use super::DiskError;
use super::folder::{Folder, Positions, uncovered};

/// The total of a progress gauge.
pub(super) const TOTAL: f64 = (1u64 << 40) as f64;

/// The share of a range's work that is done when its positions are collected.
const COLLECTION: f64 = 0.5;

/// Why a range was not finished.
#[derive(Debug)]
pub(super) enum Cut {
    /// The stop was raised.
    Stopped,
    /// Its positions do not fit into the memory.
    Full,
    /// The count has failed.
    Failed(DiskError),
}

impl From<DiskError> for Cut {
    fn from(error: DiskError) -> Cut {
        Cut::Failed(error)
    }
}

impl From<Full> for Cut {
    fn from(_: Full) -> Cut {
        Cut::Full
    }
}

/// What all passes share.
pub(super) struct Context<'a> {
    pub(super) folder: &'a Folder,
    pub(super) numbers: &'a Numbers,
    pub(super) pool: &'a Pool,
    /// The memory of each thread in bytes.
    pub(super) share: usize,
    pub(super) megabytes: usize,
    pub(super) progress: &'a Progress,
    pub(super) stop: &'a Stop,
}

/// A pass.
#[derive(Clone, Copy)]
pub(super) struct Stage<'a> {
    /// The name of its parts.
    pub(super) kind: &'a str,
    /// The positions one ply before those that it collects.
    pub(super) parents: &'a Positions,
    pub(super) buckets: Buckets,
    /// The planned number of ranges.
    pub(super) ranges: usize,
    /// Its fraction of the whole work.
    pub(super) weight: f64,
}

impl Context<'_> {
    /// Carries out `work` for every range that is not done yet. Ranges that do not fit into the memory are
    /// halved. Returns whether all are done, which they are not after a stop.
    pub(super) fn carry_out(
        &self,
        stage: &Stage<'_>,
        work: &(dyn Fn(Range<usize>) -> Result<(), Cut> + Sync),
    ) -> Result<bool, DiskError> {
        let width = stage.buckets.count().div_ceil(stage.ranges.max(1));
        let mut queue = VecDeque::new();
        for open in uncovered(&self.folder.parts(stage.kind)?, stage.buckets.count()) {
            let starts = open.clone().step_by(width);
            queue.extend(starts.map(|start| start..(start + width).min(open.end)));
        }
        let queue = Mutex::new(queue);
        let (failure, halted) = (Mutex::new(None), AtomicBool::new(false));
        let lock = || queue.lock().unwrap_or_else(PoisonError::into_inner);
        let fail = |error| {
            halted.store(true, Relaxed);
            let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
            failure.get_or_insert(error);
        };
        let one_by_one = || {
            while !halted.load(Relaxed) {
                let Some(range) = lock().pop_front() else {
                    break;
                };
                match work(range.clone()) {
                    Ok(()) => {}
                    Err(Cut::Full) if range.len() > 1 => {
                        let middle = range.start + range.len() / 2;
                        let mut queue = lock();
                        queue.push_front(middle..range.end);
                        queue.push_front(range.start..middle);
                    }
                    Err(Cut::Full) => fail(DiskError::Memory(self.megabytes)),
                    Err(Cut::Failed(error)) => fail(error),
                    Err(Cut::Stopped) => halted.store(true, Relaxed),
                }
            }
        };
        self.pool.broadcast(one_by_one);
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(!halted.into_inner()),
        }
    }

    /// The positions in a range.
    pub(super) fn collect(
        &self,
        stage: &Stage<'_>,
        range: &Range<usize>,
    ) -> Result<Portion<Position>, Cut> {
        let mut portion = Portion::new(stage.buckets, range.clone(), self.share)?;
        let weight = self.weight(stage, range.len()) * COLLECTION;
        let all = stage.parents.count()? as f64;
        stage.parents.each(|parents| {
            self.check_stop()?;
            portion.collect(self.numbers, parents)?;
            let share = parents.len() as f64 / all;
            self.progress.add((weight * share) as u64);
            Ok::<(), Cut>(())
        })?;
        portion.finish()?;
        Ok(portion)
    }

    /// Notes that a bucket of a collected range is done.
    pub(super) fn bucket_done(&self, stage: &Stage<'_>) -> Result<(), Cut> {
        let weight = self.weight(stage, 1) * (1.0 - COLLECTION);
        self.progress.add(weight as u64);
        self.check_stop()
    }

    /// The work of some buckets.
    fn weight(&self, stage: &Stage<'_>, buckets: usize) -> f64 {
        stage.weight * TOTAL * buckets as f64 / stage.buckets.count() as f64
    }

    fn check_stop(&self) -> Result<(), Cut> {
        match self.stop.is_stopped() {
            true => Err(Cut::Stopped),
            false => Ok(()),
        }
    }
}
