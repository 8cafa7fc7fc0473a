//! Many random lines at once: for a device that is fast only if it has much to do.

use super::sampler::{Row, Sampler, choose};
use crate::perft::{Counter, Stop, Tree};
use crate::random::Random;

/// The plies below the end of a line whose leaves are counted.
const TAIL: u32 = 2;

/// Walks random lines. All ways to walk give the same numbers.
pub trait Walker<T: Tree>: Sync {
    /// The number of lines that should be walked at once.
    fn lines(&self) -> usize;

    /// Walks `plies` moves from each start, each of them chosen by the next number of its generator, as
    /// [`Tree::choose_child`] says. `None` if `stop` was raised.
    fn walk(&self, starts: &[(T, Random)], plies: u32, stop: &Stop) -> Option<Lines>;

    /// Takes what went wrong since the last call without changing a result, one sentence each.
    fn take_remarks(&self) -> Vec<String> {
        Vec::new()
    }
}

/// What is known about lines that were walked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// The number of legal moves at each ply of each line, ply by ply; 0 from the end of a line on.
    pub moves: Vec<u16>,
    /// The leaves one ply below the last position of each line; 0 for a line that has ended before.
    pub one_ply: Vec<u32>,
    /// The leaves two plies below it.
    pub two_plies: Vec<u32>,
}

/// Walks on the CPU, line by line.
#[derive(Clone, Copy, Debug)]
pub struct CpuWalker<'a, C>(pub &'a C);

impl<T: Tree, C: Counter<T, Tally = u128>> Walker<T> for CpuWalker<'_, C> {
    fn lines(&self) -> usize {
        1
    }

    fn walk(&self, starts: &[(T, Random)], plies: u32, stop: &Stop) -> Option<Lines> {
        let (count, never) = (starts.len(), Stop::new());
        let mut lines = Lines {
            moves: vec![0; count * plies as usize],
            one_ply: vec![0; count],
            two_plies: vec![0; count],
        };
        for (index, (start, random)) in starts.iter().enumerate() {
            if stop.is_stopped() {
                return None;
            }
            let (mut tree, mut random) = (start.clone(), random.clone());
            let alive = (0..plies as usize).all(|ply| {
                let child = tree.choose_child(|moves| choose(&mut random, moves));
                child.is_some_and(|(moves, child)| {
                    lines.moves[ply * count + index] = u16::try_from(moves).unwrap_or(u16::MAX);
                    tree = child;
                    true
                })
            });
            if alive {
                let leaves = |plies| {
                    let leaves = self.0.leaves(&tree, plies, &never).unwrap_or(0);
                    u32::try_from(leaves).unwrap_or(u32::MAX)
                };
                lines.one_ply[index] = leaves(1);
                lines.two_plies[index] = leaves(TAIL);
            }
        }
        Some(lines)
    }
}

impl<T: Tree> Sampler<T> {
    /// Draws batches with a walker: the rows that [`batch`](Sampler::batch) gives with a
    /// [`CountTail`](super::CountTail) of two plies. `None` if `stop` was raised.
    pub fn batches(
        &self,
        walker: &(impl Walker<T> + ?Sized),
        seed: u64,
        indices: &[u64],
        size: usize,
        stop: &Stop,
    ) -> Option<Vec<Row>> {
        let (mut starts, mut factors) = (Vec::new(), Vec::new());
        for index in indices {
            self.starts(seed, *index, size, |position, factor, random| {
                starts.push((position.clone(), random));
                factors.push(factor);
            });
        }
        let plies = self.depth() - TAIL - self.plies();
        let lines = walker.walk(&starts, plies, stop)?;
        let rows = factors.chunks(size).enumerate().map(|(batch, factors)| {
            let mut row = self.empty_row(1);
            for (sample, factor) in factors.iter().enumerate() {
                self.add_line(&mut row, *factor, &lines, batch * size + sample);
            }
            row.divide(size);
            row
        });
        Some(rows.collect())
    }

    /// Adds what a line stands for, in the order in which a walk of [`batch`](Sampler::batch) does.
    fn add_line(&self, row: &mut Row, factor: f64, lines: &Lines, index: usize) {
        let (count, first_control) = (lines.one_ply.len(), self.first_control());
        let (mut weight, end) = (factor, self.depth() - TAIL);
        for depth in self.plies()..end {
            let moves = lines.moves[(depth - self.plies()) as usize * count + index];
            if moves == 0 {
                return;
            }
            weight *= f64::from(moves);
            if let Some(control) = (depth + 1).checked_sub(first_control) {
                row.controls[control as usize] += weight;
            }
        }
        row.leaves[0] += weight * f64::from(lines.two_plies[index]);
        if let Some(control) = (end + 1).checked_sub(first_control) {
            row.controls[control as usize] += weight * f64::from(lines.one_ply[index]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{CountTail, Plan};
    use super::*;
    use crate::chess::{Kernel, Position};

    #[test]
    fn rows_are_those_of_single_batches_to_the_last_bit() {
        let kernel = Kernel::best();
        for (fen, depth, split) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 8, 2),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 9, 1),
            ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -", 7, 1),
            // Lines end early.
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 12, 2),
        ] {
            let (position, stop): (Position, _) = (fen.parse().expect(fen), Stop::new());
            let plan = Plan::new(depth).split(split);
            let sampler = Sampler::new(&position, &plan, &kernel, &stop).expect("a table");
            let tail = CountTail::new(&kernel);
            let expected = |index| sampler.batch(&tail, 3, index, 100, &stop);
            let expected: Option<Vec<Row>> = (5..9).map(expected).collect();
            let walker = CpuWalker(&kernel);
            let found = sampler.batches(&walker, 3, &[5, 6, 7, 8], 100, &stop);
            assert_eq!(found, expected, "{fen}");
        }
    }

    #[test]
    fn a_raised_stop_leaves_no_rows() {
        let (kernel, stop) = (Kernel::best(), Stop::new());
        let plan = Plan::new(8).split(2);
        let sampler = Sampler::new(&Position::startpos(), &plan, &kernel, &stop).expect("a table");
        stop.stop();
        let walker = CpuWalker(&kernel);
        assert_eq!(sampler.batches(&walker, 3, &[5], 100, &stop), None);
    }
}
