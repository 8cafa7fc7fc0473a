use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use super::*;
use crate::chess::{Kernel, Position};
use crate::perft::ChildCounter;
use crate::perft::tree::Small;

/// What two equal counts agree in.
fn without_times<M, N>(outcome: Outcome<M, N>) -> Outcome<M, N> {
    Outcome {
        usage: Usage::default(),
        ..outcome
    }
}

/// A tree in which every node has `width` children; its moves are numbers.
#[derive(Clone)]
struct Uniform {
    width: u64,
    path: u128,
    stop_at: Option<(u128, Stop)>,
}

impl Uniform {
    fn new(width: u64) -> Uniform {
        Uniform {
            width,
            path: 1,
            stop_at: None,
        }
    }
}

impl Tree for Uniform {
    type Move = u64;
    fn moves(&self) -> Vec<u64> {
        (0..self.width).collect()
    }

    fn child(&self, mv: u64) -> Uniform {
        let child = Uniform {
            path: self.path * 31 + u128::from(mv),
            ..self.clone()
        };
        if let Some((path, stop)) = &self.stop_at
            && *path == child.path
        {
            stop.stop();
        }
        child
    }

    fn key(&self) -> u128 {
        self.path
            .wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    fn plays_like(&self, other: &Uniform) -> bool {
        self.path == other.path
    }
}

/// A tree full of transpositions: a move increments one of five numbers, up to its limit, in any
/// order.
#[derive(Clone, PartialEq)]
struct Bag([u8; 5]);

impl Bag {
    const LIMITS: [u8; 5] = [9, 3, 5, 1, 9];
}

impl Tree for Bag {
    type Move = usize;

    fn moves(&self) -> Vec<usize> {
        let all = 0..self.0.len();
        all.filter(|i| self.0[*i] < Self::LIMITS[*i]).collect()
    }

    fn child(&self, mv: usize) -> Bag {
        let mut child = self.clone();
        child.0[mv] += 1;
        child
    }

    fn key(&self) -> u128 {
        self.0.iter().fold(1, |key: u128, count| {
            (key ^ u128::from(*count)).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
        })
    }

    fn plays_like(&self, other: &Bag) -> bool {
        self == other
    }
}

/// The number of paths, by plain recursion over the moves.
fn leaves(bag: &Bag, depth: u32) -> u128 {
    if depth == 0 {
        return 1;
    }
    let moves = bag.moves().into_iter();
    moves.map(|i| leaves(&bag.child(i), depth - 1)).sum()
}

#[test]
fn every_setting_counts_the_same_and_reports_in_order() {
    for depth in 0..8 {
        for (threads, megabytes) in [(1, 0), (2, 0), (1, 1), (3, 1), (0, 0)] {
            let mut seen = Vec::new();
            let outcome = Perft::new(depth)
                .threads(threads)
                .hash_mb(megabytes)
                .run(&Uniform::new(3), &ChildCounter, &Stop::new(), |line| {
                    seen.push(line)
                })
                .expect("a count");
            assert_eq!(
                outcome.total,
                3u128.pow(depth),
                "depth {depth}, {threads} threads, {megabytes} MB"
            );
            assert!(outcome.complete);
            assert_eq!(seen, outcome.lines);
            let moves: Vec<u64> = seen.iter().map(|line| line.mv).collect();
            assert_eq!(moves, if depth == 0 { vec![] } else { vec![0, 1, 2] });
        }
    }
}

#[test]
fn a_tree_without_moves_has_no_leaves() {
    for depth in 1..6 {
        let outcome = Perft::new(depth)
            .run(&Uniform::new(0), &ChildCounter, &Stop::new(), |_| {})
            .expect("a count");
        assert_eq!(
            (outcome.total, outcome.roots, outcome.complete),
            (0, 0, true)
        );
    }
}

#[test]
fn chosen_roots_are_counted_in_the_order_given() {
    let outcome = Perft::new(4)
        .run_roots(
            &Uniform::new(5),
            &ChildCounter,
            &[4, 1],
            &Stop::new(),
            |_| {},
        )
        .expect("a count");
    assert_eq!(
        outcome.lines,
        [Line { mv: 4, count: 125 }, Line { mv: 1, count: 125 }]
    );
    assert_eq!((outcome.total, outcome.roots), (250, 2));
}

#[test]
fn a_stopped_run_reports_what_it_counted() {
    let stop = Stop::new();
    // One thread takes the root moves in order: they are too small to be split. The flag goes
    // up below the third move, at its node 0-1-1-2-3.
    let path = (((31 + 2) * 31 * 31 + 1) * 31 + 1) * 31 * 31 + 2 * 31 + 3;
    let tree = Uniform {
        stop_at: Some((path, stop.clone())),
        ..Uniform::new(4)
    };
    let outcome = Perft::new(7)
        .run(&tree, &ChildCounter, &stop, |_| {})
        .expect("a count");
    assert!(!outcome.complete);
    assert_eq!(outcome.roots, 4);
    assert_eq!(
        outcome.lines,
        [Line { mv: 0, count: 4096 }, Line { mv: 1, count: 4096 }]
    );
    // The first task of the third move has 4^4 leaves. Of the second task, node 0 is counted, then
    // 1-0 and 1-1, then 1-2-0 to 1-2-2.
    assert_eq!(outcome.total, 8192 + 256 + 64 + 2 * 16 + 3 * 4);
}

/// Counts as the counter inside, and raises the flag before the call with the given number.
struct StopAt<C> {
    counter: C,
    calls_left: AtomicU64,
    stop: Stop,
}

impl<C> StopAt<C> {
    fn new(counter: C, call: u64) -> StopAt<C> {
        StopAt {
            counter,
            calls_left: AtomicU64::new(call),
            stop: Stop::new(),
        }
    }
}

impl<T: Tree, C: Counter<T>> Counter<T> for StopAt<C> {
    type Tally = C::Tally;

