//! The chess search through its public interface.
#![allow(clippy::unwrap_used)]

mod support;

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use engine::{Control, Engine, Info, Limits, Outcome, Request, Score};
use movegen::chess::{CastlingStyle, Move, Position};

use support::{depth, ms, request, search_with};

fn search(request: &Request) -> (Outcome, Vec<Info>) {
    search_with(request, &Engine::new(4).unwrap(), &Control::new())
}

fn text(request: &Request, mv: Option<Move>) -> String {
    mv.map_or("none".into(), |mv| {
        request.position.uci(mv, CastlingStyle::Standard)
    })
}

const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
const MATES: [(&str, i32, &str); 5] = [
    (BACK_RANK, 1, "a1a8"),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6"),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "f6a6"),
    ("r5rk/5p1p/R7/4B3/8/8/7P/7K b - - 0 1", -2, "f7f6"),
    // Two moves lead to a mate of the same length.
    ("7k/8/8/8/8/8/R7/1R5K b - - 0 1", -3, ""),
];

#[test]
fn mates_are_found_at_their_distance() {
    for (fen, moves, best) in MATES {
        let request = request(fen, "", depth(16));
        let (outcome, infos) = search(&request);
        assert_eq!(infos.last().unwrap().score, Score::Mate(moves), "{fen}");
        if !best.is_empty() {
            assert_eq!(text(&request, outcome.best_move), best, "{fen}");
        }
    }
}

#[test]
fn a_mate_limit_ends_the_search() {
    for (fen, moves, _) in MATES {
        let mate = Some(moves.unsigned_abs());
        let (_, infos) = search(&request(
            fen,
            "",
            Limits {
                mate,
                ..Limits::default()
            },
        ));
        assert_eq!(infos.last().unwrap().score, Score::Mate(moves), "{fen}");
    }
}

#[test]
fn a_proven_mate_ends_the_search() {
    for (fen, moves, _) in MATES {
        let (_, infos) = search(&request(fen, "", Limits::default()));
        assert_eq!(infos.last().unwrap().score, Score::Mate(moves), "{fen}");
    }
}

const KNIGHT_DANCE: &str = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";

#[test]
fn the_loser_takes_the_repetition() {
    let fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let request = request(fen, KNIGHT_DANCE, depth(6));
    let (outcome, infos) = search(&request);
    assert_eq!(text(&request, outcome.best_move), "f6g8");
    assert_eq!(infos.last().unwrap().score, Score::Centipawns(0));
    assert_eq!(infos.last().unwrap().pv.len(), 1);
}

#[test]
fn the_winner_avoids_the_repetition() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1";
    let request = request(fen, KNIGHT_DANCE, depth(6));
    let (outcome, infos) = search(&request);
    assert_ne!(text(&request, outcome.best_move), "f6g8");
    assert!(
        matches!(infos.last().unwrap().score, Score::Centipawns(500..)),
        "{infos:?}"
    );
}

#[test]
fn the_fiftieth_move_draws_unless_it_mates() {
    let (_, infos) = search(&request("8/8/3k4/8/8/8/8/KQ6 w - - 99 90", "", depth(5)));
    assert_eq!(infos.last().unwrap().score, Score::Centipawns(0));
    assert_eq!(infos.last().unwrap().pv.len(), 1);
    let (_, infos) = search(&request("6k1/5ppp/8/8/8/8/8/R6K w - - 99 90", "", depth(5)));
    assert_eq!(infos.last().unwrap().score, Score::Mate(1));
    // Beyond the limit the game continues unless a player claims the draw.
    assert!(
        search(&request("8/8/3k4/8/8/8/8/KQ6 w - - 130 90", "", depth(5)))
            .0
            .best_move
            .is_some()
    );
}

#[test]
fn the_end_of_the_game_is_reported() {
    for (fen, score) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::Centipawns(0)),
        ("R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", Score::Mate(0)),
    ] {
        let (outcome, infos) = search(&request(fen, "", Limits::default()));
        assert_eq!(
            outcome,
            Outcome {
                best_move: None,
                ponder_move: None,
                nodes: 0
            }
        );
        assert_eq!((infos.len(), infos[0].depth, infos[0].score), (1, 0, score));
        assert!(infos[0].pv.is_empty());
    }
}

