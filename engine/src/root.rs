//! The root: iterative deepening, aspiration windows, the lines to report, and when it is enough.

use movegen::chess::{Move, Position};

use crate::reduction;
use crate::request::{INFINITY, MATE, MATE_BOUND};
use crate::search::bound_of;
use crate::strength;
use crate::worker::Worker;
use crate::{Bound, Info, Limits, Listener, Outcome, Request, Score};

/// The deepest iteration.
pub const MAX_DEPTH: u32 = 120;

/// From this depth on the score of the iteration before narrows the window.
const ASPIRATION_DEPTH: i32 = 5;
/// Half the width of the first window, in centipawns.
const ASPIRATION: i32 = 14;
/// With a single legal move a game clock is not spent beyond this depth: enough for a score and a
/// reply to ponder on.
const FORCED_DEPTH: u32 = 6;
/// Scores of windows that failed are told only when the true one is long in coming.
const TELL_BOUNDS_AFTER_MS: u128 = 1000;
/// Which move is looked at is told only when somebody may wonder.
const TELL_CURRENT_AFTER_MS: u128 = 3000;

/// A root move with the best line known to begin with it.
struct RootMove {
    line: Vec<Move>,
    score: i32,
    bound: Bound,
    depth: u32,
    seldepth: usize,
    /// Positions visited below it in this search.
    nodes: u64,
}

/// Iterative deepening at the root, for one worker.
pub(crate) struct Root<'r, 's, 'a> {
    request: &'r Request,
    worker: &'s mut Worker<'a>,
    listener: &'r mut dyn Listener,
    moves: Vec<RootMove>,
    /// Whether something is better known than it was told.
    news: bool,
    /// For how many iterations the best move has been the same.
    settled: u32,
    /// The score of the iteration before.
    last_score: i32,
}

