//! What the search leaves out, and what it looks at more closely.

use movegen::chess::{Color, Move, PieceKind, Position};

use crate::reduction;
use crate::request::MATE_BOUND;
use crate::search::Node;
use crate::see;
use crate::transposition::TtEntry;
use crate::worker::Worker;

/// What becomes of a move before it is searched.
pub(crate) enum Verdict {
    Keep,
    Skip,
    SkipQuiets,
}

/// What a search without the table's move tells of it.
pub(crate) enum Singularity {
    /// It is to be searched so many plies deeper, or less deep.
    Extend(i32),
    /// The node need not be searched.
    Cutoff(i32),
}

impl Worker<'_> {
    /// The score of a node that need not be searched, because its evaluation is far from the
    /// window.
    #[expect(clippy::too_many_arguments)]
    pub(crate) fn prune_node(
        &mut self,
        position: &Position,
        depth: i32,
        ply: usize,
        beta: i32,
        value: i32,
        improving: bool,
        cut: bool,
    ) -> Option<i32> {
        if beta.abs() >= MATE_BOUND {
            return None;
        }
        // So far behind that only captures could help (razoring).
        if depth <= 2 && value + 231 * depth + 100 < beta {
            let score = self.quiescence(position, ply, beta - 1, beta);
            if score < beta || self.stopped {
                return Some(score);
            }
        }
        // So far ahead that the few plies left will not change it (reverse futility).
        if depth <= 8 && value - 70 * (depth - i32::from(improving)) >= beta {
            return Some((value + beta) / 2);
        }
        // Good enough even when the opponent moves twice (null move), if that is expected. With pawns
        // and a single piece, having to move may be the trouble.
        let passed = ply > 0 && self.frames[ply - 1].step.is_none();
        if depth >= 3
            && cut
            && value >= beta
            && !passed
            && pieces(position, position.turn()) > 1
            && let Some(child) = position.null_move()
        {
            let reduction = 4 + depth / 4 + ((value - beta) / 162).min(3);
            let floor = self.pass(&child, ply);
            let score = -self.node(&child, depth - reduction, ply + 1, -beta, 1 - beta, !cut);
            self.leave_pass(floor);
            if self.stopped {
                return Some(0);
            }
            if score >= beta {
                // A mate found by passing is not proven.
                return Some(if score >= MATE_BOUND { beta } else { score });
            }
        }
        None
    }

    /// Whether the move need not be searched.
    #[expect(clippy::too_many_arguments)]
    pub(crate) fn prune_move(
        &self,
        position: &Position,
        node: &Node,
        mv: Move,
        quiet: bool,
        learned: i32,
        reduction: i32,
        alpha: i32,
        count: i32,
    ) -> Verdict {
        let depth = node.depth;
        let left = (depth - reduction / reduction::ONE).max(0);
        if quiet {
            // So many were tried that none of the rest will be the one (late move pruning).
            if count >= (16 + depth * depth) / (2 - i32::from(node.improving)) {
                return Verdict::SkipQuiets;
            }
            // A quiet move will not bring the evaluation up so much (futility).
            if let Some(value) = node.value
                && left <= 8
                && value + 61 + 90 * left + learned / 256 <= alpha
            {
                return Verdict::SkipQuiets;
            }
            if left <= 4 && learned < -3200 * left {
                return Verdict::Skip;
            }
        }
        let threshold = if quiet {
            -35 * left * left
        } else {
            -95 * depth
        };
        if depth <= 9 && !see::see_ge(position, mv, threshold) {
            return Verdict::Skip;
        }
        Verdict::Keep
    }

    /// Whether the table's move stands alone: without it, a search to half the depth stays clearly
    /// below its score. Then it is searched deeper. (Singular extensions, Anantharaman, Campbell
    /// and Hsu, 1988.)
    pub(crate) fn singularity(
        &mut self,
        position: &Position,
        node: &Node,
        entry: &TtEntry,
        mv: Move,
        beta: i32,
    ) -> Singularity {
        let Node { depth, ply, .. } = *node;
        let bound = entry.score - depth;
        self.frames[ply].excluded = Some(mv);
        let score = self.node(position, (depth - 1) / 2, ply, bound - 1, bound, node.cut);
        self.frames[ply].excluded = None;
        // The search of this very position has used its frame.
        self.frames[ply].evaluation = node.value;
        if score < bound {
            let far = !node.pv && score < bound - 17;
            return Singularity::Extend(1 + i32::from(far));
        }
        // Others are as good: more than one move refutes the position (multi-cut).
        if bound >= beta && !node.pv {
            return Singularity::Cutoff(bound);
        }
        Singularity::Extend(if entry.score >= beta {
            -2
        } else if node.cut {
            -1
        } else {
            0
        })
    }
}

/// How many men the side has beside king and pawns.
pub(crate) fn pieces(position: &Position, color: Color) -> u32 {
    let simple = position.pieces(PieceKind::Pawn) | position.pieces(PieceKind::King);
    (position.colors(color) - simple).len()
}
