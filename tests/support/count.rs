//! The plain count that other counts are compared with.

use movegen::chess::{Kernel, Position};
use movegen::perft::{Counter, Outcome, Perft, Stop, Tree};

/// Runs a plan to its end.
///
/// # Panics
/// If memory runs out or the count exceeds 128 bits.
#[track_caller]
pub(crate) fn outcome<T: Tree, C: Counter<T>>(
    plan: &Perft,
    root: &T,
    counter: &C,
) -> Outcome<T::Move, C::Tally> {
    let outcome = plan.run(root, counter, &Stop::new(), |_| {});
    let outcome = outcome.expect("a count");
    assert!(outcome.complete);
    outcome
}

/// The number of leaves that a plan counts, or whatever else the counter counts.
#[track_caller]
pub(crate) fn total<T: Tree, C: Counter<T>>(plan: &Perft, root: &T, counter: &C) -> C::Tally {
    outcome(plan, root, counter).total
}

/// Counts the leaves at exactly `depth` with the fastest kernel, on one thread, without a table.
#[track_caller]
pub(crate) fn perft(position: &Position, depth: u32) -> u128 {
    total(&Perft::new(depth), position, &Kernel::best())
}
