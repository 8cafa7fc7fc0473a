//! The numbers of leaves.

use super::{perft, read};
use crate::chess::variant::{
    Atomic, Horde, KingOfTheHill, RacingKings, Rules, Standard, ThreeCheck, VariantCounter,
    VariantPosition, variant,
};
use crate::chess::{Bitboard, Color, Position};
use crate::perft::{Counter as _, Stop, Tree as _};
use crate::random::Random;

#[test]
fn standard_chess_is_chess() {
    let mut random = Random::new(15);
    for game in 0..40 {
        let mut position = VariantPosition::startpos(&Standard);
        if game % 2 == 1 {
            position = read(
                &Standard,
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
            );
        }
        for _ in 0..60 {
            let chess = *position.chess();
            assert_eq!(position.to_string(), chess.to_string());
            assert_eq!(position.moves(), chess.moves_in_report_order());
            assert_eq!(position.key(), chess.key());
            assert_eq!(perft(&position, 2), chess.perft(2), "{position}");
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[random.below(moves.len())]);
        }
    }
}

/// Counts that both Stockfish forks and python-chess give, from depth 1 on; 0 is one that is not known.
#[test]
fn published_counts() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 1+1 0 1";
    let racing = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1";
    for (name, fen, counts) in [
        ("koth", "startpos", &[20, 400, 8902, 197_281][..]),
        (
            "koth",
            "8/5k2/1pp2p2/8/3P1PP1/P3K3/1P6/8 b - - 0 1",
            &[10, 120, 1000, 12460, 104_314],
        ),
        (
            "koth",
            "rnb2b1r/ppp2ppp/3k4/8/1PKp1pn1/3Pq3/PBP1P2P/RN1Q1B1R w - - 4 12",
            &[0, 0, 19003],
        ),
        ("3check", "startpos", &[20, 400, 8902, 197_281]),
        ("3check", kiwipete, &[48, 2039, 97848]),
        (
            "3check",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+1 0 1",
            &[26, 562, 13410],
        ),
        (
            "3check",
            "7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1+3 1 39",
            &[0, 0, 12407],
        ),
        ("racingkings", "startpos", &[21, 421, 11264, 296_242]),
        ("racingkings", racing, &[21, 421, 11264]),
        (
            "racingkings",
            "4brn1/2K2k2/8/8/8/8/8/8 w - - 0 1",
            &[6, 33, 178, 3151, 12981, 265_932],
        ),
        (
            "racingkings",
            "6r1/2K5/5k2/8/3R4/8/8/8 w - - 0 1",
            &[0, 0, 0, 86041],
        ),
        (
            "racingkings",
            "6R1/2k5/5K2/8/3r4/8/8/8 b - - 0 1",
            &[0, 0, 0, 86009],
        ),
        ("atomic", "startpos", &[20, 400, 8902, 197_326]),
        (
            "atomic",
            "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1",
            &[40, 1238, 45237],
        ),
        (
            "atomic",
            "rn1qkb1r/p5pp/2p5/3p4/N3P3/5P2/PPP4P/R1BQK3 w Qkq - 0 1",
            &[28, 833, 23353],
        ),
        (
            "atomic",
            "8/8/8/8/8/8/2k5/rR4KR w KQ - 0 1",
            &[18, 180, 4364, 61401],
        ),
        (
            "atomic",
            "r3k1rR/5K2/8/8/8/8/8/8 b kq - 0 1",
            &[25, 282, 6753, 98729],
        ),
        (
            "atomic",
            "8/4N3/8/4K2p/1r3qkP/8/8/q7 w - - 0 1",
            &[3, 166, 1136, 60502],
        ),
        ("crazyhouse", "startpos", &[20, 400, 8902, 197_281]),
        (
            "crazyhouse",
            "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1",
            &[301, 75353],
        ),
        (
            "crazyhouse",
            "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1",
            &[67, 3083, 88634],
        ),
        (
            "crazyhouse",
            "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1",
            &[42, 1347, 58057],
        ),
        (
            "crazyhouse",
            "4k3/1Q~6/8/8/4b3/8/Kpp5/8[] b - - 0 1",
            &[20, 360, 5445, 132_758],
        ),
        ("antichess", "startpos", &[20, 400, 8067, 153_299]),
        (
            "antichess",
            "8/1p6/8/8/8/8/P7/8 w - - 0 1",
            &[2, 4, 4, 3, 1],
        ),
        (
            "antichess",
            "8/2p5/8/8/8/8/P7/8 w - - 0 1",
            &[2, 4, 4, 4, 4, 4, 4, 4, 12, 36, 312, 2557],
        ),
        ("horde", "startpos", &[8, 128, 1274, 23310]),
        (
            "horde",
            "4k3/pp4q1/3P2p1/8/P3PP2/PPP2r2/PPP5/PPPP4 b - - 0 1",
            &[30, 241, 6633, 56539],
        ),
        (
            "horde",
            "k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - - 0 1",
            &[13, 172, 2205, 33781],
        ),
    ] {
        let rules = variant(name).expect("a variant");
        let position = match fen {
            "startpos" => VariantPosition::startpos(rules),
            fen => read(rules, fen),
        };
        for (depth, &count) in (1..).zip(counts) {
            if count != 0 {
                assert_eq!(
                    perft(&position, depth),
                    count,
                    "{name} {fen}, depth {depth}"
                );
            }
        }
    }
}

