//! The estimate as text or JSON.

use std::fmt::Display;
use std::io;

use movegen::perft::estimate::{Estimate, Tail};
use serde_json::{Value, json};

use super::request::Request;
use super::sampling::{End, Sampling};

use crate::cli::error::CliError;
use crate::cli::json::Line;
use crate::cli::output;
use crate::diagnostics::{note, warning};
use crate::exit::Exit;
use crate::games::Game;
use crate::known::{Known, Quantity};
use crate::report::Report;

/// With fewer batches, the interval is only a rough guide: their means are skewed.
const FEW_BATCHES: usize = 32;

/// More digits than a number of 64 bits has mean nothing.
const MAX_DIGITS: usize = 15;

/// What was found, and how.
pub(super) struct Answer<'a, G: Game> {
    request: &'a Request<'a, G>,
    /// By column; none if fewer than two batches were drawn.
    estimates: Option<Vec<Estimate>>,
    samples: u64,
    table: (usize, u32),
    end: End,
}

impl<'a, G: Game> Answer<'a, G> {
    /// The answer of a run.
    pub(super) fn new<L: Tail<G>>(
        request: &'a Request<'a, G>,
        sampling: &Sampling<'a, G, L>,
    ) -> Answer<'a, G> {
        let columns = 0..request.columns().len();
        Answer {
            request,
            estimates: columns.map(|column| sampling.estimate(column)).collect(),
            samples: sampling.samples(),
            table: sampling.table(),
            end: sampling.end,
        }
    }

    /// Prints it.
    pub(super) fn print(&self) -> Result<Exit, CliError> {
        let exit = Exit::of(self.end != End::Interrupted, true);
        if self.estimates.is_none() && self.end != End::Interrupted {
            let reason = "nothing was drawn: --time 0 needs a folder with results of this estimate";
            return Err(CliError::usage(reason));
        }
        let text = match (&self.estimates, self.request.arguments.output.json) {
            (_, true) => self.json(exit).to_string(),
            (Some(estimates), false) => self.text(estimates),
            (None, false) => "no estimate: interrupted before two batches were drawn".to_owned(),
        };
        let exit = write(&text, exit)?;
        if let Some(estimates) = &self.estimates {
            self.remarks(&estimates[0]);
        }
        Ok(exit)
    }

    fn text(&self, estimates: &[Estimate]) -> String {
        let nodes = &estimates[0];
        let depth = self.request.arguments.depth;
        let mut text = format!(
            "perft({depth}) is about {}\n95 % interval: {}",
            short_of(nodes),
            interval(nodes.value, nodes.half_width),
        );
        text += &kinds(&self.request.columns(), estimates.iter().map(short_of));
        if self.end == End::Interrupted {
            text += "\nincomplete: interrupted before the goal was reached";
        }
        text
    }

    /// What was done, on standard error.
    fn remarks(&self, nodes: &Estimate) {
        let (positions, plies) = self.table;
        let controls: Vec<_> = nodes
            .controls
            .iter()
            .map(|depth| format!("perft({depth})"))
            .collect();
        let controls = match controls.is_empty() {
            true => "no exact count".to_owned(),
            false => controls.join(", "),
        };
        note(format_args!(
            "{} lines in {} batches from {positions} positions at ply {plies}, seed {}, corrected by {controls}, {:.3} s",
            self.samples,
            nodes.batches,
            self.request.arguments.seed,
            self.request.started.elapsed().as_secs_f64(),
        ));
        if nodes.batches < FEW_BATCHES {
            warning(format_args!(
                "fewer than {FEW_BATCHES} batches: the interval is only a rough guide"
            ));
        }
        if self.end == End::Time {
            note(format_args!(
                "the time was over before the interval was as narrow as --rel {:e}",
                self.request.arguments.rel
            ));
        }
        if let Some((value, source)) = self.published() {
            let (low, high) = nodes.interval();
            let side = match (low..=high).contains(&(value as f64)) {
                true => "inside",
                false => "outside",
            };
            note(format_args!(
                "the published value {value} ({source}) lies {side} the interval"
            ));
        }
    }

    fn published(&self) -> Option<(u128, String)> {
        let (root, depth) = (&self.request.root.position, self.request.arguments.depth);
        let values = Known::published().values(root, depth.plies(), Quantity::NODES);
        let first = values.first();
        first.map(|(value, source)| (*value, (*source).to_owned()))
    }

    fn json(&self, exit: Exit) -> Line {
        let nodes = self.estimates.as_ref().map(|estimates| &estimates[0]);
        let line = numbers(head(self.request, exit, false), nodes);
        let known = self.published().map(|(value, source)| {
            let inside = nodes.map(|nodes| {
                let (low, high) = nodes.interval();
                (low..=high).contains(&(value as f64))
            });
            json!({"value": value.to_string(), "source": source, "inside": inside})
        });
        let (arguments, (positions, plies)) = (self.request.arguments, self.table);
        let mut line = line
            .field("reached", self.end == End::Goal)
            .field("samples", self.samples)
            .field("batches", nodes.map_or(0, |nodes| nodes.batches))
            .field("seed", arguments.seed)
            .field("split", plies)
            .field("positions", positions)
            .field(
                "controls",
                nodes
                    .map(|nodes| nodes.controls.clone())
                    .unwrap_or_default(),
            );
        if self.request.statistics.is_some() {
            let columns = self.request.columns();
            let estimates = self.estimates.iter().flatten();
            let kinds = columns.iter().zip(estimates).skip(1);
            let kinds = kinds.map(|(column, found)| {
                let (low, high) = found.interval();
                // What was never met has a scatter of zero, which bounds nothing.
                let high = (found.value > 0.0).then_some(high);
                let value = json!({"estimate": found.value, "low": low, "high": high});
                ((*column).to_owned(), value)
            });
            line = line.field("stats", Value::Object(kinds.collect()));
        }
        line.field("known", known)
            .field("seconds", seconds(self.request))
    }
}

