//! A variant that uses every part of the trait.

use std::borrow::Cow;

use super::{perft, read};
use crate::chess::variant::{GameOver, Rules, State, VariantPosition};
use crate::chess::{FenError, Move, MoveList, PieceKind, Position};
use crate::perft::Tree as _;

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