#[test]
fn a_stalemate_is_no_win() {
    // Qf7 would end the game; everything else wins.
    let request = request("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "", depth(4));
    let (_, infos) = search(&request);
    assert_eq!(infos.last().unwrap().score, Score::Mate(1));
    let stalemate = request.position.parse_uci("f1f7").unwrap();
    let limits = Limits {
        search_moves: vec![stalemate],
        ..depth(4)
    };
    let (outcome, infos) = search(&Request { limits, ..request });
    assert_eq!(outcome.best_move, Some(stalemate));
    assert_eq!(infos.last().unwrap().score, Score::Centipawns(0));
}

/// A position with many captures: quiescence search alone would be slow and deep.
const MANY_QUEENS: &str = "qqqqqqqk/qqqqqqqq/qqqqqqqq/8/8/QQQQQQQQ/QQQQQQQQ/KQQQQQQQ w - - 0 1";

#[test]
fn unusual_material_is_searched() {
    for limits in [depth(1), Limits::default()] {
        let limits = Limits {
            nodes: Some(50_000),
            ..limits
        };
        let (outcome, _) = search(&request(MANY_QUEENS, "", limits));
        assert!(outcome.best_move.is_some() && outcome.nodes <= 50_000);
    }
}

#[test]
fn a_search_stopped_at_once_returns_a_move() {
    let control = Control::new();
    control.stop();
    for fen in [BACK_RANK, "k7/8/8/8/8/8/8/7K b - - 0 1", MANY_QUEENS] {
        for limits in [
            Limits {
                infinite: true,
                ..Limits::default()
            },
            Limits {
                ponder: true,
                ..Limits::default()
            },
            Limits::default(),
        ] {
            let (outcome, _) = search_with(
                &request(fen, "", limits),
                &Engine::new(0).unwrap(),
                &control,
            );
            assert!(outcome.best_move.is_some() && outcome.nodes < 2000);
        }
    }
}

#[test]
fn a_search_without_time_or_nodes_returns_a_move() {
    let start = Position::startpos().fen(CastlingStyle::Standard);
    let none = Some(Duration::ZERO);
    for limits in [
        Limits {
            time: [none, none],
            ..Limits::default()
        },
        Limits {
            time: [None, none],
            ..Limits::default()
        },
        Limits {
            time: [Some(ms(1)), None],
            moves_to_go: Some(0),
            ..Limits::default()
        },
        Limits {
            movetime: none,
            ..Limits::default()
        },
        Limits {
            movetime: Some(ms(1)),
            ..Limits::default()
        },
        Limits {
            nodes: Some(0),
            ..Limits::default()
        },
        Limits {
            nodes: Some(1),
            ..Limits::default()
        },
        Limits {
            depth: Some(0),
            ..Limits::default()
        },
    ] {
        let (outcome, infos) = search(&request(&start, "e2e4", limits));
        assert!(outcome.best_move.is_some() && !infos.is_empty());
    }
}

#[test]
fn the_node_limit_is_kept() {
    let start = Position::startpos().fen(CastlingStyle::Standard);
    for nodes in [1, 100, 5_000, 33_333] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        assert_eq!(search(&request(&start, "", limits)).0.nodes, nodes);
    }
}

#[test]
fn search_moves_restricts_the_root() {
    let mut request = request(BACK_RANK, "", depth(5));
    let allowed: Vec<Move> = ["h1g1", "a1a2"]
        .iter()
        .map(|t| request.position.parse_uci(t).unwrap())
        .collect();
    request.limits.search_moves = allowed.clone();
    request.settings.multi_pv = 9;
    let (outcome, infos) = search(&request);
    assert!(allowed.contains(&outcome.best_move.unwrap()));
    assert!(
        infos
            .iter()
            .all(|info| allowed.contains(&info.pv[0]) && info.multi_pv <= 2)
    );
    // A list without a legal move is ignored.
    request.limits.search_moves = vec![Move::from_bits(0)];
    assert_eq!(text(&request, search(&request).0.best_move), "a1a8");
}

#[test]
fn equal_searches_visit_the_same_nodes() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let request = request(fen, "", depth(7));
    let (first, second) = (search(&request), search(&request));
    assert_eq!(first.0, second.0);
    let engine = Engine::new(4).unwrap();
    let third = search_with(&request, &engine, &Control::new());
    engine.clear();
    assert_eq!(search_with(&request, &engine, &Control::new()).0, third.0);
}

#[test]
fn the_lines_of_multi_pv_differ() {
    let start = Position::startpos().fen(CastlingStyle::Standard);
    let mut request = request(&start, "", depth(5));
    request.settings.multi_pv = 4;
    let (_, infos) = search(&request);
    for lines in infos.chunks(4) {
        assert_eq!(
            lines.iter().map(|i| i.multi_pv).collect::<Vec<_>>(),
            [1, 2, 3, 4]
        );
        for (index, line) in lines.iter().enumerate() {
            assert!(lines[..index].iter().all(|other| other.pv[0] != line.pv[0]));
        }
    }
    assert_eq!(infos.len(), 20);
    request.settings.multi_pv = usize::MAX;
    request.limits = depth(2);
    assert_eq!(search(&request).1.len(), 40);
}

