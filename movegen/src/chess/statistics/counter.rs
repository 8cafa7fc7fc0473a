//! The recursion down to the last ply.

use std::marker::PhantomData;

use super::{LeafStatistics, Statistics, leaves};
use crate::chess::attacks::Portable;
use crate::chess::board::Board;
use crate::chess::color::{Black, Side, White};
use crate::chess::legal::{Each, Visit, generate};
use crate::chess::{Color, Move, MoveKind, PieceKind, Position};
use crate::perft::{Counter, Stop, Tally as _};

/// Counts leaves into [`Statistics`], on any CPU and without a hash table.
#[derive(Clone, Copy, Debug)]
pub struct StatisticsCounter;

/// As for plain counts: no category has more than all leaves.
const MAX_DEPTH: u32 = 6;

/// The least depth at which the stop flag is read: two plies take well under a millisecond.
const STOP_DEPTH: u32 = 3;

impl Counter<Position> for StatisticsCounter {
    type Tally = Statistics;

    const MAX_DEPTH: u32 = MAX_DEPTH;

    fn leaf(&self, position: &Position, mv: Move) -> LeafStatistics {
        let (mut sums, board) = (LeafStatistics::default(), position.board());
        match position.turn() {
            Color::White => leaves::leaf::<White>(board, mv, &mut sums),
            Color::Black => leaves::leaf::<Black>(board, mv, &mut sums),
        }
        sums
    }

    fn leaves(&self, position: &Position, depth: u32, stop: &Stop) -> Option<LeafStatistics> {
        if depth == 0 {
            return Some(Statistics::LEAF);
        }
        let (mut sums, board) = (LeafStatistics::default(), position.board());
        match position.turn() {
            Color::White => walk::<White>(board, depth, stop, &mut sums),
            Color::Black => walk::<Black>(board, depth, stop, &mut sums),
        }
        if stop.is_stopped() { None } else { Some(sums) }
    }
}

/// Adds the leaves at exactly `depth` plies, at least one, below the board.
fn walk<S: Side>(board: &Board, depth: u32, stop: &Stop, sums: &mut LeafStatistics) {
    if depth == 1 {
        return leaves::count::<S>(board, sums);
    }
    if depth >= STOP_DEPTH && stop.is_stopped() {
        return;
    }
    let children = Children::<S> {
        board,
        depth,
        stop,
        sums,
        side: PhantomData,
    };
    generate::<S, _, _>(board, Portable, &mut Each(children));
}

/// Makes every move and counts below it.
struct Children<'a, S> {
    board: &'a Board,
    depth: u32,
    stop: &'a Stop,
    sums: &'a mut LeafStatistics,
    side: PhantomData<S>,
}

impl<S: Side> Visit for Children<'_, S> {
    #[inline(always)]
    fn visit(&mut self, kind: MoveKind, piece: PieceKind, from: usize, to: usize) {
        let child = self.board.after::<S>(kind, piece, 1 << from, 1 << to);
        walk::<S::Opponent>(&child, self.depth - 1, self.stop, self.sums);
    }
}
