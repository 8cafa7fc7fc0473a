//! What a defect changes in one position, and where it changes nothing: without a walk through the tree.

use super::board::{Board, Move, NONE, aligned};
use super::kinds::{Kinds, is_undone};
use super::together::Node;
use super::walk::{Walker, captures_king};
use crate::imitate::Exhausted;

impl Walker<'_> {
    /// Whether the defect leaves out a legal move of a position.
    pub(super) fn withholds(&mut self, node: &Node, depth: u32, at_root: bool) -> bool {
        (self.depth, self.at_root) = (depth, at_root);
        let mut legal = node.legal();
        legal.any(|made| self.is_missing(&node.board, node.checkers, made.mv, Some(made.kinds)))
    }

    /// Whether the defect allows a move of a position that leaves the king attacked.
    pub(super) fn exposes(&mut self, node: &Node, depth: u32, at_root: bool) -> bool {
        (self.depth, self.at_root) = (depth, at_root);
        let mut illegal = node.moves.iter().filter(|made| !made.is_legal);
        illegal.any(|made| self.is_allowed_by_defect(&node.board, node.after(made), made.mv))
    }

    /// How many more or less legal moves the position has at the last ply, because the defect leaves some out or allows
    /// some that leave the king attacked.
    pub(super) fn withheld_and_exposed(&mut self, node: &Node, withholds: bool) -> i64 {
        (self.depth, self.at_root) = (1, false);
        let (board, checkers) = (&node.board, node.checkers);
        let mut difference = 0;
        for made in &node.moves {
            let is_missing =
                || withholds && self.is_missing(board, checkers, made.mv, Some(made.kinds));
            if made.is_legal {
                difference -= i64::from(is_missing());
            } else if self.is_allowed_by_defect(board, node.after(made), made.mv) && !is_missing() {
                difference += 1;
            }
        }
        difference
    }

    /// The moves that the defect adds to those of a position at the last ply, and how many of them capture a king.
    /// `None` if it redirects regular moves.
    pub(super) fn added(&mut self, node: &Node) -> Option<(i64, i64)> {
        (self.depth, self.at_root) = (1, false);
        if self.lists_other(node) {
            return None;
        }
        let added = &self.moves[node.moves.len()..];
        let allowed = |mv: &&Move| self.is_allowed(&node.board, node.checkers, **mv);
        let (mut all, mut captures) = (0, 0);
        for mv in added.iter().filter(allowed) {
            all += 1;
            captures += i64::from(captures_king(&node.board, *mv));
        }
        Some((all, captures))
    }

    /// Whether the defect changes the list of the pseudo-legal moves of a position.
    pub(super) fn adds(&mut self, node: &Node, depth: u32, at_root: bool) -> bool {
        (self.depth, self.at_root) = (depth, at_root);
        self.lists_other(node) || self.moves.len() > node.moves.len()
    }

    /// Lists the moves of a position. Whether the defect redirects some of them.
    fn lists_other(&mut self, node: &Node) -> bool {
        self.moves.clear();
        self.moves.reserve(node.moves.len() + 16);
        self.moves.extend(node.moves.iter().map(|made| made.mv));
        self.add_moves(&node.board, 0)
    }

    /// The leaves of a tree by the rules, if the defect concerns none of its moves: without a walk.
    pub(super) fn leaves_by_rules(
        &mut self,
        board: &Board,
        depth: u32,
    ) -> Result<Option<u64>, Exhausted> {
        let Some(needs) = &self.needs else {
            return Ok(None);
        };
        let Some(subtree) = self.budget.subtrees.find(board, depth) else {
            return Ok(None);
        };
        if needs.iter().any(|&needs| subtree.kinds.has(needs)) {
            return Ok(None);
        }
        self.budget.spend(subtree.visits)?;
        Ok(Some(subtree.leaves))
    }

    /// Whether a move is legal if the king is not attacked, and making and unmaking it leaves the board as it was.
    pub(super) fn is_undone(&self, board: &Board, mv: Move, tests: bool) -> bool {
        let king = board.kings[usize::from(board.turn)];
        let can_expose_king = tests && (king >= NONE || aligned(king, mv.from));
        debug_assert!(self.program.sight.is_perfect());
        if self.needs.is_none() || can_expose_king || !is_undone(board, mv) {
            return false;
        }
        !self.program.may_leave_state(Kinds::of(board, false, mv))
    }
}
