//! `canopy perft --format table`: one depth after the other, with time and speed.

use std::io;
use std::time::Duration;

use movegen::chess::Position;
use movegen::perft::{Counter, Progress};

use super::super::exit::Exit;
use super::super::json::Line;
use super::super::known;
use super::super::progress_bar::{bar, stop_on_interrupt, with_bar};
use super::super::speed::{self, Method};
use super::divide::Failure;
use super::format::{self, Layout};
use crate::known::{Comparison, Quantity};
use crate::perft::PerftPlan;
use crate::perft::depths::{self, DepthRow, Ending};
use crate::report::Report;

/// Counts, prints every row as soon as it is known, and says what the exit code is.
pub(super) fn run<C: Counter<Position, Tally = u128>>(
    plan: &PerftPlan,
    counter: &C,
    method: &Method,
    layout: &Layout,
    verbose: bool,
) -> Result<Exit, Failure> {
    let stop = stop_on_interrupt();
    let mut report = Report::new(io::stdout());
    let (bar, progress) = (bar(), Progress::new());
    let mut output = match layout.json {
        true => Ok(()),
        false => report.line(depths::heading()),
    };
    let (mut counts, mut leaves, mut elapsed) = (Vec::new(), 0, Duration::ZERO);
    let count = || {
        depths::run(plan, counter, &progress, &stop, |row| {
            leaves = row.running_total;
            elapsed += row.elapsed;
            counts.push((row.depth, Quantity::NODES, row.nodes));
            if output.is_ok() {
                let line = match layout.json {
                    true => as_data(&row).to_string(),
                    false => row.text(layout.digits),
                };
                output = bar.suspend(|| report.line(line));
            }
            if output.is_err() {
                stop.stop();
            }
        })
    };
    let counted = with_bar(&bar, || progress.fraction(), count);
    output.map_err(Failure::Output)?;
    let ending = counted.map_err(Failure::Perft)?.ending;
    let last = counts.last().map(|(_, _, nodes)| *nodes);
    let (complete, total) = match ending {
        Ending::Complete => (true, last),
        Ending::Stopped { counted, .. } => (false, Some(counted)),
    };
    let comparison = match complete {
        true => Comparison::of_plan(plan, counts),
        false => Comparison::default(),
    };
    let status = format::status(complete, !comparison.differs());
    if layout.json {
        let line = format::result(plan, &status)
            .field("total", total.map(|nodes| nodes.to_string()))
            .field("known", comparison.json_list());
        report.line(line).map_err(Failure::Output)?;
    } else if let Ending::Stopped { depth, counted } = ending {
        let last = depths::stopped(depth, counted, layout.digits);
        report.line(last).map_err(Failure::Output)?;
    }
    speed::print(leaves, elapsed, &method.limited(progress.shortage()));
    if complete {
        known::report(&comparison, verbose);
    }
    Ok(status.exit())
}

fn as_data(row: &DepthRow) -> Line {
    Line::new("depth")
        .field("depth", row.depth)
        .count("nodes", row.nodes)
        .count("running_total", row.running_total)
        .field("branching_factor", row.branching_factor())
        .field("seconds", row.elapsed.as_secs_f64())
        .field("nodes_per_second", row.speed().to_string())
}
