//! The plan: split the root into tasks, count them in parallel, report in order.

use super::count::Cut;
use super::pool::Run;
use super::report::Report;
use super::split::split;
use super::table::{Memory, Table};
use super::{Counter, Progress, Stop, TableError, TableSurvey, TableUse, Tally as _, Tree};

/// Below this depth a table has nothing to offer.
const TABLE_RUN: u32 = 4;

/// Fewer leaves than this are counted before threads could start.
const FEW_LEAVES: f64 = 1e7;

/// Bytes of table for each position two plies above the leaves: those that are met again make up
/// for the ones that a wide tree has beyond the estimate.
const ENOUGH_BYTES: f64 = 16.0;

/// Positions are expected to have at least so many moves when the size of a table is chosen: a
/// root in check says little about the rest of its tree.
const USUAL_WIDTH: f64 = 16.0;

/// How to count: the one driver for every game, thread count and table size.
///
/// ```
/// use movegen::chess::{Kernel, Position};
/// use movegen::perft::{Perft, Stop};
/// // r . . . k . . r
/// // p . p p q p b .
/// // b n . . p n p .
/// // . . . P N . . .
/// // . p . . P . . .
/// // . . N . . Q . p
/// // P P P B B P P P
/// // R . . . K . . R
/// let kiwipete: Position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -".parse().unwrap();
/// let outcome = Perft::new(3).threads(2).hash_mb(1).run(&kiwipete, &Kernel::best(), &Stop::new(), |_| {}).unwrap();
/// assert_eq!(outcome.total, 97_862);
/// assert_eq!(outcome.lines.len(), 48);
/// ```
#[derive(Clone, Debug)]
pub struct Perft {
    depth: u32,
    threads: usize,
    hash_mb: usize,
    seed: u64,
    merge: bool,
    survey: bool,
    progress: Progress,
}

/// One line of a divided count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<M, N = u128> {
    /// The root move.
    pub action: M,
    /// Leaves below it.
    pub count: N,
}

/// What a run has counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<M, N = u128> {
    /// Leaves in all; of the finished root moves alone if the run was stopped.
    pub total: N,
    /// The finished root moves in report order.
    pub lines: Vec<Line<M, N>>,
    /// How many root moves there are.
    pub roots: usize,
    /// Whether every root move was finished.
    pub complete: bool,
    /// How the table was used, if there was one.
    pub table: Option<TableUse>,
    /// What was in the table in the end, if that was asked for.
    pub survey: Option<TableSurvey>,
}

/// A run could not begin.
#[derive(Debug, thiserror::Error)]
pub enum PerftError {
    /// No memory for the table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// No threads to be had.
    #[error("cannot start {threads} threads: {source}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system says.
        source: rayon::ThreadPoolBuildError,
    },
    /// The count cannot be held in 128 bits.
    #[error("the count at this depth overflows 128 bits")]
    Overflow,
}

impl Perft {
    /// A count at exactly this depth: on one thread, without a table.
    pub fn new(depth: u32) -> Perft {
        Perft {
            depth,
            threads: 1,
            hash_mb: 0,
            seed: 0,
            merge: false,
            survey: false,
            progress: Progress::new(),
        }
    }

