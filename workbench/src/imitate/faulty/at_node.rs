//! What a defect changes in one position, and where it changes nothing: without a walk through the tree.

use super::board::{Board, Move, NONE, aligned};
use super::generator::Castling;
use super::kinds::{Kinds, is_undone};
use super::subtrees::Subtree;
use super::together::{Made, Node};
use super::walk::{Walker, captures_king};
use crate::imitate::Exhausted;

impl Walker<'_> {
    /// Whether the defect leaves out a legal move of a position. `needs` are the kinds of its effects.
    pub(super) fn withholds(
        &mut self,
        node: &Node,
        needs: &[Kinds],
        depth: u32,
        at_root: bool,
    ) -> bool {
        (self.depth, self.at_root) = (depth, at_root);
        node.concerned(needs)
            .any(|made| made.is_legal && self.leaves_out(node, made))
    }

    fn leaves_out(&self, node: &Node, made: &Made) -> bool {
        self.is_missing(&node.board, node.checkers, made.mv, Some(made.kinds))
    }

    /// Whether the defect allows a move of a position that leaves the king attacked.
    pub(super) fn exposes(&mut self, node: &Node, depth: u32, at_root: bool) -> bool {
        (self.depth, self.at_root) = (depth, at_root);
        node.illegal()
            .any(|made| self.is_allowed_by_defect(&node.board, node.after(made), made.mv))
    }

    /// How many more or less legal moves the position has at the last ply, because the defect leaves some out or allows
    /// some that leave the king attacked. `needs` are the kinds of the effects that leave moves out.
    pub(super) fn withheld_and_exposed(
        &mut self,
        node: &Node,
        needs: &[Kinds],
        exposes: bool,
    ) -> i64 {
        (self.depth, self.at_root) = (1, false);
        let concerned = node.concerned(needs);
        let withheld = concerned.filter(|made| made.is_legal && self.leaves_out(node, made));
        let mut difference = -(withheld.count() as i64);
        if exposes {
            let exposed = node.illegal().filter(|made| {
                self.is_allowed_by_defect(&node.board, node.after(made), made.mv)
                    && !self.leaves_out(node, made)
            });
            difference += exposed.count() as i64;
        }
        difference
    }

    /// The moves that the defect adds to those of a position at the last ply, and how many of them capture a king.
    /// `None` if it redirects regular moves.
    pub(super) fn added(&mut self, node: &Node) -> Option<(i64, i64)> {
        (self.depth, self.at_root) = (1, false);
        self.listing(node, |walker, list, is_redirected| {
            let added = &list[node.moves.len()..];
            (!is_redirected).then(|| walker.count_allowed(added, &node.board, node.checkers))
        })
    }

    /// Whether the defect changes the list of the pseudo-legal moves of a position.
    pub(super) fn adds(&mut self, node: &Node, depth: u32, at_root: bool) -> bool {
        (self.depth, self.at_root) = (depth, at_root);
        self.listing(node, |_, list, is_redirected| {
            is_redirected || list.len() > node.moves.len()
        })
    }

    /// The legal moves of a position at the last ply, and how many of them capture a king.
    pub(super) fn count_legal(&mut self, node: &Node) -> (i64, i64) {
        let (board, sight) = (&node.board, &self.program.sight);
        let castles =
            |(castling, is_safe): &(Castling, bool)| castling.is_safe(board, sight) == *is_safe;
        if !node.castlings.iter().all(castles) {
            let legal = self.legal_moves(board, 1, false);
            let captures = legal.iter().filter(|mv| captures_king(board, **mv)).count();
            return (legal.len() as i64, captures as i64);
        }
        (self.depth, self.at_root) = (1, false);
        self.listing(node, |walker, list, _| {
            walker.count_allowed(list, board, walker.checkers(board))
        })
    }

    /// How many of these moves are legal, and how many of those capture a king.
    fn count_allowed(&self, moves: &[Move], board: &Board, checkers: u64) -> (i64, i64) {
        let allowed = moves
            .iter()
            .filter(|mv| self.is_allowed(board, checkers, **mv));
        allowed.fold((0, 0), |(all, captures), mv| {
            (all + 1, captures + i64::from(captures_king(board, *mv)))
        })
    }

    /// Lists the pseudo-legal moves of a position for a function, which also gets whether the defect redirects some of the
    /// regular ones. Those that it adds come last.
    fn listing<T>(&mut self, node: &Node, counts: impl FnOnce(&Self, &[Move], bool) -> T) -> T {
        self.moves = node.take_list();
        let is_redirected = self.add_moves(&node.board, 0);
        let list = std::mem::take(&mut self.moves);
        let counted = counts(self, &list, is_redirected);
        node.give_back(list, is_redirected);
        counted
    }

    /// The leaves of a tree by the rules, if the defect concerns none of its moves: without a walk.
    pub(super) fn leaves_by_rules(
        &mut self,
        board: &Board,
        depth: u32,
    ) -> Result<Option<u64>, Exhausted> {
        if !self.program.saves_rights_of(board) {
            return Ok(None);
        }
        let Some(subtree) = self.by_rules(board, depth) else {
            return Ok(None);
        };
        self.budget.spend(subtree.visits)?;
        Ok(Some(subtree.leaves))
    }

    /// The tree below a board, if the defect concerns none of its moves.
    pub(super) fn by_rules(&mut self, board: &Board, depth: u32) -> Option<Subtree> {
        let needs = self.needs.as_ref()?;
        let subtree = self.budget.subtrees.find(board, depth)?;
        let is_concerned = needs.iter().any(|&needs| subtree.kinds.has(needs));
        (!is_concerned).then_some(subtree)
    }

    /// Whether a move is legal if the king is not attacked, and making and unmaking it leaves the board as it was.
    pub(super) fn is_undone(&self, board: &Board, mv: Move, tests: bool) -> bool {
        let king = board.kings[usize::from(board.turn)];
        let can_expose_king = tests && (king >= NONE || aligned(king, mv.from));
        debug_assert!(self.program.sight.is_perfect());
        if self.needs.is_none() || can_expose_king || !is_undone(board, mv) {
            return false;
        }
        if !self.program.saves_rights_of(board) {
            return false;
        }
        !self.program.may_leave_state(Kinds::of(board, false, mv))
    }
}
