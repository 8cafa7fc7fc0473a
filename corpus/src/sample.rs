//! A position of a corpus with its counts.

use std::fmt;

use movegen::chess::{CastlingStyle, Position, Square};

use crate::features::Facts;

/// A position and the numbers of leaves below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// The square that the last move passed, if it was a double push; whether or not a capture can
    /// use it.
    pub passed: Option<Square>,
    /// Whether the position is of Chess960: it comes from such a game, or its castling rights do not
    /// exist in standard chess.
    pub chess960: bool,
    /// The counts at depth 1, 2 and so on.
    pub counts: Vec<u64>,
}

impl Sample {
    /// The FEN. Its en passant square is that of the last move, as the FEN standard wants it, even
    /// if no pawn can capture. Castling rights are `KQkq` in standard chess and files of rooks in
    /// Chess960.
    pub fn fen(&self) -> String {
        fen(&self.position, self.passed, self.chess960)
    }

    /// The greatest depth with a count.
    pub fn depth(&self) -> u32 {
        self.counts.len() as u32
    }

    /// What its features are decided from.
    pub fn facts(&self) -> Facts {
        Facts::new(self.position, self.passed)
    }
}

/// A line of a suite: `FEN ;D1 20 ;D2 400`.
impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())?;
        let mut counts = (1..).zip(&self.counts);
        counts.try_for_each(|(depth, count)| write!(f, " ;D{depth} {count}"))
    }
}

/// The FEN of a position, with the square that the last move passed.
pub(crate) fn fen(position: &Position, passed: Option<Square>, chess960: bool) -> String {
    let mut setup = position.to_setup();
    setup.en_passant = passed;
    setup.fen(CastlingStyle::new(chess960))
}
