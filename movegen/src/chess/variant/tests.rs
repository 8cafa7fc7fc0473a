use super::*;
use crate::chess::explain::UciMove;
use crate::chess::{
    Bitboard, Color, FenError, Move, MoveList, PieceKind, Position, PositionText, Square,
};
use crate::perft::{Counter as _, Perft, Stop, Tree as _};
use crate::random::Random;
use std::borrow::Cow;

fn perft(position: &VariantPosition, depth: u32) -> u128 {
    let perft = Perft::new(depth);
    let outcome = perft.run(position, &VariantCounter::default(), &Stop::new(), |_| {});
    outcome.expect("the count fits").total
}

fn read(rules: &'static dyn Rules, fen: &str) -> VariantPosition {
    VariantPosition::from_fen(rules, fen).expect("a position")
}

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

#[test]
fn the_start_of_racing_kings() {
    let start = VariantPosition::startpos(&RacingKings);
    assert_eq!(start.to_string(), "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1");
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

#[test]
fn checks_of_three_check_are_read_in_all_spellings() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for (fields, written) in [
        ("0 1", "3+3 0 1"),
        ("", "3+3 0 1"),
        ("2+1 4 5", "2+1 4 5"),
        ("2+1", "2+1 0 1"),
        ("4 5 2+1", "2+1 4 5"),
        ("4 5 +0+0", "3+3 4 5"),
        ("4 5 +1+2", "2+1 4 5"),
        ("0+3 4 5", "0+3 4 5"),
    ] {
        let position = read(&ThreeCheck, &format!("{start} {fields}"));
        assert_eq!(
            position.to_string(),
            format!("{start} {written}"),
            "{fields}"
        );
    }
    for (fields, error) in [
        (
            "4+3 0 1",
            "column 54: the checks field is '4+3', but a side has 0 to 3 checks",
        ),
        (
            "0 1 +0+4",
            "column 58: the checks field is '+0+4', but a side has 0 to 3 checks",
        ),
        (
            "3+3 0 e2e4",
            "column 60: the move number field is the move 'e2e4'",
        ),
        ("0 1 3+3 3+3", "column 62: the checks field is '3+3'"),
    ] {
        let found = VariantPosition::from_fen(&ThreeCheck, &format!("{start} {fields}"));
        let found = found.expect_err("malformed").to_string();
        assert!(found.starts_with(error), "{fields}: {found}");
    }
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

#[test]
fn moves_after_the_end_are_explained() {
    let start = "8/8/8/8/8/4K3/8/k7 w - - 0 1";
    for (moves, error) in [
        (
            "e3d4 a1a2",
            "move 2: a1a2 is illegal: the game is over: the white king has reached d4",
        ),
        (
            "e3d4 Ka2",
            "move 2: a1a2 is illegal: the game is over: the white king has reached d4",
        ),
        (
            "e3e5",
            "move 1: e3e5 is illegal: a king cannot move from e3 to e5",
        ),
    ] {
        let text = PositionText::new(Some(start), moves);
        let found = VariantPosition::from_text(&KingOfTheHill, &text);
        assert_eq!(found.expect_err("illegal").to_string(), error);
    }
}

#[test]
fn pockets_of_crazyhouse_are_read_in_all_spellings() {
    for (fen, written) in [
        (
            "4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3[-] w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3/ w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3/Qn b - - 0 1",
            "4k3/8/8/8/8/8/8/4K3[Qn] b - - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3[N3Pbp] w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3[NPPPbp] w - - 0 1",
        ),
        (
            "4k2Q~/1r~6/8/8/8/8/8/4K3 b - - 0 1",
            "4k2Q~/1r~6/8/8/8/8/8/4K3[] b - - 0 1",
        ),
    ] {
        assert_eq!(read(&Crazyhouse, fen).to_string(), written, "{fen}");
    }
    for (fen, error) in [
        (
            "4k3/8/8/8/8/8/8/4K3[K] w - - 0 1",
            "column 20: the board field has the pocket '[K]', but",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3[Q w - - 0 1",
            "column 20: the board field has the pocket '[Q', but",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3[3] w - - 0 1",
            "column 20: the board field has the pocket '[3]', but",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3[31P] w - - 0 1",
            "column 1: the board field has 33 men with those in the pocket, but crazyhouse has at most 32",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3[64P] w - - 0 1",
            "column 20: the board field has the pocket '[64P]', but",
        ),
        (
            "4k3/8/8/8/8/8/~8/4K3 w - - 0 1",
            "column 15: the board field has '~'",
        ),
        (
            "4k3/P~7/8/8/8/8/8/4K3 w - - 0 1",
            "column 6: the board field has '~'",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3[Qn] x - - 0 1",
            "column 25: the side to move field is 'x'",
        ),
    ] {
        let found = VariantPosition::from_fen(&Crazyhouse, fen).expect_err("malformed");
        assert!(found.to_string().starts_with(error), "{fen}: {found}");
    }
}

/// Captured pieces change sides; a promoted one comes back as a pawn.
#[test]
fn moves_of_variants_are_read_and_written() {
    let zh: &'static dyn Rules = &Crazyhouse;
    for (rules, start, moves, fen, san) in [
        (
            zh,
            "4k3/P7/8/8/8/8/8/1r2K3[] w - - 0 1",
            "Ke2 b1b8 axb8=Q+ Kd7",
            "1Q~6/3k4/8/8/8/8/4K3/8[R] w - - 1 3",
            "R@d5+",
        ),
        (
            zh,
            "1Q~2k3/8/1r6/8/8/8/8/4K3[] b - - 0 1",
            "b6b8",
            "1r2k3/8/8/8/8/8/8/4K3[p] w - - 0 2",
            "Ke2",
        ),
        (
            zh,
            "4k3/8/8/8/8/8/8/4K3[Pn] w - - 4 9",
            "@e4 N@f3",
            "4k3/8/8/8/4P3/5n2/8/4K3[] w - - 1 10",
            "Kf2",
        ),
        (
            &Atomic,
            "4k3/8/8/3n4/4p3/2N2Q2/8/R3K2R w KQ - 0 1",
            "f3e4",
            "4k3/8/8/8/8/2N5/8/R3K2R b KQ - 0 1",
            "Kd7",
        ),
        (
            &Horde,
            "4k3/8/8/8/8/8/8/P7 w - - 0 1",
            "a1a3 Kd7",
            "8/3k4/8/8/8/P7/8/8 w - - 1 2",
            "a4",
        ),
        (
            &Antichess,
            "8/P7/8/8/8/8/8/7r w - - 0 1",
            "a8=K",
            "K7/8/8/8/8/8/8/7r b - - 0 1",
            "Rh8",
        ),
    ] {
        let text = PositionText::new(Some(start), moves);
        let parsed = VariantPosition::from_text(rules, &text).expect("legal moves");
        let position = parsed.position;
        assert_eq!(position.to_string(), fen, "{start} {moves}");
        let sans: Vec<String> = position
            .moves()
            .into_iter()
            .map(|mv| position.san(mv))
            .collect();
        assert!(sans.iter().any(|text| text == san), "{fen}: {sans:?}");
        for (mv, san) in position.moves().into_iter().zip(&sans) {
            let history = crate::chess::explain::MoveHistory::default();
            let again = position.parse_move_after(san, &history);
            assert_eq!(again.ok(), Some(mv), "{fen}: {san}");
            assert_eq!(
                position.parse_uci(&mv.to_string()).ok(),
                Some(mv),
                "{fen}: {mv}"
            );
        }
    }
}

#[test]
fn illegal_moves_of_variants_are_explained() {
    let zh: &'static dyn Rules = &Crazyhouse;
    for (rules, fen, mv, reason) in [
        (
            zh,
            "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1",
            "N@e4",
            "there is no knight in the pocket of white",
        ),
        (
            zh,
            "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1",
            "Q@e8",
            "e8 is not empty",
        ),
        (
            zh,
            "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
            "P@e1",
            "e1 is not empty",
        ),
        (
            zh,
            "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
            "@a8",
            "a pawn cannot be dropped on the first or the eighth rank",
        ),
        (
            zh,
            "4k3/8/8/8/8/8/8/r3K3[P] w - - 0 1",
            "@a4",
            "the king on e1 is in check, and the drop does not block it",
        ),
        (
            zh,
            "4r1k1/8/8/8/8/8/4N3/4K3[P] w - - 0 1",
            "e2c3",
            "the knight on e2 is pinned to the king on e1 by the rook on e8",
        ),
        (
            &Atomic,
            "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1",
            "e1e2",
            "a king cannot capture: it would explode",
        ),
        (
            &Atomic,
            "4k3/8/8/8/8/8/1p6/2R1K3 b - - 0 1",
            "b2c1q",
            "b2c1q is legal",
        ),
        (
            &Atomic,
            "4k3/8/8/8/8/8/3p1p2/4KR2 w - - 0 1",
            "f1f2",
            "the white king would explode",
        ),
        (
            &Atomic,
            "4k3/4r3/8/8/8/8/8/3K4 w - - 0 1",
            "d1e1",
            "the white king would be attacked on e1",
        ),
        (
            &Horde,
            "4k3/8/3P4/8/8/8/8/P7 b - - 0 1",
            "e8e7",
            "the black king would be attacked on e7",
        ),
        (
            &Horde,
            "4k3/8/8/8/8/8/P7/P7 w - - 0 1",
            "a1a3",
            "the pawn on a1 cannot reach a3: it is blocked by the pawn on a2",
        ),
        (
            &Antichess,
            "8/8/8/3p4/4P3/8/8/8 w - - 0 1",
            "e4e5",
            "captures are compulsory, such as e4d5",
        ),
        (
            &Antichess,
            "8/8/8/3p4/4P3/8/8/8 w - - 0 1",
            "N@f3",
            "there are no drops in this variant",
        ),
        (
            &KingOfTheHill,
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "N@f3",
            "there are no drops in this variant",
        ),
    ] {
        let position = read(rules, fen);
        let text = match position.parse_uci(mv) {
            Ok(_) => format!("{mv} is legal"),
            Err(error) => error.to_string(),
        };
        assert!(text.ends_with(reason), "{fen} {mv}: {text}");
    }
}

/// Checks are illegal in racing kings; White's arrival may be answered, and both kings there are a draw.
#[test]
fn moves_of_racing_kings_are_explained() {
    for (start, moves, error) in [
        (
            "8/8/k7/8/8/8/7K/6R1 w - - 0 1",
            "g1a1",
            "move 1: g1a1 is illegal: it gives check to the king on a6, and no move may give check",
        ),
        (
            "8/8/k7/8/8/8/7K/6R1 w - - 0 1",
            "Ra1",
            "move 1: g1a1 is illegal: it gives check to the king on a6, and no move may give check",
        ),
        (
            "8/k6K/8/8/8/8/8/8 w - - 0 1",
            "h7h8 a7a6 h8h7",
            "move 3: h8h7 is illegal: the game is over: the white king has reached the eighth rank",
        ),
        (
            "8/k6K/8/8/8/8/8/8 w - - 0 1",
            "h7h8 a7a8 h8h7",
            "move 3: h8h7 is illegal: the game is over: both kings have reached the eighth rank",
        ),
        (
            "8/7K/k7/8/8/8/8/8 w - - 0 1",
            "h7h8 a6a5",
            "move 2: a6a5 is illegal: the game is over: the white king has reached the eighth rank",
        ),
    ] {
        let text = PositionText::new(Some(start), moves);
        let found = VariantPosition::from_text(&RacingKings, &text);
        assert_eq!(
            found.expect_err("illegal").to_string(),
            error,
            "{start} {moves}"
        );
    }
    let text = PositionText::new(
        Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        "",
    );
    let parsed = VariantPosition::from_text(&RacingKings, &text).expect("a position");
    assert_eq!(parsed.warnings.len(), 1, "{:?}", parsed.warnings);
}

#[test]
fn every_variant_has_names_of_its_own() {
    let mut names = vec![Standard.name()];
    for rules in VARIANTS {
        names.push(rules.name());
        names.extend(rules.aliases());
        assert!(
            rules
                .name()
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        );
    }
    let different: std::collections::BTreeSet<_> = names.iter().collect();
    assert_eq!(different.len(), names.len(), "{names:?}");
    assert_eq!(
        variant("KOTH").map(|rules| rules.name()),
        Some("kingofthehill")
    );
    assert!(variant("chess").is_none());
}

/// A variant that uses every part of the seam: captures are compulsory, and the third one ends the game. The state is
/// the number of captures, at the end of the FEN: `captures=2`.
#[derive(Clone, Copy, Debug)]
struct ThreeCaptures;

impl Rules for ThreeCaptures {
    fn name(&self) -> &'static str {
        "threecaptures"
    }

    fn summary(&self) -> &'static str {
        "Captures are compulsory, and the third one ends the game"
    }

    fn game_over(&self, position: &VariantPosition) -> Option<GameOver> {
        (position.state().0 >= 3).then(|| GameOver {
            code: "three_captures",
            winner: None,
            reason: "three captures were made".to_owned(),
        })
    }

    fn legal_moves(&self, position: &VariantPosition) -> MoveList {
        let mut moves = position.chess().legal_moves();
        if moves.iter().any(|&mv| position.chess().is_capture(mv)) {
            moves.retain(|mv| position.chess().is_capture(mv));
        }
        moves
    }

    fn next_state(&self, position: &VariantPosition, mv: Move, _child: &Position) -> State {
        State(position.state().0 + u128::from(position.chess().is_capture(mv)))
    }

    fn split_fen<'a>(&self, fen: &'a str) -> Result<(Cow<'a, str>, State), FenError> {
        Ok(match fen.split_once(" captures=") {
            Some((fen, number)) => (fen.into(), State(number.parse().expect("a number"))),
            None => (fen.into(), State(0)),
        })
    }

    fn join_fen(&self, fen: String, state: State) -> String {
        format!("{fen} captures={}", state.0)
    }
}