/// Prints a count that needs no estimate.
pub(super) fn exact<G: Game>(request: &Request<'_, G>, counted: &[u128]) -> Result<Exit, CliError> {
    let arguments = request.arguments;
    let nodes = counted.first().copied().unwrap_or(0);
    let columns = request.columns();
    if arguments.output.json {
        let found = nodes as f64;
        let mut line = head(request, Exit::Done, true)
            .field("estimate", found)
            .field("low", found)
            .field("high", found)
            .field("relative", 0.0)
            .count("count", nodes)
            .field("reached", true)
            .field("samples", 0)
            .field("seed", arguments.seed);
        if request.statistics.is_some() {
            let stats = columns.iter().zip(counted).skip(1);
            let stats =
                stats.map(|(column, count)| ((*column).to_owned(), count.to_string().into()));
            line = line.field("stats", Value::Object(stats.collect()));
        }
        return output::print(line.field("seconds", seconds(request)), Exit::Done);
    }
    let kinds = kinds(&columns, counted.iter());
    let depth = arguments.depth;
    let text = format_args!("perft({depth}) is exactly {nodes}{kinds}");
    let exit = write(text, Exit::Done)?;
    note("counted, not estimated: at this depth, counting is as fast");
    Ok(exit)
}

/// A line for each column but the first, which has all leaves.
fn kinds(columns: &[&str], values: impl Iterator<Item = impl Display>) -> String {
    let width = columns.iter().map(|column| column.len()).max().unwrap_or(0);
    let lines = columns.iter().zip(values).skip(1);
    lines
        .map(|(column, value)| format!("\n{column:<width$}  {value}"))
        .collect()
}

/// The fields that name the subject.
fn head<G: Game>(request: &Request<'_, G>, exit: Exit, exact: bool) -> Line {
    Line::result("estimate", exit)
        .fields(request.root.fields.iter().cloned())
        .field("depth", request.arguments.depth.plies())
        .field("exact", exact)
}

/// The estimate with its interval; null if there is none.
fn numbers(line: Line, found: Option<&Estimate>) -> Line {
    let interval = found.map(Estimate::interval);
    line.field("estimate", found.map(|found| found.value))
        .field("low", interval.map(|interval| interval.0))
        .field("high", interval.map(|interval| interval.1))
        .field("relative", found.map(Estimate::relative))
}

fn seconds<G: Game>(request: &Request<'_, G>) -> f64 {
    let seconds = request.started.elapsed().as_secs_f64();
    (seconds * 1e3).round() / 1e3
}

/// Prints an answer, and returns the exit code. The remarks follow even if the reader of standard output has gone, which
/// has read what it needs.
fn write(text: impl Display, exit: Exit) -> io::Result<Exit> {
    match Report::new(io::stdout()).line(text) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::Done),
        written => written.map(|()| exit),
    }
}

/// The estimate as [`short`].
pub(super) fn short_of(found: &Estimate) -> String {
    short(found.value, found.half_width)
}

/// The bounds of an interval: `2.0150e21 to 2.0153e21`.
pub(in crate::cli) fn interval(value: f64, half_width: f64) -> String {
    let digits = digits(relative(value, half_width));
    let (low, high) = ((value - half_width).max(0.0), value + half_width);
    format!("{} to {}", number(low, digits), number(high, digits))
}

fn relative(value: f64, half_width: f64) -> f64 {
    match value == 0.0 {
        true => 0.0,
        false => half_width / value,
    }
}

/// An estimate and half the width of its interval: `2.0151e21 ± 0.0093 %`.
pub(in crate::cli) fn short(value: f64, half_width: f64) -> String {
    if value == 0.0 {
        return "0 (none was met)".to_owned();
    }
    let relative = relative(value, half_width);
    let percent = relative * 100.0;
    // Two digits that mean something.
    let places = (1.0 - percent.log10().floor()).clamp(0.0, 9.0) as usize;
    let value = number(value, digits(relative));
    match percent > 0.0 {
        true => format!("{value} ± {percent:.places$} %"),
        false => value,
    }
}

/// The digits after the first one that a relative error leaves certain, and one more.
fn digits(relative: f64) -> usize {
    if relative <= 0.0 {
        return MAX_DIGITS;
    }
    (1.0 - relative.log10().floor()).clamp(1.0, MAX_DIGITS as f64) as usize
}

fn number(value: f64, digits: usize) -> String {
    format!("{value:.digits$e}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_decides_how_many_digits_are_shown() {
        for (value, half_width, text) in [
            (2.015_099_95e21, 1.9e17, "2.015100e21 ± 0.0094 %"),
            (2.015_099_95e21, 1e20, "2.015e21 ± 5.0 %"),
            (5.0, 20.0, "5.0e0 ± 400 %"),
            (5.0, 0.0, "5.000000000000000e0"),
            (0.0, 0.0, "0 (none was met)"),
        ] {
            assert_eq!(short(value, half_width), text);
        }
    }
}
