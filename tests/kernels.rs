//! Every kernel of this CPU, on one thread and two, without a table, with a tiny one and with one
//! in which all fits: the same divide, line by line, on this project's suites.

use std::path::Path;

use crate::support::suite;
use movegen::chess::{EachMove, Kernel, Move, Position, Verified};
use movegen::perft::{Counter, Line, Perft, Stop};

/// Threads and megabytes.
const PLANS: [(usize, usize); 6] = [(1, 0), (1, 1), (1, 64), (2, 0), (2, 1), (2, 64)];

/// The most leaves that one count may have: there are many counts.
const LEAVES: u64 = 200_000;

fn divide(
    position: &Position,
    depth: u32,
    counter: &impl Counter<Position, Tally = u128>,
    (threads, megabytes): (usize, usize),
) -> Vec<Line<Move>> {
    let plan = Perft::new(depth).threads(threads).hash_mb(megabytes);
    let outcome = plan.run(position, counter, &Stop::new(), |_| {}).unwrap();
    assert!(outcome.complete);
    outcome.lines
}

/// The deepest affordable count of every position: where it stands, the position, depth, leaves.
fn counts(name: &str) -> Vec<(String, Position, u32, u64)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/suites");
    let cases = suite::read(&folder.join(name)).into_iter();
    cases
        .filter_map(|case| {
            let mut affordable = case.counts.iter().rev();
            let &(depth, count) = affordable.find(|count| count.1 <= LEAVES)?;
            let position = case.fen.parse().unwrap();
            let place = format!("{name}:{}: {}: D{depth}", case.line, case.fen);
            Some((place, position, depth, count))
        })
        .collect()
}

fn run(name: &str) {
    let portable: Kernel = "portable".parse().unwrap();
    for (index, (place, position, depth, count)) in counts(name).into_iter().enumerate() {
        let expected = divide(&position, depth, &portable, PLANS[0]);
        let total: u128 = expected.iter().map(|line| line.count).sum();
        assert_eq!(total, u128::from(count), "{place}");
        for kernel in Kernel::available() {
            for plan in PLANS {
                // A large table takes longer to come by than these counts.
                if plan.1 < 64 || index % 8 == 0 {
                    let found = divide(&position, depth, &kernel, plan);
                    assert_eq!(found, expected, "{place}, kernel {kernel}, plan {plan:?}");
                }
            }
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
fn every_kernel_passes_its_own_check() {
    for kernel in Kernel::available() {
        for (place, position, depth, count) in counts("standard.epd") {
            let verified = Verified::new(kernel);
            let lines = divide(&position, depth, &verified, (2, 0));
            assert_eq!(verified.difference(), None, "{place}, kernel {kernel}");
            let total: u128 = lines.iter().map(|line| line.count).sum();
            assert_eq!(total, u128::from(count), "{place}, kernel {kernel}");
        }
    }
}

#[test]
fn making_every_move_counts_the_same() {
    for (place, position, depth, count) in counts("rules.perft") {
        let lines = divide(&position, depth, &EachMove, (2, 0));
        let total: u128 = lines.iter().map(|line| line.count).sum();
        assert_eq!(total, u128::from(count), "{place}");
    }
}
