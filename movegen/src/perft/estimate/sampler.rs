//! Draws random lines: their beginnings from a table, and the walk from there.

use super::super::{Counter, Stop, Tree};
use super::Plan;
use super::table::Table;
use super::tail::{Tail, leaves};
use crate::random::Random;

/// The plies below the table whose exact counts are the weights.
const AHEAD: u32 = 2;

/// The lines between two looks at the stop flag.
const STOP_INTERVAL: usize = 64;

/// Why there is nothing to draw.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SamplerError {
    /// The table and the counts below it reach the leaves: counting is easier.
    #[error("the exact counts near the root reach depth {reach}, so nothing is left to estimate")]
    Shallow {
        /// The depth that the exact counts reach.
        reach: u32,
    },
    /// Every line ends near the root.
    #[error("no line is longer than {plies} plies, so nothing is left to estimate")]
    Ends {
        /// The plies of the longest lines at most.
        plies: u32,
    },
    /// The stop was raised.
    #[error("interrupted")]
    Stopped,
    /// A ply has more positions than the plan allows.
    #[error("more than {widest} positions within {plies} plies")]
    Wide {
        /// The most positions allowed.
        widest: usize,
        /// The plies that the table was to go down.
        plies: u32,
    },
    /// More than 2^64 lines lead to one position.
    #[error("the number of lines overflows 64 bits")]
    Overflow,
}

/// The means of a batch of lines, each of them an unbiased estimate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Leaves at the full depth, by the columns of the tail.
    pub leaves: Vec<f64>,
    /// All leaves at smaller depths: see [`Sampler::control_depths`].
    pub controls: Vec<f64>,
}

impl Row {
    /// Turns sums into means of `size` lines.
    pub(super) fn divide(&mut self, size: usize) {
        let all = self.leaves.iter_mut().chain(&mut self.controls);
        all.for_each(|sum| *sum /= size as f64);
    }
}

/// Draws lines.
#[derive(Clone, Debug)]
pub struct Sampler<T> {
    depth: u32,
    /// The plies to the positions.
    plies: u32,
    ahead: u32,
    /// The most positions of a ply of the table.
    widest: usize,
    /// The different positions with leaves, in the order of the tree, each with the leaves that one line
    /// over it stands for if it has one leaf.
    positions: Vec<(T, f64)>,
    /// The sums of the weights up to and with each position.
    bounds: Vec<f64>,
}

impl<T: Tree> Sampler<T> {
    /// Lists the positions near the root, and counts what is next below each of them.
    ///
    /// # Errors
    /// [`SamplerError`] if these counts reach the leaves or the stop was raised.
    pub fn new<C: Counter<T, Tally = u128>>(
        root: &T,
        plan: &Plan,
        counter: &C,
        stop: &Stop,
    ) -> Result<Sampler<T>, SamplerError> {
        let depth = plan.depth;
        let ahead = AHEAD.min(counter.max_depth());
        let wanted = plan.plies();
        let deep_enough = |plies: u32| match depth > plies + ahead + 1 {
            true => Ok(()),
            false => Err(SamplerError::Shallow {
                reach: plies + ahead + 1,
            }),
        };
        if plan.split.is_some() {
            deep_enough(wanted)?;
        }
        let Table {
            found,
            plies,
            widest,
        } = Table::new(root, plan, stop)?;
        deep_enough(plies)?;
        let (never, mut sum, mut stopped) = (Stop::new(), 0.0, false);
        let mut bounds = Vec::with_capacity(found.len());
        // This takes the memory of `found` over.
        let weighted = found.into_iter().filter_map(|(position, lines)| {
            stopped |= stop.is_stopped();
            if stopped {
                return None;
            }
            let below = leaves(counter, &position, ahead, &never);
            if below == 0 {
                return None;
            }
            sum += lines as f64 * below as f64;
            bounds.push(sum);
            Some((position, 1.0 / below as f64))
        });
        let mut positions: Vec<(T, f64)> = weighted.collect();
        if stopped {
            return Err(SamplerError::Stopped);
        }
        if positions.is_empty() {
            return Err(SamplerError::Ends {
                plies: plies + ahead - 1,
            });
        }
        for (_, factor) in &mut positions {
            *factor *= sum;
        }
        Ok(Sampler {
            depth,
            plies,
            ahead,
            widest,
            positions,
            bounds,
        })
    }

