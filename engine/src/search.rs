//! The principal variation search below the root: alpha-beta with null windows for all moves but
//! the first (PVS; Marsland and Campbell, 1982).
//!
//! Every technique named here and in the other modules is described in the Chess Programming Wiki
//! under the same name. The steps of a node, and where to find them:
//!
//! | step | module |
//! |---|---|
//! | transposition table | `transposition` |
//! | endgame tablebases | `tablebase_probe` |
//! | static evaluation and its correction | `static_eval`, `correction_history` |
//! | razoring, reverse futility, null move | `pruning` |
//! | move ordering | `move_picker`, `history` |
//! | late move pruning, futility, history, and SEE pruning | `pruning` |
//! | singular extensions | `singular` |
//! | late move reductions | `reduction` |
//! | updates of killers and histories | `learning` |
//! | quiescence search | `quiescence` |

use movegen::chess::{CheckSquares, Move, Position};

use crate::Bound;
use crate::history::{HistoryContext, PieceTo};
use crate::move_picker::{Selection, is_quiet};
use crate::node::{Candidate, Node, TriedMoves};
use crate::pruning::MovePruning;
use crate::reduction;
use crate::score::{DECIDED_BOUND, INFINITY, Window, mated_at};
use crate::search_tables::ScoreRange;
use crate::singular::Extension;
use crate::tablebase_probe::Probe;
use crate::transposition::{TT_HALFMOVE_LIMIT, TtEntry, tt_cutoff};
use crate::worker::{MAX_PLY, Worker};

/// The least depth at which a node without a table move is searched one ply less deep.
const IIR_DEPTH: i32 = 4;

