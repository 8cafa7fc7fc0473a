//! The two ways in which castling is written.

use std::fmt;

/// How castling is written, in moves and in FENs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CastlingStyle {
    /// `e1g1`; `KQkq`.
    #[default]
    Standard,
    /// The king captures its own rook, `e1h1`; the files of the rooks, `HAha`.
    Chess960,
}

impl CastlingStyle {
    /// The style for the UCI option `UCI_Chess960`: [`Chess960`](CastlingStyle::Chess960) if it is
    /// set.
    pub fn new(chess960: bool) -> CastlingStyle {
        if chess960 {
            CastlingStyle::Chess960
        } else {
            CastlingStyle::Standard
        }
    }

    /// The style that a format string asks for: `{}` is standard, `{:#}` Chess960.
    pub(in crate::chess) fn alternate(f: &fmt::Formatter<'_>) -> CastlingStyle {
        CastlingStyle::new(f.alternate())
    }
}
