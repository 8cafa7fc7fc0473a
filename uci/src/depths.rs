//! One depth after the other: a row for each, with the sum so far, time and speed.

use std::time::{Duration, Instant};

use movegen::chess::Position;
use movegen::perft::{Counter, PerftError, Progress, Stop};

use crate::plan::PerftPlan;
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
    /// How long this depth took.
    pub elapsed: Duration,
}

/// Wide enough for all counts that finish in a day; rows come one by one, and the largest last.
const COUNT_WIDTH: usize = 24;

/// What stands above the rows. No heading holds a blank, so that a script can split lines there.
pub fn heading() -> String {
    format!(
        "depth {:>COUNT_WIDTH$} {:>COUNT_WIDTH$} {:>10} {:>16}",
        "nodes", "running_total", "seconds", "nodes_per_second"
    )
}

impl DepthRow {
    /// The row as a line without its end.
    pub fn text(&self, digits: Digits) -> String {
        let seconds = self.elapsed.as_secs_f64();
        let speed = self.nodes as f64 / seconds.max(1e-9);
        format!(
            "{:>5} {:>COUNT_WIDTH$} {:>COUNT_WIDTH$} {seconds:>10.3} {:>16}",
            self.depth,
            digits.write(self.nodes),
            digits.write(self.running_total),
            digits.write(speed as u128),
        )
    }
}

/// Counts the depths from 1 to the plan's (0 alone, if that is the plan's), each for itself, and
/// hands out every row as soon as it is known. Returns whether it came to the last one: it does not
/// if it is stopped.
///
/// # Errors
/// As [`PerftPlan::run`], and if the sum does not fit into 128 bits.
pub fn run<C: Counter<Position, Tally = u128>>(
    plan: &PerftPlan,
    counter: &C,
    progress: &Progress,
    stop: &Stop,
    mut on_row: impl FnMut(DepthRow),
) -> Result<bool, PerftError> {
    let mut running_total = 0u128;
    for depth in plan.depth.min(1)..=plan.depth {
        let plan = PerftPlan {
            depth,
            ..plan.clone()
        };
        let started = Instant::now();
        let outcome = plan.run(counter, progress, stop, |_, _| {})?;
        if !outcome.complete {
            return Ok(false);
        }
        let sum = running_total.checked_add(outcome.total);
        running_total = sum.ok_or(PerftError::Overflow)?;
        on_row(DepthRow {
            depth,
            nodes: outcome.total,
            running_total,
            elapsed: started.elapsed(),
        });
    }
    Ok(true)
}