    const MAX_DEPTH: u32 = C::MAX_DEPTH;

    fn leaves(&self, tree: &T, depth: u32, stop: &Stop) -> Option<Small<C, T>> {
        if self.calls_left.fetch_sub(1, Relaxed) == 0 {
            self.stop.stop();
        }
        self.counter.leaves(tree, depth, stop)
    }
}

#[test]
fn a_stop_keeps_a_lower_bound_that_grows_with_time() {
    let root = Bag([0; 5]);
    for (megabytes, merge, step) in [(0, false, 61), (0, true, 7), (1, false, 1)] {
        let plan = Perft::new(7).hash_mb(megabytes);
        let plan = if merge { plan.merge() } else { plan };
        let full = plan.run(&root, &ChildCounter, &Stop::new(), |_| {});
        let full = full.expect("a count");
        let mut bounds = Vec::new();
        for call in (0..).step_by(step) {
            let counter = StopAt::new(ChildCounter, call);
            let outcome = plan.run(&root, &counter, &counter.stop, |_| {});
            let outcome = outcome.expect("a count");
            bounds.push(outcome.total);
            if outcome.complete {
                assert_eq!(without_times(outcome), without_times(full.clone()));
                break;
            }
            for line in &outcome.lines {
                assert!(full.lines.contains(line), "call {call}: {line:?}");
            }
        }
        assert!(bounds.is_sorted(), "{megabytes} MB: {bounds:?}");
        // The bound grows in small steps, and the last one comes close.
        bounds.dedup();
        assert!(bounds.len() > 50, "{}", bounds.len());
        assert!(bounds[bounds.len() - 2] > full.total / 10 * 9);
    }
}

/// The tasks of this count are far larger than what is counted before the stop.
#[test]
fn a_stop_within_the_first_task_keeps_its_leaves() {
    let counter = StopAt::new(Kernel::best(), 1);
    let outcome = Perft::new(9)
        .run(&Position::startpos(), &counter, &counter.stop, |_| {})
        .expect("a count");
    assert!(!outcome.complete && outcome.lines.is_empty());
    // One count of five plies.
    let counted = 1_000_000..20_000_000;
    assert!(counted.contains(&outcome.total), "{}", outcome.total);
}

#[test]
fn a_stop_on_the_first_line_ends_the_run_there() {
    for megabytes in [0, 1] {
        let stop = Stop::new();
        let outcome = Perft::new(9)
            .hash_mb(megabytes)
            .run(&Uniform::new(4), &ChildCounter, &stop, |_| stop.stop())
            .expect("a count");
        assert_eq!(outcome.lines.len(), 1);
        assert_eq!((outcome.total, outcome.complete), (65_536, false));
    }
}

#[test]
fn a_stop_before_the_start_counts_nothing() {
    let stop = Stop::new();
    stop.stop();
    let outcome = Perft::new(6)
        .run(&Uniform::new(2), &ChildCounter, &stop, |_| {})
        .expect("a count");
    assert_eq!(
        (outcome.total, outcome.lines.len(), outcome.complete),
        (0, 0, false)
    );
}

#[test]
fn transpositions_count_as_often_as_they_are_reached() {
    let root = Bag([0; 5]);
    for depth in [1, 3, 4, 5, 9, 12, 20] {
        // Only the last of them has enough leaves for a table, too many to count them one by one.
        let deep = depth > 12;
        let plain = match deep {
            true => Perft::new(depth).merge(),
            false => Perft::new(depth),
        };
        let plain = plain.run(&root, &ChildCounter, &Stop::new(), |_| {});
        let plain = plain.expect("a count");
        if depth < 10 {
            assert_eq!(plain.total, leaves(&root, depth), "depth {depth}");
        }
        for threads in [1, 4] {
            let plan = Perft::new(depth).threads(threads).merge();
            let merged = plan.run(&root, &ChildCounter, &Stop::new(), |_| {});
            let merged = without_times(merged.expect("a count"));
            assert_eq!(
                merged,
                without_times(plain.clone()),
                "depth {depth}, merged"
            );
        }
        let sizes: &[usize] = if deep { &[1, 64] } else { &[0, 1, 64] };
        for &megabytes in sizes {
            for threads in [1, 2, 5] {
                let progress = Progress::new();
                let outcome = Perft::new(depth)
                    .threads(threads)
                    .hash_mb(megabytes)
                    .seed(depth.into())
                    .progress(&progress)
                    .run(&root, &ChildCounter, &Stop::new(), |_| {})
                    .expect("a count");
                assert_eq!(
                    outcome.lines, plain.lines,
                    "depth {depth}, {megabytes} MB, {threads} threads"
                );
                assert_eq!(outcome.total, plain.total);
                // Between them, the number of tasks decides.
                if megabytes == 0 || deep || depth < TABLE_RUN {
                    assert_eq!(outcome.table.is_some(), megabytes > 0 && deep);
                }
                assert_eq!(progress.fraction(), 1.0);
            }
        }
    }
}

#[test]
fn a_count_far_beyond_64_bits_goes_through_the_table() {
    let outcome = Perft::new(60)
        .hash_mb(1)
        .run(&Ring(0), &ChildCounter, &Stop::new(), |_| {})
        .expect("a count");
    assert_eq!(outcome.total, 3u128.pow(60));
    let error = Perft::new(90)
        .hash_mb(1)
        .run(&Ring(0), &ChildCounter, &Stop::new(), |_| {})
        .expect_err("3^90 is beyond 128 bits");
    assert!(matches!(error, PerftError::Overflow));
}

/// Five positions with three moves each.
#[derive(Clone, PartialEq)]
struct Ring(u32);

impl Tree for Ring {
    type Move = u32;