    /// On so many threads; 0 means one for each core.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Perft {
        self.threads = threads;
        self
    }

    /// With a table of at most so many megabytes (2^20 bytes); 0 means none.
    #[must_use]
    pub fn hash_mb(mut self, megabytes: usize) -> Perft {
        self.hash_mb = megabytes;
        self
    }

    /// With other places and tags in the table: two positions that one seed takes for one
    /// another, another seed tells apart. Equal counts under two seeds prove more than two equal
    /// runs.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Perft {
        self.seed = seed;
        self
    }

    /// Counts equal positions near the root once, as often as they are reached, table or not: for
    /// counters whose tallies no table keeps. The tree is split as far as memory for its parts
    /// (a few megabytes) and the depth allow, so that the first lines come late.
    #[must_use]
    pub fn merge(mut self) -> Perft {
        self.merge = true;
        self
    }

    /// Looks through the table when all is counted, for [`Outcome::survey`]. That takes some
    /// milliseconds for a table of 64 MB or more.
    #[must_use]
    pub fn survey(mut self, wanted: bool) -> Perft {
        self.survey = wanted;
        self
    }

    /// Moves this gauge while it counts.
    #[must_use]
    pub fn progress(mut self, progress: &Progress) -> Perft {
        self.progress = progress.clone();
        self
    }

    /// Counts below every move of `tree`. `on_line` gets each line in report order, as soon as it
    /// and all before it are known.
    ///
    /// # Errors
    /// [`PerftError`] if there is no memory or no thread to be had, or 128 bits do not hold the sum.
    pub fn run<T: Tree, C: Counter<T>>(
        &self,
        tree: &T,
        counter: &C,
        stop: &Stop,
        on_line: impl FnMut(Line<T::Move, C::Tally>),
    ) -> Result<Outcome<T::Move, C::Tally>, PerftError> {
        if self.depth == 0 {
            self.progress.begin(1);
            self.progress.add(1);
            return Ok(Outcome {
                total: C::Tally::LEAF.into(),
                lines: Vec::new(),
                roots: 0,
                complete: true,
                table: None,
                survey: None,
            });
        }
        self.run_roots(tree, counter, &tree.moves(), stop, on_line)
    }

    /// Counts below these moves of `tree` alone, in their order. The depth counts from `tree` on
    /// and is at least 1.
    ///
    /// # Errors
    /// As [`run`](Perft::run).
    pub fn run_roots<T: Tree, C: Counter<T>>(
        &self,
        tree: &T,
        counter: &C,
        roots: &[T::Move],
        stop: &Stop,
        on_line: impl FnMut(Line<T::Move, C::Tally>),
    ) -> Result<Outcome<T::Move, C::Tally>, PerftError> {
        let depth = self.depth.max(1);
        if depth == 1 {
            return self.one_ply(tree, counter, roots, stop, on_line);
        }
        let threads = match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        self.progress.begin(1);
        let hashed = self.hash_mb > 0 && depth >= TABLE_RUN;
        // Whoever merges wants to meet as many equal positions as possible.
        let (merge, parts_for) = match self.merge {
            true => (true, usize::MAX),
            false => (hashed, threads),
        };
        let split = match split(tree, roots, depth, parts_for, merge, stop) {
            Ok(split) => split,
            Err(Cut::Overflow) => return Err(PerftError::Overflow),
            Err(Cut::Stopped) => return Ok(Outcome::nothing(roots.len())),
        };
        let mut memory = None;
        if hashed {
            let enough = ENOUGH_BYTES * split.positions(2, USUAL_WIDTH);
            memory = Some(Memory::reserve(self.hash_mb, enough as usize)?);
        }
        let table = memory.as_mut().map(|memory| Table::new(memory, self.seed));
        let run = Run {
            split: &split,
            counter,
            table: table.as_ref(),
            stop,
            progress: &self.progress,
        };
        // The last unit is for the sum of it all.
        let weights = split.tasks.iter().map(|task| split.weight(task));
        self.progress.begin(weights.sum::<u64>() + 1);
        let mut report = Report::new(roots, &split.tasks, on_line);
        report.flush();
        let few = split.positions(0, 1.0) < FEW_LEAVES;
        let used = if threads == 1 || few {
            run.alone(&mut report)
        } else {
            run.together(threads, &mut report)?
        };
        let mut outcome = report.finish(table.as_ref().map(|_| used))?;
        outcome.survey = table.filter(|_| self.survey).map(|table| table.survey());
        if outcome.complete {
            self.progress.add(1);
        }
        Ok(outcome)
    }

    /// The root moves themselves are the leaves.
    fn one_ply<T: Tree, C: Counter<T>>(
        &self,
        tree: &T,
        counter: &C,
        roots: &[T::Move],
        stop: &Stop,
        mut on_line: impl FnMut(Line<T::Move, C::Tally>),
    ) -> Result<Outcome<T::Move, C::Tally>, PerftError> {
        self.progress.begin(1);
        let mut outcome = Outcome::nothing(roots.len());
        for &action in roots {
            if stop.is_stopped() {
                return Ok(outcome);
            }
            let count: C::Tally = counter.leaf(tree, action).into();
            let line = Line { action, count };
            on_line(line);
            outcome.lines.push(line);
            let total = outcome.total.checked_add(count);
            outcome.total = total.ok_or(PerftError::Overflow)?;
        }
        outcome.complete = true;
        self.progress.add(1);
        Ok(outcome)
    }
}

