//! Explanations checked against the naive move generator: exactly the moves that it lists are
//! legal, and every reason holds in its terms. Then the command `canopy explain`.

use std::collections::HashSet;

use crate::support::canopy::{Run, canopy};
use crate::support::naive::NaiveMove;
use crate::support::random::{self, Random};
use crate::support::reasons::{NaiveReasons, texts_from};
use movegen::chess::explain::{MoveHistory, UciMove};
use movegen::chess::{Color, File, Position, Setup, Square};

const FENS: [&str; 3] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/2p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/R3K2R w KQkq - 0 1",
];

/// Every way to write a move that is legal.
fn texts(legal: &[NaiveMove]) -> HashSet<String> {
    let mut texts: HashSet<String> = legal.iter().map(NaiveMove::uci).collect();
    for castle in legal.iter().filter(|step| step.castle) {
        let file = if castle.to > castle.from {
            File::G
        } else {
            File::C
        };
        let to = Square::new(file, castle.from.rank());
        if to != castle.from {
            texts.insert(format!("{}{to}", castle.from));
        }
    }
    texts
}

#[test]
fn explanations_agree_with_the_naive_generator() {
    let mut random = Random::new(31);
    let mut reasons = 0;
    for index in 0..45 {
        let start: Setup = match index % 3 {
            0 => FENS[index / 3 % FENS.len()].parse().expect("a FEN"),
            1 => random::chess960_start(&mut random),
            _ => random::placement(&mut random),
        };
        random::walk(&mut random, &start, 5, |setup, legal| {
            let position = Position::from_setup(setup).expect("a position").0;
            let texts = texts(legal);
            let naive = NaiveReasons::new(setup);
            let history = MoveHistory::from_fen(setup.en_passant);
            for from in Square::ALL {
                for uci in texts_from(from) {
                    reasons += check(&naive, &position, &history, uci, &texts);
                }
            }
        });
    }
    // Most reasons are about empty squares; the others must occur as well.
    assert!(reasons > 1_000_000, "{reasons}");
}

/// Compares one move's explanation, and returns how many reasons it had.
fn check(
    naive: &NaiveReasons<'_>,
    position: &Position,
    history: &MoveHistory,
    uci: UciMove,
    texts: &HashSet<String>,
) -> usize {
    let expected = texts.contains(&uci.to_string());
    let illegal = match position.explain(uci, Some(history)) {
        Ok(legal) => {
            assert!(expected, "{legal} in {position}");
            assert!(position.is_legal(legal.mv), "{legal} in {position}");
            assert!(!legal.reasons.is_empty(), "{uci} in {position}");
            return 0;
        }
        Err(illegal) => illegal,
    };
    assert!(!expected, "{illegal} in {position}");
    assert!(!illegal.reasons.is_empty(), "{uci} in {position}");
    for reason in &illegal.reasons {
        assert!(
            naive.holds(uci, reason),
            "{illegal}: {reason:?} in\n{position}"
        );
    }
    illegal.reasons.len()
}

#[test]
fn every_legal_move_has_a_reason_for_both_colors() {
    for (fen, color) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Color::White),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", Color::Black),
    ] {
        let position: Position = fen.parse().expect(fen);
        assert_eq!(position.turn(), color);
        for mv in position.legal_moves() {
            let legal = position.explain(UciMove::new(mv), None).expect(fen);
            assert_eq!(legal.mv, mv);
            assert!(!legal.reasons.is_empty(), "{mv:?}");
        }
    }
}

fn explain(arguments: &[&str]) -> Run {
    canopy(&[&["explain"], arguments].concat())
}

#[test]
fn the_command_prints_the_reason_and_exits_with_the_verdict() {
    for (arguments, code, line) in [
        (
            &["--fen", "8/8/8/1r2Pp1K/8/8/8/4k3 w - f6 0 2", "e5f6"][..],
            1,
            "e5f6 en passant is illegal: the capture exposes the king on h5 to the rook on b5\n",
        ),
        (
            &["--moves", "e2e4 e7e5 g1f3 d7d6 f1c4 c8g4", "E1G1"],
            0,
            "e1g1 castling is legal: the right to castle with the rook on h1 still exists, the \
             path is clear, and neither f1 nor g1 is attacked\n",
        ),
        (
            &[
                "--chess960",
                "--moves",
                "e2e4 e7e5 g1f3 d7d6 f1c4 c8g4",
                "e1g1",
            ],
            0,
            "e1h1 castling is legal: the right to castle with the rook on h1 still exists, the \
             path is clear, and neither f1 nor g1 is attacked\n",
        ),
        (
            &["--moves", "e2e4 e7e5 e1e2 e8e7 e2e1 e7e8", "e1g1"],
            1,
            "e1g1 castling is illegal: the castling right was lost when the king on e1 moved at ply \
             3 (e1e2); the bishop on f1 is in the way; the knight on g1 is in the way\n",
        ),
        (
            &["e2e5"],
            1,
            "e2e5 is illegal: a pawn cannot move from e2 to e5\n",
        ),
        (
            &["e2"],
            1,
            "e2 is illegal: no white pawn on the e-file can go to e2\n",
        ),
        (
            &["Nb1"],
            1,
            "Nb1 is illegal: no white knight can go to b1\n",
        ),
    ] {
        let run = explain(arguments);
        assert_eq!(
            (run.code, &*run.stdout),
            (Some(code), line),
            "{arguments:?}"
        );
    }
}

#[test]
fn unreadable_input_is_refused() {
    for (arguments, message) in [
        (&["e9"][..], "canopy: 'e9' is not a move"),
        (&["--fen", "8/8", "e2e4"], "canopy: "),
        (
            &["--moves", "e2e4 e7e5 e4e5", "e2e4"],
            "canopy: move 3: e4e5 is illegal: the pawn on e4 cannot reach e5: it is blocked by \
             the pawn on e5",
        ),
        (&[], "MOVE"),
    ] {
        explain(arguments).refuses(message);
    }
}
