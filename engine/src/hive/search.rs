//! The search itself.

use std::time::{Duration, Instant};

use movegen::hive::{Bug, Move, Piece, Position, State};

use super::table::{Entry, Table};
use super::{WIN, evaluate};
use crate::{Bound, Control};

/// No search goes deeper.
pub const MAX_DEPTH: u32 = 64;

/// The bytes that a search allocates.
pub const MEMORY: usize = Table::BYTES + 2 * PLACES * size_of::<u32>();

/// How often stop and clock are looked at, in nodes.
const LOOK_EVERY: u64 = 64;

/// When to stop; whatever comes first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Plies; fewer than one are taken for one.
    pub depth: Option<u32>,
    /// Time.
    pub time: Option<Duration>,
}

/// What a search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The best move; none if the game is over.
    pub best_move: Option<Move>,
    /// Its value for the side to move: see [`evaluate`](super::evaluate) and [`WIN`].
    pub score: i32,
    /// The depth that was searched to the end.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
}

/// Searches until a limit is reached or `control` stops it. The first ply is always finished.
pub fn search(position: &Position, limits: &Limits, control: &Control) -> Outcome {
    let mut search = Search {
        table: Table::new(),
        control,
        deadline: limits.time.map(|time| Instant::now() + time),
        history: vec![0; 2 * PLACES],
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
        // A lone move needs no thought, and a game that is decided no more of it.
        if moves.len() == 1 || score.abs() >= WIN - MAX_DEPTH as i32 {
            break;
        }
    }
    outcome.nodes = search.nodes;
    outcome
}

/// Destinations that the history tells apart.
const PLACES: usize = 32 * 1024;

struct Search<'a> {
    table: Table,
    control: &'a Control,
    deadline: Option<Instant>,
    /// How often a move was too good for the opponent.
    history: Vec<u32>,
    nodes: u64,
    /// Of the running iteration.
    depth: u32,
    stopped: bool,
}

impl Search<'_> {
    /// The value of the root, and its best move.
    fn root(
        &mut self,
        position: &Position,
        depth: u32,
        guess: Option<Move>,
    ) -> (i32, Option<Move>) {
        let mut moves = position.legal_moves();
        self.order(position, &mut moves, guess);
        let (mut alpha, mut best) = (-WIN, None);
        for mv in moves {
            let score = -self.node(&position.play(mv), depth - 1, 1, -WIN, -alpha);
            if self.stopped {
                break;
            }
            if best.is_none() || score > alpha {
                (alpha, best) = (score.max(alpha), Some(mv));
            }
        }
        (alpha, best)
    }

    fn node(
        &mut self,
        position: &Position,
        depth: u32,
        ply: i32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        self.look();
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
        let known = self.table.get(key);
        // Scores of won games count plies from the root, which another way may have reached sooner.
        if let Some(entry) = known
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
        self.order(position, &mut moves, known.and_then(|entry| entry.best));
        let old_alpha = alpha;
        let (mut best, mut best_move) = (-WIN, None);
        for mv in moves {
            let score = -self.node(&position.play(mv), depth - 1, ply + 1, -beta, -alpha);
            if self.stopped {
                return 0;
            }
            if best_move.is_none() || score > best {
                (best, best_move) = (score, Some(mv));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                if let Some(place) = history_place(mv) {
                    self.history[place] += depth * depth;
                }
                break;
            }
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > old_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table.put(Entry {
            key,
            best: best_move,
            score: best,
            depth,
            bound,
        });
        best
    }

    /// The likely best first: what was best before, then whatever comes beside the enemy queen,
    /// then what has been good elsewhere.
    fn order(&self, position: &Position, moves: &mut [Move], guess: Option<Move>) {
        let queen = Piece::new(!position.turn(), Bug::Queen, 1);
        let gaps = position.place(queen).map(|(hex, _)| hex.neighbours());
        let value = |mv: &Move| {
            let Move::To { to, .. } = *mv else {
                return u32::MAX;
            };
            if Some(*mv) == guess {
                return u32::MAX;
            }
            let near = gaps.is_some_and(|gaps| gaps.contains(&to));
            let history = history_place(*mv).map_or(0, |place| self.history[place]);
            (history + 1000 * u32::from(near)).min(u32::MAX - 1)
        };
        moves.sort_by_cached_key(|mv| std::cmp::Reverse(value(mv)));
    }

    fn look(&mut self) {
        if self.depth > 1 && self.nodes.is_multiple_of(LOOK_EVERY) {
            let late = self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline);
            self.stopped |= late || self.control.is_stopped();
        }
    }
}

fn history_place(mv: Move) -> Option<usize> {
    match mv {
        Move::To { piece, to } => Some((piece.index() * 1024 + to.index()) % PLACES),
        Move::Pass => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::hive::{Color, Game, GameType};

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

    /// Plain minimax, which the search must agree with.
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
    fn alpha_beta_finds_what_minimax_finds() {
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

    /// Wherever chance leaves a queen one move from her end, that move is found.
    #[test]
    fn a_win_at_hand_is_taken() {
        let mut state = 5u64;
        // Knuth's linear congruential generator; its upper bits are random enough.
        let mut below = |limit: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) as usize % limit
        };
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
                position = position.play(moves[below(moves.len())]);
            }
        }
        assert!(found > 10, "{found} wins");
    }

    #[test]
    fn it_plays_legal_moves_against_itself() {
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
    fn a_raised_stop_leaves_a_move() {
        let control = Control::new();
        control.stop();
        let start = Position::new(GameType::BASE);
        let outcome = search(&start, &Limits::default(), &control);
        assert!(outcome.best_move.is_some());
        assert!(outcome.depth < MAX_DEPTH);
        assert_eq!(start.turn(), Color::White);
    }
}
