//! `canopy perft --stats`: what kinds of leaves there are, and which kind a wrong total lacks.

use std::io;
use std::time::Instant;

use movegen::perft::Progress;

use super::super::bar::{bar, stop_on_interrupt, with_bar};
use super::super::exit::Exit;
use super::super::speed::{self, Method};
use super::divide::Failure;
use super::format::{Format, Layout};
use crate::plan::PerftPlan;
use crate::report::Report;
use crate::statistics::{self, Diagnosis};

/// Counts, prints, and says what the exit code is. `claimed` is the total to be diagnosed.
pub(super) fn run(
    plan: &PerftPlan,
    method: &Method,
    layout: &Layout,
    claimed: Option<u128>,
) -> Result<Exit, Failure> {
    let stop = stop_on_interrupt();
    let (bar, progress, started) = (bar(), Progress::new(), Instant::now());
    let count = || plan.statistics(&progress, &stop);
    let counted = with_bar(&bar, || progress.fraction(), count);
    let elapsed = started.elapsed();
    let counted = counted.map_err(Failure::Perft)?;
    // Half a count diagnoses nothing.
    let diagnosis = claimed
        .filter(|_| counted.complete)
        .map(|claimed| Diagnosis::new(claimed, &counted.rows));
    let mut report = Report::new(io::stdout());
    let text = match layout.format {
        Format::Json => statistics::json(plan, &counted, diagnosis.as_ref()),
        Format::Csv => statistics::csv(&counted),
        _ => statistics::text(plan, &counted, layout.digits),
    };
    report.line(text).map_err(Failure::Output)?;
    if let (Some(diagnosis), Format::Stockfish) = (&diagnosis, layout.format) {
        report.line(diagnosis.text()).map_err(Failure::Output)?;
    }
    speed::print(counted.all_nodes(), elapsed, method);
    Ok(if !counted.complete {
        Exit::Interrupted
    } else if diagnosis.is_some_and(|diagnosis| !diagnosis.is_right()) {
        Exit::Disagreement
    } else {
        Exit::Done
    })
}
