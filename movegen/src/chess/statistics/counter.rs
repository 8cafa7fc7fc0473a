//! Counting leaves by category.

use super::last_ply::{Moves, Observer};
use super::{Category, LeafStatistics, Statistics, walk};
use crate::chess::{Move, MoveKind, Position};
use crate::perft::{Counter, Stop, Tally as _};

/// Counts leaves into [`Statistics`], on any CPU.
#[derive(Clone, Copy, Debug)]
pub struct StatisticsCounter;

impl Counter<Position> for StatisticsCounter {
    type Tally = Statistics;

    const MAX_DEPTH: u32 = walk::MAX_DEPTH;

    fn leaf(&self, position: &Position, mv: Move) -> LeafStatistics {
        let mut sums = LeafStatistics::default();
        walk::one(position, mv, &mut sums);
        sums
    }

    fn leaves(&self, position: &Position, depth: u32, stop: &Stop) -> Option<LeafStatistics> {
        if depth == 0 {
            return Some(Statistics::LEAF);
        }
        let mut sums = LeafStatistics::default();
        walk::lines(position, depth, stop, &mut sums)?;
        Some(sums)
    }
}

/// The moves of a board.
pub(super) struct Notes {
    nodes: u32,
    captures: u32,
}

impl Observer for LeafStatistics {
    type Notes = Notes;

    const ENDINGS: bool = true;

    #[inline(always)]
    fn begin(&self, _in_check: impl FnOnce() -> bool) -> Notes {
        Notes {
            nodes: 0,
            captures: 0,
        }
    }

    #[inline(always)]
    fn moves(&mut self, notes: &mut Notes, moves: &Moves) {
        let all = moves.targets.count_ones();
        notes.nodes += all;
        // Most sets have no capture, and counting bits is slow on CPUs without `popcnt`.
        if moves.captures != 0 {
            notes.captures += moves.captures.count_ones();
        }
        if moves.checks != 0 {
            self.add(Category::Checks, moves.checks.count_ones());
            self.add(Category::Discovered, moves.discovered.count_ones());
            self.add(Category::Double, moves.double.count_ones());
        }
        match moves.kind {
            MoveKind::Plain | MoveKind::DoublePush | MoveKind::PromoteKing | MoveKind::Drop => {}
            MoveKind::EnPassant => self.add(Category::EnPassant, all),
            MoveKind::Castle => self.add(Category::Castles, all),
            MoveKind::PromoteKnight => self.add(Category::ToKnight, all),
            MoveKind::PromoteBishop => self.add(Category::ToBishop, all),
            MoveKind::PromoteRook => self.add(Category::ToRook, all),
            MoveKind::PromoteQueen => self.add(Category::ToQueen, all),
        }
    }

    #[inline(always)]
    fn mate(&mut self, double: bool) {
        self.add(Category::Checkmates, 1);
        self.add(Category::DoubleMates, double.into());
    }

    #[inline(always)]
    fn stalemate(&mut self) {
        self.add(Category::Stalemates, 1);
    }

    #[inline(always)]
    fn end(&mut self, notes: Notes) {
        self.add(Category::Nodes, notes.nodes);
        self.add(Category::Captures, notes.captures);
    }
}
