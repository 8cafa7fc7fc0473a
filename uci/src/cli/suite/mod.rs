//! `canopy suite`: checks every count of perft suites and reports what disagrees.
//!
//! The suites are read twice, line by line: first to check them, then to count them. Results are
//! printed as they come and are not kept.
//!
//! The counts come from Canopy itself or from another program, whose wrong counts are explained.

mod answer;
mod args;
mod failure;
mod junit;
mod other_program;
mod own_count;
mod plan;
mod results;
mod source;
mod tags;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub use args::{Level, SuiteArgs};
use failure::Failure;
use gpu::DeviceCounter;
use movegen::threads::Shortage;
use plan::Plan;
use results::{Results, SharedResults};
use workbench::ask;

use super::exit::{self, Exit};
use super::json::{Line, Status};
use super::progress_bar::{bar, stop_on_interrupt};
use super::speed::{self, Method};
use crate::devices::DeviceRequest;
use crate::diagnostics::{note, warning};
use crate::limits::{HashSize, Threads};
use crate::report::Report;
use crate::resources::Resources;
use crate::signals;
use crate::storage::replace;

/// Runs the suites.
///
/// The exit code is 0 only if every count agrees, 1 on a disagreement, and 2 if there is no verdict.
pub fn run(args: &SuiteArgs) -> Exit {
    match check(args) {
        Ok(Status::Error(text)) => exit::failed(text),
        Ok(status) => status.exit(),
        Err(Failure::Output(error)) => exit::output_failed(&error),
        Err(failure) => args.output.failed("suite", failure),
    }
}

fn check(args: &SuiteArgs) -> Result<Status, Failure> {
    let stop = stop_on_interrupt();
    let reading = end_while_reading(args.output.json);
    let mut plan = Plan::new(args)?;
    if let Some(file) = &args.junit {
        replace::check(file)?;
    }
    reading.store(false, Ordering::SeqCst);
    log::debug!("the suites are checked");

    let given = args.other.is_given();
    let other = given.then(|| other_program::Running::start(args, &mut plan, &stop));
    let devices = devices(args, &plan)?;
    let bar = bar(plan.leaves, "{percent} % of {len} leaves, {eta} left");
    let started = Instant::now();
    let results = SharedResults::new(Results::new(args, &plan, &bar), &stop);
    let ended = match other {
        Some(Ok(other)) => other_program::count_all(args, &plan, other, &results).map(|()| None),
        Some(Err(failure)) => Err(failure),
        None => own_count::count_all(args, &plan, devices.as_ref(), &stop, &results),
    };
    bar.finish_and_clear();
    let shortage = match ended {
        // The results are marked as incomplete.
        Err(Failure::Other(ask::Error::Stopped)) => None,
        ended => ended?,
    };
    let mut results = results.into_results();
    if stop.is_stopped() {
        results.stopped(plan.jobs(args))?;
    } else if !results.is_complete() {
        return Err(Failure::Changed);
    }
    if let (Some(file), Some(junit)) = (&args.junit, results.take_junit()) {
        junit.write(file)?;
    }
    let leaves = results.leaves();
    let status = results.finish()?;
    let elapsed = started.elapsed();
    match devices {
        Some(counter) => print_device_speed(&counter, leaves, elapsed),
        None => print_speed(args, &plan, leaves, elapsed, shortage.as_ref()),
    }
    Ok(status)
}

/// Opens the devices of the command line; `None` if the CPU should count.
fn devices(args: &SuiteArgs, plan: &Plan) -> Result<Option<DeviceCounter>, Failure> {
    let request = DeviceRequest {
        choice: args.device,
        kernel: args.kernel,
        resources: Resources {
            threads: Threads::ONE,
            hash: HashSize::NONE,
            seed: 0,
        },
    };
    request.open(plan.leaves as f64).map_err(Failure::Device)
}

/// Ends the process on Ctrl-C or SIGTERM while the suites are read for the first time: nothing has
/// been counted yet, and reading from a pipe may block forever. Active until the flag is cleared.
fn end_while_reading(json: bool) -> Arc<AtomicBool> {
    let reading = Arc::new(AtomicBool::new(true));
    let flag = reading.clone();
    signals::on_request(move |_| {
        if flag.load(Ordering::SeqCst) {
            let text = match json {
                true => Line::result("suite", &Status::Interrupted).to_string(),
                false => "interrupted before anything was counted (incomplete)".to_owned(),
            };
            // The exit code says the same.
            let _ = Report::new(io::stdout()).line(text);
            std::process::exit(i32::from(Exit::Interrupted.code()));
        }
    });
    reading
}

/// Prints the speed of devices, and what went wrong there, on standard error.
fn print_device_speed(counter: &DeviceCounter, leaves: u128, elapsed: Duration) {
    for remark in counter.take_remarks() {
        warning(remark);
    }
    let method = Method {
        counting: counter.to_string(),
        threads: 1,
        devices: counter.names().len(),
        hash: HashSize::NONE,
    };
    speed::print(leaves, elapsed, &method);
}

/// Prints the speed on standard error.
fn print_speed(
    args: &SuiteArgs,
    plan: &Plan,
    leaves: u128,
    elapsed: Duration,
    shortage: Option<&Shortage>,
) {
    if args.other.is_given() {
        let (seconds, name) = (elapsed.as_secs_f64(), args.other.name());
        note(format_args!("{seconds:.3} s (counted by {name})"));
        return;
    }
    let mut method = Method {
        counting: plan.countings.join("; "),
        threads: args.threads.count(),
        devices: 0,
        hash: HashSize::NONE,
    };
    method.limit(shortage);
    speed::print(leaves, elapsed, &method);
}
