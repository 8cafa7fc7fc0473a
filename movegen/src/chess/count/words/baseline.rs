//! The differential node for the baseline of the compilation target, which needs no detection.

use super::Planes;
use crate::chess::board::attacks::Portable;
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::count::differential::node_moves::NodeMoves;
use crate::chess::count::differential::one_by_one::{self, OneByOne};
use crate::chess::count::instruction_set::{Detect, InstructionSet};
use crate::chess::count::scalar::{count_moves, recurse};
use crate::chess::rules::legal::Count;
use crate::perft::Stop;

/// The instructions that every CPU of the compilation target has.
#[derive(Clone, Copy)]
pub(crate) struct Baseline;

impl Detect for Baseline {
    fn lacking() -> Vec<&'static str> {
        Vec::new()
    }

    fn detect() -> Option<Baseline> {
        Some(Baseline)
    }
}

impl InstructionSet for Baseline {
    type Sliders = Portable;
    type Pending = NodeMoves;

    #[inline(always)]
    fn sliders(self) -> Portable {
        Portable
    }

    fn count_node<S: Side>(
        self,
        board: &Board,
        depth: u32,
        stop: &Stop,
        pending: &mut NodeMoves,
    ) -> u64 {
        recurse::<S, Self>(self, board, depth, stop, pending)
    }

    fn count_pending<S: Side>(self, pending: &mut NodeMoves) -> u64 {
        pending.take_total()
    }

    fn count_moves<S: Side>(self, board: &Board) -> u64 {
        count_moves::<S, Self>(self, board)
    }

    #[inline(always)]
    fn count_two_plies<S: Side>(self, board: &Board, pending: &mut NodeMoves) -> Option<u64> {
        one_by_one::count_two_plies::<S, Self>(self, board, pending)
    }
}

impl OneByOne for Baseline {
    type Stored = Planes;

    #[inline(always)]
    fn store(self, weights: &Planes) -> Planes {
        *weights
    }

    #[inline(always)]
    fn weight(self, weights: &Planes, square: usize) -> i64 {
        i64::from(weights.get(square))
    }

    #[inline(never)]
    fn count_replies<U: Side>(self, board: &Board, pending: &mut NodeMoves) {
        pending.count_replies::<U, _>(board, Portable, Count::default());
    }
}
