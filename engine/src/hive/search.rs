//! Alpha-beta search with iterative deepening.

use std::time::{Duration, Instant};

use movegen::hive::{Bug, Move, Piece, Position, State};

use super::table::{Entry, TranspositionTable};
use super::{WIN, evaluate};
use crate::{Bound, Control};

/// The greatest depth of a search.
pub const MAX_DEPTH: u32 = 64;

/// The number of bytes that a search allocates.
pub const MEMORY: usize = TranspositionTable::BYTES + HISTORY_ENTRIES * size_of::<u32>();

/// Nodes between two checks of the limits.
const CHECK_INTERVAL: u64 = 64;

/// The conditions that end a search; the first one reached ends it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Depth in plies; at least 1.
    pub depth: Option<u32>,
    /// Thinking time.
    pub time: Option<Duration>,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The best move; `None` if the game is over.
    pub best_move: Option<Move>,
    /// The score for the side to move: see [`evaluate`](super::evaluate) and [`WIN`].
    pub score: i32,
    /// The greatest depth that was completed.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
}

/// Searches until a limit is reached or `control` stops the search. An iteration of depth 1 is always
/// completed.
pub fn search(position: &Position, limits: &Limits, control: &Control) -> Outcome {
    let mut search = Search {
        table: TranspositionTable::new(),
        control,
        deadline: limits.time.map(|time| Instant::now() + time),
        history: vec![0; HISTORY_ENTRIES],
        nodes: 0,
        depth: 1,
        stopped: false,
    };
    let mut outcome = Outcome {
        best_move: None,
        score: 0,
        depth: 0,
        nodes: 0,
    };
    let moves = position.legal_moves();
    let [first, ..] = moves[..] else {
        return outcome;
    };
    outcome.best_move = Some(first);
    let deepest = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
    for depth in 1..=deepest {
        search.depth = depth;
        let (score, best_move) = search.root(position, depth, outcome.best_move);
        if search.stopped {
            break;
        }
        outcome = Outcome {
            best_move,
            score,
            depth,
            nodes: search.nodes,
        };
        log::debug!("depth {depth}: {score}, {} nodes", search.nodes);
        // A forced move and a decided game need no deeper search.
        if moves.len() == 1 || score.abs() >= WIN - MAX_DEPTH as i32 {
            break;
        }
    }
    outcome.nodes = search.nodes;
    outcome
}

/// Entries of the history: pieces times hexes, folded.
const HISTORY_ENTRIES: usize = 32 * 1024;

struct Search<'a> {
    table: TranspositionTable,
    control: &'a Control,
    deadline: Option<Instant>,
    /// By piece and destination, how often the move caused a cutoff, weighted by depth.
    history: Vec<u32>,
    nodes: u64,
    /// The depth of the current iteration.
    depth: u32,
    stopped: bool,
}

impl Search<'_> {
    /// Searches the root; returns its score and best move.
    fn root(
        &mut self,
        position: &Position,
        depth: u32,
        guess: Option<Move>,
    ) -> (i32, Option<Move>) {
        let mut moves = position.legal_moves();
        self.order(position, &mut moves, guess);
        let (mut alpha, mut best_move) = (-WIN, None);
        for mv in moves {
            let score = -self.alpha_beta(&position.play(mv), depth - 1, 1, -WIN, -alpha);
            if self.stopped {
                break;
            }
            if best_move.is_none() || score > alpha {
                (alpha, best_move) = (score.max(alpha), Some(mv));
            }
        }
        (alpha, best_move)
    }

    fn alpha_beta(
        &mut self,
        position: &Position,
        depth: u32,
        ply: i32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        self.check_limits();
        if self.stopped {
            return 0;
        }
        match position.state() {
            State::Draw => return 0,
            State::Won(color) if color == position.turn() => return WIN - ply,
            State::Won(_) => return ply - WIN,
            State::NotStarted | State::InProgress => {}
        }
        if depth == 0 {
            return evaluate(position);
        }
        let key = position.key();
        let tt_entry = self.table.probe(key);
        // Scores of won games depend on the distance from the root, which may differ here.
        if let Some(entry) = tt_entry
            && entry.depth >= depth
            && entry.score.abs() < WIN - MAX_DEPTH as i32
        {
            match entry.bound {
                Bound::Exact => return entry.score,
                Bound::Lower if entry.score >= beta => return entry.score,
                Bound::Upper if entry.score <= alpha => return entry.score,
                _ => {}
            }
        }
        let mut moves = position.legal_moves();
        self.order(
            position,
            &mut moves,
            tt_entry.and_then(|entry| entry.best_move),
        );
        let old_alpha = alpha;
        let (mut best_score, mut best_move) = (-WIN, None);
        for mv in moves {
            let score = -self.alpha_beta(&position.play(mv), depth - 1, ply + 1, -beta, -alpha);
            if self.stopped {
                return 0;
            }
            if best_move.is_none() || score > best_score {
                (best_score, best_move) = (score, Some(mv));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                if let Some(index) = history_index(mv) {
                    self.history[index] += depth * depth;
                }
                break;
            }
        }
        let bound = match best_score {
            _ if best_score >= beta => Bound::Lower,
            _ if best_score > old_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table.store(Entry {
            key,
            best_move,
            score: best_score,
            depth,
            bound,
        });
        best_score
    }

    /// Move ordering: the best move of an earlier search first, then moves next to the opposing
    /// queen, and moves with a good history.
    fn order(&self, position: &Position, moves: &mut [Move], guess: Option<Move>) {
        let queen = Piece::new(!position.turn(), Bug::Queen, 1);
        let around_queen = position.place(queen).map(|(hex, _)| hex.neighbours());
        let value = |mv: &Move| {
            let Move::To { to, .. } = *mv else {
                return u32::MAX;
            };
            if Some(*mv) == guess {
                return u32::MAX;
            }
            let near_queen = around_queen.is_some_and(|hexes| hexes.contains(&to));
            let history = history_index(*mv).map_or(0, |index| self.history[index]);
            (history + 1000 * u32::from(near_queen)).min(u32::MAX - 1)
        };
        moves.sort_by_cached_key(|mv| std::cmp::Reverse(value(mv)));
    }

    fn check_limits(&mut self) {
        if self.depth > 1 && self.nodes.is_multiple_of(CHECK_INTERVAL) {
            let late = self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline);
            self.stopped |= late || self.control.is_stopped();
        }
    }
}

