//! Standard chess in the shape of a variant.

use super::{GameOver, Rules, State, VariantPosition};
use crate::chess::Position;

/// Chess without any difference, for code that knows variants too. Hot loops use a [`Position`] itself.
#[derive(Clone, Copy, Debug)]
pub struct Standard;

impl Rules for Standard {
    fn name(&self) -> &'static str {
        "chess"
    }

    fn is_standard(&self) -> bool {
        true
    }

    fn summary(&self) -> &'static str {
        "Chess, and Chess960"
    }

    fn counts_like_chess(&self, _position: &VariantPosition, _depth: u32) -> bool {
        true
    }

    fn game_over(&self, _position: &VariantPosition) -> Option<GameOver> {
        None
    }
}

/// The rules of standard chess, for texts that name no variant.
impl Default for &'static dyn Rules {
    fn default() -> &'static dyn Rules {
        &Standard
    }
}

/// Under the rules of standard chess.
impl From<Position> for VariantPosition {
    fn from(chess: Position) -> VariantPosition {
        VariantPosition::new(&Standard, chess, State::default())
    }
}

/// Under the rules of standard chess.
impl From<&Position> for VariantPosition {
    fn from(chess: &Position) -> VariantPosition {
        (*chess).into()
    }
}
