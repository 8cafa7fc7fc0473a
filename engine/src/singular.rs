//! Singular extensions: a table move that is clearly better than all others is searched deeper.

use crate::Bound;
use crate::node::{Candidate, Node};
use crate::score::{Window, is_decided};
use crate::transposition::TtEntry;
use crate::worker::Worker;

/// The least depth at which a table move is tested.
const MIN_DEPTH: i32 = 7;
/// How far below the singular margin all other moves must stay for a second extra ply, in
/// centipawns.
const DOUBLE_EXTENSION_MARGIN: i32 = 17;

/// The result of testing a move.
pub(crate) enum Extension {
    /// Search the move this many plies deeper; negative for less deep.
    Plies(i32),
    /// Multi-cut: several moves exceed beta, so the node needs no search. This is its score.
    MultiCut(i32),
}

impl Worker<'_> {
    /// Tests whether the candidate is the table move and singular: without it, a search to half the
    /// depth stays clearly below its score (Anantharaman, Campbell and Hsu, 1988).
    pub(crate) fn singular_extension(
        &mut self,
        node: &Node<'_>,
        candidate: &Candidate,
    ) -> Extension {
        match node.tt_entry {
            Some(entry) if self.is_testable(node, candidate, &entry) => {
                self.test_singularity(node, candidate, &entry)
            }
            _ => Extension::Plies(0),
        }
    }

    /// Whether the candidate is a table move with a reliable score, in a line that was not extended
    /// too often.
    fn is_testable(&self, node: &Node<'_>, candidate: &Candidate, entry: &TtEntry) -> bool {
        entry.best_move == Some(candidate.mv)
            && node.excluded.is_none()
            && node.depth >= MIN_DEPTH
            && !self.mate_search
            && entry.depth >= node.depth - 3
            && entry.bound != Bound::Upper
            && !is_decided(entry.score)
            && (node.ply as i32) < 2 * self.root_depth
    }

    fn test_singularity(
        &mut self,
        node: &Node<'_>,
        candidate: &Candidate,
        entry: &TtEntry,
    ) -> Extension {
        let Node {
            position,
            ply,
            depth,
            ..
        } = *node;
        let singular_beta = entry.score - depth;
        let window = Window::null(singular_beta - 1);
        self.stack[ply].excluded = Some(candidate.mv);
        let score = self.alpha_beta(position, (depth - 1) / 2, ply, window, node.cut_node);
        self.stack[ply].excluded = None;
        // The search of the same position has overwritten its stack entry.
        self.stack[ply].static_eval = node.eval.map(|eval| eval.corrected);
        if score < singular_beta {
            let clearly = !node.pv_node && score < singular_beta - DOUBLE_EXTENSION_MARGIN;
            return Extension::Plies(1 + i32::from(clearly));
        }
        // Other moves are as good: more than one refutes the position.
        if singular_beta >= node.window.beta && !node.pv_node {
            return Extension::MultiCut(singular_beta);
        }
        // Negative extensions: the table move is not special.
        Extension::Plies(if entry.score >= node.window.beta {
            -2
        } else if node.cut_node {
            -1
        } else {
            0
        })
    }
}
