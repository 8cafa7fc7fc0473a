//! Exact counts at smaller depths: published ones, and others that are counted here.

use std::time::{Duration, Instant};

use movegen::perft::estimate::Sampler;
use movegen::perft::{AnyCounter, PerftError, Stop};

use super::request::Request;
use crate::diagnostics::note;
use crate::games::Game;
use crate::known::{Known, Quantity};
use crate::progress::ticking;

/// The fraction of the time that exact counts may take.
const SHARE: f64 = 0.1;

/// A depth takes about this many times as long as the one before, if nothing better is known.
const GROWTH: f64 = 30.0;

/// The interval between two looks at the clock.
const TICK: Duration = Duration::from_millis(10);

/// The deepest depths that an estimate uses.
const ENOUGH: usize = 3;

/// Finds exact counts for the depths that a line passes, as deep as possible: depths and leaves.
pub(super) fn find<G: Game>(
    request: &Request<'_, G>,
    sampler: &Sampler<G>,
    counter: &AnyCounter<'_, G>,
) -> Result<Vec<(u32, u128)>, PerftError> {
    let arguments = request.arguments;
    let depths = sampler.control_depths();
    let (start, end) = match (depths.first(), depths.last()) {
        (Some(first), Some(last)) => (*first, last + 1),
        _ => return Ok(Vec::new()),
    };
    let end = match arguments.control {
        Some(last) => end.min(last.plies() + 1),
        None => end,
    };
    let mut found: Vec<(u32, u128)> = Vec::new();
    for depth in start..end {
        let values = Known::published().values(&request.root.position, depth, Quantity::NODES);
        // Where sources disagree, neither is used.
        if let [(leaves, _)] = values[..] {
            found.push((depth, leaves));
        }
    }
    let (from, budget) = match arguments.control {
        // All that are asked for, as far as they are used.
        Some(_) => (end.saturating_sub(ENOUGH as u32).max(start), None),
        None => {
            let published = found.last().map(|control| control.0 + 1);
            let time = match arguments.samples {
                Some(_) => Duration::ZERO,
                None => arguments.time,
            };
            (published.unwrap_or(start), Some(time.mul_f64(SHARE)))
        }
    };
    let begun = Instant::now();
    for depth in from..end {
        if found.iter().any(|control| control.0 == depth) {
            continue;
        }
        let left = budget.map(|budget| budget.saturating_sub(begun.elapsed()));
        let started = Instant::now();
        let Some(leaves) = count(request, counter, depth, left)? else {
            break;
        };
        note(format_args!("exact: perft({depth}) is {leaves}"));
        found.push((depth, leaves));
        let next = started.elapsed().mul_f64(GROWTH);
        if budget.is_some_and(|budget| begun.elapsed() + next > budget) {
            break;
        }
    }
    Ok(found)
}

/// Counts one depth. `None` if that takes longer than `limit`, or was interrupted.
fn count<G: Game>(
    request: &Request<'_, G>,
    counter: &AnyCounter<'_, G>,
    depth: u32,
    limit: Option<Duration>,
) -> Result<Option<u128>, PerftError> {
    let (own, started) = (Stop::new(), Instant::now());
    if limit.is_some_and(|limit| limit.is_zero()) {
        return Ok(None);
    }
    let look = || {
        if request.stop.is_stopped() || limit.is_some_and(|limit| started.elapsed() > limit) {
            own.stop();
        }
    };
    let perft = request.arguments.resources().perft(depth);
    let count = || perft.run(&request.root.position, counter, &own, |_| {});
    let outcome = ticking(TICK, look, count)?;
    Ok(outcome.complete.then_some(outcome.total))
}