#[test]
fn a_variant_can_have_a_state_and_moves_of_its_own() {
    let position = read(
        &ThreeCaptures,
        "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1 captures=1",
    );
    assert_eq!(
        position.to_string(),
        "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1 captures=1"
    );
    let capture = position.moves();
    assert_eq!(capture.len(), 1);
    let child = position.play(capture[0]);
    assert_eq!(
        child.to_string(),
        "4k3/8/8/3P4/8/8/8/4K3 b - - 0 1 captures=2"
    );
    assert_eq!(child.chess().pieces(PieceKind::Pawn).len(), 1);
    assert_eq!(perft(&position, 1), 1);
    assert_eq!(perft(&position, 2), 5);
    let fewer = read(&ThreeCaptures, "4k3/8/8/3P4/8/8/8/4K3 b - - 0 1 captures=1");
    assert!(!child.plays_like(&fewer));
    assert_ne!(child.key(), fewer.key());
    let over = read(&ThreeCaptures, "4k3/8/8/3P4/8/8/8/4K3 b - - 0 1 captures=3");
    assert_eq!(perft(&over, 2), 0);
    assert_eq!(
        over.explain("e8e7".parse().expect("a move"), None)
            .expect_err("over")
            .to_string(),
        "e8e7 is illegal: the game is over: three captures were made"
    );
}

