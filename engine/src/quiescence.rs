//! What is left to take at the end of a line.

use movegen::chess::Position;

use crate::evaluate;
use crate::exchange;
use crate::job::{INFINITY, MATE, MATE_BOUND};
use crate::search::{MAX_PLY, Search, bound_of, settles};
use crate::table::Entry;

/// What a capture may bring beyond the piece taken.
const MARGIN: i32 = 150;

impl Search<'_> {
    /// The score once the captures are over; in check, once the check is.
    pub(crate) fn quiescence(
        &mut self,
        position: &Position,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.lines[ply].clear();
        if !self.enter() {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);
        if self.is_draw(position, ply) {
            return 0;
        }
        if ply >= MAX_PLY {
            return evaluate(position);
        }
        let key = position.key();
        let known = self.table.probe(key, ply);
        let pv_node = beta - alpha > 1;
        if let Some(entry) = known
            && !pv_node
            && settles(&entry, alpha, beta)
        {
            return entry.score;
        }
        let in_check = position.is_check();
        let old_alpha = alpha;
        let mut best = -INFINITY;
        let mut evaluation = None;
        if !in_check {
            // Nobody is forced to take.
            let value = known
                .and_then(|e| e.evaluation)
                .unwrap_or_else(|| evaluate(position));
            evaluation = Some(value);
            best = value;
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let mut best_move = None;
        let mut any = false;
        let table_move = known.and_then(|entry| entry.best);
        let mut picker = self
            .stack
            .open(position, !in_check, table_move, ply, &self.memory);
        while let Some(action) = self.stack.pick(&mut picker) {
            any = true;
            if best > -MATE_BOUND {
                let too_little = evaluation.is_some_and(|value| {
                    value + MARGIN + exchange::gain(position, action) <= alpha
                });
                if too_little || !exchange::keeps(position, action, 0) {
                    continue;
                }
            }
            let child = self.play(position, action);
            let score = -self.quiescence(&child, ply + 1, -beta, -alpha);
            self.leave();
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(action);
                    self.raise(ply, action);
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.stack.close(picker);
        if self.stopped {
            return 0;
        }
        if in_check && !any {
            return -MATE + ply as i32;
        }
        let bound = bound_of(best, old_alpha, beta);
        self.table.store(
            key,
            ply,
            Entry {
                best: best_move,
                score: best,
                evaluation,
                depth: 0,
                bound,
            },
        );
        best
    }
}
