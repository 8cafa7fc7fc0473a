//! Standard chess in the shape of a variant.

use super::{GameOver, Rules, VariantPosition};

/// Chess without any difference: what the tests compare with [`Position`](crate::chess::Position) itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standard;

impl Rules for Standard {
    const NAME: &'static str = "chess";
    const SUMMARY: &'static str = "Chess, and Chess960";
    type State = ();

    fn game_over(_position: &VariantPosition<Standard>) -> Option<GameOver> {
        None
    }
}
