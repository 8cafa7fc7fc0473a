//! Counting by making and unmaking moves on one board, which may be wrong after a move was unmade.

use super::board::{Board, EMPTY, Move, NONE, Special, backward, kind, piece};
use super::defect::Flag;
use super::kinds::is_undone;
use super::making::{make_by, unmake_by};
use super::no_answer::Unknown;
use super::program::Walk;
use super::walk::Walker;
use crate::imitate::Exhausted;

impl Walker<'_> {
    /// Makes and unmakes each move on the board itself; `tests` tells whether moves still have to be
    /// tested for leaving the king in check.
    pub(super) fn count_in_place(
        &mut self,
        board: &mut Board,
        start: usize,
        depth: u32,
        tests: bool,
    ) -> Result<u64, Exhausted> {
        let defect = self.program.defect;
        let is_staged = defect.is_some_and(|defect| defect.has(Flag::TakesEnPassantLast));
        if is_staged {
            self.moves[start..].sort_by_key(|mv| mv.is_en_passant());
        }
        // Whether moves at the last ply need no test if they open no line to the king.
        let is_safe = |walker: &Self, board: &Board| {
            depth == 1 && !(tests && walker.is_exposed(board, board.turn))
        };
        let mut safe = is_safe(self, board);
        let mut count = 0;
        for index in start..self.moves.len() {
            let mv = self.moves[index];
            if safe && self.is_undone(board, mv, tests) {
                count += 1;
                continue;
            }
            let too_late = is_staged && mv.is_en_passant() && board.en_passant != mv.to;
            if too_late {
                continue;
            }
            let is_plain = is_undone(board, mv);
            count += self.count_move(board, mv, depth, tests)?.unwrap_or(0);
            // The move may have left another board.
            if !is_plain || self.program.fired.get() {
                safe = is_safe(self, board);
            }
        }
        Ok(count)
    }

    /// Whether a move concerns a piece that unmaking has left wrong. Programs with the same defect do different things
    /// then.
    fn moves_wrong_piece(&self, board: &Board, mv: Move) -> bool {
        let wrong = self.program.wrong_squares.get() | board.mislisted();
        let lacks_rook = |side| {
            let rook = board.castling_rook(board.turn, side);
            board.at(rook) != piece(kind::ROOK, board.turn)
        };
        let is_wrong = |square: u8| square < NONE && wrong >> square & 1 != 0;
        board.at(mv.from) == EMPTY
            || match mv.special {
                Special::Castle(side) => wrong != 0 || lacks_rook(side),
                Special::EnPassant => is_wrong(mv.from) || is_wrong(backward(mv.to, board.turn)),
                _ => is_wrong(mv.from) || is_wrong(mv.to),
            }
    }

    /// The leaves below one move, made and unmade on the board itself; `None` if it is illegal.
    pub(super) fn count_move(
        &mut self,
        board: &mut Board,
        mv: Move,
        depth: u32,
        tests: bool,
    ) -> Result<Option<u64>, Exhausted> {
        let us = board.turn;
        let before = (depth == 1 && self.last_ply.is_some()).then_some(*board);
        if depth > 1 && self.program.unmakes() && self.moves_wrong_piece(board, mv) {
            self.depends_on = self.depends_on.max(Unknown::WrongPieces);
        }
        let undo = make_by(self.program, board, mv);
        self.program.save(&undo);
        let is_illegal = tests && self.is_exposed(board, us);
        if let Some(before) = before.filter(|_| !is_illegal) {
            self.note(&before, mv);
        }
        let count = match is_illegal {
            true => None,
            false => Some(self.count(board, depth - 1)?),
        };
        unmake_by(self.program, board, mv, &undo);
        Ok(count)
    }

    /// The legal moves of the root.
    pub(super) fn legal_at_root(
        &mut self,
        board: &mut Board,
        moves: Vec<Move>,
        depth: u32,
    ) -> Vec<Move> {
        (self.depth, self.at_root) = (depth, true);
        let legal = self.legal(board, moves);
        self.at_root = false;
        legal
    }

    /// The moves that the program finds legal, in the way of its walk.
    pub(super) fn legal(&self, board: &mut Board, mut moves: Vec<Move>) -> Vec<Move> {
        match self.program.walk {
            Walk::LazilyBelowRoot | Walk::TestedFirst | Walk::TestedFirstBulk => {
                let mut safe = !self.is_exposed(board, board.turn);
                moves.retain(|&mv| {
                    if safe && self.is_undone(board, mv, true) {
                        return true;
                    }
                    let (us, is_plain) = (board.turn, is_undone(board, mv));
                    let undo = make_by(self.program, board, mv);
                    self.program.save(&undo);
                    let exposed = self.is_exposed(board, us);
                    unmake_by(self.program, board, mv, &undo);
                    if !is_plain || self.program.fired.get() {
                        safe = !self.is_exposed(board, board.turn);
                    }
                    !exposed
                })
            }
            _ => {
                let checkers = self.checkers(board);
                moves.retain(|&mv| self.is_allowed(board, checkers, mv));
            }
        }
        moves
    }
}