    /// The plies that the table goes down.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// The number of positions in the table that have leaves below them.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// The most different positions of a ply that the table goes down, with or without leaves.
    pub fn widest(&self) -> usize {
        self.widest
    }

    /// The depth up to which the table knows the count, and that count, exact up to 2^53.
    pub fn exact(&self) -> (u32, f64) {
        let sum = self.bounds.last().copied().unwrap_or(0.0);
        (self.plies + self.ahead, sum)
    }

    /// The depths whose leaves each line estimates besides those of the full depth, in ascending order.
    pub fn control_depths(&self) -> Vec<u32> {
        (self.first_control()..self.depth).collect()
    }

    /// The first of them.
    pub(super) fn first_control(&self) -> u32 {
        self.exact().0 + 1
    }

    /// Draws a batch of `size` lines. `None` if `stop` was raised.
    ///
    /// The beginnings are drawn with jittered systematic sampling: the sum of the weights is divided
    /// into `size` equal parts, and each part gets one line at a random point in it.
    pub fn batch<L: Tail<T>>(
        &self,
        tail: &L,
        seed: u64,
        index: u64,
        size: usize,
        stop: &Stop,
    ) -> Option<Row> {
        let mut row = self.empty_row(tail.columns());
        let mut columns = vec![0.0; tail.columns()];
        let mut drawn = 0;
        self.starts(seed, index, size, |position, factor, mut random| {
            if drawn % STOP_INTERVAL != 0 || !stop.is_stopped() {
                drawn += 1;
                self.walk(position, factor, tail, &mut random, &mut row, &mut columns);
            }
        });
        row.divide(size);
        (drawn == size).then_some(row)
    }

    /// Draws the beginnings of a batch: the position, the weight that it stands for, and the generator for
    /// the moves from there on.
    pub(super) fn starts(
        &self,
        seed: u64,
        index: u64,
        size: usize,
        mut on_start: impl FnMut(&T, f64, Random),
    ) {
        let batch = Random::new(Random::new(seed).next().wrapping_add(index)).next();
        let part = self.exact().1 / size as f64;
        let mut start = 0;
        for sample in 0..size {
            let mut random = Random::new(Random::new(batch.wrapping_add(sample as u64)).next());
            let point = (sample as f64 + unit(&mut random)) * part;
            start = self.find(start, point);
            if let Some((position, factor)) = self.positions.get(start) {
                on_start(position, *factor, random);
            }
        }
    }

    /// A row without lines.
    pub(super) fn empty_row(&self, columns: usize) -> Row {
        Row {
            leaves: vec![0.0; columns],
            controls: vec![0.0; self.control_depths().len()],
        }
    }

    /// The full depth.
    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// The position whose part of the sum of weights contains the point, from `start` on. Points ascend
    /// by less than the limit of the search, so that it doubles its step.
    fn find(&self, start: usize, point: f64) -> usize {
        let (mut low, mut step) = (start, 1);
        let mut high = low;
        while self.bounds.get(high).is_some_and(|bound| *bound <= point) {
            low = high + 1;
            high += step;
            step *= 2;
        }
        let high = high.min(self.bounds.len());
        let within = self.bounds[low..high].partition_point(|bound| *bound <= point);
        // Rounding may put the last point onto the last bound.
        (low + within).min(self.bounds.len().saturating_sub(1))
    }

    /// Walks down from a position of the table, and adds what the line stands for.
    fn walk<L: Tail<T>>(
        &self,
        start: &T,
        factor: f64,
        tail: &L,
        random: &mut Random,
        row: &mut Row,
        columns: &mut [f64],
    ) {
        let first_control = self.first_control();
        let (mut tree, mut weight) = (start.clone(), factor);
        let end = self.depth - tail.plies();
        for depth in self.plies..end {
            let Some((moves, child)) = tree.choose_child(|moves| choose(random, moves)) else {
                return;
            };
            weight *= moves as f64;
            // The moves at this depth are the leaves of the next one.
            if let Some(control) = (depth + 1).checked_sub(first_control) {
                row.controls[control as usize] += weight;
            }
            tree = child;
        }
        tail.count(&tree, columns);
        for (sum, leaves) in row.leaves.iter_mut().zip(&*columns) {
            *sum += weight * leaves;
        }
        // The last controls lie within the tail.
        for plies in 1..tail.plies() {
            if let Some(control) = (end + plies).checked_sub(first_control) {
                row.controls[control as usize] += weight * tail.nearer(&tree, plies) as f64;
            }
        }
    }
}

