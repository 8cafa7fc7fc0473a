//! Quiescence search: captures and queen promotions until the position is quiet, so that the static
//! evaluation is not applied in the middle of an exchange. In check, all evasions are searched.

use movegen::chess::{Move, Position};

use crate::Bound;
use crate::move_picker::{Selection, is_quiet};
use crate::score::{DECIDED_BOUND, INFINITY, Window, is_mate, mated_at};
use crate::see;
use crate::transposition::{TT_HALFMOVE_LIMIT, TtEntry, tt_cutoff};
use crate::worker::Worker;

/// Delta pruning: how much a capture may gain beyond the value of the captured piece, in
/// centipawns.
const DELTA_MARGIN: i32 = 230;
/// In check, the number of evasions after which quiet ones are skipped.
const EVASION_LIMIT: u32 = 2;

/// A node of the quiescence search, before its moves are tried.
struct QuiescenceNode<'p> {
    position: &'p Position,
    ply: usize,
    window: Window,
    pv_node: bool,
    in_check: bool,
    tt_entry: Option<TtEntry>,
    /// The network's evaluation; `None` in check.
    raw_eval: Option<i32>,
    /// The score without any capture: no side is forced to capture. `None` in check.
    stand_pat: Option<i32>,
}

impl Worker<'_> {
    /// Searches a node of the quiescence search; returns its score, as
    /// [`alpha_beta`](Worker::alpha_beta) does.
    pub(crate) fn quiescence(&mut self, position: &Position, ply: usize, window: Window) -> i32 {
        if let Some(score) = self.enter_node(position, ply) {
            return score;
        }
        let tt_entry = self.shared.table.probe(position.key(), ply);
        let pv_node = !window.is_null();
        if let Some(entry) = tt_entry
            && !pv_node
            && tt_cutoff(&entry, window)
            && position.halfmoves() < TT_HALFMOVE_LIMIT
        {
            return entry.score;
        }
        let mut node = QuiescenceNode {
            position,
            ply,
            window,
            pv_node,
            in_check: position.is_check(),
            tt_entry,
            raw_eval: None,
            stand_pat: None,
        };
        if !node.in_check {
            let raw_eval = self.raw_eval(position, ply, tt_entry.as_ref());
            let stand_pat = self.stand_pat(&node, raw_eval);
            node.raw_eval = Some(raw_eval);
            node.stand_pat = Some(stand_pat);
            if stand_pat >= window.beta {
                if tt_entry.is_none() {
                    self.store_quiescence(&node, stand_pat, None);
                }
                return stand_pat;
            }
        }
        let searched = self.search_captures(&node);
        if self.stopped {
            return 0;
        }
        let Some((best_score, best_move)) = searched else {
            return mated_at(ply);
        };
        self.store_quiescence(&node, best_score, best_move);
        best_score
    }

    /// The stand-pat score: the static evaluation, or the table's score where its bound shows that
    /// it is nearer to the truth.
    fn stand_pat(&self, node: &QuiescenceNode<'_>, raw_eval: i32) -> i32 {
        let eval = self.corrected_eval(node.position, raw_eval);
        match node.tt_entry {
            Some(entry)
                if !is_mate(entry.score)
                    && (entry.bound != Bound::Upper || entry.score < eval)
                    && (entry.bound != Bound::Lower || entry.score > eval) =>
            {
                entry.score
            }
            _ => eval,
        }
    }

    /// Tries the captures, or in check the evasions. Returns the best score and, if it raised
    /// alpha, its move; `None` for checkmate.
    fn search_captures(&mut self, node: &QuiescenceNode<'_>) -> Option<(i32, Option<Move>)> {
        let QuiescenceNode { position, ply, .. } = *node;
        let mut window = node.window;
        let mut best_score = -INFINITY;
        if let Some(stand_pat) = node.stand_pat {
            best_score = stand_pat;
            window.alpha = window.alpha.max(stand_pat);
        }
        let mut best_move = None;
        let mut tried = 0;
        let tt_move = node.tt_entry.and_then(|entry| entry.best_move);
        let mut picker = if node.in_check {
            self.stack[ply].threats = position.threats();
            self.move_arena.open(Selection::All, tt_move)
        } else {
            let tt_move = tt_move.filter(|&mv| !is_quiet(position, mv));
            self.move_arena.open(Selection::Noisy, tt_move)
        };
        let history = self.history_context(ply);
        while let Some(mv) = self.next_move(&mut picker, position, ply, &history) {
            if self.overlooks(position, mv, ply) {
                continue;
            }
            self.shared.table.prefetch(position.prefetch_key(mv));
            tried += 1;
            if best_score > -DECIDED_BOUND {
                if node.in_check && tried > EVASION_LIMIT && is_quiet(position, mv) {
                    self.move_arena.skip_quiets(&mut picker, |_| false);
                    continue;
                }
                if let Some(stand_pat) = node.stand_pat {
                    let optimistic = stand_pat + DELTA_MARGIN + see::capture_gain(position, mv);
                    if optimistic <= window.alpha {
                        best_score = best_score.max(optimistic);
                        continue;
                    }
                }
                if !see::see_ge(position, mv, 0) {
                    continue;
                }
            }
            let child = self.make_move(position, mv, ply);
            let score = -self.quiescence(&child, ply + 1, window.flipped());
            self.undo_move();
            if self.stopped {
                break;
            }
            if score > best_score {
                best_score = score;
                if score > window.alpha {
                    best_move = Some(mv);
                    if node.pv_node {
                        self.update_pv(ply, mv);
                    }
                    window.alpha = score;
                    if score >= window.beta {
                        break;
                    }
                }
            }
        }
        self.move_arena.close(picker);
        let checkmate = node.in_check && tried == 0;
        (!checkmate).then_some((best_score, best_move))
    }

    fn store_quiescence(&self, node: &QuiescenceNode<'_>, score: i32, best_move: Option<Move>) {
        let entry = TtEntry {
            best_move,
            score,
            static_eval: node.raw_eval,
            depth: 0,
            bound: Bound::of(score, node.window),
        };
        self.shared
            .table
            .store(node.position.key(), node.ply, entry);
    }
}
