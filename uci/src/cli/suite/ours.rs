//! A suite counted by ourselves, as many positions at a time as there are threads.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use movegen::hive::Multiplied;
use movegen::perft::{Perft, Stop};
use rayon::iter::{ParallelBridge, ParallelIterator};

use super::results::Results;
use super::{Answer, Failure, Job, SuiteArgs};
use crate::suite::Root;

/// Counts every job, handing each answer to the results as it comes.
pub(super) fn count_all(
    args: &SuiteArgs,
    jobs: &[Job<'_>],
    positions: usize,
    stop: &Stop,
    results: &Mutex<Results<'_>>,
) -> Result<(), Failure> {
    let threads = usize::from(args.threads);
    let run_one = |index: usize, job: &Job<'_>, threads: usize| {
        let started = Instant::now();
        let plan = Perft::new(job.depth).threads(threads);
        let total = match &job.case.root {
            Root::Chess(root) => plan.run(root, &args.kernel, stop, |_| {}).map(|o| o.total),
            Root::Hive(root) => plan.run(root, &Multiplied, stop, |_| {}).map(|o| o.total),
        };
        let total = total.map_err(Failure::Count)?;
        // A job that was stopped has counted only a part; why it was stopped is known already.
        if stop.is_stopped() {
            return Ok(());
        }
        let answer = Answer {
            counted: Some(total),
            agrees: total == job.expected,
            told: None,
            elapsed: started.elapsed(),
        };
        let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
        results.add(index, answer).map_err(Failure::Output)
    };
    if positions == 1 {
        // Nothing to spread over the threads but the tree itself.
        return jobs
            .iter()
            .enumerate()
            .try_for_each(|(index, job)| run_one(index, job, threads));
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(Failure::Pool)?;
    pool.install(|| {
        // Handed out one by one in the files' order, so that results can be printed early in that
        // order.
        jobs.iter()
            .enumerate()
            .par_bridge()
            .try_for_each(|(index, job)| run_one(index, job, 1).inspect_err(|_| stop.stop()))
    })
}