/// The index of a random move.
pub(super) fn choose(random: &mut Random, moves: usize) -> usize {
    ((u128::from(random.next()) * moves as u128) >> 64) as usize
}

/// A random number from 0 up to but not including 1.
fn unit(random: &mut Random) -> f64 {
    (random.next() >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::super::{Batches, Control, CountTail, Estimate, estimate};
    use super::*;
    use crate::chess::{Kernel, Position};
    use crate::perft::ChildCounter;

    const PERFT: [f64; 8] = [
        1.0,
        20.0,
        400.0,
        8_902.0,
        197_281.0,
        4_865_609.0,
        119_060_324.0,
        3_195_901_860.0,
    ];

    fn controls() -> Vec<Control> {
        let control = |(depth, leaves)| Control { depth, leaves };
        (0..).zip(PERFT).map(control).collect()
    }

    fn sampler(depth: u32, split: u32) -> Sampler<Position> {
        let (start, plan) = (Position::startpos(), Plan::new(depth).split(split));
        let sampler = Sampler::new(&start, &plan, &Kernel::best(), &Stop::new());
        sampler.expect("a table")
    }

    fn draw<T: Tree>(
        sampler: &Sampler<T>,
        tail: &impl Tail<T>,
        seed: u64,
        size: usize,
    ) -> Vec<Row> {
        let batch = |index| sampler.batch(tail, seed, index, size, &Stop::new());
        (0..40)
            .map(|index| batch(index).expect("no stop"))
            .collect()
    }

    fn estimate_of<T: Tree>(rows: &[Row], sampler: &Sampler<T>, controls: &[Control]) -> Estimate {
        let rows: Vec<&Row> = rows.iter().collect();
        estimate(&rows, 0, &sampler.control_depths(), controls).expect("enough rows")
    }

    #[test]
    fn each_part_of_the_weights_has_one_start() {
        let (sampler, size) = (sampler(7, 3), 5_000);
        let part = sampler.exact().1 / size as f64;
        let mut sample = 0.0;
        sampler.starts(3, 1, size, |position, _, _| {
            let mut positions = sampler.positions.iter();
            let index = positions.position(|(other, _)| std::ptr::eq(other, position));
            let index = index.expect("one of the table");
            let low = index
                .checked_sub(1)
                .map_or(0.0, |before| sampler.bounds[before]);
            let (begin, end) = (sample * part, (sample + 1.0) * part);
            assert!(low < end && sampler.bounds[index] > begin, "start {sample}");
            sample += 1.0;
        });
        assert_eq!(sample, size as f64);
    }

    #[test]
    fn the_plies_follow_from_depth_precision_and_memory() {
        let plies = |plan: &Plan| {
            let start = Position::startpos();
            let sampler = Sampler::new(&start, plan, &Kernel::best(), &Stop::new());
            sampler.expect("a table").plies()
        };
        assert_eq!(plies(&Plan::new(9)), 4);
        assert_eq!(Plan::new(12).plies(), 5);
        assert_eq!(plies(&Plan::new(12).precision(2e-3)), 4);
        assert_eq!(plies(&Plan::new(12).precision(1e-2)), 3);
        assert_eq!(plies(&Plan::new(9).memory(4 << 20)), 3);
        assert_eq!(plies(&Plan::new(9).memory(0)), 1);
        assert_eq!(plies(&Plan::new(9).memory(0).split(2)), 2);
    }

    #[test]
    fn the_weights_add_up_to_a_count() {
        for (split, depth) in [(1, 3), (2, 4), (3, 5)] {
            let sampler = sampler(7, split);
            assert_eq!(sampler.exact(), (depth, PERFT[depth as usize]));
            assert!(sampler.control_depths().into_iter().eq(depth + 1..7));
        }
    }

    /// The numbers behind each seed are fixed, so that these tests pass always or never.
    #[test]
    fn errors_are_as_large_as_they_are_said_to_be() {
        let kernel = Kernel::best();
        let tail = CountTail::new(&kernel);
        for (depth, split) in [(6, 2), (7, 3)] {
            let sampler = sampler(depth, split);
            let truth = PERFT[depth as usize];
            for known in [controls(), Vec::new()] {
                let (mut covered, mut sum) = (0, 0.0);
                for seed in 0..50 {
                    let rows = draw(&sampler, &tail, seed, 32);
                    let found = estimate_of(&rows, &sampler, &known);
                    let score = (found.value - truth) / found.error;
                    assert!(score.abs() < 4.0, "{depth}, seed {seed}: {found:?}");
                    sum += score;
                    covered += u32::from((found.value - truth).abs() <= found.half_width);
                }
                // The mean of 50 numbers with a deviation of 1.
                assert!((sum / 50.0).abs() < 3.0 / 50.0_f64.sqrt(), "{depth}: {sum}");
                assert!((44..=50).contains(&covered), "{depth}: {covered}");
            }
        }
    }

    #[test]
    fn controls_narrow_the_interval() {
        let kernel = Kernel::best();
        let (sampler, tail) = (sampler(7, 3), CountTail::new(&kernel));
        let rows = draw(&sampler, &tail, 1, 64);
        let without = estimate_of(&rows, &sampler, &[]);
        let with = estimate_of(&rows, &sampler, &controls());
        assert_eq!((&with.controls, &without.controls), (&vec![6], &vec![]));
        assert!(with.half_width < 0.9 * without.half_width);
        assert!(with.variation(64) < without.variation(64));
    }

    #[test]
    fn lines_that_end_early_count_as_nothing() {
        let fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -";
        let position: Position = fen.parse().expect(fen);
        let (kernel, plan) = (Kernel::best(), Plan::new(7).split(1));
        let sampler = Sampler::new(&position, &plan, &kernel, &Stop::new()).expect("a table");
        let found = draw(&sampler, &CountTail::new(&kernel), 3, 512);
        let found = estimate_of(&found, &sampler, &[]);
        assert!(
            (found.value - 178_633_661.0).abs() < 4.0 * found.error,
            "{found:?}"
        );
    }

    #[test]
    fn any_game_can_be_estimated() {
        let (start, plan) = (Position::startpos(), Plan::new(5).split(2));
        let sampler = Sampler::new(&start, &plan, &ChildCounter, &Stop::new()).expect("a table");
        assert_eq!(sampler.exact(), (3, PERFT[3]));
        let found = draw(&sampler, &CountTail::new(&ChildCounter), 3, 64);
        let found = estimate_of(&found, &sampler, &controls());
        assert_eq!(found.controls, [4]);
        assert!(
            (found.value - PERFT[5]).abs() < 4.0 * found.error,
            "{found:?}"
        );
    }

    #[test]
    fn batches_do_not_depend_on_threads() {
        let kernel = Kernel::best();
        let (sampler, tail) = (sampler(6, 2), CountTail::new(&kernel));
        let draw = |threads| {
            let batches = Batches::new(&sampler, &tail, 32, threads);
            let rows = Mutex::new(vec![Row::default(); 20]);
            let indices: Vec<u64> = (100..120).collect();
            batches.draw(5, &indices, None, &Stop::new(), |index, row| {
                rows.lock().expect("no panic")[index] = row;
            });
            rows.into_inner().expect("no panic")
        };
        assert_eq!(draw(1), draw(3));
        assert_eq!(
            Some(&draw(1)[7]),
            sampler.batch(&tail, 5, 107, 32, &Stop::new()).as_ref()
        );
    }

    #[test]
    fn what_is_not_to_be_estimated_is_refused() {
        let new = |fen: &str, plan: Plan, stop: &Stop| {
            let position: Position = fen.parse().expect(fen);
            let sampler = Sampler::new(&position, &plan, &Kernel::best(), stop);
            sampler.expect_err("nothing to draw")
        };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let never = Stop::new();
        for plan in [Plan::new(6).split(3), Plan::new(6)] {
            let error = new(start, plan, &never);
            assert!(
                matches!(error, SamplerError::Shallow { reach: 6 | 7 }),
                "{error}"
            );
        }
        let wide = new(start, Plan::new(9).split(3).at_most(5_361), &never);
        assert!(matches!(wide, SamplerError::Wide { .. }), "{wide}");
        let mate = new("7k/6Q1/6K1/8/8/8/8/8 b - -", Plan::new(9), &never);
        assert!(matches!(mate, SamplerError::Ends { .. }), "{mate}");
        let stop = Stop::new();
        stop.stop();
        assert_eq!(new(start, Plan::new(12), &stop), SamplerError::Stopped);
        assert!(
            sampler(6, 2)
                .batch(&CountTail::new(&Kernel::best()), 0, 0, 1, &stop)
                .is_none()
        );
    }
}
