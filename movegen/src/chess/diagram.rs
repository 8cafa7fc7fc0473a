//! Boards drawn as text.

use std::fmt::Write as _;

use super::{File, Position, Rank, Setup, Square};

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
    /// What Stockfish's `d` shows of a position, under this FEN of it. `Checkers` is the last line:
    /// py-stockfish reads up to it.
    pub fn board_text(&self, fen: &str) -> String {
        let mut text = self.to_setup().framed_diagram();
        let _ = write!(
            text,
            "Fen: {fen}\nKey: {:016X}\nCheckers: ",
            self.key() as u64
        );
        for square in self.checkers() {
            let _ = write!(text, "{square} ");
        }
        text
    }
}
