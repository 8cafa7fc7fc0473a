//! Three-check: the third check wins. A double check is one check.

use std::borrow::Cow;

use super::{GameOver, Rules, State, VariantPosition};
use crate::chess::text::fen::{self, FenError};
use crate::chess::{Color, Move, Position};
use crate::random::Random;

/// The rules of three-check, as lichess plays it. The state is the number of checks that each side has left.
#[derive(Clone, Copy, Debug)]
pub struct ThreeCheck;

/// The checks that win.
const CHECKS: u8 = 3;

/// The checks that a side has left to give.
fn left(state: State, color: Color) -> u8 {
    state.0.to_le_bytes()[color.index()]
}

fn state(left: [u8; 2]) -> State {
    let mut bytes = [0; 16];
    bytes[..2].copy_from_slice(&left);
    State(u128::from_le_bytes(bytes))
}

impl ThreeCheck {
    /// The checks that White and Black have left to give.
    pub fn left(state: State) -> [u8; 2] {
        Color::ALL.map(|color| left(state, color))
    }

    /// The state with these checks left.
    pub fn state(left: [u8; 2]) -> State {
        state(left)
    }
}

impl Rules for ThreeCheck {
    fn name(&self) -> &'static str {
        "3check"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["threecheck", "three-check"]
    }

    fn summary(&self) -> &'static str {
        "The third check wins"
    }

    fn game_over(&self, position: &VariantPosition) -> Option<GameOver> {
        let winner = Color::ALL
            .into_iter()
            .find(|&color| left(position.state(), color) == 0)?;
        Some(GameOver {
            code: "three_checks",
            winner: Some(winner),
            reason: format!("{winner} has given check three times"),
        })
    }

    fn first_state(&self) -> State {
        state([CHECKS; 2])
    }

    fn random_state(&self, _position: &VariantPosition, random: &mut Random) -> State {
        state([(); 2].map(|()| 1 + random.below(CHECKS.into()) as u8))
    }

    fn next_state(&self, position: &VariantPosition, _mv: Move, child: &Position) -> State {
        let mut checks = Color::ALL.map(|color| left(position.state(), color));
        if child.is_check() {
            let given = &mut checks[position.chess().turn().index()];
            *given = given.saturating_sub(1);
        }
        state(checks)
    }

    fn count_moves(&self, position: &VariantPosition) -> u64 {
        position.chess().count_legal_moves()
    }

    fn counts_like_chess(&self, position: &VariantPosition, depth: u32) -> bool {
        // Every move before the last ply may give check.
        let turn = position.chess().turn();
        let [ours, theirs] = [turn, !turn].map(|color| u32::from(left(position.state(), color)));
        ours > depth / 2 && theirs > depth.saturating_sub(1) / 2
    }

    fn split_fen<'a>(&self, fen: &'a str) -> Result<(Cow<'a, str>, State), FenError> {
        let (fen, left) = fen::take_checks(fen, CHECKS)?;
        Ok((fen, left.map_or(self.first_state(), state)))
    }

    /// `3+3`, the checks that are left, before the clocks.
    fn join_fen(&self, fen: String, state: State) -> String {
        let [white, black] = Color::ALL.map(|color| left(state, color));
        let mut words: Vec<&str> = fen.split(' ').collect();
        let checks = format!("{white}+{black}");
        words.insert(4, &checks);
        words.join(" ")
    }
}