    fn moves(&self) -> Vec<u32> {
        vec![1, 2, 4]
    }

    fn child(&self, mv: u32) -> Ring {
        Ring((self.0 + mv) % 5)
    }

    fn key(&self) -> u128 {
        u128::from(self.0 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    fn plays_like(&self, other: &Ring) -> bool {
        self == other
    }
}

#[test]
fn progress_never_falls_and_ends_at_one() {
    for threads in [1, 3] {
        let (progress, mut last, mut seen) = (Progress::new(), 0.0, 0);
        let outcome = Perft::new(13)
            .threads(threads)
            .progress(&progress)
            .run(&Uniform::new(4), &ChildCounter, &Stop::new(), |_| {
                let now = progress.fraction();
                assert!((last..1.0).contains(&now), "{last} {now}");
                last = now;
                seen += 1;
            })
            .expect("a count");
        assert!(outcome.complete);
        assert_eq!((progress.fraction(), seen), (1.0, 4));
    }
    let (progress, stop) = (Progress::new(), Stop::new());
    stop.stop();
    let plan = Perft::new(5).progress(&progress);
    plan.run(&Uniform::new(4), &ChildCounter, &stop, |_| {})
        .expect("nothing");
    assert!(progress.fraction() < 1.0);
    plan.run(&Uniform::new(0), &ChildCounter, &Stop::new(), |_| {})
        .expect("no leaves");
    assert_eq!(progress.fraction(), 1.0);
}

#[test]
fn a_table_is_allocated_only_for_a_run_that_uses_it() {
    // Too shallow, and too few leaves.
    for (depth, width) in [(4, 20), (10, 3)] {
        let plan = Perft::new(depth).hash_mb(usize::MAX);
        let outcome = plan.run(&Uniform::new(width), &ChildCounter, &Stop::new(), |_| {});
        assert_eq!(outcome.expect("no table").table, None);
    }
    let plan = Perft::new(11).hash_mb(usize::MAX);
    let error = plan.run(&Uniform::new(3), &ChildCounter, &Stop::new(), |_| {});
    assert!(matches!(error, Err(PerftError::Table(_))));
}

#[test]
fn a_sum_beyond_128_bits_is_an_error() {
    let task = |root| crate::perft::split::Task {
        tree: (),
        depth: 1,
        parts: vec![(root, 1)],
    };
    let tasks = [task(0), task(1)];
    let mut ignore_line = |_| {};
    let mut report = Report::new(&[0, 1], &tasks, &mut ignore_line);
    for task in &tasks {
        report.add(task, Ok(u128::MAX));
    }
    report.flush();
    assert!(matches!(report.finish(None), Err(PerftError::Overflow)));
}

#[test]
fn a_table_is_no_larger_than_what_is_stored_and_a_small_tree_has_none() {
    let start = Position::startpos();
    let run = |depth: u32, megabytes: usize| {
        Perft::new(depth)
            .hash_mb(megabytes)
            .survey(true)
            .run(&start, &Kernel::best(), &Stop::new(), |_| {})
            .expect("a count")
    };
    for depth in 1..5 {
        assert_eq!(run(depth, 1024).table, None, "depth {depth}");
    }
    let small = run(6, 4);
    for megabytes in [64, 1024] {
        let large = run(6, megabytes);
        assert_eq!(large.lines, small.lines);
        let (small, large) = (small.survey.as_ref(), large.survey.as_ref());
        let (small, large) = (small.expect("a table"), large.expect("a table"));
        assert!(large.bytes < 2 * small.bytes, "{large:?} {small:?}");
    }
}
