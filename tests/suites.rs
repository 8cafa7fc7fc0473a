//! This project's own suites, counted with every plan: one thread and two, without a table of
//! counts and with a small and a larger one.
//!
//! By default no line counts more than some millions of leaves; `CANOPY_DEEP=1` lifts that.

use crate::support::count::{outcome, total};
use crate::support::suite::{self, Case};
use movegen::chess::{Kernel, Position};
use movegen::perft::Perft;

/// Threads and megabytes.
const PLANS: [(usize, usize); 6] = [(1, 0), (1, 1), (1, 16), (2, 0), (2, 1), (2, 16)];

/// The most leaves that one count may have.
fn limit() -> u64 {
    match std::env::var("CANOPY_DEEP").as_deref() {
        Ok("1") => 10_000_000_000,
        _ => 5_000_000,
    }
}

/// Counts every line at all its depths by the plain plan, and at the deepest by every other.
fn run(name: &str) {
    for Case { line, fen, counts } in suite::own(name) {
        let position: Position = fen
            .parse()
            .unwrap_or_else(|error| panic!("{name}:{line}: {fen}: {error}"));
        let check = |depth: u32, count: u64, (threads, megabytes): (usize, usize)| {
            let plan = Perft::new(depth).threads(threads).hash_mb(megabytes);
            assert_eq!(
                total(&plan, &position, &Kernel::best()),
                u128::from(count),
                "{name}:{line}: {fen}: D{depth} with {threads} threads and {megabytes} MB"
            );
        };
        let affordable: Vec<_> = counts
            .into_iter()
            .filter(|line| line.1 <= limit())
            .collect();
        for &(depth, count) in &affordable {
            check(depth, count, PLANS[0]);
        }
        let &(depth, count) = affordable
            .last()
            .unwrap_or_else(|| panic!("{name}:{line}: nothing to count"));
        for plan in &PLANS[1..] {
            check(depth, count, *plan);
        }
    }
}

#[test]
fn standard() {
    run("standard.epd");
}

#[test]
fn chess960() {
    run("chess960.epd");
}

#[test]
fn random() {
    run("random.epd");
}

#[test]
fn rules() {
    run("rules.perft");
}

#[test]
fn depth_zero_is_one_leaf() {
    for (threads, megabytes) in PLANS {
        let plan = Perft::new(0).threads(threads).hash_mb(megabytes);
        let outcome = outcome(&plan, &Position::startpos(), &Kernel::best());
        assert_eq!((outcome.total, outcome.lines.len()), (1, 0));
    }
}
