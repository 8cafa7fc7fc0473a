//! What the search learns from its results: killers, histories and the correction history.

use movegen::chess::Move;

use crate::Bound;
use crate::history::PieceTo;
use crate::move_picker::is_quiet;
use crate::node::{Candidate, Node, TriedMoves};
use crate::score::{Window, is_decided};
use crate::worker::{StackEntry, Worker};

impl Worker<'_> {
    /// The candidate caused a beta cutoff: rewards it, and penalizes the moves tried before it.
    pub(crate) fn reward_cutoff(
        &mut self,
        node: &Node<'_>,
        candidate: &Candidate,
        tried: &TriedMoves,
    ) {
        let position = node.position;
        let bonus = history_bonus(node.depth);
        let side = position.turn();
        if candidate.quiet {
            self.add_killer(node.ply, candidate.mv);
            let context = &node.history;
            self.histories
                .update_quiet(side, candidate.mv, candidate.piece_to, context, bonus);
            for &mv in &tried.quiet {
                let piece_to = PieceTo::new(position, mv);
                self.histories
                    .update_quiet(side, mv, piece_to, context, -2 * bonus);
            }
        } else {
            self.histories.update_capture(position, candidate.mv, bonus);
        }
        for &mv in &tried.noisy {
            self.histories.update_capture(position, mv, -bonus);
        }
    }

    /// Killer heuristic (Akl and Newborn, 1977): remembers the last two quiet moves that caused a
    /// cutoff at this ply.
    fn add_killer(&mut self, ply: usize, mv: Move) {
        let killers = &mut self.stack[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// A reduced quiet move was searched again at full depth, with this score: rewards or penalizes
    /// it if the result is clear.
    pub(crate) fn learn_from_research(
        &mut self,
        node: &Node<'_>,
        candidate: &Candidate,
        score: i32,
        window: Window,
    ) {
        if !candidate.quiet {
            return;
        }
        let bonus = match Bound::of(score, window) {
            Bound::Exact => return,
            Bound::Lower => history_bonus(node.depth),
            Bound::Upper => -history_bonus(node.depth),
        };
        let side = node.position.turn();
        self.histories
            .update_quiet(side, candidate.mv, candidate.piece_to, &node.history, bonus);
    }

    /// The node failed low, so the opponent's last move was good: rewards it if it is quiet.
    pub(crate) fn reward_previous_move(&mut self, node: &Node<'_>) {
        if let Some(previous) = node.ply.checked_sub(1)
            && let StackEntry {
                piece_to: Some(piece_to),
                quiet_move: Some(mv),
                ..
            } = self.stack[previous]
        {
            let context = self.history_context(previous);
            let bonus = history_bonus(node.depth) * 3 / 2;
            let side = !node.position.turn();
            self.histories
                .update_quiet(side, mv, piece_to, &context, bonus);
        }
    }

    /// Teaches the correction history how far the static evaluation was off, if the result shows
    /// it: the bound excludes the evaluation, and no capture explains the difference.
    pub(crate) fn update_correction_history(
        &mut self,
        node: &Node<'_>,
        score: i32,
        best_move: Option<Move>,
        bound: Bound,
    ) {
        let Some(eval) = node.eval else { return };
        let eval = eval.corrected;
        let excludes_eval = match bound {
            Bound::Exact => true,
            Bound::Lower => score > eval,
            Bound::Upper => score < eval,
        };
        let quiet = best_move.is_none_or(|mv| is_quiet(node.position, mv));
        if excludes_eval && quiet && !is_decided(score) {
            self.histories
                .correction
                .update(node.position, score - eval, node.depth);
        }
    }
}

/// The change of a history after a search of this depth.
fn history_bonus(depth: i32) -> i32 {
    (224 * depth - 60).clamp(40, 1700)
}
