//! A small search that plays variants of chess: alpha-beta with iterative deepening, by material alone.
//!
//! It plays legal moves, takes what hangs, and sees short mates and other ends of the game. Its purpose is that a GUI can load
//! the engine for a variant.
//!
//! ```
//! use engine::{Control, Info, Limits, Score};
//! use movegen::chess::variant::{Antichess, VariantPosition};
//!
//! // a2a3 offers the last white pawn, and captures are compulsory: White has no pieces then and wins.
//! let position = VariantPosition::from_fen(&Antichess, "8/8/8/8/1p6/8/P7/8 w - - 0 1").unwrap();
//! let limits = Limits { depth: Some(5), ..Limits::default() };
//! let mut last = None;
//! let outcome = engine::variant::search(&position, &limits, &Control::new(), &mut |info: &Info| {
//!     last = Some(info.score);
//! });
//! assert_eq!(outcome.best_move.unwrap().to_string(), "a2a3");
//! assert_eq!(last, Some(Score::Mate(1)));
//! ```

use std::time::{Duration, Instant};

use movegen::chess::variant::VariantPosition;
use movegen::chess::{Color, Move, PieceKind};

use crate::time::fixed_time;
use crate::{Bound, Control, Info, Limits, Listener, Material, Outcome, Score};

/// The greatest depth of a search.
const MAX_DEPTH: u32 = 40;

/// The score of a won game. A win in `n` plies scores `WIN - n`.
const WIN: i32 = 30_000;

/// Nodes between two checks of the limits.
const CHECK_INTERVAL: u64 = 256;

/// Values of a pawn to a king, in centipawns. A king that can be lost like any piece is worth something.
const VALUES: [i32; 6] = [100, 300, 320, 500, 900, 300];

/// Searches until a limit is reached or `control` stops the search. A move is always found if there is one. Limits that
/// concern mates are ignored.
pub fn search(
    position: &VariantPosition,
    limits: &Limits,
    control: &Control,
    listener: &mut dyn Listener,
) -> Outcome {
    let mut search = Search {
        control,
        started: Instant::now(),
        time: time(position, limits),
        most_nodes: limits.nodes.unwrap_or(u64::MAX),
        ponders: limits.ponder,
        nodes: 0,
        depth: 1,
        stopped: false,
    };
    let mut moves = position.legal_moves().to_vec();
    if moves.iter().any(|mv| limits.search_moves.contains(mv)) {
        moves.retain(|mv| limits.search_moves.contains(mv));
    }
    let mut line: Vec<Move> = moves.first().copied().into_iter().collect();
    let deepest = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
    for depth in 1..=deepest {
        if moves.is_empty() {
            break;
        }
        search.depth = depth;
        order(position, &mut moves, line.first().copied());
        let (score, found) = search.root(position, &moves, depth);
        if search.stopped {
            break;
        }
        line = found;
        listener.info(&search.info(position, score, &line));
        let is_decided = score.abs() >= WIN - depth as i32;
        if is_decided && !limits.infinite && !limits.ponder {
            break;
        }
    }
    if limits.infinite || limits.ponder {
        // The answer must not come earlier.
        control.wait(limits.ponder && !limits.infinite);
    }
    Outcome {
        best_move: line.first().copied(),
        ponder_move: line.get(1).copied(),
        nodes: search.nodes,
    }
}

/// The time for this move: a thirtieth of the clock and most of the increment.
fn time(position: &VariantPosition, limits: &Limits) -> Option<Duration> {
    if limits.infinite {
        return None;
    }
    let turn = position.chess().turn();
    let clock = limits.clock(turn).map(|left| {
        let moves = limits.moves_to_go.unwrap_or(30).clamp(2, 30);
        let planned = left / moves + limits.increment[turn.index()] * 3 / 4;
        planned.min(left / 2)
    });
    let fixed = limits.movetime.map(fixed_time);
    [fixed, clock].into_iter().flatten().min()
}

