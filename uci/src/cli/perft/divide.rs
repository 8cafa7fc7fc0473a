//! The count itself: lines as they come, a bar meanwhile, and the total or what there is of it.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use movegen::chess::{EachMove, Move, Position, Verified};
use movegen::perft::{Counter, Outcome, PerftError, Progress};

use super::super::bar::{bar, stop_on_interrupt, with_bar};
use super::super::speed::{self, Counting, Method};
use super::Format;
use super::words;
use crate::plan::PerftPlan;
use crate::report::{self, Report};
use crate::session::INTERRUPTED;

/// The exit code for a kernel, or somebody's total, that is wrong.
pub(super) const DIFFERENCE: u8 = 1;

/// Why there is no answer.
pub(super) enum Failure {
    Output(io::Error),
    Perft(PerftError),
}

/// Counts with what the method names, prints, and says what the exit code is.
pub(super) fn run(
    plan: &PerftPlan,
    method: &Method,
    format: Format,
    verbose: bool,
) -> Result<ExitCode, Failure> {
    match method.counting {
        Counting::Bulk(kernel) => divide(plan, &kernel, method, format, verbose),
        Counting::EachMove => divide(plan, &EachMove, method, format, verbose),
        Counting::Categories => super::statistics::run(plan, method, format, None),
        Counting::Verified(kernel) => {
            let verified = Verified::new(kernel);
            let code = divide(plan, &verified, method, format, verbose)?;
            let difference = verified.difference();
            aside(&match difference {
                Some(difference) => words::difference(kernel, difference),
                None => words::verified(verified.nodes()),
            });
            Ok(difference.map_or(code, |_| ExitCode::from(DIFFERENCE)))
        }
    }
}

fn divide<C: Counter<Position, Tally = u128>>(
    plan: &PerftPlan,
    counter: &C,
    method: &Method,
    format: Format,
    verbose: bool,
) -> Result<ExitCode, Failure> {
    let stop = stop_on_interrupt();
    log::debug!("counting to depth {}", plan.depth);
    let mut report = Report::new(io::stdout());
    let bar = bar();
    let mut output = Ok(());
    let (progress, started) = (Progress::new(), Instant::now());
    let count = || {
        plan.run(counter, &progress, &stop, |action, count| {
            if format == Format::Stockfish && output.is_ok() {
                let line = report::divide_line(&plan.position, action, count, plan.style);
                // The bar and the lines may share a terminal.
                output = bar.suspend(|| report.line(line));
                if output.is_err() {
                    // Nobody reads the rest, so nobody needs it counted.
                    stop.stop();
                }
            }
        })
    };
    let outcome = with_bar(&bar, || progress.fraction(), count);
    let elapsed = started.elapsed();
    output.map_err(Failure::Output)?;
    let outcome = outcome.map_err(Failure::Perft)?;
    report
        .line(last_words(plan, format, &outcome))
        .map_err(Failure::Output)?;
    speed::print(outcome.total, elapsed, method);
    if verbose {
        aside(&words::details(method, outcome.table.as_ref()));
    }
    Ok(if outcome.complete {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(INTERRUPTED)
    })
}

fn last_words(plan: &PerftPlan, format: Format, outcome: &Outcome<Move>) -> String {
    match format {
        Format::Json => words::json(plan, outcome),
        Format::Stockfish if outcome.complete => report::perft_total(outcome.total),
        Format::Stockfish => {
            report::perft_partial(outcome.lines.len(), outcome.roots, outcome.total)
        }
    }
}

/// Writes to standard error. Who reads it may have gone; the answer is out.
fn aside(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
