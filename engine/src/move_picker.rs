//! Move ordering: which moves to try first.
//!
//! The order is: the table move (before any other move is generated), captures and queen promotions
//! that do not lose material (by gain and capture history), killers, other quiet moves by their
//! histories, and losing captures last.

use std::collections::TryReserveError;

use movegen::chess::{Move, MoveKind, Position};

use crate::history::{Histories, HistoryContext, PieceTo};
use crate::see;

/// The largest number of legal moves in a position that a game can reach.
const MAX_MOVES: usize = 218;

// Base scores of the classes of moves; histories order the moves within a class.
const CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const LOSING_CAPTURE: i32 = -(1 << 24);

/// Whether the move is neither a capture nor a queen promotion. All other moves are called noisy.
#[inline]
pub(crate) fn is_quiet(position: &Position, mv: Move) -> bool {
    !position.is_capture(mv) && mv.kind() != MoveKind::PromoteQueen
}

/// Whether a score belongs to a capture or a queen promotion, winning or losing.
#[inline]
fn is_noisy_score(score: i32) -> bool {
    score.abs() >= CAPTURE / 2
}

/// The moves of all nodes of the current line, one node after the other in one buffer, so that no
/// node allocates.
#[derive(Default)]
pub(crate) struct MoveArena {
    moves: Vec<(i32, Move)>,
}

/// Which moves a node tries.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Selection {
    /// All moves.
    All,
    /// Captures and queen promotions.
    Noisy,
}

/// What the order depends on.
pub(crate) struct OrderingContext<'a> {
    pub(crate) position: &'a Position,
    pub(crate) histories: &'a Histories,
    /// The last two quiet moves that caused a cutoff at this ply.
    pub(crate) killers: [Option<Move>; 2],
    pub(crate) history: HistoryContext,
}

/// The moves of one node: its part of the [`MoveArena`].
pub(crate) struct MovePicker {
    selection: Selection,
    tt_move: Option<Move>,
    /// Whether the table move is still to be returned.
    tt_move_next: bool,
    /// Whether the other moves have been generated.
    generated: bool,
    /// Where the node's moves begin.
    start: usize,
    /// The first move that has not been returned.
    next: usize,
}