struct Search<'a> {
    control: &'a Control,
    started: Instant,
    time: Option<Duration>,
    most_nodes: u64,
    /// Whether no clock runs before the expected move is played.
    ponders: bool,
    nodes: u64,
    /// The depth of the current iteration; the first one is always completed.
    depth: u32,
    stopped: bool,
}

impl Search<'_> {
    fn root(&mut self, position: &VariantPosition, moves: &[Move], depth: u32) -> (i32, Vec<Move>) {
        let (mut best, mut line) = (-WIN, Vec::new());
        for &mv in moves {
            let mut below = Vec::new();
            let score =
                -self.alpha_beta(&position.play(mv), depth - 1, 1, (-WIN, -best), &mut below);
            if self.stopped {
                break;
            }
            if line.is_empty() || score > best {
                best = score.max(best);
                line = [&[mv], &below[..]].concat();
            }
        }
        (best, line)
    }

    fn alpha_beta(
        &mut self,
        position: &VariantPosition,
        depth: u32,
        ply: i32,
        (mut alpha, beta): (i32, i32),
        line: &mut Vec<Move>,
    ) -> i32 {
        self.nodes += 1;
        self.check_limits();
        if self.stopped {
            return 0;
        }
        let mut moves = position.legal_moves().to_vec();
        if moves.is_empty() {
            return end_of_game(position, ply);
        }
        if depth == 0 {
            return evaluate(position);
        }
        order(position, &mut moves, None);
        let mut best = -WIN;
        for mv in moves {
            let mut below = Vec::new();
            let score = -self.alpha_beta(
                &position.play(mv),
                depth - 1,
                ply + 1,
                (-beta, -alpha),
                &mut below,
            );
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
            }
            if score > alpha {
                alpha = score;
                *line = [&[mv], &below[..]].concat();
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn check_limits(&mut self) {
        if self.depth == 1 {
            return;
        }
        self.stopped |= self.nodes >= self.most_nodes;
        if self.nodes.is_multiple_of(CHECK_INTERVAL) {
            let begun = match self.ponders {
                true => self.control.ponder_hit_time(),
                false => Some(self.started),
            };
            let late = match (begun, self.time) {
                (Some(begun), Some(time)) => begun.elapsed() >= time,
                _ => false,
            };
            self.stopped |= late || self.control.is_stopped();
        }
    }

    fn info(&self, position: &VariantPosition, score: i32, line: &[Move]) -> Info {
        let plies = WIN - score.abs();
        let moves = (plies + 1) / 2 * score.signum();
        Info {
            depth: self.depth,
            seldepth: self.depth,
            multi_pv: 1,
            score: match plies <= MAX_DEPTH as i32 {
                true => Score::Mate(moves),
                false => Score::Centipawns(score),
            },
            bound: Bound::Exact,
            nodes: self.nodes,
            time: self.started.elapsed(),
            hashfull: 0,
            tablebase_hits: 0,
            pv: line.to_vec(),
            is_known_draw: false,
            material: Material::of(position.chess()),
        }
    }
}

/// The score of a game that is over, for the side to move.
fn end_of_game(position: &VariantPosition, ply: i32) -> i32 {
    match position.winner() {
        Some(color) if color == position.chess().turn() => WIN - ply,
        Some(_) => ply - WIN,
        None => 0,
    }
}

/// Captures of valuable pieces first, after the best move of the iteration before.
fn order(position: &VariantPosition, moves: &mut [Move], first: Option<Move>) {
    let value = |mv: &Move| {
        let captured = mv
            .capture_square()
            .and_then(|square| position.chess().piece_at(square));
        let captured = captured.map_or(0, |piece| VALUES[piece.kind.index()]);
        let promotion = mv.promotion().map_or(0, |kind| VALUES[kind.index()]);
        captured + promotion + if Some(*mv) == first { WIN } else { 0 }
    };
    moves.sort_by_cached_key(|mv| std::cmp::Reverse(value(mv)));
}

/// Material for the side to move.
fn evaluate(position: &VariantPosition) -> i32 {
    let of = |color: Color| -> i32 {
        let kinds = PieceKind::ALL.into_iter();
        let values =
            kinds.map(|kind| position.count(color.piece(kind)) as i32 * VALUES[kind.index()]);
        values.sum()
    };
    let turn = position.chess().turn();
    let more = of(turn) - of(!turn);
    match position.rules().wins_without_pieces() {
        true => -more,
        false => more,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::chess::variant::{VARIANTS, variant};

    fn best(name: &str, fen: &str, depth: u32) -> (String, Option<Score>) {
        let rules = variant(name).expect("a variant");
        let position = VariantPosition::from_fen(rules, fen).expect("a position");
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let mut score = None;
        let mut listener = |info: &Info| score = Some(info.score);
        let outcome = search(&position, &limits, &Control::new(), &mut listener);
        let best = outcome
            .best_move
            .map_or("none".to_owned(), |mv| mv.to_string());
        (best, score)
    }

    #[test]
    fn wins_in_one_move_are_found() {
        for (name, fen) in [
            ("kingofthehill", "8/8/8/8/8/4K3/8/k1q5 w - - 0 1"),
            ("3check", "4k3/8/8/8/8/8/8/Q3K3 w - - 1+3 0 1"),
            ("racingkings", "8/7K/8/8/k7/8/8/8 w - - 0 1"),
            ("atomic", "3qk3/8/8/8/8/8/8/3RK3 w - - 0 1"),
            ("horde", "8/8/8/8/8/8/k7/P7 b - - 0 1"),
            ("antichess", "8/8/8/8/1p6/8/P7/8 w - - 0 1"),
            ("crazyhouse", "6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1"),
        ] {
            let (found, score) = best(name, fen, 3);
            assert_eq!(score, Some(Score::Mate(1)), "{name}: {found}");
        }
        let (found, _) = best("crazyhouse", "6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1", 3);
        assert_eq!(found, "N@f7");
        // In antichess, the queen is given away.
        let (_, score) = best("antichess", "8/8/8/8/8/8/1p6/Q6k w - - 0 1", 1);
        assert!(
            matches!(score, Some(Score::Centipawns(score)) if score < 0),
            "{score:?}"
        );
    }

    /// Every move of a game that the search plays against itself is legal.
    #[test]
    fn games_of_all_variants_have_legal_moves() {
        for rules in VARIANTS {
            let mut position = VariantPosition::startpos(*rules);
            let mut plies = 0;
            for _ in 0..60 {
                let limits = Limits {
                    depth: Some(2),
                    nodes: Some(3000),
                    ..Limits::default()
                };
                let outcome = search(&position, &limits, &Control::new(), &mut |_: &Info| {});
                let Some(mv) = outcome.best_move else { break };
                assert!(position.legal_moves().contains(&mv), "{position:?}: {mv}");
                position = position.play(mv);
                plies += 1;
            }
            assert!(plies > 5, "{rules:?}");
        }
    }

    #[test]
    fn the_clock_of_the_opponent_limits_the_time_as_well() {
        let white_to_move = VariantPosition::startpos(VARIANTS[0]);
        let left = Duration::from_secs(3);
        for clocks in [[Some(left), None], [None, Some(left)]] {
            let limits = Limits {
                time: clocks,
                ..Limits::default()
            };
            assert_eq!(time(&white_to_move, &limits), Some(left / 30));
        }
    }

    #[test]
    fn a_stopped_search_returns_a_move() {
        let control = Control::new();
        control.stop();
        let start = VariantPosition::startpos(VARIANTS[0]);
        let limits = Limits {
            infinite: true,
            ..Limits::default()
        };
        let outcome = search(&start, &limits, &control, &mut |_: &Info| {});
        assert!(outcome.best_move.is_some());
    }
}
