//! Counting the lines whose last move is of certain kinds.

use super::last_ply::{Moves, Observer};
use super::walk;
use crate::chess::{Move, MoveClass, MoveFilter, MoveKind, Position};
use crate::perft::{Counter, Stop};

/// Counts the lines whose last move passes a [`MoveFilter`]. The moves before it are all made.
///
/// At depth 0 there is no last move to test: the position itself is the leaf.
///
/// ```
/// use movegen::chess::{LastMoveCounter, Position};
/// use movegen::perft::{Perft, Stop};
/// let captures = LastMoveCounter::new("captures".parse().unwrap());
/// let outcome = Perft::new(4).run(&Position::startpos(), &captures, &Stop::new(), |_| {}).unwrap();
/// assert_eq!(outcome.total, 1_576);
/// ```
#[derive(Clone, Debug)]
pub struct LastMoveCounter(MoveFilter);

impl LastMoveCounter {
    /// Counts lines whose last move the filter accepts.
    pub fn new(filter: MoveFilter) -> LastMoveCounter {
        LastMoveCounter(filter)
    }
}

impl Counter<Position> for LastMoveCounter {
    type Tally = u128;

    const MAX_DEPTH: u32 = walk::MAX_DEPTH;

    fn leaf(&self, position: &Position, mv: Move) -> u64 {
        self.0.accepts(position, mv).into()
    }

    fn leaves(&self, position: &Position, depth: u32, stop: &Stop) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        let mut accepted = Accepted {
            filter: &self.0,
            moves: 0,
        };
        walk::lines(position, depth, stop, &mut accepted)?;
        Some(accepted.moves)
    }
}

/// Counts the moves that pass.
struct Accepted<'a> {
    filter: &'a MoveFilter,
    moves: u64,
}

impl Observer for Accepted<'_> {
    /// Whether the side to move is in check before its move.
    type Notes = bool;

    const ENDINGS: bool = false;

    #[inline(always)]
    fn begin(&self, in_check: impl FnOnce() -> bool) -> bool {
        in_check()
    }

    #[inline(always)]
    fn moves(&mut self, evasions: &mut bool, moves: &Moves) {
        let all = moves.targets;
        if all == 0 {
            return;
        }
        let if_kind = |holds: bool| if holds { all } else { 0 };
        let accepted = self.filter.select(all, |class| match class {
            MoveClass::Captures => moves.captures,
            MoveClass::Quiets => match moves.kind.promotion() {
                None => all & !moves.captures,
                Some(_) => 0,
            },
            MoveClass::Checks => moves.checks,
            MoveClass::Evasions => if_kind(*evasions),
            MoveClass::Promotions => if_kind(moves.kind.promotion().is_some()),
            MoveClass::QueenPromotions => if_kind(moves.kind == MoveKind::PromoteQueen),
            MoveClass::EnPassant => if_kind(moves.kind == MoveKind::EnPassant),
            MoveClass::Castling => if_kind(moves.kind == MoveKind::Castle),
        });
        self.moves += u64::from(accepted.count_ones());
    }

    fn mate(&mut self, _double: bool) {}

    fn stalemate(&mut self) {}

    fn end(&mut self, _evasions: bool) {}
}
