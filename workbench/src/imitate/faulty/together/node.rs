//! A position with its moves by the rules, for all programs that have it before them.

use crate::imitate::faulty::board::{Board, EMPTY, Move, NONE, Special, kind, kind_of};
use crate::imitate::faulty::generator::pseudo_legal;
use crate::imitate::faulty::sight::Sight;
use crate::imitate::faulty::state::{Undo, make};

/// A position with its pseudo-legal moves.
pub(in crate::imitate::faulty) struct Node {
    pub(in crate::imitate::faulty) board: Board,
    /// The squares of the pieces that give check.
    pub(in crate::imitate::faulty) checkers: u64,
    pub(in crate::imitate::faulty) moves: Vec<Made>,
}

/// A pseudo-legal move, made by the rules.
pub(in crate::imitate::faulty) struct Made {
    pub(in crate::imitate::faulty) mv: Move,
    pub(in crate::imitate::faulty) after: Board,
    pub(in crate::imitate::faulty) undo: Undo,
    pub(in crate::imitate::faulty) is_legal: bool,
}

impl Made {
    /// Whether a piece other than the king moves to an empty square, and nothing else happens. No defect
    /// puts other pieces on the board after such a move.
    pub(super) fn is_ordinary(&self, before: &Board) -> bool {
        self.undo.captured == EMPTY
            && self.mv.promotion == EMPTY
            && self.mv.special == Special::No
            && self.mv.to != before.en_passant
            && kind_of(self.undo.moved) != kind::KING
    }
}

impl Node {
    /// Generates and makes the moves.
    pub(super) fn new(board: &Board, sight: &Sight) -> Node {
        let us = board.turn;
        let mut moves = Vec::with_capacity(64);
        pseudo_legal(board, sight, &mut moves);
        let made = |mv| {
            let mut after = *board;
            let undo = make(&mut after, mv);
            Made {
                mv,
                undo,
                is_legal: !sight.attacked(&after, after.kings[usize::from(us)], us ^ 1),
                after,
            }
        };
        Node {
            board: *board,
            checkers: sight.attackers(board, board.kings[usize::from(us)], us ^ 1),
            moves: moves.into_iter().map(made).collect(),
        }
    }

    /// The legal moves by the rules.
    pub(in crate::imitate::faulty) fn legal(&self) -> impl Iterator<Item = &Made> {
        self.moves.iter().filter(|made| made.is_legal)
    }
}

/// Whether a program without a defect counts the position by the rules, whatever it does with a king
/// that can be captured: none can.
pub(super) fn is_regular(board: &Board, sight: &Sight) -> bool {
    let mut kings = [NONE; 2];
    for (square, &standing) in board.squares.iter().enumerate() {
        if kind_of(standing) == kind::KING {
            let king = &mut kings[usize::from(standing >> 3)];
            if *king != NONE {
                return false;
            }
            *king = square as u8;
        }
    }
    let other = kings[usize::from(board.turn ^ 1)];
    board.kings == kings
        && !kings.contains(&NONE)
        && board.stale.iter().all(|stale| stale.is_empty())
        && !sight.attacked(board, other, board.turn)
}
