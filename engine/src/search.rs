//! The principal variation search below the root.
//!
//! What it leaves out, and why that is sound enough, is told at each step; the methods are common
//! property of chess programs and described in the Chess Programming Wiki under the names given.

use movegen::chess::{Move, Position};

use crate::Bound;
use crate::history::{MoveHistory, Step};
use crate::move_picker::{Wanted, is_quiet};
use crate::pruning::{Singularity, Verdict, pieces};
use crate::reduction;
use crate::request::{INFINITY, MATE, MATE_BOUND};
use crate::transposition::TtEntry;
use crate::worker::{Frame, MAX_PLY, Worker};

/// What is known of a node before its moves are looked at.
pub(crate) struct Node {
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    /// Whether the window is open: the line may become the principal one.
    pub(crate) pv: bool,
    /// Whether a cutoff is expected.
    pub(crate) cut: bool,
    /// The static evaluation, corrected; none in check.
    pub(crate) value: Option<i32>,
    /// By how much the evaluation was corrected, either way: how little it is to be trusted.
    pub(crate) doubt: i32,
    /// Whether things look better than at the own move before.
    pub(crate) improving: bool,
    pub(crate) known: Option<TtEntry>,
    pub(crate) past: MoveHistory,
}

impl Worker<'_> {
    /// The score of the position within the window, in its side to move's view.
    ///
    /// The score is void once `stopped` is set. The best line is left in `lines[ply]`.
    pub(crate) fn node(
        &mut self,
        position: &Position,
        mut depth: i32,
        ply: usize,
        mut alpha: i32,
        mut beta: i32,
        cut: bool,
    ) -> i32 {
        if depth <= 0 {
            return if self.thorough {
                self.last_ply(position, ply)
            } else {
                self.quiescence(position, ply, alpha, beta)
            };
        }
        let pv = beta - alpha > 1;
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
        // No line from here can beat a mate that is nearer.
        alpha = alpha.max(-MATE + ply as i32);
        beta = beta.min(MATE - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }

        let excluded = self.frames[ply].excluded;
        let known = match excluded {
            None => self.shared.table.probe(position.key(), ply),
            Some(_) => None,
        };
        if let Some(entry) = known
            && !pv
            && entry.depth >= depth
            && settles(&entry, alpha, beta)
            // Near the fifty-move draw the way here matters, which no table knows.
            && position.halfmoves() < 90
        {
            return entry.score;
        }
        let in_check = position.is_check();
        let (raw, value) = self.appraise(position, ply, in_check, known.as_ref());
        let improving = self.is_improving(ply, value);
        self.frames[ply + 1].killers = [None; 2];

        if let Some(value) = value
            && !pv
            && !self.thorough
            && excluded.is_none()
            && let Some(score) = self.prune_node(position, depth, ply, beta, value, improving, cut)
        {
            return score;
        }
        // Without a move to begin with the next iteration will do better. (Internal iterative
        // reductions, Ed Schröder.)
        if depth >= 4
            && (pv || cut)
            && !self.thorough
            && excluded.is_none()
            && known.is_none_or(|entry| entry.best.is_none())
        {
            depth -= 1;
        }
        self.frames[ply].threats = position.threats();
        let past = self.past(ply);
        let doubt = match (raw, value) {
            (Some(raw), Some(value)) => (value - faded(position, raw)).abs(),
            _ => 0,
        };
        let node = Node {
            depth,
            ply,
            pv,
            cut,
            value,
            doubt,
            improving,
            known,
            past,
        };
        let (best, best_move) = self.moves(position, &node, alpha, beta);
        if self.stopped {
            return 0;
        }
        let bound = bound_of(best, alpha, beta);
        if excluded.is_none() {
            self.shared.table.store(
                position.key(),
                ply,
                TtEntry {
                    best: best_move.or(known.and_then(|entry| entry.best)),
                    score: best,
                    evaluation: raw,
                    depth,
                    bound,
                },
            );
            self.note_correction(position, &node, best, best_move, bound);
            if bound == Bound::Upper {
                self.reward_before(position, &node);
            }
        }
        best
    }

    /// The end of a line in a search for a mate: it is one, or it is not.
    fn last_ply(&mut self, position: &Position, ply: usize) -> i32 {
        self.lines[ply].clear();
        if !self.enter() || self.is_draw(position, ply) {
            0
        } else if position.is_check() && !position.has_legal_move() {
            -MATE + ply as i32
        } else {
            self.evaluate(position, ply)
        }
    }

    /// The evaluation as it came and as corrected by what was learned; noted in the frame.
    fn appraise(
        &mut self,
        position: &Position,
        ply: usize,
        in_check: bool,
        known: Option<&TtEntry>,
    ) -> (Option<i32>, Option<i32>) {
        if in_check {
            self.frames[ply].evaluation = None;
            return (None, None);
        }
        let raw = known
            .and_then(|entry| entry.evaluation)
            .unwrap_or_else(|| self.evaluate(position, ply));
        let corrected = self.correct(position, raw);
        self.frames[ply].evaluation = Some(corrected);
        (Some(raw), Some(corrected))
    }

    /// What the evaluation becomes when the past is taken into account: how far it was off in
    /// positions like this, and how near the draw by fifty moves is.
    pub(crate) fn correct(&self, position: &Position, raw: i32) -> i32 {
        let value = faded(position, raw) + self.histories.correction(position);
        value.clamp(1 - MATE_BOUND, MATE_BOUND - 1)
    }

    fn is_improving(&self, ply: usize, value: Option<i32>) -> bool {
        let before = |back| {
            ply.checked_sub(back)
                .and_then(|p| self.frames[p].evaluation)
        };
        match (value, before(2).or(before(4))) {
            (Some(now), Some(before)) => now > before,
            (now, _) => now.is_some(),
        }
    }

    /// Tries the moves; returns the best score and, if it raised alpha, its move.
    fn moves(
        &mut self,
        position: &Position,
        node: &Node,
        mut alpha: i32,
        beta: i32,
    ) -> (i32, Option<Move>) {
        let Node { depth, ply, .. } = *node;
        let excluded = self.frames[ply].excluded;
        let table_move = node.known.and_then(|entry| entry.best);
        let table_takes = table_move.is_some_and(|mv| !is_quiet(position, mv));
        let (mut best, mut best_move) = (-INFINITY, None);
        let mut tried = Tried::default();
        let mut picker = self.stack.open(Wanted::All, table_move);
        while let Some(mv) = self.pick(&mut picker, position, ply, &node.past) {
            if Some(mv) == excluded {
                continue;
            }
            self.shared.table.prefetch(position.prefetch_key(mv));
            tried.count += 1;
            let quiet = is_quiet(position, mv);
            let step = Step::new(position, mv);
            let learned = if quiet {
                let side = position.turn();
                self.histories.quiet(side, mv, step, &node.past)
            } else {
                self.histories.capture(position, mv, step)
            };
            let mut reduction = reduction::late(depth, tried.count);
            if best > -MATE_BOUND && !self.thorough && pieces(position, position.turn()) > 0 {
                match self.prune_move(
                    position,
                    node,
                    mv,
                    quiet,
                    learned,
                    reduction,
                    alpha,
                    tried.count,
                ) {
                    Verdict::Keep => {}
                    Verdict::Skip => continue,
                    Verdict::SkipQuiets => {
                        self.stack.skip_quiets(&mut picker);
                        continue;
                    }
                }
            }
            let mut extension = 0;
            if Some(mv) == table_move
                && let Some(entry) = node.known
                && excluded.is_none()
                && depth >= 7
                && !self.thorough
                && entry.depth >= depth - 3
                && entry.bound != Bound::Upper
                && entry.score.abs() < MATE_BOUND
                && (ply as i32) < 2 * self.root_depth
            {
                match self.singularity(position, node, &entry, mv, beta) {
                    Singularity::Extend(plies) => extension = plies,
                    Singularity::Cutoff(score) => {
                        self.stack.close(picker);
                        return (score, None);
                    }
                }
                if self.stopped {
                    break;
                }
            }
            let child = self.play(position, mv, ply);
            let gives_check = child.is_check();
            let plies = depth - 1 + extension;
            let mut score = -INFINITY;
            let late = depth >= 2 && tried.count > 1;
            let full = if late && !self.thorough {
                // Whatever comes late is probably no better; a search with less depth and a closed
                // window must first show that it is.
                let ply_for = if quiet {
                    reduction::QUIET
                } else {
                    reduction::NOISY
                };
                reduction -= learned * reduction::ONE / ply_for;
                if !quiet {
                    reduction -= reduction::ONE;
                }
                reduction -= node.doubt * reduction::DOUBT;
                if node.cut {
                    reduction += reduction::CUT;
                    if table_move.is_none() {
                        reduction += reduction::UNKNOWN;
                    }
                }
                if !node.improving {
                    reduction += reduction::WORSE;
                }
                if table_takes {
                    reduction += reduction::TABLE_TAKES;
                }
                if node.pv {
                    reduction -= reduction::PRINCIPAL;
                }
                if gives_check {
                    reduction -= reduction::CHECK;
                }
                if self.frames[ply].killers.contains(&Some(mv)) {
                    reduction -= reduction::KILLER;
                }
                let reduced = (plies - reduction / reduction::ONE).clamp(1, plies.max(1));
                score = -self.node(&child, reduced, ply + 1, -alpha - 1, -alpha, true);
                if score > alpha && reduced < plies {
                    score = -self.node(&child, plies, ply + 1, -alpha - 1, -alpha, !node.cut);
                    if quiet && (score <= alpha || score >= beta) {
                        let bonus = if score >= beta {
                            gain_of(depth)
                        } else {
                            -gain_of(depth)
                        };
                        self.histories
                            .learn_quiet(position.turn(), mv, step, &node.past, bonus);
                    }
                }
                false
            } else {
                !node.pv || tried.count > 1
            };
            if full {
                score = -self.node(&child, plies, ply + 1, -alpha - 1, -alpha, !node.cut);
            }
            if node.pv && (tried.count == 1 || score > alpha) {
                score = -self.node(&child, plies, ply + 1, -beta, -alpha, false);
            }
            self.leave();
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if node.pv {
                        self.raise(ply, mv);
                    }
                    alpha = score;
                    if score >= beta {
                        self.reward(position, node, mv, &tried);
                        break;
                    }
                }
            }
            tried.note(mv, quiet);
        }
        self.stack.close(picker);
        if tried.count == 0 {
            best = match (excluded, position.is_check()) {
                (Some(_), _) => alpha,
                (None, true) => -MATE + ply as i32,
                (None, false) => 0,
            };
        }
        (best, best_move)
    }

    /// The move refuted its position: remember that, and that those tried before did not.
    fn reward(&mut self, position: &Position, node: &Node, mv: Move, tried: &Tried) {
        let bonus = gain_of(node.depth);
        let side = position.turn();
        if is_quiet(position, mv) {
            let killers = &mut self.frames[node.ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            let step = Step::new(position, mv);
            self.histories
                .learn_quiet(side, mv, step, &node.past, bonus);
            for &other in tried.quiet.iter() {
                let step = Step::new(position, other);
                self.histories
                    .learn_quiet(side, other, step, &node.past, -2 * bonus);
            }
        } else {
            self.histories.learn_capture(position, mv, bonus);
        }
        for &other in tried.noisy.iter() {
            self.histories.learn_capture(position, other, -bonus);
        }
    }

    /// Nothing helps against the move that led here: remember that, if it is a quiet one.
    fn reward_before(&mut self, position: &Position, node: &Node) {
        if let Some(before) = node.ply.checked_sub(1)
            && let Frame {
                step: Some(step),
                quiet: Some(mv),
                ..
            } = self.frames[before]
        {
            let past = self.past(before);
            let bonus = gain_of(node.depth) * 3 / 2;
            self.histories
                .learn_quiet(!position.turn(), mv, step, &past, bonus);
        }
    }

    /// Learns how far the evaluation was off, when the search tells.
    fn note_correction(
        &mut self,
        position: &Position,
        node: &Node,
        score: i32,
        best_move: Option<Move>,
        bound: Bound,
    ) {
        let Some(value) = node.value else { return };
        let telling = match bound {
            Bound::Exact => true,
            Bound::Lower => score > value,
            Bound::Upper => score < value,
        };
        let quiet = best_move.is_none_or(|mv| is_quiet(position, mv));
        if telling && quiet && score.abs() < MATE_BOUND {
            self.histories
                .learn_correction(position, score - value, node.depth);
        }
    }
}

/// The moves that a node has tried, as many as are worth remembering.
#[derive(Default)]
struct Tried {
    count: i32,
    quiet: Few,
    noisy: Few,
}

impl Tried {
    fn note(&mut self, mv: Move, quiet: bool) {
        let list = if quiet {
            &mut self.quiet
        } else {
            &mut self.noisy
        };
        // What does not fit was late and unlikely anyway.
        let _ = list.try_push(mv);
    }
}

type Few = arrayvec::ArrayVec<Move, 32>;

/// The evaluation on its way to the draw by fifty moves.
fn faded(position: &Position, raw: i32) -> i32 {
    raw * (200 - position.halfmoves().min(100) as i32) / 200
}

/// What a refutation at this depth is worth to a history.
fn gain_of(depth: i32) -> i32 {
    (224 * depth - 60).clamp(40, 1700)
}

/// Whether the entry makes a search with this window needless.
pub(crate) fn settles(entry: &TtEntry, alpha: i32, beta: i32) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    }
}

/// What a score says after a search with this window.
pub(crate) fn bound_of(score: i32, alpha: i32, beta: i32) -> Bound {
    if score >= beta {
        Bound::Lower
    } else if score > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}
