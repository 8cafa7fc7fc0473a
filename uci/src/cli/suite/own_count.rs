//! A suite counted by Canopy, as many positions at a time as there are threads.

use std::time::Instant;

use movegen::hive::GroupedPlacements;
use movegen::perft::{Perft, Progress, Stop};
use movegen::threads::{self, Pool, Shortage};

use super::plan::{Job, Plan};
use super::results::Desk;
use super::{Answer, Failure, SuiteArgs};
use crate::perft::thread_count;
use crate::suite::Root;

/// What each thread may allocate while it counts.
const EACH: usize = 1 << 20;

/// Counts every job, handing each answer to the results as it comes. Returns why it did so on fewer
/// threads than requested, if it did.
pub(super) fn count_all(
    args: &SuiteArgs,
    plan: &Plan,
    stop: &Stop,
    desk: &Desk<'_>,
) -> Result<Option<Shortage>, Failure> {
    let threads = thread_count(usize::from(args.threads));
    let progress = Progress::new();
    let run_one = |index: usize, job: Job, threads: usize| {
        let started = Instant::now();
        let plan = Perft::new(job.depth).threads(threads).progress(&progress);
        let total = match &job.case.root {
            Root::Chess(root) => plan.run(root, &args.kernel, stop, |_| {}).map(|o| o.total),
            Root::Hive(root) => plan
                .run(root, &GroupedPlacements, stop, |_| {})
                .map(|o| o.total),
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
        desk.add(index, job, answer)
    };
    let one_by_one = |threads: usize| {
        let mut jobs = plan.jobs(args).enumerate();
        jobs.try_for_each(|(index, job)| run_one(index, job?, threads))
    };
    if plan.positions == 1 {
        // Nothing to spread over the threads but the tree itself.
        one_by_one(threads)?;
        return Ok(progress.shortage().cloned());
    }
    let pool = match Pool::start("suite", threads, threads::STACK, EACH) {
        Ok(pool) => pool,
        Err(shortage) => {
            one_by_one(1)?;
            return Ok(Some(Shortage {
                available: 1,
                ..shortage
            }));
        }
    };
    // Handed out one by one in the files' order, so that results can be printed early in that order.
    let jobs = plan.jobs(args).enumerate();
    let jobs = jobs.inspect(|(index, _)| desk.wait_for_room(*index));
    pool.try_for_each(jobs, |(index, job)| desk.job(|| run_one(index, job?, 1)))?;
    Ok(pool.shortage().cloned())
}
