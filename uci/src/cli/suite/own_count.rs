//! Counts a suite with Canopy: one position per thread at a time.

use std::time::Instant;

use gpu::DeviceCounter;
use movegen::chess::Position;
use movegen::perft::{Perft, Progress, Stop};
use movegen::threads::{self, Pool, Shortage};
use workbench::ask::reported;

use super::super::error::CliError;
use super::answer::Answer;
use super::args::SuiteArgs;
use super::plan::{Job, Plan};
use super::results::SharedResults;

/// Memory that each thread may allocate while it counts, in bytes.
const EACH: usize = 1 << 20;

/// Counts every job and passes each answer to the results as it comes. Returns the shortage if there
/// were fewer threads than requested.
pub(super) fn count_all(
    args: &SuiteArgs,
    plan: &Plan,
    devices: Option<&DeviceCounter>,
    stop: &Stop,
    results: &SharedResults<'_>,
) -> Result<Option<Shortage>, CliError> {
    let threads = args.threads.count();
    let progress = Progress::new();
    let run_one = |index: usize, job: Job, threads: usize| -> Result<(), CliError> {
        let started = Instant::now();
        let perft = Perft::new(job.depth).threads(threads).progress(&progress);
        let total = match job.case.root.downcast::<Position>() {
            // Chess is counted with the kernel or the devices of the command line.
            Some(chess) => match devices {
                Some(counter) => perft.run(chess, counter, stop, |_| {})?.total,
                None => perft.run(chess, &args.kernel, stop, |_| {})?.total,
            },
            None => job.case.root.leaves(&perft, stop)?,
        };
        // A job that was stopped has an incomplete count; the reason is reported elsewhere.
        if stop.is_stopped() {
            return Ok(());
        }
        let answer = Answer::counted(&job, reported(total), started.elapsed());
        Ok(results.add(index, job, answer)?)
    };
    let one_by_one = |threads: usize| {
        let mut jobs = plan.jobs(args).enumerate();
        jobs.try_for_each(|(index, job)| run_one(index, job?, threads))
    };
    if plan.positions == 1 {
        // A single position: the threads share its tree.
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
    // Jobs start in the order of the files, so that results can be printed early in that order.
    let jobs = plan.jobs(args).enumerate();
    let jobs = jobs.inspect(|(index, _)| results.wait_for_room(*index));
    pool.try_for_each(jobs, |(index, job)| results.job(|| run_one(index, job?, 1)))?;
    Ok(pool.shortage().cloned())
}
