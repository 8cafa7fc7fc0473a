//! A position, its moves, and why a move is legal or not.

use movegen::chess::explain::Verdict;
use movegen::chess::{CastlingStyle, ParsedPosition, Position, PositionText};

use crate::Error;

/// A start position and the moves played from there, with the notation of castling.
#[derive(Clone, Debug)]
pub struct Game {
    parsed: ParsedPosition,
    style: CastlingStyle,
}

/// A legal move in both notations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveNames {
    /// UCI notation.
    pub uci: String,
    /// SAN, with a sign for check and mate.
    pub san: String,
}

impl Game {
    /// Reads a FEN, an EPD or `startpos`, and plays moves in UCI notation or SAN, separated by
    /// whitespace. With `chess960`, castling is written as the king capturing its rook; `None` means
    /// only where standard notation cannot express it.
    ///
    /// # Errors
    /// [`Error::Position`] with the reason.
    ///
    /// ```
    /// use bindings::Game;
    /// let error = Game::new("8/8/8 w - -", "", None).unwrap_err();
    /// assert!(error.to_string().starts_with("8/8/8 w - -: "));
    ///
    /// let fen = "r2k3r/8/8/8/8/8/8/R3K3 b Qkq - 0 1";
    /// let warnings = |chess960| Game::new(fen, "", chess960).unwrap().warnings().len();
    /// assert_eq!((warnings(None), warnings(Some(false)), warnings(Some(true))), (1, 1, 0));
    /// ```
    pub fn new(fen: &str, moves: &str, chess960: Option<bool>) -> Result<Game, Error> {
        let style = CastlingStyle::new(chess960.unwrap_or_default());
        let text = PositionText::new(Some(fen), moves).styled(style);
        let parsed = ParsedPosition::from_text(&text).map_err(|reason| Error::Position {
            fen: fen.to_owned(),
            reason,
        })?;
        let chess960 = chess960.unwrap_or_else(|| parsed.position.needs_chess960());
        Ok(Game {
            parsed,
            style: CastlingStyle::new(chess960),
        })
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.parsed.position
    }

    /// How castling is written.
    pub fn style(&self) -> CastlingStyle {
        self.style
    }

    /// The FEN of the position after the moves.
    pub fn fen(&self) -> String {
        self.position().fen(self.style)
    }

    /// What was repaired in the FEN or is unusual.
    pub fn warnings(&self) -> &[String] {
        &self.parsed.warnings
    }

    /// The legal moves in the order in which Stockfish prints them.
    pub fn moves(&self) -> Vec<MoveNames> {
        let position = self.position();
        let moves = position.moves_in_report_order().into_iter();
        moves
            .map(|mv| MoveNames {
                uci: position.uci(mv, self.style),
                san: position.san(mv),
            })
            .collect()
    }

    /// A legal move in SAN; it may be given in UCI notation or in SAN.
    ///
    /// # Errors
    /// [`Error::Move`], with the rule that forbids the move.
    pub fn san(&self, mv: &str) -> Result<String, Error> {
        let mv = self
            .position()
            .parse_move_after(mv, &self.parsed.history)
            .map_err(Error::Move)?;
        Ok(self.position().san(mv))
    }
}

/// Whether a move in UCI notation or in SAN is legal, and why.
///
/// # Errors
/// [`Error::Move`] if the text is not a move.
pub fn explain(game: &Game, mv: &str) -> Result<Verdict, Error> {
    Ok(game.parsed.verdict(mv, game.style)?)
}
