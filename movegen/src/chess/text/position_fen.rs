//! A position read from a FEN and written as one.

use std::fmt;
use std::str::FromStr;

use crate::chess::{CastlingStyle, FenError, Position, PositionError, Setup};

/// Why a FEN does not give a position: it cannot be read, or the rules do not apply to it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidFen {
    /// The text cannot be read.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The rules do not apply to what it says.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl FromStr for Position {
    type Err = InvalidFen;

    fn from_str(text: &str) -> Result<Position, InvalidFen> {
        Ok(Position::from_setup(&text.parse::<Setup>()?)?.0)
    }
}

impl Position {
    /// The FEN. The en passant square is given only if a legal capture can use it.
    pub fn fen(&self, style: CastlingStyle) -> String {
        self.to_setup().fen(style)
    }
}

/// The FEN; in Chess960 style with `{:#}`. Parsing it gives the position back.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.fen(CastlingStyle::alternate(f)))
    }
}

/// The FEN in Chess960 style; with `{:#?}` below a drawn board.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            write!(f, "{}", self.diagram())?;
        }
        write!(f, "Position({})", self.fen(CastlingStyle::Chess960))
    }
}
