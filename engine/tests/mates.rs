//! The engine finds mates of known length. `workshop mates` made the suite by exhaustive search.
#![allow(clippy::unwrap_used)]

use engine::{Bound, Control, Engine, Info, Limits, Request, Score, Settings};
use movegen::chess::{CastlingStyle, Position};

const SUITE: &str = include_str!("../../tests/suites/mates.epd");
/// Far more than any of the positions needs.
const NODES: u64 = 20_000_000;

/// Each position with the number of moves to mate and the only move that achieves it.
fn suite() -> impl Iterator<Item = (Position, i32, &'static str)> {
    SUITE.lines().map(|line| {
        let (board, rest) = line.split_once(" dm ").unwrap();
        let (distance, rest) = rest.split_once("; bm ").unwrap();
        let position = format!("{board} 0 1").parse().unwrap();
        (
            position,
            distance.parse().unwrap(),
            rest.trim_end_matches(';'),
        )
    })
}

/// Searches until the mate is found; returns the last reported line.
fn solve(position: Position, moves: i32, engine: &Engine) -> Info {
    let request = Request {
        position,
        history: Vec::new(),
        limits: Limits {
            mate: Some(moves as u32),
            nodes: Some(NODES),
            ..Limits::default()
        },
        settings: Settings::default(),
    };
    let mut last = None;
    engine.clear();
    engine.search(&request, &Control::new(), &mut |info: &Info| {
        last = Some(info.clone());
    });
    last.unwrap()
}

#[test]
fn every_mate_is_found_at_its_distance() {
    let engine = Engine::new(16).unwrap();
    for (position, moves, best) in suite() {
        let info = solve(position, moves, &engine);
        let fen = position.fen(CastlingStyle::Standard);
        assert_eq!(
            (info.score, info.bound),
            (Score::Mate(moves), Bound::Exact),
            "{fen}"
        );
        assert_eq!(
            position.uci(info.pv[0], CastlingStyle::Standard),
            best,
            "{fen}"
        );
        let last = info
            .pv
            .iter()
            .fold(position, |position, &mv| position.play(mv));
        assert!(last.is_check() && !last.has_legal_move(), "{fen}");
        assert_eq!(info.pv.len() as i32, 2 * moves - 1, "{fen}");
    }
}

/// The same mates from the view of the losing side.
#[test]
fn the_losing_side_finds_the_mate() {
    let engine = Engine::new(16).unwrap();
    for (position, moves, best) in suite().filter(|&(_, moves, _)| moves <= 4) {
        let child = position.play(position.parse_uci(best).unwrap());
        let info = solve(child, moves - 1, &engine);
        let fen = child.fen(CastlingStyle::Standard);
        assert_eq!(
            (info.score, info.bound),
            (Score::Mate(1 - moves), Bound::Exact),
            "{fen}"
        );
    }
}

#[test]
fn the_suite_has_mates_of_every_length() {
    for moves in 2..=5 {
        assert!(
            suite()
                .filter(|&(_, distance, _)| distance == moves)
                .count()
                >= 8,
            "{moves}"
        );
    }
}