#[test]
fn chess960_is_played() {
    let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    let (_, infos) = search(&request(fen, "", depth(7)));
    assert_eq!(infos.last().unwrap().depth, 7);
    // King and rooks on adjacent squares: castling moves are encoded by the rook's square.
    let castle = request("k7/8/8/8/8/8/8/1RK4R w HB - 0 1", "", depth(4));
    assert!(search(&castle).0.best_move.is_some());
}

#[test]
fn every_search_of_a_whole_game_is_valid() {
    for megabytes in [0, 1] {
        let engine = Engine::new(megabytes).unwrap();
        let mut request = request(
            &Position::startpos().fen(CastlingStyle::Standard),
            "e2e4 c7c5",
            Limits {
                nodes: Some(1_500),
                ..Limits::default()
            },
        );
        for ply in 0..160 {
            request.settings.multi_pv = 1 + ply % 3;
            if !request.position.has_legal_move() {
                break;
            }
            let (outcome, _) = search_with(&request, &engine, &Control::new());
            request.history.push(request.position.key());
            request.position = request.position.play(outcome.best_move.unwrap());
        }
    }
}

#[test]
fn infinite_waits_for_stop_even_when_there_is_nothing_to_search() {
    for fen in [
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
    ] {
        let control = Control::new();
        let (sender, receiver) = mpsc::channel();
        let request = request(
            fen,
            "",
            Limits {
                infinite: true,
                ..depth(1)
            },
        );
        let other = control.clone();
        let worker = thread::spawn(move || {
            let engine = Engine::new(0).unwrap();
            engine.search(&request, &other, &mut |_: &Info| {
                sender.send(false).unwrap()
            });
            sender.send(true).unwrap();
        });
        assert!(!receiver.recv().unwrap());
        control.ponder_hit();
        assert!(receiver.try_recv().is_err(), "{fen}");
        control.stop();
        worker.join().unwrap();
        assert!(receiver.recv().unwrap());
    }
}

#[test]
fn a_running_search_can_be_stopped_or_hit() {
    let start = Position::startpos().fen(CastlingStyle::Standard);
    let engine = Engine::new(1).unwrap();
    for (limits, hit) in [
        (
            Limits {
                infinite: true,
                ..Limits::default()
            },
            false,
        ),
        (
            Limits {
                ponder: true,
                movetime: Some(ms(1)),
                ..Limits::default()
            },
            false,
        ),
        (
            Limits {
                ponder: true,
                movetime: Some(ms(1)),
                ..Limits::default()
            },
            true,
        ),
        (
            Limits {
                ponder: true,
                time: [Some(ms(50)), None],
                ..Limits::default()
            },
            true,
        ),
    ] {
        let control = Control::new();
        let request = request(&start, "", limits);
        let mut deepest = 0;
        let outcome = engine.search(&request, &control, &mut |info: &Info| {
            deepest = info.depth;
            if info.depth == 4 {
                if hit {
                    control.ponder_hit()
                } else {
                    control.stop()
                }
            }
        });
        assert!(outcome.best_move.is_some() && deepest >= 4);
    }
}

#[test]
fn lines_are_continued_after_a_cutoff() {
    let (mut searches, mut short) = (0, 0);
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "8/5k2/1p2p3/p1p2p2/P1P1P3/1P3K2/8/8 w - - 0 1",
    ] {
        let engine = Engine::new(16).unwrap();
        let mut moves = String::new();
        for _ in 0..30 {
            // Many of these searches end while a better move is looked into.
            let limits = Limits {
                nodes: Some(10_000),
                ..Limits::default()
            };
            let request = request(fen, &moves, limits);
            let (outcome, infos) = search_with(&request, &engine, &Control::new());
            let Some(best) = outcome.best_move else {
                break;
            };
            let over = !request.position.play(best).has_legal_move();
            searches += 1;
            short += usize::from(infos.last().is_some_and(|info| info.pv.len() < 2 && !over));
            moves += &format!(" {best}");
        }
    }
    assert!(
        searches > 60 && short * 50 <= searches,
        "{short} of {searches}"
    );
}

#[test]
fn draws_by_rule_are_known() {
    for (fen, expected) in [
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
        ("4k3/8/8/8/8/8/4P3/4KN2 w - - 0 1", false),
        ("4k3/8/8/8/8/8/4P3/4KN2 w - - 99 80", false),
        ("4k3/8/8/8/8/8/4P3/4KN2 w - - 100 80", true),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", true),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", false),
        // The score is a mate.
        ("k7/8/1K6/8/8/8/8/7R w - - 100 90", false),
    ] {
        let mut known = Vec::new();
        let engine = Engine::new(1).unwrap();
        engine.search(
            &request(fen, "", depth(3)),
            &Control::new(),
            &mut |info: &Info| known.push(info.is_known_draw),
        );
        assert!(
            !known.is_empty() && known.iter().all(|known| *known == expected),
            "{fen}"
        );
    }
}
