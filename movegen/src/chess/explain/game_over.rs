//! The end of a game of a variant.

use std::fmt;

use crate::chess::Color;

/// Why a game is over by a rule of its variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOver {
    /// The rule, for programs. A code keeps its meaning forever.
    pub code: &'static str,
    /// Who has won; `None` for a draw.
    pub winner: Option<Color>,
    /// The reason, as a sentence without capital letter and full stop.
    pub reason: String,
}

impl fmt::Display for GameOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the game is over: {}", self.reason)
    }
}
