//! One depth after the other: a row for each, with the sum so far, time and speed.

use std::time::{Duration, Instant};

use movegen::chess::Position;
use movegen::perft::{Counter, PerftError, Progress, Stop, TableSurvey};

use crate::perft::PerftPlan;
use crate::report::Digits;

/// A depth that was counted.
#[derive(Clone, Copy, Debug)]
pub struct DepthRow {
    /// How deep.
    pub depth: u32,
    /// The leaves there.
    pub nodes: u128,
    /// The leaves of this depth and all before it.
    pub running_total: u128,
    /// The leaves of the depth before.
    pub before: u128,
    /// How long this depth took.
    pub elapsed: Duration,
}

/// How a count of one depth after the other ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// At the last depth.
    Complete,
    /// By a stop.
    Stopped {
        /// The depth that was being counted.
        depth: u32,
        /// The leaves at this depth that were counted.
        counted: u128,
    },
}

/// The end of a count of one depth after the other.
#[derive(Clone, Debug)]
pub struct Counted {
    /// How it ended.
    pub ending: Ending,
    /// What the table of the last depth held, if it had one and the plan asks for a survey.
    pub survey: Option<TableSurvey>,
}

/// What ends the rows after a stop. Neither of the first two words is a number that could pass for
/// a result.
pub fn stopped(depth: u32, counted: u128, digits: Digits) -> String {
    format!(
        "depth_{depth} incomplete, {} leaves counted",
        digits.write(counted)
    )
}

/// Wide enough for all counts that finish in a day, and narrow enough for 80 columns in all. Rows
/// come one by one, and the largest last: a larger count makes its row wider.
const COUNT_WIDTH: usize = 18;

/// What stands above the rows. No heading holds a blank, so that a script can split lines there.
pub fn heading() -> String {
    format!(
        "depth {:>COUNT_WIDTH$} {:>COUNT_WIDTH$} {:>9} {:>9} {:>16}",
        "nodes", "running_total", "branching", "seconds", "nodes_per_second"
    )
}

impl DepthRow {
    /// The row as a line without its end.
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

    /// Leaves for each leaf of the depth before; `None` for depth 0 and after the end of all lines.
    pub fn branching_factor(&self) -> Option<f64> {
        (self.depth > 0 && self.before > 0).then(|| self.nodes as f64 / self.before as f64)
    }

    /// Leaves per second.
    pub fn speed(&self) -> u128 {
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)) as u128
    }
}

/// Counts the depths from 1 to the plan's (0 alone, if that is the plan's), each for itself, and
/// hands out every row as soon as it is known.
///
/// # Errors
/// As [`PerftPlan::run`], and if the sum does not fit into 128 bits.
pub fn run<C: Counter<Position, Tally = u128>>(
    plan: &PerftPlan,
    counter: &C,
    progress: &Progress,
    stop: &Stop,
    mut on_row: impl FnMut(DepthRow),
) -> Result<Counted, PerftError> {
    // At depth 0 there is one leaf, the position itself.
    let (mut running_total, mut before) = (0u128, 1);
    let mut survey = None;
    for depth in plan.depth.min(1)..=plan.depth {
        let plan = PerftPlan {
            depth,
            ..plan.clone()
        };
        let started = Instant::now();
        let outcome = plan.run(counter, progress, stop, |_, _| {})?;
        survey = outcome.survey;
        if !outcome.complete {
            let counted = outcome.total;
            let ending = Ending::Stopped { depth, counted };
            return Ok(Counted { ending, survey });
        }
        let sum = running_total.checked_add(outcome.total);
        running_total = sum.ok_or(PerftError::Overflow)?;
        on_row(DepthRow {
            depth,
            nodes: outcome.total,
            running_total,
            before,
            elapsed: started.elapsed(),
        });
        before = outcome.total;
    }
    let ending = Ending::Complete;
    Ok(Counted { ending, survey })
}
