//! A position as programs write it: a FEN, and the moves played from there.

use thiserror::Error;

use super::explain::MoveHistory;
use super::{FenError, MoveError, ParsedFen, Position, PositionError};

/// A FEN and moves, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionText {
    /// The FEN or EPD as received, or `startpos`; `None` also means the start position.
    pub fen: Option<String>,
    /// The moves from there, in UCI notation or in SAN.
    pub moves: Vec<String>,
}

impl PositionText {
    /// From a FEN and moves separated by whitespace.
    pub fn new(fen: Option<&str>, moves: &str) -> PositionText {
        PositionText {
            fen: fen.map(str::to_owned),
            moves: moves.split_ascii_whitespace().map(str::to_owned).collect(),
        }
    }
}

/// Why a [`PositionText`] does not describe a position.
#[derive(Debug, Error)]
pub enum PositionTextError {
    /// The FEN is malformed.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// The FEN is well-formed, but chess has no rules for that position.
    #[error("{0}")]
    Position(#[from] PositionError),
    /// A move is malformed or illegal.
    #[error("move {number}: {reason}")]
    Move {
        /// Which move, counted from 1.
        number: usize,
        /// What is wrong with it.
        reason: MoveError,
    },
}

/// The position that a [`PositionText`] describes, with enough of its history to explain why a move
/// is illegal there.
#[derive(Clone, Debug)]
pub struct ParsedPosition {
    /// The position after the moves.
    pub position: Position,
    /// What its FEN said, and the moves played from there.
    pub history: MoveHistory,
    /// Warnings about what was repaired in the FEN.
    pub warnings: Vec<String>,
}

impl ParsedPosition {
    /// Reads the FEN and plays the moves.
    ///
    /// # Errors
    /// [`PositionTextError`] says what is wrong: for an illegal move, the rule that forbids it.
    ///
    /// ```
    /// use movegen::chess::{ParsedPosition, PositionText};
    /// let parsed = ParsedPosition::from_text(&PositionText::new(None, "e2e4 e7e5 Nf3")).unwrap();
    /// assert_eq!(parsed.history.plies.len(), 3);
    ///
    /// let error = ParsedPosition::from_text(&PositionText::new(None, "e2e4 e4e5")).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "move 2: e4e5 is illegal: e4 holds a white pawn, but black is to move",
    /// );
    /// ```
    pub fn from_text(text: &PositionText) -> Result<ParsedPosition, PositionTextError> {
        let mut parsed = ParsedPosition {
            position: Position::startpos(),
            history: MoveHistory::default(),
            warnings: Vec::new(),
        };
        if let Some(fen) = text
            .fen
            .as_deref()
            .filter(|fen| fen.trim_ascii() != "startpos")
        {
            let fen: ParsedFen = fen.parse()?;
            let (position, warnings) = Position::from_setup(&fen.setup)?;
            let syntax = fen.warnings.iter().map(ToString::to_string);
            parsed.warnings = syntax
                .chain(warnings.iter().map(ToString::to_string))
                .collect();
            parsed.position = position;
            parsed.history = MoveHistory::from_fen(fen.setup.en_passant);
        }
        for (index, move_text) in text.moves.iter().enumerate() {
            let mv = parsed
                .position
                .parse_move_after(move_text, &parsed.history)
                .map_err(|reason| PositionTextError::Move {
                    number: index + 1,
                    reason,
                })?;
            parsed.history.push(parsed.position, mv);
            parsed.position = parsed.position.play(mv);
        }
        Ok(parsed)
    }
}
