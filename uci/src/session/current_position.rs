//! The position that the next `go` uses, with the positions before it.

use movegen::chess::variant::{Rules, VariantPosition};
use movegen::chess::{Move, ParsedPosition, Position, PositionText, PositionTextError};

/// What the next command uses.
#[derive(Clone, Debug)]
pub enum Current {
    /// A position of chess.
    Chess(CurrentPosition),
    /// A position of a variant.
    Variant(VariantPosition),
    /// `position` was rejected: the position before it must not be used for an answer.
    Rejected,
}

impl Current {
    /// The start position of a variant, or of chess.
    pub fn startpos(variant: Option<&'static dyn Rules>) -> Current {
        match variant {
            Some(rules) => Current::Variant(VariantPosition::startpos(rules)),
            None => Current::Chess(CurrentPosition::startpos()),
        }
    }
}

/// The position of a session, as `position` has set it.
#[derive(Clone, Debug)]
pub struct CurrentPosition {
    /// The position.
    pub position: Position,
    /// The keys of the positions before it, oldest first, to detect repetitions.
    pub history: Vec<u128>,
}

impl CurrentPosition {
    /// The initial position of chess.
    pub fn startpos() -> CurrentPosition {
        CurrentPosition {
            position: Position::startpos(),
            history: Vec::new(),
        }
    }

    /// The position that a `position` command describes, and warnings about what was repaired or is unusual.
    ///
    /// # Errors
    /// [`PositionTextError`] if the text describes no legal position.
    pub fn from_text(
        text: &PositionText,
    ) -> Result<(CurrentPosition, Vec<String>), PositionTextError> {
        let ParsedPosition {
            position,
            history,
            warnings,
        } = ParsedPosition::from_text(text)?;
        let history = history.plies.iter().map(|ply| ply.before.key()).collect();
        Ok((CurrentPosition { position, history }, warnings))
    }

    /// The position with the board mirrored and the colours swapped, without history.
    pub fn flipped(&self) -> CurrentPosition {
        CurrentPosition {
            position: self.position.flip(),
            history: Vec::new(),
        }
    }

    /// Splits the words of `searchmoves` into legal moves and the rest.
    pub fn search_moves(&self, words: &[String]) -> (Vec<Move>, Vec<String>) {
        let mut moves = Vec::new();
        let mut illegal = Vec::new();
        for word in words {
            match self.position.parse_uci(word) {
                Ok(mv) if moves.contains(&mv) => {}
                Ok(mv) => moves.push(mv),
                Err(_) => illegal.push(word.clone()),
            }
        }
        (moves, illegal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(
        fen: Option<&str>,
        moves: &[&str],
    ) -> Result<(CurrentPosition, Vec<String>), PositionTextError> {
        CurrentPosition::from_text(&PositionText {
            fen: fen.map(str::to_owned),
            moves: moves.iter().map(|&text| text.to_owned()).collect(),
            ..PositionText::default()
        })
    }

    #[test]
    fn the_history_holds_the_earlier_positions() {
        let (current, warnings) = parse(None, &["g1f3", "g8f6", "f3g1", "f6g8"]).expect("legal");
        assert_eq!(current.history.len(), 4);
        assert_eq!(current.history[0], current.position.key());
        assert!(warnings.is_empty());
    }

    #[test]
    fn an_illegal_move_is_named() {
        let error = parse(None, &["e2e4", "e7e6", "e4e6"]).expect_err("illegal");
        assert!(
            error.to_string().starts_with("move 3: e4e6 is illegal"),
            "{error}"
        );
    }

    #[test]
    fn illegal_search_moves_are_separated() {
        let words = ["e2e4", "0000", "e2e4", "e2e5"].map(str::to_owned);
        let (moves, illegal) = CurrentPosition::startpos().search_moves(&words);
        assert_eq!(
            (moves.len(), illegal),
            (1, vec!["0000".to_owned(), "e2e5".to_owned()])
        );
    }
}
