//! The count itself: lines as they come, a bar meanwhile, and the total or what there is of it.

use std::io;
use std::time::Instant;

use movegen::chess::{EachMove, Position, Verified};
use movegen::perft::{Counter, PerftError, TableUse};

use super::super::exit::{self, Exit};
use super::super::known;
use super::super::notes::note;
use super::super::progress_bar::{bar, stop_on_interrupt, with_bar};
use super::super::speed::{self, Counting, Method};
use super::details;
use super::format::{self, Format, KernelDifference, Layout};
use crate::known::{Comparison, Quantity};
use crate::perft::{Branch, DivideProgress, PerftPlan};
use crate::report::Report;

/// Why there is no answer.
pub(super) enum Failure {
    Output(io::Error),
    Perft(PerftError),
}

/// Counts with what the method names, prints, and says what the exit code is.
pub(super) fn run(
    plan: &PerftPlan,
    method: &Method,
    layout: &Layout,
    verbose: bool,
) -> Result<Exit, Failure> {
    match method.counting {
        Counting::Bulk(kernel) => count(plan, &kernel, &|| None, method, layout, verbose),
        Counting::EachMove => count(plan, &EachMove, &|| None, method, layout, verbose),
        Counting::Categories => super::statistics::run(plan, method, layout, None),
        Counting::Verified(kernel) => {
            let verified = Verified::new(kernel);
            let found = || Some((kernel, verified.difference()?.clone()));
            let exit = count(plan, &verified, &found, method, layout, verbose)?;
            Ok(match verified.difference() {
                Some(difference) => {
                    exit::remark(details::difference(kernel, difference));
                    Exit::Disagreement
                }
                None => {
                    note(details::verified(verified.nodes()));
                    exit
                }
            })
        }
    }
}

fn count<C: Counter<Position, Tally = u128>>(
    plan: &PerftPlan,
    counter: &C,
    difference: &dyn Fn() -> Option<KernelDifference>,
    method: &Method,
    layout: &Layout,
    verbose: bool,
) -> Result<Exit, Failure> {
    let (exit, table) = match layout.format {
        Format::Table => {
            let exit = super::depths::run(plan, counter, method, layout, verbose)?;
            (exit, None)
        }
        _ => divide(plan, counter, difference, method, layout, verbose)?,
    };
    if verbose {
        note(details::details(method, table.as_ref()));
    }
    Ok(exit)
}

fn divide<C: Counter<Position, Tally = u128>>(
    plan: &PerftPlan,
    counter: &C,
    difference: &dyn Fn() -> Option<KernelDifference>,
    method: &Method,
    layout: &Layout,
    verbose: bool,
) -> Result<(Exit, Option<TableUse>), Failure> {
    let stop = stop_on_interrupt();
    log::debug!("counting to depth {}", plan.depth);
    let mut report = Report::new(io::stdout());
    let bar = bar();
    let (gauge, started) = (DivideProgress::default(), Instant::now());
    let mut output = match layout.heading() {
        Some(heading) => report.line(heading),
        None => Ok(()),
    };
    let mut write = |branch: &Branch| {
        if output.is_ok() {
            let lines = layout.lines(&plan.position, plan.style, branch);
            // The bar and the lines may share a terminal.
            output = bar.suspend(|| report.line(lines));
        }
        if output.is_err() {
            // Nobody reads the rest, so nobody needs it counted.
            stop.stop();
        }
    };
    let count = || {
        plan.divide(counter, layout.plies, &gauge, &stop, &mut |branch| {
            if layout.streams() {
                write(branch);
            }
        })
    };
    let divided = with_bar(&bar, || gauge.fraction(), count);
    let elapsed = started.elapsed();
    let divided = divided.map_err(Failure::Perft)?;
    if !layout.streams() && layout.format != Format::Json {
        let ordered = layout.in_order(&plan.position, plan.style, &divided.branches);
        ordered.into_iter().for_each(write);
    }
    output.map_err(Failure::Output)?;
    let comparison = match divided.complete {
        true => Comparison::of_plan(plan, [(plan.depth, Quantity::NODES, divided.total)]),
        false => Comparison::default(),
    };
    if let Some(ending) = layout.ending(plan, &divided, difference().as_ref(), &comparison) {
        report.line(ending).map_err(Failure::Output)?;
    }
    speed::print(divided.total, elapsed, &method.limited(gauge.shortage()));
    if divided.complete {
        known::report(&comparison, verbose);
    }
    let status = format::status(divided.complete, !comparison.differs());
    Ok((status.exit(), divided.table))
}
