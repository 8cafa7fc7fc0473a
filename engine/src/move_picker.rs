//! Which moves to try first.
//!
//! The table's move (before any other is even generated), then captures that do not lose the
//! exchange, killers, quiet moves by their history, and losing captures last.

use std::collections::TryReserveError;

use movegen::chess::{Move, MoveKind, Position};

use crate::history::{Histories, MoveHistory, Step};
use crate::see;

/// No position of a game has more legal moves.
const MOST_MOVES: usize = 218;

/// Scores of the classes; within a class histories order the moves.
const CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const LOSING: i32 = -(1 << 24);

/// Whether the move neither takes nor promotes to a queen.
#[inline]
pub(crate) fn is_quiet(position: &Position, mv: Move) -> bool {
    !position.is_capture(mv) && mv.kind() != MoveKind::PromoteQueen
}

/// The moves of all nodes of the current line, one above the other, so that no node allocates.
#[derive(Default)]
pub(crate) struct Stack {
    moves: Vec<(i32, Move)>,
}

/// Which moves a node wants to see.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// All.
    All,
    /// Captures and promotions to a queen.
    Noisy,
}

/// What the order is made from.
pub(crate) struct Knowledge<'a> {
    pub(crate) position: &'a Position,
    pub(crate) histories: &'a Histories,
    /// The last two quiet moves that refuted a sibling of the node.
    pub(crate) killers: [Option<Move>; 2],
    pub(crate) past: MoveHistory,
}

/// One node's part of the [`Stack`].
pub(crate) struct Picker {
    wanted: Wanted,
    table_move: Option<Move>,
    /// Nothing but the table's move has been picked.
    fresh: bool,
    /// Whether the table's move is still to come.
    table_next: bool,
    start: usize,
    next: usize,
}

impl Stack {
    /// With room for the longest move lists of `plies` plies.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub(crate) fn new(plies: usize) -> Result<Stack, TryReserveError> {
        let mut moves = Vec::new();
        moves.try_reserve_exact(plies * MOST_MOVES)?;
        Ok(Stack { moves })
    }

    /// Removes what a stopped search has left.
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
    }

    /// The bytes of all moves that it has room for.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        self.moves.capacity() * size_of::<(i32, Move)>()
    }

    /// Begins a node; [`close`](Stack::close) must follow before the node below goes on.
    pub(crate) fn open(&self, wanted: Wanted, table_move: Option<Move>) -> Picker {
        let start = self.moves.len();
        Picker {
            wanted,
            table_move,
            fresh: true,
            table_next: table_move.is_some(),
            start,
            next: start,
        }
    }

    /// The best move not yet picked. (Cheaper than sorting, as a cutoff tends to come early.)
    pub(crate) fn pick(&mut self, picker: &mut Picker, knowledge: &Knowledge<'_>) -> Option<Move> {
        if picker.table_next {
            picker.table_next = false;
            return picker.table_move;
        }
        if picker.fresh {
            picker.fresh = false;
            self.fill(picker, knowledge);
        }
        loop {
            let rest = &mut self.moves[picker.next..];
            // The first of equals, whatever their number: node counts are to be the same everywhere.
            let (mut best, mut value) = (0, rest.first()?.0);
            for (index, &(other, _)) in rest.iter().enumerate().skip(1) {
                if other > value {
                    (best, value) = (index, other);
                }
            }
            let mv = rest[best].1;
            // Whether a capture loses is worth asking only when its turn has come.
            if value >= CAPTURE / 2 && !see::see_ge(knowledge.position, mv, 0) {
                rest[best].0 += LOSING - CAPTURE;
                continue;
            }
            rest.swap(0, best);
            picker.next += 1;
            return Some(mv);
        }
    }

    fn fill(&mut self, picker: &Picker, knowledge: &Knowledge<'_>) {
        let position = knowledge.position;
        let moves = match picker.wanted {
            Wanted::All => position.legal_moves(),
            Wanted::Noisy => position.noisy_moves(),
        };
        for mv in moves {
            if Some(mv) == picker.table_move {
                continue;
            }
            let quiet = is_quiet(position, mv);
            if quiet && picker.wanted == Wanted::Noisy {
                continue;
            }
            let step = Step::new(position, mv);
            let score = if !quiet {
                let learned = knowledge.histories.capture(position, mv, step);
                CAPTURE + see::gain(position, mv) * 32 + learned
            } else if let Some(rank) = knowledge.killers.iter().position(|&k| k == Some(mv)) {
                KILLER - rank as i32
            } else {
                let histories = knowledge.histories;
                histories.quiet(position.turn(), mv, step, &knowledge.past)
            };
            self.moves.push((score, mv));
        }
    }

    /// No quiet move is wanted any more.
    pub(crate) fn skip_quiets(&mut self, picker: &mut Picker) {
        if picker.fresh {
            picker.wanted = Wanted::Noisy;
            return;
        }
        let mut kept = picker.next;
        for index in picker.next..self.moves.len() {
            let entry = self.moves[index];
            if entry.0.abs() >= CAPTURE / 2 {
                self.moves[kept] = entry;
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// Takes the node's moves off again.
    pub(crate) fn close(&mut self, picker: Picker) {
        self.moves.truncate(picker.start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order() {
        let position: Position = "4k3/2p1p3/3p1q2/4N3/3P4/8/P7/4K3 w - - 0 1"
            .parse()
            .expect("a position");
        let find = |text| position.parse_uci(text).expect("a move");
        let mut histories = Histories::new().expect("memory");
        let learn = find("e5f7");
        let step = Step::new(&position, learn);
        histories.learn_quiet(position.turn(), learn, step, &MoveHistory::default(), 900);
        let worst = find("a2a3");
        let step = Step::new(&position, worst);
        histories.learn_quiet(position.turn(), worst, step, &MoveHistory::default(), -900);
        let knowledge = Knowledge {
            position: &position,
            histories: &histories,
            killers: [Some(find("e1e2")), None],
            past: MoveHistory::default(),
        };
        let mut stack = Stack::default();
        let mut picker = stack.open(Wanted::All, Some(find("a2a4")));
        let mut order = Vec::new();
        while let Some(mv) = stack.pick(&mut picker, &knowledge) {
            order.push(mv);
        }
        assert_eq!(order.len(), position.legal_moves().len());
        assert_eq!(order[..3], [find("a2a4"), find("e1e2"), learn]);
        assert_eq!(order.last(), Some(&worst));
        stack.close(picker);
        assert!(stack.moves.is_empty());

        let mut picker = stack.open(Wanted::All, None);
        assert_eq!(stack.pick(&mut picker, &knowledge), Some(find("e1e2")));
        stack.skip_quiets(&mut picker);
        assert_eq!(stack.pick(&mut picker, &knowledge), None);
        stack.close(picker);
    }
}
