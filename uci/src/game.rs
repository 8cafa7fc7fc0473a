//! The position that the next `go` is about, and how it came to be.

use movegen::chess::{Move, ParsedPosition, Position, PositionText, PositionTextError};
use thiserror::Error;

use crate::command::PositionSyntax;

/// A position with the positions that led to it.
#[derive(Clone, Debug)]
pub struct Game {
    /// Where the game stands.
    pub position: Position,
    /// Keys of the earlier positions, oldest first, for repetitions.
    pub history: Vec<u128>,
}

/// Why a `position` command was rejected.
#[derive(Debug, Error)]
pub enum Rejection {
    /// The words are not `startpos` or `fen ...`.
    #[error("{0}")]
    Syntax(#[from] PositionSyntax),
    /// They describe no position.
    #[error("{0}")]
    Position(#[from] PositionTextError),
}

impl Game {
    /// The start of an ordinary game.
    pub fn startpos() -> Game {
        Game {
            position: Position::startpos(),
            history: Vec::new(),
        }
    }

    /// The game that a `position` command describes, and warnings about what was repaired.
    pub fn from_text(text: &PositionText) -> Result<(Game, Vec<String>), Rejection> {
        let ParsedPosition {
            position,
            history,
            warnings,
        } = ParsedPosition::from_text(text)?;
        let history = history.plies.iter().map(|ply| ply.before.key()).collect();
        Ok((Game { position, history }, warnings))
    }

    /// The same position with ranks and colours mirrored; it has no past.
    pub fn flipped(&self) -> Game {
        Game {
            position: self.position.flip(),
            history: Vec::new(),
        }
    }

    /// Splits the words of `searchmoves` into legal moves and words that are none.
    pub fn search_moves(&self, words: &[String]) -> (Vec<Move>, Vec<String>) {
        let mut moves = Vec::new();
        let mut wrong = Vec::new();
        for word in words {
            match self.position.parse_uci(word) {
                Ok(mv) if moves.contains(&mv) => {}
                Ok(mv) => moves.push(mv),
                Err(_) => wrong.push(word.clone()),
            }
        }
        (moves, wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: Option<&str>, moves: &[&str]) -> Result<(Game, Vec<String>), Rejection> {
        Game::from_text(&PositionText {
            fen: fen.map(str::to_owned),
            moves: moves.iter().map(|&text| text.to_owned()).collect(),
        })
    }

    #[test]
    fn history_holds_what_came_before() {
        let (game, remarks) = game(None, &["g1f3", "g8f6", "f3g1", "f6g8"]).expect("legal");
        assert_eq!(game.history.len(), 4);
        assert_eq!(game.history[0], game.position.key());
        assert!(remarks.is_empty());
    }

    #[test]
    fn the_bad_move_is_named() {
        let error = game(None, &["e2e4", "e7e6", "e4e6"]).expect_err("illegal");
        assert!(
            error.to_string().starts_with("move 3: e4e6 is illegal"),
            "{error}"
        );
    }

    #[test]
    fn illegal_search_moves_are_told_apart() {
        let words = ["e2e4", "0000", "e2e4", "e2e5"].map(str::to_owned);
        let (moves, wrong) = Game::startpos().search_moves(&words);
        assert_eq!(
            (moves.len(), wrong),
            (1, vec!["0000".to_owned(), "e2e5".to_owned()])
        );
    }
}
