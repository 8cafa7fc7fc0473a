//! `canopy suite`: checks every count of perft suites and reports what disagrees.
//!
//! The suites are read twice, line by line: first to check them, then to count them. Results are
//! printed as they come and are not kept.
//!
//! The counts come from Canopy itself or from another program, whose wrong counts are explained.

mod answer;
mod args;
mod budget;
mod junit;
mod other_program;
mod own_count;
mod plan;
mod results;
mod rows;
mod source;
mod tags;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

pub use args::{Level, SuiteArgs};
use gpu::DeviceCounter;
use plan::Plan;
use results::{Results, SharedResults};
pub(super) use source::KILLER;

use super::error::CliError;
use super::exit::Exit;
use super::json::Line;
use super::progress_bar::{bar, stop_on_interrupt};
use super::speed::{self, Method};
use crate::devices::DeviceRequest;
use crate::diagnostics::{self, note, warning};
use crate::limits::{HashSize, Threads};
use crate::report::Report;
use crate::resources::Resources;
use crate::signals;
use crate::storage::replace;

/// Runs the suites.
///
/// The exit code is 0 only if every count agrees, 1 on a disagreement, and 2 if there is no verdict.
pub(super) fn run(args: &SuiteArgs) -> Result<Exit, CliError> {
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
    let bar = bar(
        plan.sizes.leaves(),
        "{percent} % of {len} leaves, {eta} left",
    );
    let started = Instant::now();
    // What a slow program was not asked for.
    let mut slow = None;
    let results = SharedResults::new(Results::new(args, &plan, &bar), &stop);
    let ended = match other {
        Some(Ok(other)) => {
            let counted = other_program::count_all(args, &plan, other, &results);
            counted.map(|budget| {
                slow = budget.summary(&args.other.name());
                None
            })
        }
        Some(Err(error)) => Err(error),
        None => own_count::count_all(args, &plan, devices.as_ref(), &stop, &results),
    };
    bar.finish_and_clear();
    let shortage = match ended {
        // The results are marked as incomplete.
        Err(CliError::Interrupted) => None,
        ended => ended?,
    };
    let mut results = results.into_results();
    if stop.is_stopped() {
        results.stopped(plan.jobs(args))?;
    } else if !results.is_complete() {
        return Err(CliError::usage(
            "the suites changed while they were counted",
        ));
    }
    if let (Some(file), Some(junit)) = (&args.junit, results.take_junit()) {
        junit.write(file)?;
    }
    let (leaves, unanswered) = (results.leaves(), results.unanswered());
    let exit = results.finish()?;
    let elapsed = started.elapsed();
    if given {
        let (seconds, name) = (elapsed.as_secs_f64(), args.other.name());
        note(format_args!("{seconds:.3} s (counted by {name})"));
        slow.iter().for_each(warning);
    } else {
        let mut method = method(args, &plan, devices.as_ref());
        method.limit(shortage.as_ref());
        speed::print(leaves, elapsed, &method);
    }
    // The result is printed, and says the same.
    unanswered.iter().for_each(diagnostics::error);
    Ok(exit)
}

/// Opens the devices of the command line; `None` if the CPU should count.
fn devices(args: &SuiteArgs, plan: &Plan) -> Result<Option<DeviceCounter>, String> {
    let request = DeviceRequest {
        choice: args.device,
        kernel: args.kernel,
        resources: resources(Threads::ONE),
    };
    request.open(plan.sizes.leaves() as f64)
}

/// Ends the process on Ctrl-C or SIGTERM while the suites are read for the first time: nothing has
/// been counted yet, and reading from a pipe may block forever. Active until the flag is cleared.
fn end_while_reading(json: bool) -> Arc<AtomicBool> {
    let reading = Arc::new(AtomicBool::new(true));
    let flag = reading.clone();
    signals::on_request(move |_| {
        if flag.load(Ordering::SeqCst) {
            let text = match json {
                true => Line::result("suite", Exit::Interrupted).to_string(),
                false => "interrupted before anything was counted (incomplete)".to_owned(),
            };
            // The exit code says the same.
            let _ = Report::new(io::stdout()).line(text);
            std::process::exit(i32::from(Exit::Interrupted.code()));
        }
    });
    reading
}

/// Threads without a table.
fn resources(threads: Threads) -> Resources {
    Resources {
        threads,
        hash: HashSize::NONE,
        seed: 0,
    }
}

/// How leaves were counted. What went wrong on devices goes to standard error.
fn method(args: &SuiteArgs, plan: &Plan, devices: Option<&DeviceCounter>) -> Method {
    match devices {
        Some(counter) => {
            counter.take_remarks().iter().for_each(warning);
            Method::new(counter, counter.names().len(), resources(Threads::ONE))
        }
        None => Method::new(plan.countings.join("; "), 0, resources(args.threads)),
    }
}
