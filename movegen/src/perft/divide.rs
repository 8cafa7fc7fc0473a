//! The plan: split the root into tasks, count them in parallel, report in order.

use std::sync::mpsc;

use super::{Counter, Stop, Table, TableError, Tree};

/// From this depth on a root move is worth splitting into one task for each of its replies.
const SPLIT_DEPTH: u32 = 4;

/// Below this remaining depth a look into the table costs more than the count that it saves.
const MIN_TABLE_DEPTH: u32 = 2;

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
}

/// One line of a divided count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The root move.
    pub action: M,
    /// Leaves below it.
    pub count: u128,
}

/// What a run has counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<M> {
    /// Leaves in all; of the finished root moves alone if the run was stopped.
    pub total: u128,
    /// The finished root moves in report order.
    pub lines: Vec<Line<M>>,
    /// How many root moves there are.
    pub roots: usize,
    /// Whether every root move was finished.
    pub complete: bool,
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
        }
    }

    /// On so many threads; 0 means one for each core.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Perft {
        self.threads = threads;
        self
    }

    /// With a table of so many megabytes; 0 means none.
    #[must_use]
    pub fn hash_mb(mut self, megabytes: usize) -> Perft {
        self.hash_mb = megabytes;
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
        on_line: impl FnMut(Line<T::Move>),
    ) -> Result<Outcome<T::Move>, PerftError> {
        if self.depth == 0 {
            return Ok(Outcome {
                total: 1,
                lines: Vec::new(),
                roots: 0,
                complete: true,
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
        mut on_line: impl FnMut(Line<T::Move>),
    ) -> Result<Outcome<T::Move>, PerftError> {
        let table = Table::new(self.hash_mb)?;
        let below = self.depth.saturating_sub(1);
        let mut report = Report::new(roots);
        if self.depth < SPLIT_DEPTH {
            // Done before a thread could start.
            for (index, action) in roots.iter().enumerate() {
                let count = count(&tree.child(*action), counter, below, &table, stop);
                report.expect(index, 1);
                report.add(index, count);
                report.flush(&mut on_line);
            }
            return report.finish();
        }
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads)
            .thread_name(|index| format!("perft-{index}"))
            .build()
            .map_err(|source| PerftError::Threads {
                threads: self.threads,
                source,
            })?;
        log::debug!(
            "perft {} on {} threads, {} MB",
            self.depth,
            pool.current_num_threads(),
            self.hash_mb
        );
        let (send, receive) = mpsc::channel();
        pool.in_place_scope_fifo(|scope| {
            for (index, action) in roots.iter().enumerate() {
                let child = tree.child(*action);
                let mut replies = 0;
                child.children(|reply| {
                    replies += 1;
                    let (send, table) = (send.clone(), &table);
                    scope.spawn_fifo(move |_| {
                        let part = count(&reply, counter, below - 1, table, stop);
                        // The receiver outlives the scope; nobody is left to hear of a failure.
                        let _ = send.send((index, part));
                    });
                });
                report.expect(index, replies);
            }
            drop(send);
            report.flush(&mut on_line);
            for (index, part) in receive {
                report.add(index, part);
                report.flush(&mut on_line);
            }
        });
        report.finish()
    }
}

/// How a count can end without a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    Stopped,
    Overflow,
}

/// Leaves at exactly `depth` plies, through the table where that pays.
fn count<T: Tree, C: Counter<T>>(
    tree: &T,
    counter: &C,
    depth: u32,
    table: &Table,
    stop: &Stop,
) -> Result<u128, Cut> {
    let hashed = table.is_enabled() && depth >= MIN_TABLE_DEPTH;
    if !hashed && depth <= C::MAX_DEPTH {
        return counter
            .leaves(tree, depth, stop)
            .map(u128::from)
            .ok_or(Cut::Stopped);
    }
    if stop.is_stopped() {
        return Err(Cut::Stopped);
    }
    let key = tree.key();
    if hashed && let Some(known) = table.get(key, depth) {
        return Ok(u128::from(known));
    }
    let total = if depth == MIN_TABLE_DEPTH && depth <= C::MAX_DEPTH {
        counter
            .leaves(tree, depth, stop)
            .map(u128::from)
            .ok_or(Cut::Stopped)?
    } else {
        let mut total = Ok(0u128);
        tree.children(|child| {
            total = total.and_then(|sum: u128| {
                sum.checked_add(count(&child, counter, depth - 1, table, stop)?)
                    .ok_or(Cut::Overflow)
            });
        });
        total?
    };
    // A count beyond 64 bits is not stored: its tree is so large that few would ask again.
    if hashed && let Ok(small) = u64::try_from(total) {
        table.put(key, depth, small);
    }
    Ok(total)
}

/// Collects parts of root moves as they come and hands out lines in order.
struct Report<'a, M> {
    roots: &'a [M],
    pending: Vec<Pending>,
    lines: Vec<Line<M>>,
    next: usize,
    overflow: bool,
}

/// A root move that is being counted.
#[derive(Clone, Default)]
struct Pending {
    sum: u128,
    missing: usize,
    known: bool,
    stopped: bool,
}

impl<'a, M: Copy> Report<'a, M> {
    fn new(roots: &'a [M]) -> Self {
        Report {
            roots,
            pending: vec![Pending::default(); roots.len()],
            lines: Vec::new(),
            next: 0,
            overflow: false,
        }
    }

    /// The root move consists of so many parts.
    fn expect(&mut self, index: usize, parts: usize) {
        self.pending[index].missing = parts;
        self.pending[index].known = true;
    }

    fn add(&mut self, index: usize, part: Result<u128, Cut>) {
        let pending = &mut self.pending[index];
        pending.missing -= 1;
        match part.and_then(|count| pending.sum.checked_add(count).ok_or(Cut::Overflow)) {
            Ok(sum) => pending.sum = sum,
            Err(Cut::Stopped) => pending.stopped = true,
            Err(Cut::Overflow) => self.overflow = true,
        }
    }

    fn flush(&mut self, on_line: &mut impl FnMut(Line<M>)) {
        while let Some(pending) = self.pending.get(self.next)
            && pending.known
            && pending.missing == 0
        {
            if !pending.stopped {
                let line = Line {
                    action: self.roots[self.next],
                    count: pending.sum,
                };
                on_line(line);
                self.lines.push(line);
            }
            self.next += 1;
        }
    }

    fn finish(self) -> Result<Outcome<M>, PerftError> {
        let total = self
            .lines
            .iter()
            .try_fold(0u128, |sum, line| sum.checked_add(line.count));
        let total = total
            .filter(|_| !self.overflow)
            .ok_or(PerftError::Overflow)?;
        let complete = self.lines.len() == self.roots.len();
        Ok(Outcome {
            total,
            lines: self.lines,
            roots: self.roots.len(),
            complete,
        })
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
        let path = ((31 + 2) * 31) * 31;
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
    fn a_sum_beyond_128_bits_is_an_error() {
        let mut report = Report::new(&[0, 1]);
        for index in 0..2 {
            report.expect(index, 1);
            report.add(index, Ok(u128::MAX));
        }
        report.flush(&mut |_| {});
        assert!(matches!(report.finish(), Err(PerftError::Overflow)));
    }
}