/// Every way to count gives the same, whether a kernel of chess can be used or not, and every move that is left out has
/// a reason.
#[test]
fn bulk_counts_equal_moves_that_are_made() {
    fn made(position: &VariantPosition, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => position
                .legal_moves()
                .into_iter()
                .map(|mv| made(&position.play(mv), depth - 1))
                .sum(),
        }
    }
    let mut random = Random::new(19);
    let (mut over, mut forbidden) = (0, 0);
    for (rules, start) in [
        (
            &KingOfTheHill as &'static dyn Rules,
            "r3k2r/8/3p4/8/4P3/2K5/8/R6R w kq -",
        ),
        (
            &ThreeCheck,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        ),
        (&RacingKings, "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"),
        (
            &Atomic,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        ),
        (
            &Horde,
            "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
        ),
        (
            &Horde,
            "4k3/pp4q1/3P2p1/8/P3PP2/PPP2r2/PPP5/PPPP4 b - - 0 1",
        ),
        (&Horde, "8/2PPp1p1/8/1PP5/8/1k6/7P/4PP2 b - - 0 1"),
    ] {
        for _ in 0..30 {
            let mut position = read(rules, start);
            for _ in 0..60 {
                for depth in 1..=2 {
                    let bulk = VariantCounter::default().leaves(&position, depth, &Stop::new());
                    assert_eq!(bulk, Some(made(&position, depth)), "{position:?}");
                }
                let moves = position.legal_moves();
                if position.game_over().is_none() {
                    let candidates = match rules.has_own_moves() {
                        true => position.pseudo_legal_moves(),
                        false => position.chess().moves_in_report_order(),
                    };
                    for mv in candidates {
                        let reason = rules.forbids(&position, mv);
                        assert_eq!(reason.is_none(), moves.contains(&mv), "{position:?} {mv}");
                        forbidden += usize::from(reason.is_some());
                    }
                }
                let fen = position.to_string();
                assert_eq!(read(rules, &fen), position, "{fen}");
                if moves.is_empty() {
                    over += 1;
                    break;
                }
                position = position.play(moves[random.below(moves.len())]);
            }
        }
    }
    assert!(over > 20 && forbidden > 500, "{over} {forbidden}");
}

/// A second opinion: a chess perft that stops below each king on the hill.
#[test]
fn king_of_the_hill_equals_chess_without_finished_games() {
    fn count(position: &Position, depth: u32) -> u64 {
        let hill = Bitboard(0x0000_0018_1800_0000);
        let over = Color::ALL
            .iter()
            .any(|&color| hill.contains(position.king(color)));
        match depth {
            0 => 1,
            _ if over => 0,
            _ => {
                let moves = position.legal_moves().into_iter();
                moves.map(|mv| count(&position.play(mv), depth - 1)).sum()
            }
        }
    }
    let mut random = Random::new(16);
    for _ in 0..200 {
        let mut position = read(&KingOfTheHill, "r3k2r/8/3p4/8/4P3/8/8/R3K2R w KQkq -");
        for _ in 0..40 {
            let expected = count(position.chess(), 2);
            assert_eq!(
                VariantCounter::default().leaves(&position, 2, &Stop::new()),
                Some(expected)
            );
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[random.below(moves.len())]);
        }
    }
}
