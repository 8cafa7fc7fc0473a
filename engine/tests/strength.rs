//! Players of limited strength.
#![allow(clippy::unwrap_used)]

mod support;

use std::time::Instant;

use engine::{Control, Engine, Info, Limits, Request};
use movegen::chess::{CastlingStyle, Position};
use movegen::random::Random;

use support::{depth, ms, request, search_with};

/// A player of limited strength who answers at once.
fn limited(fen: &str, elo: u32, limits: Limits) -> Request {
    let mut request = request(fen, "", limits);
    request.settings.elo = Some(elo);
    request.settings.natural_thinking_time = false;
    request
}

/// How often in 200 searches a player finds a move.
fn finds(fen: &str, best: &str, elo: u32) -> usize {
    let engine = Engine::new(1).unwrap();
    let request = limited(fen, elo, depth(8));
    let best = request.position.parse_uci(best).unwrap();
    let searches = (0..200).map(|_| search_with(&request, &engine, &Control::new()).0);
    searches
        .filter(|outcome| outcome.best_move == Some(best))
        .count()
}

#[test]
fn weak_players_overlook_what_strong_players_see() {
    // A rook hangs at the end of a long diagonal.
    let fen = "6k1/5ppp/8/4r3/8/8/5PPP/B5K1 w - - 0 1";
    let found = [500, 1350, 2700].map(|elo| finds(fen, "a1e5", elo));
    assert!((40..160).contains(&found[0]), "{found:?}");
    assert!(found[0] < found[1] && found[1] < 195, "{found:?}");
    assert_eq!(found[2], 200, "{found:?}");
}

/// Positions of random games with a mate in one.
fn mates_in_one(count: usize) -> Vec<Position> {
    let mut random = Random::new(1);
    let mut found = Vec::new();
    let mut position = Position::startpos();
    while found.len() < count {
        let moves = position.legal_moves();
        if moves.is_empty() || position.fullmoves() > 100 {
            position = Position::startpos();
            continue;
        }
        if moves.iter().any(|&mv| position.play(mv).is_checkmate()) {
            found.push(position);
            position = Position::startpos();
            continue;
        }
        position = position.play(moves[random.below(moves.len())]);
    }
    found
}

#[test]
fn mates_in_one_are_hardly_ever_overlooked() {
    let engine = Engine::new(1).unwrap();
    let positions = mates_in_one(100);
    for elo in [1500, 1800] {
        let misses = |position: &&Position| {
            let request = limited(&position.fen(CastlingStyle::Standard), elo, depth(8));
            let (outcome, _) = search_with(&request, &engine, &Control::new());
            !position.play(outcome.best_move.unwrap()).is_checkmate()
        };
        let missed = (0..4).map(|_| positions.iter().filter(misses).count());
        let missed: usize = missed.sum();
        // Each of them is overlooked by 3 players of 100 at most.
        assert!(missed <= 20, "{elo}: {missed} of 400");
    }
}

#[test]
fn the_strongest_player_is_not_limited() {
    let engine = Engine::new(1).unwrap();
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let nodes = |elo| {
        engine.clear();
        let request = limited(fen, elo, depth(10));
        search_with(&request, &engine, &Control::new()).0.nodes
    };
    let unlimited = request(fen, "", depth(10));
    engine.clear();
    let (outcome, _) = search_with(&unlimited, &engine, &Control::new());
    assert_eq!(nodes(2900), outcome.nodes);
    assert!(nodes(1500) < outcome.nodes);
}

/// What a limited search overlooks must not reach the transposition table of other searches.
#[test]
fn a_limited_search_does_not_mislead_later_ones() {
    let fen = "6k1/5ppp/8/4r3/8/8/5PPP/B5K1 w - - 0 1";
    let engine = Engine::new(1).unwrap();
    for _ in 0..50 {
        search_with(&limited(fen, 500, depth(8)), &engine, &Control::new());
        let (outcome, _) = search_with(&request(fen, "", depth(1)), &engine, &Control::new());
        let best = outcome.best_move.map(|mv| mv.to_string());
        assert_eq!(best.as_deref(), Some("a1e5"));
    }
}

#[test]
fn a_limited_player_takes_its_time() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let on_clock = |seconds: u64| Limits {
        time: [Some(ms(seconds * 1000)); 2],
        ..Limits::default()
    };
    let mut thinking = limited(fen, 1000, on_clock(20));
    thinking.settings.natural_thinking_time = true;
    let engine = Engine::new(1).unwrap();
    let begin = Instant::now();
    search_with(&thinking, &engine, &Control::new());
    // At least a fifth of the planned time, which is about half a second.
    assert!(begin.elapsed() > ms(60), "{:?}", begin.elapsed());
    // A stop ends the wait. Without it, this would take minutes.
    thinking.limits = on_clock(100_000);
    let control = Control::new();
    let stopper = control.clone();
    let begin = Instant::now();
    let mut stopped = false;
    engine.search(&thinking, &control, &mut |_: &Info| {
        if !stopped {
            stopper.stop();
            stopped = true;
        }
    });
    assert!(begin.elapsed() < ms(20_000));
}
