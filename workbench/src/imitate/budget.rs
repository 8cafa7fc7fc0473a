//! The limit of an imitation's work, and correct divides for imitations that change only numbers.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use movegen::chess::{CastlingStyle, Kernel, ParsedFen, Position, Setup};
use movegen::perft::{Perft, Stop};

use super::counts::Counts;
use super::faulty::{Board, Subtrees};
use super::position_of;
use crate::ask::Question;

/// Canopy counts at least this many leaves in the time in which an imitation counts one.
const SPEED: u128 = 16;

/// Divides with more lines in all than this are not kept.
const MOST_LINES: usize = 1 << 20;

/// Questions that were read are kept, since thousands of programs are asked each of them. More than this are forgotten.
const MOST_READ: usize = 1 << 14;

/// The FEN and the moves of a question, as they were read.
#[derive(Debug)]
pub(super) struct Read {
    fen: String,
    pub(super) moves: Vec<String>,
    /// The position before the moves.
    pub(super) setup: Setup,
    /// The position after them; `None` if it cannot be read.
    pub(super) position: Option<Position>,
    /// The same as a board, once a program has asked for it.
    pub(super) board: OnceCell<Option<Board>>,
}

/// Leaves that may still be counted, and the correct divides that were computed so far.
#[derive(Debug, Default)]
pub struct Budget {
    leaves: u64,
    divides: HashMap<(u128, u32), Rc<Counts>>,
    lines: usize,
    /// The questions that were read, by their hash.
    read: HashMap<u64, Rc<Read>>,
    /// The trees that programs need not walk.
    pub(super) subtrees: Subtrees,
    /// Ends long counts.
    pub(crate) stop: Stop,
}

/// The budget is too small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted;

/// Why an imitation gives no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unpredicted {
    /// The budget is too small.
    Exhausted,
    /// The answer is certainly different from the lines that it was told to expect.
    Different,
    /// It is different, unless programs with the same defect go on from a wrong board in another way.
    Doubtful,
    /// The answer depends on more than is known about the program: for example, the question has a
    /// move that a program with this defect takes for illegal.
    Unknown,
}

impl From<Exhausted> for Unpredicted {
    fn from(_: Exhausted) -> Unpredicted {
        Unpredicted::Exhausted
    }
}

impl Budget {
    /// A budget of this many leaves.
    pub fn new(leaves: u64) -> Budget {
        Budget {
            leaves,
            ..Budget::default()
        }
    }

    /// Spends leaves, or visits of nodes that cost as much.
    ///
    /// # Errors
    /// [`Exhausted`] if fewer remain; then none remain.
    pub fn spend(&mut self, leaves: u64) -> Result<(), Exhausted> {
        let rest = self.leaves.checked_sub(leaves);
        self.leaves = rest.unwrap_or(0);
        rest.map(|_| ()).ok_or(Exhausted)
    }

    /// The leaves that remain.
    pub fn left(&self) -> u64 {
        self.leaves
    }

    /// What a tree with this many leaves costs if they are not visited one by one.
    pub(crate) fn cost_of_tree(leaves: u128) -> u64 {
        u64::try_from(leaves / SPEED).unwrap_or(u64::MAX).max(1)
    }

    /// Sets the leaves that remain, and keeps the divides.
    pub(crate) fn refill(&mut self, leaves: u64) {
        self.leaves = leaves;
    }

    /// Works with at most this many of the leaves that remain.
    pub(crate) fn limited<T>(&mut self, most: u64, work: impl FnOnce(&mut Budget) -> T) -> T {
        let kept = self.leaves.saturating_sub(most);
        self.leaves -= kept;
        let result = work(self);
        self.leaves += kept;
        result
    }

    /// Exchanges the trees that programs need not walk.
    pub(crate) fn exchange_subtrees(&mut self, subtrees: &mut Subtrees) {
        std::mem::swap(&mut self.subtrees, subtrees);
    }

    /// Reads a question, unless that was done before; `None` if its FEN cannot be read.
    pub(super) fn read(&mut self, question: &Question) -> Option<Rc<Read>> {
        let mut hasher = DefaultHasher::new();
        (question.fen, question.moves).hash(&mut hasher);
        let hash = hasher.finish();
        let is_it = |read: &&Rc<Read>| read.fen == question.fen && read.moves == question.moves;
        if let Some(known) = self.read.get(&hash).filter(is_it) {
            return Some(Rc::clone(known));
        }
        let read = Rc::new(Read {
            fen: question.fen.to_owned(),
            moves: question.moves.to_vec(),
            setup: question.fen.parse::<ParsedFen>().ok()?.setup,
            position: position_of(question),
            board: OnceCell::new(),
        });
        if self.read.len() == MOST_READ {
            self.read.clear();
        }
        self.read.insert(hash, Rc::clone(&read));
        Some(read)
    }

    /// The correct divide of a position, at depth 1 or more. `expected` is its total, which limits
    /// the work. Castling is written in Chess960 style.
    ///
    /// # Errors
    /// [`Exhausted`] if the budget is too small.
    pub fn divide(
        &mut self,
        position: &Position,
        depth: u32,
        expected: u128,
    ) -> Result<Rc<Counts>, Exhausted> {
        let key = (position.key(), depth);
        if let Some(known) = self.divides.get(&key) {
            return Ok(known.clone());
        }
        self.spend(Budget::cost_of_tree(expected))?;
        let run = Perft::new(depth).run(position, &Kernel::best(), &Stop::new(), |_| {});
        let lines = run.map_err(|_| Exhausted)?.lines;
        let lines = lines.into_iter().map(|line| {
            let count = i128::try_from(line.count).map_err(|_| Exhausted)?;
            Ok((position.uci(line.mv, CastlingStyle::Chess960), count))
        });
        let counts = Rc::new(Counts::of_lines(lines.collect::<Result<_, _>>()?));
        if self.lines + counts.lines.len() <= MOST_LINES {
            self.lines += counts.lines.len();
            self.divides.insert(key, counts.clone());
        }
        Ok(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_divide_costs_nothing() {
        let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().expect("valid");
        let mut budget = Budget::new(1000);
        let first = budget.divide(&position, 2, 66).expect("a small tree");
        assert_eq!((first.total, budget.left()), (66, 996));
        assert!(first.lines.iter().any(|line| line.0 == "e1h1"));
        let again = budget.divide(&position, 2, 66).expect("a known tree");
        assert_eq!((again, budget.left()), (first, 996));
        assert_eq!(budget.divide(&position, 5, 1 << 40), Err(Exhausted));
    }
}