impl<'r, 's, 'a> Root<'r, 's, 'a> {
    pub(crate) fn new(
        request: &'r Request,
        worker: &'s mut Worker<'a>,
        listener: &'r mut dyn Listener,
    ) -> Root<'r, 's, 'a> {
        let position = &request.position;
        let wanted = &request.limits.search_moves;
        let mut actions: Vec<Move> = position.legal_moves().into_iter().collect();
        if actions.iter().any(|mv| wanted.contains(mv)) {
            actions.retain(|mv| wanted.contains(mv));
        }
        worker.frames[0].threats = position.threats();
        // A first guess of every move, so that even a search without a single node has an opinion.
        let mut moves: Vec<RootMove> = actions
            .into_iter()
            .map(|mv| {
                let child = worker.play(position, mv, 0);
                let score = glance(worker, &child);
                worker.leave();
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
        moves.sort_by_key(|root| -root.score);
        Root {
            request,
            worker,
            listener,
            moves,
            news: true,
            settled: 0,
            last_score: 0,
        }
    }

    pub(crate) fn run(mut self) -> Outcome {
        let position = &self.request.position;
        if self.moves.is_empty() {
            self.tell_the_end();
            return Outcome {
                best_move: None,
                ponder_move: None,
                nodes: 0,
            };
        }
        let limits = &self.request.limits;
        let last = match limits.depth {
            Some(depth) if self.leads() => depth.clamp(1, MAX_DEPTH),
            _ => MAX_DEPTH,
        };
        let settings = &self.request.settings;
        let wanted = match settings.elo {
            Some(_) => settings.multi_pv.max(strength::CHOICE),
            None => settings.multi_pv,
        };
        let lines = wanted.clamp(1, self.moves.len());
        for depth in 1..=last {
            let best_before = self.moves[0].line[0];
            self.iterate(depth, lines);
            if self.leads() && (!self.worker.stopped || self.news) {
                for index in 0..lines {
                    self.tell(index);
                }
                self.news = false;
            }
            if self.worker.stopped || self.leads() && self.is_enough(depth, lines, best_before) {
                break;
            }
        }
        if let Some(elo) = settings.elo
            && self.leads()
        {
            let scores = self.moves[..lines].iter().map(|root| root.score);
            let chosen = strength::choose(scores, elo, strength::dice());
            self.moves[..=chosen].rotate_right(1);
            if chosen > 0 {
                self.tell(0);
            }
        }
        let best = &self.moves[0];
        let ponder_move = best.line.get(1).copied().or_else(|| {
            // After a cutoff the line is a single move, but the table may know the answer.
            let child = position.play(best.line[0]);
            let reply = self.worker.shared.table.probe(child.key(), 1)?.best?;
            child.is_legal(reply).then_some(reply)
        });
        Outcome {
            best_move: best.line.first().copied(),
            ponder_move,
            nodes: self.nodes(),
        }
    }

    /// Whether this thread watches the clock and reports.
    fn leads(&self) -> bool {
        self.worker.number == 0
    }

    /// Positions visited by all threads.
    fn nodes(&self) -> u64 {
        self.worker.tell_nodes();
        self.worker.shared.nodes()
    }

    /// One iteration: the best lines, each among the moves that no better line begins with.
    fn iterate(&mut self, depth: u32, lines: usize) {
        self.worker.root_depth = depth as i32;
        for first in 0..lines {
            self.worker.seldepth = 0;
            self.aspire(depth, first, lines);
            if self.worker.stopped {
                break;
            }
        }
        if !self.worker.stopped {
            // An unstable search may find a later line to be the better one.
            self.moves[..lines].sort_by_key(|root| -root.score);
        }
    }

    /// Searches `moves[first..]` with a window around the last score, widened until it holds.
    fn aspire(&mut self, depth: u32, first: usize, lines: usize) {
        let guess = self.moves[first].score;
        let mut width = ASPIRATION;
        let (mut alpha, mut beta) = (-INFINITY, INFINITY);
        if depth as i32 >= ASPIRATION_DEPTH && guess.abs() < MATE_BOUND {
            (alpha, beta) = (guess - width, guess + width);
        }
        loop {
            let score = self.search_moves(depth, first, alpha, beta);
            if self.worker.stopped {
                return;
            }
            width *= 2;
            match bound_of(score, alpha, beta) {
                Bound::Exact => return,
                Bound::Upper => {
                    beta = (alpha + beta) / 2;
                    alpha = if width > 1000 {
                        -INFINITY
                    } else {
                        (score - width).max(-INFINITY)
                    };
                }
                Bound::Lower => {
                    beta = if width > 1000 {
                        INFINITY
                    } else {
                        (score + width).min(INFINITY)
                    };
                }
            }
            if lines == 1 && self.worker.shared.clock.elapsed().as_millis() >= TELL_BOUNDS_AFTER_MS
            {
                self.tell(0);
            }
        }
    }

    /// Searches `moves[first..]` within the window and brings the best to the front of them.
    fn search_moves(&mut self, depth: u32, first: usize, mut alpha: i32, beta: i32) -> i32 {
        let position = &self.request.position;
        let plies = depth as i32 - 1;
        let (mut best, mut best_index) = (-INFINITY, first);
        for index in first..self.moves.len() {
            let mv = self.moves[index].line[0];
            let before = self.worker.nodes;
            self.tell_current(depth, index);
            let child = self.worker.play(position, mv, 0);
            let score = if index == first {
                -self.worker.node(&child, plies, 1, -beta, -alpha, false)
            } else {
                // The first few at full depth, quiet or not; the rest must show at less that they
                // are worth it.
                let tried = (index - first) as i32;
                let late = tried > 2 && plies >= 2 && !child.is_check();
                let reduction = if !late || self.worker.thorough {
                    0
                } else if position.is_capture(mv) {
                    1
                } else {
                    reduction::late(plies, tried) / reduction::ONE - 1
                };
                let reduced = (plies - reduction.max(0)).max(1).min(plies);
                let worker = &mut *self.worker;
                let mut score = -worker.node(&child, reduced, 1, -alpha - 1, -alpha, true);
                if score > alpha && reduced < plies {
                    score = -worker.node(&child, plies, 1, -alpha - 1, -alpha, true);
                }
                if score > alpha {
                    score = -worker.node(&child, plies, 1, -beta, -alpha, false);
                }
                score
            };
            self.moves[index].nodes += self.worker.nodes - before;
            self.worker.leave();
            if self.worker.stopped {
                break;
            }
            best = best.max(score);
            if index > first && score <= alpha {
                continue;
            }
            self.note(index, depth, score, bound_of(score, alpha, beta));
            best_index = index;
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        // What was searched before a stop counts: the first move was the best so far, and only a
        // better one takes its place.
        self.moves[first..=best_index].rotate_right(1);
        best
    }

    fn note(&mut self, index: usize, depth: u32, score: i32, bound: Bound) {
        let root = &mut self.moves[index];
        // A line that failed low has no better moves than those known before.
        if bound != Bound::Upper {
            root.line.truncate(1);
            root.line.extend_from_slice(&self.worker.lines[1]);
        }
        root.score = score;
        root.bound = bound;
        root.depth = depth;
        root.seldepth = self.worker.seldepth;
        self.news = true;
    }

    /// How much of the usual time the move deserves, in percent: less when one move has long been
    /// the best and took most of the work, more when the score falls.
    fn patience(&mut self, best_before: Move) -> u32 {
        let best = &self.moves[0];
        self.settled = if best.line[0] == best_before {
            self.settled + 1
        } else {
            0
        };
        let fallen = (self.last_score - best.score).clamp(-20, 60);
        self.last_score = best.score;
        let share = (100 * best.nodes / self.worker.nodes.max(1)) as u32;
        let by_rest = 150 - 12 * self.settled.min(6);
        let by_share = 135 - share.min(100) * 3 / 5;
        let by_score = (100 + fallen) as u32;
        by_rest * by_share / 100 * by_score / 100
    }

    /// Whether another iteration would be a waste.
    fn is_enough(&mut self, depth: u32, lines: usize, best_before: Move) -> bool {
        let patience = if lines == 1 {
            self.patience(best_before)
        } else {
            100
        };
        let limits = &self.request.limits;
        let (clock, control) = (&self.worker.shared.clock, self.worker.shared.control);
        if control.is_stopped() || clock.is_late(control, patience) {
            return true;
        }
        let score = self.moves[0].score;
        let plies_to_mate = u32::try_from(MATE - score.abs()).unwrap_or(0);
        let mate = score.abs() >= MATE_BOUND;
        if let Some(moves) = limits.mate
            && mate
            && plies_to_mate <= moves.saturating_mul(2)
        {
            return true;
        }
        if !ends_early(limits) || lines > 1 {
            return false;
        }
        let forced =
            self.moves.len() == 1 && clock.is_running(control) && limits.movetime.is_none();
        // What is left out may have hidden a shorter mate; twice its depth brings it to light.
        forced && depth >= FORCED_DEPTH || mate && 2 * plies_to_mate <= depth
    }

    fn tell(&mut self, index: usize) {
        let root = &self.moves[index];
        let info = Info {
            depth: root.depth,
            seldepth: root.seldepth.max(root.line.len()) as u32,
            multi_pv: index + 1,
            score: Score::from_internal(root.score),
            bound: root.bound,
            nodes: self.nodes(),
            time: self.worker.shared.clock.elapsed(),
            hashfull: self.worker.shared.table.hashfull(),
            pv: root.line.clone(),
        };
        self.listener.info(&info);
    }

    fn tell_current(&mut self, depth: u32, index: usize) {
        let long = self.worker.shared.clock.elapsed().as_millis() >= TELL_CURRENT_AFTER_MS;
        if long && self.leads() {
            let mv = self.moves[index].line[0];
            self.listener.current_move(depth, mv, index + 1);
        }
    }

    /// Mate or stalemate on the board.
    fn tell_the_end(&mut self) {
        let mated = self.request.position.is_check();
        self.listener.info(&Info {
            depth: 0,
            seldepth: 0,
            multi_pv: 1,
            score: if mated {
                Score::Mate(0)
            } else {
                Score::Centipawns(0)
            },
            bound: Bound::Exact,
            nodes: 0,
            time: self.worker.shared.clock.elapsed(),
            hashfull: 0,
            pv: Vec::new(),
        });
    }
}

/// Whether the search may end with a proven mate although no limit is reached: not when the user
/// asked for a definite amount of work.
fn ends_early(limits: &Limits) -> bool {
    !limits.infinite && limits.depth.is_none() && limits.nodes.is_none() && limits.mate.is_none()
}

/// What the move that led here is worth at first sight, in its player's view.
fn glance(worker: &mut Worker<'_>, child: &Position) -> i32 {
    if !child.has_legal_move() {
        return if child.is_check() { MATE - 1 } else { 0 };
    }
    if worker.is_draw(child, 1) {
        0
    } else {
        -worker.evaluate(child, 1)
    }
}
