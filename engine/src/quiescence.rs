//! What is left to take at the end of a line.

use movegen::chess::Position;

use crate::Bound;
use crate::move_picker::{Wanted, is_quiet};
use crate::request::{INFINITY, MATE, MATE_BOUND};
use crate::search::{bound_of, settles};
use crate::see;
use crate::transposition::TtEntry;
use crate::worker::{MAX_PLY, Worker};

/// What a capture may bring beyond the piece taken.
const MARGIN: i32 = 176;

impl Worker<'_> {
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
            return self.evaluate(position, ply);
        }
        let key = position.key();
        let known = self.shared.table.probe(key, ply);
        let pv = beta - alpha > 1;
        if let Some(entry) = known
            && !pv
            && settles(&entry, alpha, beta)
        {
            return entry.score;
        }
        let in_check = position.is_check();
        let old_alpha = alpha;
        let mut best = -INFINITY;
        let mut evaluation = None;
        let mut floor = -INFINITY;
        if !in_check {
            // Nobody is forced to take.
            let raw = known
                .and_then(|entry| entry.evaluation)
                .unwrap_or_else(|| self.evaluate(position, ply));
            evaluation = Some(raw);
            best = self.correct(position, raw);
            // An earlier search knows better, as far as it knows.
            if let Some(entry) = known
                && entry.score.abs() < MATE_BOUND
                && (entry.bound != Bound::Upper || entry.score < best)
                && (entry.bound != Bound::Lower || entry.score > best)
            {
                best = entry.score;
            }
            if best >= beta {
                if known.is_none() {
                    let entry = TtEntry {
                        best: None,
                        score: best,
                        evaluation,
                        depth: 0,
                        bound: bound_of(best, alpha, beta),
                    };
                    self.shared.table.store(key, ply, entry);
                }
                return best;
            }
            alpha = alpha.max(best);
            floor = best + MARGIN;
        }
        let mut best_move = None;
        let mut tried = 0;
        let (wanted, mut first) = (
            if in_check { Wanted::All } else { Wanted::Noisy },
            known.and_then(|entry| entry.best),
        );
        if !in_check {
            first = first.filter(|&mv| !is_quiet(position, mv));
        }
        if in_check {
            self.frames[ply].threats = position.threats();
        }
        let past = self.past(ply);
        let mut picker = self.stack.open(wanted, first);
        while let Some(mv) = self.pick(&mut picker, position, ply, &past) {
            self.shared.table.prefetch(position.prefetch_key(mv));
            tried += 1;
            if best > -MATE_BOUND {
                if in_check && is_quiet(position, mv) {
                    // One way out is known, and the quiet ones are many.
                    if tried > 2 {
                        self.stack.skip_quiets(&mut picker);
                        continue;
                    }
                } else if !in_check && floor + see::gain(position, mv) <= alpha {
                    best = best.max((floor + see::gain(position, mv)).min(alpha));
                    continue;
                }
                if !see::see_ge(position, mv, 0) {
                    continue;
                }
            }
            let child = self.play(position, mv, ply);
            let score = -self.quiescence(&child, ply + 1, -beta, -alpha);
            self.leave();
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if pv {
                        self.raise(ply, mv);
                    }
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
        if in_check && tried == 0 {
            return -MATE + ply as i32;
        }
        let bound = bound_of(best, old_alpha, beta);
        self.shared.table.store(
            key,
            ply,
            TtEntry {
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
