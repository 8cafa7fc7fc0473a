//! The static evaluation of a node: the network's output, adjusted by the halfmove clock and the
//! correction history.

use movegen::chess::Position;

use crate::evaluate;
use crate::score::DECIDED_BOUND;
use crate::transposition::TtEntry;
use crate::worker::Worker;

/// The static evaluation of a node that is not in check.
#[derive(Clone, Copy)]
pub(crate) struct StaticEval {
    /// The network's output, as the transposition table keeps it.
    pub(crate) raw: i32,
    /// The value to use: `raw` with all adjustments.
    pub(crate) corrected: i32,
    /// By how many centipawns the correction history changed the evaluation, in either direction: a
    /// measure of its uncertainty.
    pub(crate) correction_size: i32,
}

impl Worker<'_> {
    /// Evaluates a node, with the table's evaluation if there is one, and notes the result in the
    /// search stack; `None` in check.
    pub(crate) fn static_eval(
        &mut self,
        position: &Position,
        ply: usize,
        tt_entry: Option<&TtEntry>,
    ) -> Option<StaticEval> {
        if position.is_check() {
            self.stack[ply].static_eval = None;
            return None;
        }
        let raw = self.raw_eval(position, ply, tt_entry);
        let corrected = self.corrected_eval(position, raw);
        self.stack[ply].static_eval = Some(corrected);
        Some(StaticEval {
            raw,
            corrected,
            correction_size: (corrected - scale_by_halfmove_clock(position, raw)).abs(),
        })
    }

    /// The network's evaluation, from the table if it is there.
    #[inline]
    pub(crate) fn raw_eval(
        &mut self,
        position: &Position,
        ply: usize,
        tt_entry: Option<&TtEntry>,
    ) -> i32 {
        tt_entry
            .and_then(|entry| entry.static_eval)
            .unwrap_or_else(|| self.evaluate(position, ply))
    }

    /// The network's evaluation, computed.
    pub(crate) fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        evaluate::at_ply(&mut self.accumulators, position, ply)
    }

    /// Adjusts a raw evaluation: towards the fifty-move draw, and by how far the evaluation was off
    /// in similar positions.
    pub(crate) fn corrected_eval(&self, position: &Position, raw: i32) -> i32 {
        let correction = self.histories.correction.get(position);
        let corrected = scale_by_halfmove_clock(position, raw) + correction;
        corrected.clamp(1 - DECIDED_BOUND, DECIDED_BOUND - 1)
    }

    /// Whether the evaluation is better than at this side's previous move (or the one before that,
    /// if the side was in check).
    pub(crate) fn is_improving(&self, ply: usize, static_eval: Option<i32>) -> bool {
        let earlier = |back| {
            ply.checked_sub(back)
                .and_then(|ply| self.stack[ply].static_eval)
        };
        match (static_eval, earlier(2).or(earlier(4))) {
            (Some(now), Some(before)) => now > before,
            (now, _) => now.is_some(),
        }
    }
}

/// Reduces the evaluation as the fifty-move draw approaches, down to half.
fn scale_by_halfmove_clock(position: &Position, raw: i32) -> i32 {
    raw * (200 - position.halfmoves().min(100) as i32) / 200
}