fn history_index(mv: Move) -> Option<usize> {
    match mv {
        Move::To { piece, to } => Some((piece.index() * 1024 + to.index()) % HISTORY_ENTRIES),
        Move::Pass => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::hive::{Color, Game, GameType};
    use movegen::random::Random;

    fn best(text: &str, depth: u32) -> (String, i32) {
        let game: Game = text.parse().expect(text);
        let limits = Limits {
            depth: Some(depth),
            time: None,
        };
        let outcome = search(game.position(), &limits, &Control::new());
        let best = outcome.best_move.expect("a move");
        (game.position().move_text(best), outcome.score)
    }

    /// Minimax without pruning, as a reference.
    fn minimax(position: &Position, depth: u32, ply: i32) -> i32 {
        match position.state() {
            State::Draw => return 0,
            State::Won(color) if color == position.turn() => return WIN - ply,
            State::Won(_) => return ply - WIN,
            _ if depth == 0 => return evaluate(position),
            _ => {}
        }
        let moves = position.legal_moves().into_iter();
        let scores = moves.map(|m| -minimax(&position.play(m), depth - 1, ply + 1));
        scores.max().expect("a move")
    }

    #[test]
    fn alpha_beta_agrees_with_minimax() {
        for text in [
            "Base;InProgress;White[1];wS1;bS1 wS1-;wQ -wS1;bQ bS1-",
            "Base+MLP;InProgress;White[1];wM;bP wM-;wQ -wM;bQ bP/;wA1 -wQ;bL bP-",
        ] {
            let game: Game = text.parse().expect(text);
            for depth in 1..=2 {
                let (_, score) = best(text, depth);
                assert_eq!(score, minimax(game.position(), depth, 0), "{text} {depth}");
            }
        }
    }

    /// In random games, the search finds every win in one move.
    #[test]
    fn a_win_in_one_move_is_found() {
        let mut random = Random::new(5);
        let mut found = 0;
        for game in 0..60 {
            let mut position = Position::new(GameType::ALL[game % 8]);
            for _ in 0..80 {
                let moves = position.legal_moves();
                let wins = |mv: &Move| position.play(*mv).state() == State::Won(position.turn());
                if moves.iter().any(wins) {
                    let limits = Limits {
                        depth: Some(3),
                        time: None,
                    };
                    let outcome = search(&position, &limits, &Control::new());
                    assert_eq!(outcome.score, WIN - 1, "{position:?}");
                    assert!(outcome.best_move.is_some_and(|best| wins(&best)));
                    found += 1;
                }
                if moves.is_empty() {
                    break;
                }
                position = position.play(random.pick(&moves));
            }
        }
        assert!(found > 10, "{found} wins");
    }

    #[test]
    fn a_game_against_itself_has_legal_moves() {
        let mut game = Game::new(GameType::BASE_MLP);
        for _ in 0..40 {
            let limits = Limits {
                depth: Some(1),
                time: None,
            };
            let outcome = search(game.position(), &limits, &Control::new());
            let Some(best) = outcome.best_move else { break };
            assert!(game.position().legal_moves().contains(&best));
            game.play(best);
        }
        assert!(game.len() > 10);
    }

    #[test]
    fn a_stopped_search_returns_a_move() {
        let control = Control::new();
        control.stop();
        let start = Position::new(GameType::BASE);
        let outcome = search(&start, &Limits::default(), &control);
        assert!(outcome.best_move.is_some());
        assert!(outcome.depth < MAX_DEPTH);
        assert_eq!(start.turn(), Color::White);
    }
}
