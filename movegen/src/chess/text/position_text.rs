//! A position as programs write it: a FEN, and the moves played from there.

use thiserror::Error;

use crate::chess::explain::{Illegal, Legal, MoveHistory, UciMove};
use crate::chess::{
    CastlingStyle, FenError, FenWarning, Move, MoveError, ParsedFen, Position, PositionError, Setup,
};

/// A FEN and moves, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionText {
    /// The FEN or EPD as received, or `startpos`; `None` also means the start position.
    pub fen: Option<String>,
    /// The moves from there, in UCI notation or in SAN.
    pub moves: Vec<String>,
    /// In standard style, `KQkq` for rights that only Chess960 has are a warning. They are read in
    /// either style.
    pub style: CastlingStyle,
}

impl PositionText {
    /// From a FEN and moves separated by whitespace.
    pub fn new(fen: Option<&str>, moves: &str) -> PositionText {
        PositionText {
            fen: fen.map(str::to_owned),
            moves: moves.split_ascii_whitespace().map(str::to_owned).collect(),
            style: CastlingStyle::default(),
        }
    }

    /// The same text where castling is written in this style.
    #[must_use]
    pub fn styled(self, style: CastlingStyle) -> PositionText {
        PositionText { style, ..self }
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
pub struct ParsedPosition<P = Position> {
    /// The position after the moves.
    pub position: P,
    /// What its FEN said, and the moves played from there.
    pub history: MoveHistory,
    /// Warnings about what was repaired in the FEN or is unusual.
    pub warnings: Vec<String>,
}

/// A position that can be read from a [`PositionText`]: that of chess or of a variant.
pub(in crate::chess) trait TextPosition: Sized {
    /// What is known besides the text: the variant.
    type Rules;
    /// The position of `startpos`.
    fn startpos(rules: Self::Rules) -> Self;
    /// The position of a FEN, its history and warnings about what was repaired or is unusual.
    fn from_fen(
        rules: Self::Rules,
        fen: &str,
        style: CastlingStyle,
    ) -> Result<(Self, MoveHistory, Vec<String>), PositionTextError>;
    /// Reads a move in UCI notation, legal or not.
    fn read_uci(text: &str) -> Result<UciMove, MoveError>;
    /// Whether the move is legal, and why.
    fn explain(&self, uci: UciMove, history: Option<&MoveHistory>) -> Result<Legal, Illegal>;
    /// A legal move in SAN.
    fn san(&self, mv: Move) -> String;
    /// Reads a legal move.
    fn parse_move_after(&self, text: &str, history: &MoveHistory) -> Result<Move, MoveError>;
    /// The position after a legal move.
    fn play(&self, mv: Move) -> Self;
    /// The position of chess that the history keeps.
    fn chess(&self) -> Position;
}

impl TextPosition for Position {
    type Rules = ();

    fn startpos((): ()) -> Position {
        Position::startpos()
    }

    fn from_fen(
        (): (),
        fen: &str,
        style: CastlingStyle,
    ) -> Result<(Position, MoveHistory, Vec<String>), PositionTextError> {
        read_fen(fen, style, |setup| {
            let (position, warnings) = Position::from_setup(setup)?;
            Ok((position, warnings.iter().map(ToString::to_string).collect()))
        })
    }

    fn read_uci(text: &str) -> Result<UciMove, MoveError> {
        text.parse()
    }

    fn explain(&self, uci: UciMove, history: Option<&MoveHistory>) -> Result<Legal, Illegal> {
        Position::explain(self, uci, history)
    }

    fn san(&self, mv: Move) -> String {
        Position::san(self, mv)
    }

    fn parse_move_after(&self, text: &str, history: &MoveHistory) -> Result<Move, MoveError> {
        Position::parse_move_after(self, text, history)
    }

    fn play(&self, mv: Move) -> Position {
        Position::play(self, mv)
    }

    fn chess(&self) -> Position {
        *self
    }
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
        read((), text)
    }
}

/// Reads a FEN; `position` makes the position, and warnings about it.
pub(in crate::chess) fn read_fen(
    fen: &str,
    style: CastlingStyle,
    position: impl FnOnce(&Setup) -> Result<(Position, Vec<String>), PositionError>,
) -> Result<(Position, MoveHistory, Vec<String>), PositionTextError> {
    let fen: ParsedFen = fen.parse()?;
    let (position, warnings) = position(&fen.setup)?;
    let is_meant = |warning: &&FenWarning| {
        style == CastlingStyle::Chess960 && matches!(warning, FenWarning::Chess960Rights { .. })
    };
    let syntax = fen.warnings.iter().filter(|warning| !is_meant(warning));
    let syntax = syntax.map(ToString::to_string);
    let history = MoveHistory::from_fen(fen.setup.en_passant);
    Ok((position, history, syntax.chain(warnings).collect()))
}

/// Reads a position of chess or of a variant, and plays the moves.
pub(in crate::chess) fn read<P: TextPosition>(
    rules: P::Rules,
    text: &PositionText,
) -> Result<ParsedPosition<P>, PositionTextError> {
    let fen = text.fen.as_deref();
    let (mut position, mut history, warnings) = match fen {
        Some(fen) if fen.trim_ascii() != "startpos" => P::from_fen(rules, fen, text.style)?,
        _ => (P::startpos(rules), MoveHistory::default(), Vec::new()),
    };
    for (index, move_text) in text.moves.iter().enumerate() {
        let mv = position.parse_move_after(move_text, &history);
        let mv = mv.map_err(|reason| PositionTextError::Move {
            number: index + 1,
            reason,
        })?;
        history.push(position.chess(), mv);
        position = position.play(mv);
    }
    Ok(ParsedPosition {
        position,
        history,
        warnings,
    })
}
