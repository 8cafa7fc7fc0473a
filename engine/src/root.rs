//! The root of the search: iterative deepening, aspiration windows, reports, and when to stop.

use movegen::chess::{Move, Position};

use crate::draw;
use crate::reduction;
use crate::score::{INFINITY, MATE, Window, is_decided, is_mate};
use crate::worker::Worker;
use crate::{Bound, Info, Limits, Listener, Material, Outcome, Request, Score};

/// The greatest depth of an iteration.
pub const MAX_DEPTH: u32 = 120;

/// From this depth on, aspiration windows are used.
const ASPIRATION_DEPTH: i32 = 5;
/// Half the width of the first aspiration window, in centipawns.
const ASPIRATION_DELTA: i32 = 14;
/// A delta beyond this opens the window completely.
const MAX_ASPIRATION_DELTA: i32 = 1000;
/// Root moves searched at full depth before reductions begin.
const UNREDUCED_ROOT_MOVES: i32 = 3;
/// With a single legal move, a search on a game clock ends at this depth: enough for a score and a
/// move to ponder on.
const FORCED_MOVE_DEPTH: u32 = 6;
/// Before this time, scores that failed high or low are not reported.
const REPORT_BOUNDS_AFTER_MS: u128 = 1000;
/// Before this time, the current root move is not reported.
const REPORT_CURRENT_MOVE_AFTER_MS: u128 = 3000;

/// A root move and the best line that begins with it.
struct RootMove {
    line: Vec<Move>,
    score: i32,
    bound: Bound,
    depth: u32,
    seldepth: usize,
    /// Nodes visited below it in this search.
    nodes: u64,
}

/// Iterative deepening at the root, for one worker.
pub(crate) struct RootSearch<'r, 's, 'a> {
    request: &'r Request,
    worker: &'s mut Worker<'a>,
    listener: &'r mut dyn Listener,
    /// The root moves, best first.
    moves: Vec<RootMove>,
    /// The nodes at the last report; `None` before the first.
    reported_nodes: Option<u64>,
    /// Iterations since the best move last changed.
    stability: u32,
    /// The best score of the previous iteration.
    previous_score: i32,
}