impl Worker<'_> {
    /// Searches a node; returns its score within the window, from the view of the side to move.
    ///
    /// The score is meaningless once `stopped` is set. The principal variation is left in
    /// `pv[ply]`.
    pub(crate) fn alpha_beta(
        &mut self,
        position: &Position,
        depth: i32,
        ply: usize,
        window: Window,
        cut_node: bool,
    ) -> i32 {
        if depth <= 0 {
            return if self.mate_search {
                self.mate_search_leaf(position, ply)
            } else {
                self.quiescence(position, ply, window)
            };
        }
        if let Some(score) = self.enter_node(position, ply) {
            return score;
        }
        let pv_node = !window.is_null();
        let window = window.within_mate_distance(ply);
        if window.alpha >= window.beta {
            return window.alpha;
        }
        let excluded = self.stack[ply].excluded;
        let tt_entry = match excluded {
            None => self.shared.table.probe(position.key(), ply),
            Some(_) => None,
        };
        if let Some(entry) = tt_entry
            && !pv_node
            && entry.depth >= depth
            && tt_cutoff(&entry, window)
            && position.halfmoves() < TT_HALFMOVE_LIMIT
        {
            return entry.score;
        }
        let range = match excluded {
            None => match self.probe_tablebases(position, depth, ply, window) {
                Probe::Cutoff(score) => return score,
                Probe::Search(range) => range,
            },
            Some(_) => ScoreRange::ANY,
        };
        let eval = self.static_eval(position, ply, tt_entry.as_ref());
        let mut node = Node {
            position,
            ply,
            depth,
            window,
            pv_node,
            cut_node,
            excluded,
            tt_entry,
            eval,
            improving: self.is_improving(ply, eval.map(|eval| eval.corrected)),
            history: HistoryContext::default(),
        };
        self.stack[ply + 1].killers = [None; 2];
        if let Some(score) = self.prune_node(&node) {
            return score;
        }
        node.depth -= self.internal_iterative_reduction(&node);
        self.stack[ply].threats = position.threats();
        node.history = self.history_context(ply);
        let (best_score, best_move) = self.search_moves(&node);
        if self.stopped {
            return 0;
        }
        let best_score = range.limit(best_score);
        if excluded.is_none() {
            self.record_result(&node, best_score, best_move);
        }
        best_score
    }

    /// The checks that every node begins with. Returns the score of a node that needs no search:
    /// the search was stopped, the game is drawn, or the line has become too long.
    #[inline]
    pub(crate) fn enter_node(&mut self, position: &Position, ply: usize) -> Option<i32> {
        self.pv[ply].clear();
        if !self.count_node() {
            return Some(0);
        }
        self.seldepth = self.seldepth.max(ply);
        if self.is_draw(position, ply) {
            return Some(0);
        }
        (ply >= MAX_PLY).then(|| self.evaluate(position, ply))
    }

    /// The horizon of a mate search: only checkmate matters.
    fn mate_search_leaf(&mut self, position: &Position, ply: usize) -> i32 {
        self.pv[ply].clear();
        if !self.count_node() || self.is_draw(position, ply) {
            0
        } else if position.is_check() && !position.has_legal_move() {
            mated_at(ply)
        } else {
            self.evaluate(position, ply)
        }
    }

    /// Internal iterative reductions (Ed Schröder): without a table move to begin with, a shallower
    /// search is enough, and the next iteration has its move. Returns the plies to subtract.
    fn internal_iterative_reduction(&self, node: &Node<'_>) -> i32 {
        let reduce = node.depth >= IIR_DEPTH
            && (node.pv_node || node.cut_node)
            && !self.mate_search
            && node.excluded.is_none()
            && node.tt_move().is_none();
        i32::from(reduce)
    }

    /// Tries the moves of a node. Returns the best score and, if it raised alpha, its move.
    fn search_moves(&mut self, node: &Node<'_>) -> (i32, Option<Move>) {
        let Node { position, ply, .. } = *node;
        let mut window = node.window;
        let (mut best_score, mut best_move) = (-INFINITY, None);
        let mut tried = TriedMoves::default();
        let mut overlooked = false;
        let may_prune = !self.mate_search && node.has_pieces(1);
        let checks = position.check_squares();
        let mut picker = self.move_arena.open(Selection::All, node.tt_move());
        while let Some(mv) = self.next_move(&mut picker, position, ply, &node.history) {
            if Some(mv) == node.excluded {
                continue;
            }
            if self.overlooks(position, mv, ply) {
                overlooked = true;
                continue;
            }
            self.shared.table.prefetch(position.prefetch_key(mv));
            tried.count += 1;
            let candidate = self.candidate(node, mv, tried.count, &checks);
            // Prune only once a move is known that does not lose for certain.
            if may_prune && best_score > -DECIDED_BOUND {
                match self.prune_move(node, &candidate, window.alpha) {
                    MovePruning::Keep => {}
                    MovePruning::SkipMove => continue,
                    MovePruning::SkipQuiets => {
                        self.move_arena
                            .skip_quiets(&mut picker, |mv| checks.gives_check(position, mv));
                        continue;
                    }
                }
            }
            let extension = match self.singular_extension(node, &candidate) {
                Extension::Plies(plies) => plies,
                Extension::MultiCut(score) => {
                    self.move_arena.close(picker);
                    return (score, None);
                }
            };
            if self.stopped {
                break;
            }
            let depth = node.depth - 1 + extension;
            let score = self.search_move(node, &candidate, depth, window);
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
                        self.reward_cutoff(node, &candidate, &tried);
                        break;
                    }
                }
            }
            tried.push(&candidate);
        }
        self.move_arena.close(picker);
        if tried.count == 0 {
            best_score = match node.excluded {
                Some(_) => window.alpha,
                // Without a move that is seen, the position is judged as it stands.
                None if overlooked => self.evaluate(position, ply),
                None if position.is_check() => mated_at(ply),
                None => 0,
            };
        }
        (best_score, best_move)
    }

    /// Collects what pruning and reductions need to know about a move.
    #[inline]
    fn candidate(
        &self,
        node: &Node<'_>,
        mv: Move,
        number: i32,
        checks: &CheckSquares,
    ) -> Candidate {
        let position = node.position;
        let piece_to = PieceTo::new(position, mv);
        let quiet = is_quiet(position, mv);
        let history = if quiet {
            let side = position.turn();
            self.histories.quiet(side, mv, piece_to, &node.history)
        } else {
            self.histories.capture(position, mv, piece_to)
        };
        Candidate {
            mv,
            piece_to,
            number,
            quiet,
            killer: self.stack[node.ply].killers.contains(&Some(mv)),
            gives_check: checks.gives_check(position, mv),
            history,
        }
    }

    /// Searches one move, `depth` plies deep: late moves with a reduced depth and a null window
    /// first, then deeper and wider as long as the score exceeds alpha.
    fn search_move(
        &mut self,
        node: &Node<'_>,
        candidate: &Candidate,
        depth: i32,
        window: Window,
    ) -> i32 {
        let child = self.make_move(node.position, candidate.mv, node.ply);
        let ply = node.ply + 1;
        let null_window = Window::null(window.alpha).flipped();
        let first = candidate.number == 1;
        let mut score = -INFINITY;
        if !first && node.depth >= 2 && !self.mate_search {
            let reduced = (depth - reduction::of(node, candidate)).clamp(1, depth.max(1));
            score = -self.alpha_beta(&child, reduced, ply, null_window, true);
            if score > window.alpha && reduced < depth {
                score = -self.alpha_beta(&child, depth, ply, null_window, !node.cut_node);
                self.learn_from_research(node, candidate, score, window);
            }
        } else if !first || !node.pv_node {
            score = -self.alpha_beta(&child, depth, ply, null_window, !node.cut_node);
        }
        if node.pv_node && (first || score > window.alpha) {
            score = -self.alpha_beta(&child, depth, ply, window.flipped(), false);
        }
        self.undo_move();
        score
    }

    /// Stores the result in the transposition table and learns from it.
    fn record_result(&mut self, node: &Node<'_>, best_score: i32, best_move: Option<Move>) {
        let bound = Bound::of(best_score, node.window);
        self.shared.table.store(
            node.position.key(),
            node.ply,
            TtEntry {
                best_move: best_move.or(node.tt_move()),
                score: best_score,
                static_eval: node.eval.map(|eval| eval.raw),
                depth: node.depth,
                bound,
            },
        );
        self.update_correction_history(node, best_score, best_move, bound);
        if bound == Bound::Upper {
            self.reward_previous_move(node);
        }
    }
}
