//! Standard chess in the shape of a variant.

use super::{GameOver, Rules, VariantPosition};

/// Chess without any difference: the tests compare it with [`Position`](crate::chess::Position) itself.
#[derive(Clone, Copy, Debug)]
pub struct Standard;

impl Rules for Standard {
    fn name(&self) -> &'static str {
        "chess"
    }

    fn summary(&self) -> &'static str {
        "Chess, and Chess960"
    }

    fn game_over(&self, _position: &VariantPosition) -> Option<GameOver> {
        None
    }
}
