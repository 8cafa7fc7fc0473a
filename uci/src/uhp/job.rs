//! The jobs of a UHP session: perft and search.

use std::io;
use std::time::Instant;

use engine::hive::{self, Limits};
use movegen::hive::{GroupedPlacements, Position};
use movegen::perft::{Perft, Progress};
use movegen::{memory, threads};

use super::command::SearchLimit;
use super::options::Options;
use crate::conversation::{End, Finished, Job, JobKind, Updates};
use crate::diagnostics::warning;
use crate::limits::Depth;
use crate::perft::PerftPlan;

const PERFT: JobKind = JobKind {
    name: "perft",
    stack: threads::STACK,
    internal_error,
};

const SEARCH: JobKind = JobKind {
    name: "search",
    stack: threads::STACK,
    internal_error,
};

fn internal_error(name: &str) -> String {
    format!("err internal error in {name}, please report it")
}

/// Starts a count at depth 0, 1 and so on up to `depth`, or until it is stopped. Reports each depth
/// as soon as it is counted.
pub(super) fn perft(
    position: Position,
    depth: Option<Depth>,
    options: &Options,
    updates: Updates,
) -> io::Result<Job> {
    let perft = Perft::new(0)
        .threads(options.threads.count())
        .hash_mb(options.hash.megabytes());
    let plan = PerftPlan::new(position, perft);
    let job = Job::start(PERFT, updates, move |stop, updates| {
        let progress = Progress::new();
        let mut text = String::new();
        for depth in 0..=depth.map_or(u32::MAX, Depth::plies) {
            let plan = plan.at_depth(depth);
            let started = Instant::now();
            match plan.run(&GroupedPlacements, &progress, stop, |_, _| {}) {
                Ok(outcome) if outcome.complete => {
                    let seconds = started.elapsed().as_secs_f64();
                    updates.text(row(depth, outcome.total, seconds));
                }
                Ok(_) => break,
                Err(error) => {
                    text = format!("err {error}");
                    break;
                }
            }
        }
        if let Some(shortage) = progress.shortage() {
            // The protocol has no line for it.
            warning(shortage);
        }
        Finished {
            text,
            ..Finished::default()
        }
    })?;
    Ok(match depth {
        Some(_) => job,
        None => job.ending(End::Stop),
    })
}

/// `5: 516240 in 49 ms. 10535.5 KN/s`
fn row(depth: u32, leaves: u128, seconds: f64) -> String {
    let speed = leaves as f64 / seconds.max(1e-6) / 1e3;
    let millis = (seconds * 1e3) as u64;
    format!("{depth}: {leaves} in {millis} ms. {speed:.1} KN/s")
}

/// Starts a search for the best move.
pub(super) fn search(position: Position, limit: SearchLimit, updates: Updates) -> io::Result<Job> {
    let limits = match limit {
        SearchLimit::Depth(depth) => Limits {
            depth: Some(depth),
            time: None,
        },
        SearchLimit::Time(time) => Limits {
            depth: None,
            time: Some(time),
        },
    };
    memory::check_available(hive::MEMORY + threads::STACK + threads::RESERVE)?;
    let job = Job::start_search(SEARCH, updates, move |control, _| {
        let outcome = hive::search(&position, &limits, control);
        let best_move = outcome.best_move.map(|mv| position.move_text(mv));
        Finished {
            text: best_move.unwrap_or_default(),
            ..Finished::default()
        }
    });
    job.map_err(|refused| refused.error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_the_form_that_uhp_utils_reads() {
        assert_eq!(row(5, 516_240, 0.049), "5: 516240 in 49 ms. 10535.5 KN/s");
        assert_eq!(row(0, 1, 0.0), "0: 1 in 0 ms. 1000.0 KN/s");
    }
}
