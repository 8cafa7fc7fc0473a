//! `canopy perft --stats`: what kinds of leaves there are, and which kind a wrong total lacks.

use std::io;
use std::time::Instant;

use movegen::chess::Statistics;
use movegen::perft::Progress;
use serde_json::json;

use super::super::exit::Exit;
use super::super::json::{Line, Status};
use super::super::known;
use super::super::progress_bar::{bar, stop_on_interrupt, with_bar};
use super::super::speed::{self, Method};
use super::divide::Failure;
use super::format::{self, Format, Layout};
use crate::known::{Comparison, Quantity};
use crate::perft::statistics::{self, Diagnosis};
use crate::perft::{PerftPlan, StatisticsRows};
use crate::report::Report;

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
    let agrees = diagnosis.as_ref().is_none_or(Diagnosis::is_right);
    let comparison = match counted.complete {
        true => Comparison::of_plan(plan, counts(&counted)),
        false => Comparison::default(),
    };
    let status = format::status(counted.complete, agrees && !comparison.differs());
    let mut report = Report::new(io::stdout());
    let text = match layout.format {
        Format::Json => json(plan, &counted, diagnosis.as_ref(), &comparison, &status),
        Format::Csv => statistics::csv(&counted),
        _ => statistics::text(plan, &counted, layout.digits, layout.width),
    };
    report.line(text).map_err(Failure::Output)?;
    if let (Some(diagnosis), Format::Stockfish) = (&diagnosis, layout.format) {
        report.line(diagnosis.text()).map_err(Failure::Output)?;
    }
    let method = method.limited(progress.shortage());
    speed::print(counted.all_nodes(), elapsed, &method);
    if counted.complete {
        known::report(&comparison, false);
    }
    Ok(status.exit())
}

/// Every number of the table.
fn counts(counted: &StatisticsRows) -> impl Iterator<Item = (u32, Quantity, u128)> {
    counted.rows.iter().flat_map(|(depth, row)| {
        statistics::numbers(row).map(|(name, number)| (*depth, Quantity::Leaves(name), number))
    })
}

/// A line for each depth, and the result with the diagnosis if one was asked for.
fn json(
    plan: &PerftPlan,
    counted: &StatisticsRows,
    diagnosis: Option<&Diagnosis>,
    comparison: &Comparison,
    status: &Status,
) -> String {
    let row = |(depth, row): &(u32, Statistics)| {
        let line = Line::new("depth").field("depth", *depth);
        let numbers = statistics::numbers(row);
        let line = numbers.fold(line, |line, (name, number)| line.count(name, number));
        format!("{line}\n")
    };
    let diagnosis = diagnosis.map(|found| {
        json!({
            "claimed": found.claimed().to_string(),
            "counted": found.counted().to_string(),
            "causes": found.causes(),
        })
    });
    let rows: String = counted.rows.iter().map(row).collect();
    let total = counted.rows.last().map(|_| counted.nodes().to_string());
    let result = format::result(plan, status)
        .field("total", total)
        .field("known", comparison.json_list())
        .optional("diagnosis", diagnosis);
    format!("{rows}{result}")
}
