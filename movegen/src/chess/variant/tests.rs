use super::*;
use crate::chess::{Bitboard, Color, FenError, Move, MoveList, PieceKind, Position, PositionText};
use crate::perft::{Counter as _, Perft, Stop, Tree as _};
use crate::random::Random;
use std::borrow::Cow;

fn perft(position: &VariantPosition, depth: u32) -> u128 {
    let perft = Perft::new(depth);
    let outcome = perft.run(position, &VariantCounter, &Stop::new(), |_| {});
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

/// The counts that both Stockfish forks and python-chess give.
#[test]
fn king_of_the_hill_counts() {
    for (fen, counts) in [
        (
            "8/5k2/1pp2p2/8/3P1PP1/P3K3/1P6/8 b - - 0 1",
            &[10, 120, 1000, 12460, 104_314][..],
        ),
        (
            "rnb2b1r/ppp2ppp/3k4/8/1PKp1pn1/3Pq3/PBP1P2P/RN1Q1B1R w - - 4 12",
            &[0, 0, 19003],
        ),
        ("8/8/8/8/4K3/8/8/k7 b - - 0 1", &[0, 0]),
    ] {
        let position = read(&KingOfTheHill, fen);
        for (depth, &count) in (1..).zip(counts) {
            // The known results of the second position begin at depth 3.
            if count != 0 || position.game_over().is_some() {
                assert_eq!(perft(&position, depth), count, "{fen}, depth {depth}");
            }
        }
    }
    assert_eq!(
        perft(&VariantPosition::startpos(&KingOfTheHill), 4),
        197_281
    );
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
                VariantCounter.leaves(&position, 2, &Stop::new()),
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
