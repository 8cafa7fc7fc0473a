//! The engine wins won endings with few men, and holds drawn ones. `workshop endings suite` chose
//! them from a retrograde analysis; `workshop endings prove` plays them against perfect play.
#![allow(clippy::unwrap_used)]

use std::thread;

use engine::network::Network;
use engine::{Control, Engine, Info, Limits, Request, Score, Settings};
use movegen::chess::Position;

const SUITE: &str = include_str!("../../tests/suites/endings.epd");
/// Nodes per move of the side that wins or holds, of the same in difficult endings, and of
/// the opponent.
const NODES: u64 = 15_000;
const DIFFICULT_NODES: u64 = 60_000;
const OPPONENT_NODES: u64 = 5_000;
/// Moves in which a won ending must be won, and for which a drawn one must be held.
const MOVES: usize = 50;
/// The greatest evaluation of material that cannot win, in centipawns.
const NEAR_ZERO: i32 = 10;

/// An ending of the suite. The side to move wins or holds it.
struct Ending {
    position: Position,
    won: bool,
    material: &'static str,
}

fn suite() -> Vec<Ending> {
    SUITE
        .lines()
        .map(|line| {
            let (board, rest) = line.split_once(" - - ").unwrap();
            let (result, rest) = rest.split_once("; id \"").unwrap();
            Ending {
                position: format!("{board} - - 0 1").parse().unwrap(),
                won: result.starts_with("dm "),
                material: rest.trim_end_matches("\";"),
            }
        })
        .collect()
}

/// How a game of the engine against itself ended.
#[derive(Debug, PartialEq, Eq)]
enum Result {
    /// The side that moved first has mated.
    Won,
    /// Neither side was mated, and none sees a mate.
    Drawn,
    /// The side that moved first is mated, or sees that it will be.
    Lost,
}

fn play(position: Position, nodes: u64, engine: &Engine) -> Result {
    engine.clear();
    let mut request = Request {
        position,
        history: Vec::new(),
        limits: Limits::default(),
        settings: Settings::default(),
    };
    let mut score = Score::Centipawns(0);
    for ply in 0..2 * MOVES {
        let first = ply % 2 == 0;
        request.limits.nodes = Some(if first { nodes } else { OPPONENT_NODES });
        let outcome = engine.search(&request, &Control::new(), &mut |info: &Info| {
            if first {
                score = info.score;
            }
        });
        let position = request.position;
        let seen = request.history.iter().filter(|&&key| key == position.key());
        let drawn = seen.count() >= 2 || position.halfmoves() >= 100;
        let Some(best) = outcome.best_move.filter(|_| !drawn) else {
            return match (position.is_check() && !drawn, first) {
                (true, true) => Result::Lost,
                (true, false) => Result::Won,
                (false, _) => Result::Drawn,
            };
        };
        request.history.push(position.key());
        request.position = position.play(best);
    }
    match score {
        Score::Mate(moves) if moves <= 0 => Result::Lost,
        _ => Result::Drawn,
    }
}

#[test]
fn won_endings_are_won_and_drawn_ones_held() {
    let endings = suite();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let parts = endings.chunks(endings.len().div_ceil(threads));
    let failures: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = parts.map(|part| scope.spawn(|| failures(part))).collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap())
            .collect()
    });
    assert!(failures.is_empty(), "{failures:#?}");
}

/// The endings that are not won or held.
fn failures(endings: &[Ending]) -> Vec<(&'static str, Position, Result)> {
    let engine = Engine::new(4).unwrap();
    let mut failures = Vec::new();
    for ending in endings {
        let nodes = match ending.material {
            "KBNK" | "KRKN" | "KRBKR" => DIFFICULT_NODES,
            _ => NODES,
        };
        let expected = if ending.won {
            Result::Won
        } else {
            Result::Drawn
        };
        let result = play(ending.position, nodes, &engine);
        if result != expected {
            failures.push((ending.material, ending.position, result));
        }
    }
    failures
}

#[test]
fn material_that_cannot_win_is_evaluated_near_zero() {
    let mut tested = 0;
    for Ending { position, .. } in suite().iter().filter(|ending| ending.material == "KNNK") {
        assert!(
            Network::default().evaluate(position).abs() <= NEAR_ZERO,
            "{position:?}"
        );
        tested += 1;
    }
    assert!(tested >= 5);
    for fen in [
        // The bishop does not control the corner of the rook pawn.
        "k7/8/8/P7/8/2K5/8/4B3 w - - 0 1",
        "8/1k6/8/P7/P7/2K5/8/4B3 b - - 0 1",
        "8/8/8/2b5/3k4/7p/8/6K1 w - - 0 1",
        "7k/8/8/7P/8/2K5/8/5B2 w - - 0 1",
        // A rook pawn alone.
        "k7/8/8/P7/8/2K5/8/8 w - - 0 1",
        // Bare minor pieces.
        "8/8/3k4/8/8/3KB3/8/8 w - - 0 1",
        "8/8/3k4/8/8/3KN3/8/8 b - - 0 1",
    ] {
        assert!(
            Network::default().evaluate(&fen.parse().unwrap()).abs() <= NEAR_ZERO,
            "{fen}"
        );
    }
}

/// The same with a bishop that controls the corner, or with the king too far away.
#[test]
fn won_rook_pawns_are_not_evaluated_as_drawn() {
    for fen in [
        "k7/8/8/P7/8/2K5/8/5B2 w - - 0 1",
        "8/8/1K6/P7/8/4k3/8/4B3 w - - 0 1",
        "7k/8/8/7P/8/2K5/8/4B3 w - - 0 1",
        "8/8/1K6/P7/8/4k3/8/8 w - - 0 1",
    ] {
        assert!(
            Network::default().evaluate(&fen.parse().unwrap()) > 100,
            "{fen}"
        );
    }
}

#[test]
fn the_suite_is_complete() {
    let suite = suite();
    let won = suite.iter().filter(|ending| ending.won).count();
    assert_eq!((suite.len(), won), (100, 50));
    assert!(
        suite
            .iter()
            .all(|ending| ending.position.occupied().len() <= 5)
    );
}
