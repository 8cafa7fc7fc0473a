//! Every kernel that this CPU supports returns the same divide, line by line, on this project's
//! suites: on one thread and two, without a hash table, with a tiny one and with a large one.

use crate::support::count::outcome;
use crate::support::suite;
use movegen::chess::{EachMove, Kernel, Move, Position, Verified};
use movegen::perft::{Counter, Line, Perft};

/// The number of threads, and the size of the hash table in megabytes.
const SETTINGS: [(usize, usize); 6] = [(1, 0), (1, 1), (1, 64), (2, 0), (2, 1), (2, 64)];

/// The maximum number of leaves of a count: there are many counts.
const MAX_LEAVES: u64 = 200_000;

fn divide(
    position: &Position,
    depth: u32,
    counter: &impl Counter<Position, Tally = u128>,
    (threads, megabytes): (usize, usize),
) -> Vec<Line<Move>> {
    let plan = Perft::new(depth).threads(threads).hash_mb(megabytes);
    outcome(&plan, position, counter).lines
}

/// For every position of a suite: its place in the file, the position, and the depth and number of leaves
/// of its deepest count within [`MAX_LEAVES`].
fn counts(name: &str) -> Vec<(String, Position, u32, u64)> {
    let cases = suite::own(name).into_iter();
    cases
        .filter_map(|case| {
            let mut affordable = case.counts.iter().rev();
            let &(depth, count) = affordable.find(|count| count.1 <= MAX_LEAVES)?;
            let position = case.fen.parse().unwrap();
            let place = format!("{name}:{}: {}: D{depth}", case.line, case.fen);
            Some((place, position, depth, count))
        })
        .collect()
}

fn compare_kernels(name: &str) {
    let portable: Kernel = "portable".parse().unwrap();
    for (index, (place, position, depth, count)) in counts(name).into_iter().enumerate() {
        let expected = divide(&position, depth, &portable, SETTINGS[0]);
        let total: u128 = expected.iter().map(|line| line.count).sum();
        assert_eq!(total, u128::from(count), "{place}");
        for kernel in Kernel::available() {
            for setting in SETTINGS {
                // Allocating a large table takes longer than these counts.
                if setting.1 < 64 || index % 8 == 0 {
                    let found = divide(&position, depth, &kernel, setting);
                    assert_eq!(
                        found, expected,
                        "{place}, kernel {kernel}, settings {setting:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn standard() {
    compare_kernels("standard.epd");
}

#[test]
fn chess960() {
    compare_kernels("chess960.epd");
}

#[test]
fn random() {
    compare_kernels("random.epd");
}

#[test]
fn rules() {
    compare_kernels("rules.perft");
}

#[test]
fn no_kernel_differs_from_the_legal_generator() {
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
fn each_move_returns_the_known_counts() {
    for (place, position, depth, count) in counts("rules.perft") {
        let lines = divide(&position, depth, &EachMove, (2, 0));
        let total: u128 = lines.iter().map(|line| line.count).sum();
        assert_eq!(total, u128::from(count), "{place}");
    }
}
