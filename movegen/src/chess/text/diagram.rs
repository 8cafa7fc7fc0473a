//! Boards drawn as text.

use std::fmt::{self, Write as _};

use crate::chess::{Bitboard, File, Piece, Position, Rank, Setup, Square};

const RULE: &str = " +---+---+---+---+---+---+---+---+\n";

impl Setup {
    /// The board as Stockfish's `d` draws it, with a blank line before and after it.
    pub fn framed_diagram(&self) -> String {
        let mut text = format!("\n{RULE}");
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let piece = self.board[Square::new(file, rank).index()];
                let _ = write!(text, " | {}", piece.map_or(' ', |piece| piece.letter()));
            }
            let _ = write!(text, " | {}\n{RULE}", rank.digit());
        }
        text + "   a   b   c   d   e   f   g   h\n\n"
    }
}

impl Position {
    /// The board, to be drawn.
    ///
    /// ```
    /// use movegen::chess::Position;
    /// assert_eq!(Position::startpos().diagram().to_string(), "\
    /// r n b q k b n r
    /// p p p p p p p p
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// P P P P P P P P
    /// R N B Q K B N R
    /// ");
    /// ```
    pub fn diagram(&self) -> Diagram<'_> {
        Diagram(self)
    }

    /// What Stockfish's `d` shows of a position, under this FEN of it. `Checkers` is the last line:
    /// py-stockfish reads up to it.
    pub fn board_text(&self, fen: &str) -> String {
        self.board_text_with(fen, self.checkers())
    }

    pub(in crate::chess) fn board_text_with(&self, fen: &str, checkers: Bitboard) -> String {
        let mut text = self.to_setup().framed_diagram();
        let _ = write!(
            text,
            "Fen: {fen}\nKey: {:016X}\nCheckers: ",
            self.key() as u64
        );
        for square in checkers {
            let _ = write!(text, "{square} ");
        }
        text
    }
}

/// A drawn board, White's side at the bottom: see [`Position::diagram`].
#[derive(Clone, Copy)]
pub struct Diagram<'a>(&'a Position);

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let piece = self.0.piece_at(Square::new(file, rank));
                let letter = piece.map_or('.', Piece::letter);
                let separator = if file == File::H { '\n' } else { ' ' };
                write!(f, "{letter}{separator}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