/// Each of the 64 * 64 pairs of squares, and each drop, is legal exactly if it is listed, and has a reason otherwise.
#[test]
fn every_move_of_every_variant_is_explained() {
    let mut random = Random::new(23);
    for &rules in VARIANTS {
        for _ in 0..3 {
            let mut position = VariantPosition::startpos(rules);
            for ply in 0..40 {
                if ply % 8 == 7 {
                    explain_all(&position);
                }
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play(moves[random.below(moves.len())]);
            }
            explain_all(&position);
        }
    }
}

fn explain_all(position: &VariantPosition) {
    let legal = position.legal_moves();
    let has_king = |color: Color| {
        let kings = position.chess().pieces(PieceKind::King);
        !(kings & position.chess().colors(color)).is_empty()
    };
    for from in Square::ALL {
        for to in Square::ALL {
            let uci = UciMove {
                from,
                to,
                promotion: None,
                drop: None,
            };
            check(position, &legal, uci, has_king(position.chess().turn()));
        }
        for kind in PieceKind::ALL {
            let uci = UciMove {
                from,
                to: from,
                promotion: None,
                drop: Some(kind),
            };
            check(position, &legal, uci, true);
        }
    }
}

fn check(position: &VariantPosition, legal: &MoveList, uci: UciMove, may_castle: bool) {
    match position.explain(uci, None) {
        Ok(found) => {
            assert!(legal.contains(&found.mv), "{position:?}: {found}");
            assert!(!found.reasons.is_empty(), "{position:?}: {found}");
        }
        Err(illegal) => {
            assert!(uci.among(legal).is_none(), "{position:?}: {illegal}");
            assert!(!illegal.reasons.is_empty(), "{position:?}: {illegal}");
            assert!(
                may_castle || !illegal.to_string().contains("castl"),
                "{position:?}: {illegal}"
            );
        }
    }
}
