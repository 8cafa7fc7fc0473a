//! Counting every depth up to a limit: a row for each, with the running total, time and speed.

use std::time::{Duration, Instant};

use movegen::perft::{Counter, PerftError, Progress, Stop, TableSurvey, Tree};

use super::PerftPlan;
use crate::report::Digits;

/// The count of one depth.
#[derive(Clone, Copy, Debug)]
pub struct DepthRow {
    /// The depth in plies.
    pub depth: u32,
    /// The leaves at this depth.
    pub nodes: u128,
    /// The leaves of this depth and of all before it.
    pub running_total: u128,
    /// The leaves of the previous depth.
    pub previous: u128,
    /// The time that this depth took.
    pub elapsed: Duration,
}

/// How a count of several depths ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All depths were counted.
    Complete,
    /// It was stopped.
    Stopped {
        /// The depth that was being counted.
        depth: u32,
        /// The leaves counted at this depth.
        counted: u128,
    },
}

/// The end of a count of several depths.
#[derive(Clone, Debug)]
pub struct DepthsEnd {
    /// How it ended.
    pub ending: Ending,
    /// What the table of the last depth held, if there was one and the plan asks for a survey.
    pub survey: Option<TableSurvey>,
}

/// The last line after a stop. Neither of its first two words is a number, so that no reader takes
/// it for a result.
pub fn stopped(depth: u32, counted: u128, digits: Digits) -> String {
    format!(
        "depth_{depth} incomplete, {} leaves counted",
        digits.write(counted)
    )
}

/// Wide enough for every count that finishes in a day, and narrow enough for a line of 80 columns.
/// Rows are printed one by one, so a larger count makes its own row wider.
const COUNT_WIDTH: usize = 18;

/// The heading of the rows. No column name contains a blank, so that scripts can split lines there.
pub fn heading() -> String {
    format!(
        "depth {:>COUNT_WIDTH$} {:>COUNT_WIDTH$} {:>9} {:>9} {:>16}",
        "nodes", "running_total", "branching", "seconds", "nodes_per_second"
    )
}

impl DepthRow {
    /// The row as a line, without a line end.
    pub fn text(&self, digits: Digits) -> String {
        let branching = match self.branching_factor() {
            Some(factor) => format!("{factor:.2}"),
            None => "-".to_owned(),
        };
        format!(
            "{:>5} {:>COUNT_WIDTH$} {:>COUNT_WIDTH$} {branching:>9} {:>9.3} {:>16}",
            self.depth,
            digits.write(self.nodes),
            digits.write(self.running_total),
            self.elapsed.as_secs_f64(),
            digits.write(self.speed()),
        )
    }

    /// Leaves per leaf of the previous depth; `None` at depth 0 and where all lines have ended.
    pub fn branching_factor(&self) -> Option<f64> {
        (self.depth > 0 && self.previous > 0).then(|| self.nodes as f64 / self.previous as f64)
    }

    /// Leaves per second.
    pub fn speed(&self) -> u128 {
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)) as u128
    }
}

/// Counts the depths from 1 to the plan's (depth 0 alone if that is the plan's), each in a run of its
/// own; `on_row` gets every row as soon as it is known.
///
/// # Errors
/// As [`PerftPlan::run`], and if the running total exceeds 128 bits.
pub fn run<T: Tree, C: Counter<T, Tally = u128>>(
    plan: &PerftPlan<T>,
    counter: &C,
    progress: &Progress,
    stop: &Stop,
    mut on_row: impl FnMut(DepthRow),
) -> Result<DepthsEnd, PerftError> {
    // Depth 0 has one leaf, the root.
    let (mut running_total, mut previous) = (0u128, 1);
    let mut survey = None;
    for depth in plan.depth().min(1)..=plan.depth() {
        let started = Instant::now();
        let outcome = plan
            .at_depth(depth)
            .run(counter, progress, stop, |_, _| {})?;
        survey = outcome.survey;
        if !outcome.complete {
            let counted = outcome.total;
            let ending = Ending::Stopped { depth, counted };
            return Ok(DepthsEnd { ending, survey });
        }
        let sum = running_total.checked_add(outcome.total);
        running_total = sum.ok_or(PerftError::Overflow)?;
        on_row(DepthRow {
            depth,
            nodes: outcome.total,
            running_total,
            previous,
            elapsed: started.elapsed(),
        });
        previous = outcome.total;
    }
    let ending = Ending::Complete;
    Ok(DepthsEnd { ending, survey })
}
