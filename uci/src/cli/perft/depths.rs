//! `canopy perft --format table`: one depth after the other, with time and speed.

use std::io;
use std::time::Duration;

use movegen::chess::Position;
use movegen::perft::{Counter, Progress};

use super::super::bar::{bar, stop_on_interrupt, with_bar};
use super::super::exit::Exit;
use super::super::speed::{self, Method};
use super::divide::Failure;
use super::format::Layout;
use crate::depths;
use crate::plan::PerftPlan;
use crate::report::Report;

/// Counts, prints every row as soon as it is known, and says what the exit code is.
pub(super) fn run<C: Counter<Position, Tally = u128>>(
    plan: &PerftPlan,
    counter: &C,
    method: &Method,
    layout: &Layout,
) -> Result<Exit, Failure> {
    let stop = stop_on_interrupt();
    let mut report = Report::new(io::stdout());
    let (bar, progress) = (bar(), Progress::new());
    let mut output = report.line(depths::heading());
    let (mut leaves, mut elapsed) = (0, Duration::ZERO);
    let count = || {
        depths::run(plan, counter, &progress, &stop, |row| {
            leaves = row.running_total;
            elapsed += row.elapsed;
            if output.is_ok() {
                output = bar.suspend(|| report.line(row.text(layout.digits)));
            }
            if output.is_err() {
                stop.stop();
            }
        })
    };
    let complete = with_bar(&bar, || progress.fraction(), count);
    output.map_err(Failure::Output)?;
    let complete = complete.map_err(Failure::Perft)?;
    speed::print(leaves, elapsed, method);
    Ok(if complete {
        Exit::Done
    } else {
        Exit::Interrupted
    })
}