impl MoveArena {
    /// An arena with room for the longest move lists of `plies` plies.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(crate) fn new(plies: usize) -> Result<MoveArena, TryReserveError> {
        let mut moves = Vec::new();
        moves.try_reserve_exact(plies * MAX_MOVES)?;
        Ok(MoveArena { moves })
    }

    /// Removes the moves that a stopped search has left.
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
    }

    /// The capacity in bytes.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        self.moves.capacity() * size_of::<(i32, Move)>()
    }

    /// Begins a node. [`close`](MoveArena::close) must follow before its parent continues.
    pub(crate) fn open(&self, selection: Selection, tt_move: Option<Move>) -> MovePicker {
        let start = self.moves.len();
        MovePicker {
            selection,
            tt_move,
            tt_move_next: tt_move.is_some(),
            generated: false,
            start,
            next: start,
        }
    }

    /// Returns the best of the remaining moves.
    ///
    /// Selecting one move at a time is cheaper than sorting, because cutoffs tend to come early.
    pub(crate) fn pick(
        &mut self,
        picker: &mut MovePicker,
        context: &OrderingContext<'_>,
    ) -> Option<Move> {
        if picker.tt_move_next {
            picker.tt_move_next = false;
            return picker.tt_move;
        }
        if !picker.generated {
            picker.generated = true;
            self.generate(picker, context);
        }
        loop {
            let remaining = &mut self.moves[picker.next..];
            // The first of equal scores, so that node counts are the same everywhere.
            let (mut best_index, mut best_score) = (0, remaining.first()?.0);
            for (index, &(score, _)) in remaining.iter().enumerate().skip(1) {
                if score > best_score {
                    (best_index, best_score) = (index, score);
                }
            }
            let mv = remaining[best_index].1;
            // Computing the exchange is expensive, so wait until it is the capture's turn.
            if best_score >= CAPTURE / 2 && !see::see_ge(context.position, mv, 0) {
                remaining[best_index].0 += LOSING_CAPTURE - CAPTURE;
                continue;
            }
            remaining.swap(0, best_index);
            picker.next += 1;
            return Some(mv);
        }
    }

    fn generate(&mut self, picker: &MovePicker, context: &OrderingContext<'_>) {
        let position = context.position;
        let moves = match picker.selection {
            Selection::All => position.legal_moves(),
            Selection::Noisy => position.noisy_moves(),
        };
        for mv in moves {
            if Some(mv) == picker.tt_move {
                continue;
            }
            let quiet = is_quiet(position, mv);
            if quiet && picker.selection == Selection::Noisy {
                continue;
            }
            let piece_to = PieceTo::new(position, mv);
            let histories = context.histories;
            let score = if !quiet {
                let history = histories.capture(position, mv, piece_to);
                CAPTURE + see::capture_gain(position, mv) * 32 + history
            } else if let Some(index) = context.killers.iter().position(|&k| k == Some(mv)) {
                KILLER - index as i32
            } else {
                histories.quiet(position.turn(), mv, piece_to, &context.history)
            };
            self.moves.push((score, mv));
        }
    }

    /// Drops the quiet moves that have not been returned, unless they are to be kept.
    pub(crate) fn skip_quiets(&mut self, picker: &mut MovePicker, keep: impl Fn(Move) -> bool) {
        if !picker.generated {
            picker.selection = Selection::Noisy;
            return;
        }
        let mut kept = picker.next;
        for index in picker.next..self.moves.len() {
            let scored = self.moves[index];
            if is_noisy_score(scored.0) || keep(scored.1) {
                self.moves[kept] = scored;
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// Ends a node and removes its moves.
    pub(crate) fn close(&mut self, picker: MovePicker) {
        self.moves.truncate(picker.start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_in_order_of_their_class() {
        let position: Position = "4k3/2p1p3/3p1q2/4N3/3P4/8/P7/4K3 w - - 0 1"
            .parse()
            .expect("a position");
        let find = |text| position.parse_uci(text).expect("a move");
        let mut histories = Histories::new().expect("memory");
        let mut learn = |mv, bonus| {
            let piece_to = PieceTo::new(&position, mv);
            let context = HistoryContext::default();
            histories.update_quiet(position.turn(), mv, piece_to, &context, bonus);
        };
        let (best_quiet, worst_quiet) = (find("e5f7"), find("a2a3"));
        learn(best_quiet, 900);
        learn(worst_quiet, -900);
        let killer = find("e1e2");
        let context = OrderingContext {
            position: &position,
            histories: &histories,
            killers: [Some(killer), None],
            history: HistoryContext::default(),
        };
        let tt_move = find("a2a4");
        let mut arena = MoveArena::default();
        let mut picker = arena.open(Selection::All, Some(tt_move));
        let mut order = Vec::new();
        while let Some(mv) = arena.pick(&mut picker, &context) {
            order.push(mv);
        }
        assert_eq!(order.len(), position.legal_moves().len());
        assert_eq!(order[..3], [tt_move, killer, best_quiet]);
        assert_eq!(order.last(), Some(&worst_quiet));
        arena.close(picker);
        assert!(arena.moves.is_empty());

        for kept in [None, Some(best_quiet)] {
            let mut picker = arena.open(Selection::All, None);
            assert_eq!(arena.pick(&mut picker, &context), Some(killer));
            arena.skip_quiets(&mut picker, |mv| Some(mv) == kept);
            assert_eq!(arena.pick(&mut picker, &context), kept);
            if kept.is_some() {
                assert_eq!(arena.pick(&mut picker, &context), None);
            }
            arena.close(picker);
        }
    }
}
