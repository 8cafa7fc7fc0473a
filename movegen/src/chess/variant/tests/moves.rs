//! Moves are read and written, and illegal ones are explained.

use super::read;
use crate::chess::explain::{MoveHistory, UciMove};
use crate::chess::variant::{
    Antichess, Atomic, Crazyhouse, Horde, KingOfTheHill, RacingKings, Rules, VARIANTS,
    VariantPosition,
};
use crate::chess::{Color, MoveList, PieceKind, PositionText, Square};
use crate::perft::Tree as _;
use crate::random::Random;

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
            let history = MoveHistory::default();
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