impl<'r, 's, 'a> RootSearch<'r, 's, 'a> {
    pub(crate) fn new(
        request: &'r Request,
        worker: &'s mut Worker<'a>,
        listener: &'r mut dyn Listener,
    ) -> RootSearch<'r, 's, 'a> {
        let position = &request.position;
        let mut root_moves = worker.shared.root_moves.clone();
        worker.leave_out_overlooked(position, &mut root_moves);
        worker.stack[0].threats = position.threats();
        // Score every move statically, so that even a search without a single node has a result.
        let mut moves: Vec<RootMove> = root_moves
            .into_iter()
            .map(|mv| {
                let child = worker.make_move(position, mv, 0);
                let score = first_guess(worker, &child);
                worker.undo_move();
                RootMove {
                    line: vec![mv],
                    score,
                    bound: Bound::Exact,
                    depth: 1,
                    seldepth: 1,
                    nodes: 0,
                }
            })
            .collect();
        moves.sort_by_key(|root_move| -root_move.score);
        RootSearch {
            request,
            worker,
            listener,
            moves,
            reported_nodes: None,
            stability: 0,
            previous_score: 0,
        }
    }

    /// Searches deeper and deeper until a limit is reached.
    pub(crate) fn run(mut self) -> Outcome {
        if self.moves.is_empty() {
            self.report_end_of_game();
            return Outcome {
                best_move: None,
                ponder_move: None,
                nodes: 0,
            };
        }
        let is_main = self.worker.is_main();
        let last_depth = match self.request.limits.depth {
            Some(depth) if is_main => depth.clamp(1, MAX_DEPTH),
            _ => MAX_DEPTH,
        };
        let settings = &self.request.settings;
        let lines = settings.multi_pv.clamp(1, self.moves.len());
        for depth in 1..=last_depth {
            let previous_best = self.moves[0].line[0];
            self.iterate(depth, lines);
            let stopped = self.worker.stopped;
            // After a stop, the last report has the nodes and the time of the whole search.
            if is_main && (!stopped || self.reported_nodes != Some(self.nodes())) {
                self.report_lines(lines);
            }
            if stopped || is_main && self.should_stop(depth, lines, previous_best) {
                break;
            }
        }
        Outcome {
            best_move: self.moves[0].line.first().copied(),
            ponder_move: self.continued(&self.moves[0].line, 2).get(1).copied(),
            nodes: self.nodes(),
        }
    }

    /// The line, and what the transposition table knows about its continuation: cutoffs shorten the lines of
    /// the search. The moves added are legal, repeat no position, and follow no draw. After the second move,
    /// which is the one to ponder on, only exact scores are followed.
    fn continued(&self, line: &[Move], depth: u32) -> Vec<Move> {
        let mut line = line.to_vec();
        let mut position = self.request.position;
        let mut keys = self.request.history.clone();
        keys.push(position.key());
        for &mv in &line {
            position = position.play(mv);
            keys.push(position.key());
        }
        while line.len() < depth as usize && !draw::is_draw(&position, &keys, line.len()) {
            let table = self.worker.shared.table;
            let Some(entry) = table.probe(position.key(), line.len()) else {
                break;
            };
            let known = entry.bound == Bound::Exact || line.len() < 2;
            let Some(mv) = entry.best_move.filter(|_| known) else {
                break;
            };
            if !position.is_legal(mv) {
                break;
            }
            position = position.play(mv);
            if keys.contains(&position.key()) {
                break;
            }
            keys.push(position.key());
            line.push(mv);
        }
        line
    }

    /// Nodes visited by all threads.
    fn nodes(&self) -> u64 {
        self.worker.publish_nodes();
        self.worker.shared.nodes()
    }

    /// One iteration: searches the best lines, each among the moves that no better line begins
    /// with.
    fn iterate(&mut self, depth: u32, lines: usize) {
        self.worker.root_depth = depth as i32;
        for first in 0..lines {
            self.worker.seldepth = 0;
            self.search_with_aspiration(depth, first, lines);
            if self.worker.stopped {
                break;
            }
        }
        if !self.worker.stopped {
            // Because of search instability, a later line may turn out to be better.
            self.moves[..lines].sort_by_key(|root_move| -root_move.score);
        }
    }

    /// Aspiration windows: searches `moves[first..]` with a window around the previous score, and
    /// widens it until the score lies inside.
    fn search_with_aspiration(&mut self, depth: u32, first: usize, lines: usize) {
        let guess = self.moves[first].score;
        let mut delta = ASPIRATION_DELTA;
        let mut window = Window::FULL;
        if depth as i32 >= ASPIRATION_DEPTH && !is_decided(guess) {
            window = Window::new(guess - delta, guess + delta);
        }
        loop {
            let score = self.search_root_moves(depth, first, window);
            if self.worker.stopped {
                return;
            }
            delta *= 2;
            let open = delta > MAX_ASPIRATION_DELTA;
            match Bound::of(score, window) {
                Bound::Exact => return,
                Bound::Upper => {
                    window.beta = (window.alpha + window.beta) / 2;
                    window.alpha = if open {
                        -INFINITY
                    } else {
                        (score - delta).max(-INFINITY)
                    };
                }
                Bound::Lower => {
                    window.beta = if open {
                        INFINITY
                    } else {
                        (score + delta).min(INFINITY)
                    };
                }
            }
            if lines == 1 && self.elapsed_ms() >= REPORT_BOUNDS_AFTER_MS {
                self.report(0);
            }
        }
    }

    /// Searches `moves[first..]` within the window, and moves the best of them to index `first`.
    fn search_root_moves(&mut self, depth: u32, first: usize, mut window: Window) -> i32 {
        let (mut best_score, mut best_index) = (-INFINITY, first);
        for index in first..self.moves.len() {
            let nodes_before = self.worker.nodes;
            self.report_current_move(depth, index);
            let score = self.search_root_move(depth, first, index, window);
            self.moves[index].nodes += self.worker.nodes - nodes_before;
            if self.worker.stopped {
                break;
            }
            best_score = best_score.max(score);
            if index > first && score <= window.alpha {
                continue;
            }
            self.record(index, depth, score, Bound::of(score, window));
            best_index = index;
            window.alpha = window.alpha.max(score);
            if score >= window.beta {
                break;
            }
        }
        // Results from before a stop are valid: the first move was the best so far, and only a
        // better one has replaced it.
        self.moves[first..=best_index].rotate_right(1);
        best_score
    }

    /// Searches one root move; all but the first with a null window first, late ones reduced.
    fn search_root_move(&mut self, depth: u32, first: usize, index: usize, window: Window) -> i32 {
        let position = &self.request.position;
        let mv = self.moves[index].line[0];
        let depth = depth as i32 - 1;
        let worker = &mut *self.worker;
        let child = worker.make_move(position, mv, 0);
        let score = if index == first {
            -worker.alpha_beta(&child, depth, 1, window.flipped(), false)
        } else {
            let move_number = (index - first) as i32;
            let late = move_number >= UNREDUCED_ROOT_MOVES && depth >= 2 && !child.is_check();
            let reduction = if !late || worker.mate_search {
                0
            } else if position.is_capture(mv) {
                1
            } else {
                reduction::base_plies(depth, move_number) - 1
            };
            let reduced = (depth - reduction.max(0)).max(1).min(depth);
            let null_window = Window::null(window.alpha).flipped();
            let mut score = -worker.alpha_beta(&child, reduced, 1, null_window, true);
            if score > window.alpha && reduced < depth {
                score = -worker.alpha_beta(&child, depth, 1, null_window, true);
            }
            if score > window.alpha {
                score = -worker.alpha_beta(&child, depth, 1, window.flipped(), false);
            }
            score
        };
        worker.undo_move();
        score
    }

    fn record(&mut self, index: usize, depth: u32, score: i32, bound: Bound) {
        let root_move = &mut self.moves[index];
        // After a fail low, the earlier line is the best known one.
        if bound != Bound::Upper {
            root_move.line.truncate(1);
            root_move.line.extend_from_slice(&self.worker.pv[1]);
        }
        root_move.score = score;
        root_move.bound = bound;
        root_move.depth = depth;
        root_move.seldepth = self.worker.seldepth;
    }
}