impl<M, N: Default> Outcome<M, N> {
    /// Of a run that was stopped before anything was counted.
    fn nothing(roots: usize) -> Self {
        Outcome {
            total: N::default(),
            lines: Vec::new(),
            roots,
            complete: roots == 0,
            table: None,
            survey: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::Children;

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

        fn child(&self, action: u64) -> Uniform {
            let child = Uniform {
                path: self.path * 31 + u128::from(action),
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

    /// A tree full of transpositions: a move adds one to a counter, up to a limit of its own, and
    /// the order does not matter.
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

        fn child(&self, action: usize) -> Bag {
            let mut child = self.clone();
            child.0[action] += 1;
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

    /// Lines of the bag by plain recursion over the moves.
    fn leaves(bag: &Bag, depth: u32) -> u128 {
        if depth == 0 {
            return 1;
        }
        let moves = bag.moves().into_iter();
        moves.map(|i| leaves(&bag.child(i), depth - 1)).sum()
    }

    #[test]
    fn every_plan_counts_the_same_and_reports_in_order() {
        for depth in 0..8 {
            for (threads, megabytes) in [(1, 0), (2, 0), (1, 1), (3, 1), (0, 0)] {
                let mut seen = Vec::new();
                let outcome = Perft::new(depth)
                    .threads(threads)
                    .hash_mb(megabytes)
                    .run(&Uniform::new(3), &Children, &Stop::new(), |line| {
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
                let moves: Vec<u64> = seen.iter().map(|line| line.action).collect();
                assert_eq!(moves, if depth == 0 { vec![] } else { vec![0, 1, 2] });
            }
        }
    }

    #[test]
    fn a_tree_without_moves_has_no_leaves() {
        for depth in 1..6 {
            let outcome = Perft::new(depth)
                .run(&Uniform::new(0), &Children, &Stop::new(), |_| {})
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
            .run_roots(&Uniform::new(5), &Children, &[4, 1], &Stop::new(), |_| {})
            .expect("a count");
        assert_eq!(
            outcome.lines,
            [
                Line {
                    action: 4,
                    count: 125
                },
                Line {
                    action: 1,
                    count: 125
                }
            ]
        );
        assert_eq!((outcome.total, outcome.roots), (250, 2));
    }

    #[test]
    fn a_stopped_run_reports_only_what_it_finished() {
        let stop = Stop::new();
        // One thread takes the tasks in order; the flag goes up somewhere below the third move.
        let path = (31 + 2) * 31 * 31 * 31 * 31;
        let tree = Uniform {
            stop_at: Some((path, stop.clone())),
            ..Uniform::new(4)
        };
        let outcome = Perft::new(7)
            .run(&tree, &Children, &stop, |_| {})
            .expect("a count");
        assert!(!outcome.complete);
        assert_eq!(outcome.roots, 4);
        assert_eq!(
            outcome.lines,
            [
                Line {
                    action: 0,
                    count: 4096
                },
                Line {
                    action: 1,
                    count: 4096
                }
            ]
        );
        assert_eq!(outcome.total, 8192);
    }

    #[test]
    fn a_stop_on_the_first_line_leaves_it_at_that() {
        for megabytes in [0, 1] {
            let stop = Stop::new();
            let outcome = Perft::new(9)
                .hash_mb(megabytes)
                .run(&Uniform::new(4), &Children, &stop, |_| stop.stop())
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
            .run(&Uniform::new(2), &Children, &stop, |_| {})
            .expect("a count");
        assert_eq!(
            (outcome.total, outcome.lines.len(), outcome.complete),
            (0, 0, false)
        );
    }

    #[test]
    fn transpositions_count_as_often_as_they_are_reached() {
        let root = Bag([0; 5]);
        for depth in [1, 3, 4, 5, 9, 12] {
            let plain = Perft::new(depth).run(&root, &Children, &Stop::new(), |_| {});
            let plain = plain.expect("a count");
            if depth < 10 {
                assert_eq!(plain.total, leaves(&root, depth), "depth {depth}");
            }
            for threads in [1, 4] {
                let plan = Perft::new(depth).threads(threads).merge();
                let merged = plan.run(&root, &Children, &Stop::new(), |_| {});
                assert_eq!(merged.expect("a count"), plain, "depth {depth}, merged");
            }
            for megabytes in [0, 1, 64] {
                for threads in [1, 2, 5] {
                    let progress = Progress::new();
                    let outcome = Perft::new(depth)
                        .threads(threads)
                        .hash_mb(megabytes)
                        .seed(depth.into())
                        .progress(&progress)
                        .run(&root, &Children, &Stop::new(), |_| {})
                        .expect("a count");
                    assert_eq!(
                        outcome.lines, plain.lines,
                        "depth {depth}, {megabytes} MB, {threads} threads"
                    );
                    assert_eq!(outcome.total, plain.total);
                    assert_eq!(outcome.table.is_some(), megabytes > 0 && depth >= TABLE_RUN);
                    assert_eq!(progress.fraction(), 1.0);
                }
            }
        }
    }

    #[test]
    fn a_count_far_beyond_64_bits_goes_through_the_table() {
        let outcome = Perft::new(60)
            .hash_mb(1)
            .run(&Ring(0), &Children, &Stop::new(), |_| {})
            .expect("a count");
        assert_eq!(outcome.total, 3u128.pow(60));
        let error = Perft::new(90)
            .hash_mb(1)
            .run(&Ring(0), &Children, &Stop::new(), |_| {})
            .expect_err("3^90 is beyond 128 bits");
        assert!(matches!(error, PerftError::Overflow));
    }

    /// Three ways on from each of five places.
    #[derive(Clone, PartialEq)]
    struct Ring(u32);

    impl Tree for Ring {
        type Move = u32;

        fn moves(&self) -> Vec<u32> {
            vec![1, 2, 4]
        }

        fn child(&self, action: u32) -> Ring {
            Ring((self.0 + action) % 5)
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
                .run(&Uniform::new(4), &Children, &Stop::new(), |_| {
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
        plan.run(&Uniform::new(4), &Children, &stop, |_| {})
            .expect("nothing");
        assert!(progress.fraction() < 1.0);
        plan.run(&Uniform::new(0), &Children, &Stop::new(), |_| {})
            .expect("no leaves");
        assert_eq!(progress.fraction(), 1.0);
    }

    #[test]
    fn a_table_is_had_only_for_a_run_that_uses_it() {
        let plan = Perft::new(3).hash_mb(usize::MAX);
        let outcome = plan.run(&Uniform::new(3), &Children, &Stop::new(), |_| {});
        assert_eq!(outcome.expect("no table").table, None);
        let plan = Perft::new(4).hash_mb(usize::MAX);
        let error = plan.run(&Uniform::new(3), &Children, &Stop::new(), |_| {});
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
        let mut report = Report::new(&[0, 1], &tasks, |_| {});
        for task in &tasks {
            report.add(task, Ok(u128::MAX));
        }
        report.flush();
        assert!(matches!(report.finish(None), Err(PerftError::Overflow)));
    }
}
