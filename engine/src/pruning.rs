//! Forward pruning: nodes and moves that are not searched because their result seems clear.

use crate::node::{Candidate, Node};
use crate::reduction;
use crate::score::{Window, is_decided};
use crate::see;
use crate::worker::Worker;

/// The decision about one move.
pub(crate) enum MovePruning {
    /// Search the move.
    Keep,
    /// Skip this move.
    SkipMove,
    /// Skip this move and all quiet moves after it that give no check.
    SkipQuiets,
}

// Nodes.
impl Worker<'_> {
    /// Returns the score of a node whose evaluation is so far outside the window that a full search
    /// is unlikely to change the outcome.
    pub(crate) fn prune_node(&mut self, node: &Node<'_>) -> Option<i32> {
        let eval = node.eval?.corrected;
        if node.pv_node
            || self.mate_search
            || node.excluded.is_some()
            || is_decided(node.window.beta)
        {
            return None;
        }
        if let Some(score) = self.razoring(node, eval) {
            return Some(score);
        }
        if let Some(score) = reverse_futility_pruning(node, eval) {
            return Some(score);
        }
        self.null_move_pruning(node, eval)
    }

    /// Razoring: the evaluation is so far below beta that only captures could help, so quiescence
    /// search decides.
    fn razoring(&mut self, node: &Node<'_>, eval: i32) -> Option<i32> {
        let beta = node.window.beta;
        if node.depth > 2 || eval + 231 * node.depth + 100 >= beta {
            return None;
        }
        let score = self.quiescence(node.position, node.ply, Window::null(beta - 1));
        (score < beta || self.stopped).then_some(score)
    }

    /// Null move pruning (Beal, 1989; Donninger, 1993): if the position is good enough even when the
    /// opponent moves twice in a row, a real move is good enough as well.
    ///
    /// Not with a single piece besides pawns, where zugzwang is likely, and not twice in a row.
    fn null_move_pruning(&mut self, node: &Node<'_>, eval: i32) -> Option<i32> {
        let Node {
            position,
            ply,
            depth,
            ..
        } = *node;
        let beta = node.window.beta;
        let after_null_move = ply > 0 && self.stack[ply - 1].piece_to.is_none();
        if depth < 3 || !node.cut_node || eval < beta || after_null_move || !node.has_pieces(2) {
            return None;
        }
        let child = position.null_move()?;
        let reduction = 4 + depth / 4 + ((eval - beta) / 162).min(3);
        let window = Window::null(beta - 1).flipped();
        let repetition_start = self.make_null_move(&child, ply);
        let score = -self.alpha_beta(&child, depth - reduction, ply + 1, window, !node.cut_node);
        self.undo_null_move(repetition_start);
        if self.stopped {
            return Some(0);
        }
        // A decided result that was found after a null move is not proven.
        (score >= beta).then(|| if is_decided(score) { beta } else { score })
    }
}

/// Reverse futility pruning (static null move pruning): the evaluation is so far above beta that
/// the few remaining plies will not bring it below.
fn reverse_futility_pruning(node: &Node<'_>, eval: i32) -> Option<i32> {
    let beta = node.window.beta;
    let margin = 70 * (node.depth - i32::from(node.improving));
    (node.depth <= 8 && eval - margin >= beta).then_some((eval + beta) / 2)
}

// Moves.
impl Worker<'_> {
    /// Whether a move of a node can be skipped, when `alpha` is the best score so far.
    pub(crate) fn prune_move(
        &self,
        node: &Node<'_>,
        candidate: &Candidate,
        alpha: i32,
    ) -> MovePruning {
        let reduction = reduction::base_plies(node.depth, candidate.number);
        let reduced_depth = (node.depth - reduction).max(0);
        // Checks are few, and attacks on the king need them. One or two pieces are no attack.
        let as_quiet = candidate.quiet && !(candidate.gives_check && node.has_pieces(3));
        if as_quiet {
            if is_late(node, candidate) || is_futile(node, candidate, reduced_depth, alpha) {
                return MovePruning::SkipQuiets;
            }
            // History pruning: the move has failed too often elsewhere.
            if reduced_depth <= 4 && candidate.history < -3200 * reduced_depth {
                return MovePruning::SkipMove;
            }
        }
        let allowed_loss = if as_quiet {
            35 * reduced_depth * reduced_depth
        } else {
            95 * node.depth
        };
        if loses_exchange(node, candidate, allowed_loss) {
            MovePruning::SkipMove
        } else {
            MovePruning::Keep
        }
    }
}

/// Late move pruning (move count pruning): after this many moves without a cutoff the remaining
/// quiet moves will not cause one either.
fn is_late(node: &Node<'_>, candidate: &Candidate) -> bool {
    let limit = 16 + node.depth * node.depth;
    candidate.number >= limit / (2 - i32::from(node.improving))
}

/// Futility pruning: a quiet move will not raise the evaluation up to alpha.
fn is_futile(node: &Node<'_>, candidate: &Candidate, reduced_depth: i32, alpha: i32) -> bool {
    node.eval.is_some_and(|eval| {
        let margin = 61 + 90 * reduced_depth + candidate.history / 256;
        reduced_depth <= 8 && eval.corrected + margin <= alpha
    })
}

/// SEE pruning: the move loses more material than allowed in the exchange on its destination square.
fn loses_exchange(node: &Node<'_>, candidate: &Candidate, allowed: i32) -> bool {
    node.depth <= 9 && !see::see_ge(node.position, candidate.mv, -allowed)
}