// When to stop.
impl RootSearch<'_, '_, '_> {
    /// The share of the usual time that this move deserves, in percent: less if one move has been
    /// best for long and took most of the nodes, more if the score falls.
    fn time_percentage(&mut self, previous_best: Move) -> u32 {
        let best = &self.moves[0];
        self.stability = if best.line[0] == previous_best {
            self.stability + 1
        } else {
            0
        };
        let score_drop = (self.previous_score - best.score).clamp(-20, 60);
        self.previous_score = best.score;
        let node_share = (100 * best.nodes / self.worker.nodes.max(1)) as u32;
        let by_stability = 150 - 12 * self.stability.min(6);
        let by_nodes = 135 - node_share.min(100) * 3 / 5;
        let by_score = (100 + score_drop) as u32;
        by_stability * by_nodes / 100 * by_score / 100
    }

    /// Whether the search should end after this iteration.
    fn should_stop(&mut self, depth: u32, lines: usize, previous_best: Move) -> bool {
        let percentage = if lines == 1 {
            self.time_percentage(previous_best)
        } else {
            100
        };
        let limits = &self.request.limits;
        let (clock, control) = (&self.worker.shared.clock, self.worker.shared.control);
        if control.is_stopped() || clock.is_late(control, percentage) {
            return true;
        }
        let score = self.moves[0].score;
        let plies_to_mate = u32::try_from(MATE - score.abs()).unwrap_or(0);
        if let Some(moves) = limits.mate
            && is_mate(score)
            && plies_to_mate <= moves.saturating_mul(2)
        {
            return true;
        }
        if !may_end_early(limits) || lines > 1 {
            return false;
        }
        let forced_move =
            self.moves.len() == 1 && clock.is_running(control) && limits.movetime.is_none();
        // Pruning may have hidden a shorter mate; a search to twice its depth finds it.
        let mate_proven = is_mate(score) && 2 * plies_to_mate <= depth;
        forced_move && depth >= FORCED_MOVE_DEPTH || mate_proven
    }
}

/// Whether a forced move or a proven mate may end the search before any limit: not if the user asked
/// for a certain amount of work.
fn may_end_early(limits: &Limits) -> bool {
    !limits.infinite && limits.depth.is_none() && limits.nodes.is_none() && limits.mate.is_none()
}

// Reports.
impl RootSearch<'_, '_, '_> {
    fn elapsed_ms(&self) -> u128 {
        self.worker.shared.clock.elapsed().as_millis()
    }

    /// Reports the best lines.
    fn report_lines(&mut self, lines: usize) {
        for index in 0..lines {
            self.report(index);
        }
        self.reported_nodes = Some(self.nodes());
    }

    /// The score to report: that of the tablebases, unless the search has found a mate.
    fn reported_score(&self, score: i32) -> Score {
        let known = self.worker.shared.root_score;
        Score::from_internal(known.filter(|_| !is_mate(score)).unwrap_or(score))
    }

    /// See [`Info::is_known_draw`].
    fn is_known_draw(&self, score: i32) -> bool {
        let drawn = self.worker.shared.root_score == Some(0)
            || draw::is_draw_without_history(&self.request.position);
        drawn && !is_mate(score)
    }

    /// Reports the line at this index.
    fn report(&mut self, index: usize) {
        let root_move = &self.moves[index];
        let bound = match self.worker.shared.root_score {
            Some(_) => Bound::Exact,
            None => root_move.bound,
        };
        let info = Info {
            depth: root_move.depth,
            seldepth: root_move.seldepth.max(root_move.line.len()) as u32,
            multi_pv: index + 1,
            score: self.reported_score(root_move.score),
            bound,
            nodes: self.nodes(),
            time: self.worker.shared.clock.elapsed(),
            hashfull: self.worker.shared.table.hashfull(),
            tablebase_hits: self.worker.shared.tablebase_hits(),
            is_known_draw: self.is_known_draw(root_move.score),
            material: Material::of(&self.request.position),
            pv: self.continued(&root_move.line, root_move.depth),
        };
        self.listener.info(&info);
    }

    fn report_current_move(&mut self, depth: u32, index: usize) {
        if self.worker.is_main() && self.elapsed_ms() >= REPORT_CURRENT_MOVE_AFTER_MS {
            let mv = self.moves[index].line[0];
            self.listener.current_move(depth, mv, index + 1);
        }
    }

    /// Reports checkmate or stalemate at the root.
    fn report_end_of_game(&mut self) {
        let checkmate = self.request.position.is_check();
        self.listener.info(&Info {
            depth: 0,
            seldepth: 0,
            multi_pv: 1,
            score: if checkmate {
                Score::Mate(0)
            } else {
                Score::Centipawns(0)
            },
            bound: Bound::Exact,
            nodes: 0,
            time: self.worker.shared.clock.elapsed(),
            hashfull: 0,
            tablebase_hits: 0,
            is_known_draw: !checkmate,
            material: Material::of(&self.request.position),
            pv: Vec::new(),
        });
    }
}

/// The score of a root move without a search, from the view of the side that makes it.
fn first_guess(worker: &mut Worker<'_>, child: &Position) -> i32 {
    if !child.has_legal_move() {
        return if child.is_check() { MATE - 1 } else { 0 };
    }
    if worker.is_draw(child, 1) {
        0
    } else {
        -worker.evaluate(child, 1)
    }
}
