//! A position, its moves, and why a move is legal or not.

use movegen::chess::explain::Verdict;
use movegen::chess::variant::{Rules, Standard, VARIANTS, VariantPosition, variant};
use movegen::chess::{CastlingStyle, ParsedPosition, PositionText};
use movegen::perft::Tree as _;

use crate::Error;

/// A start position and the moves played from there, with the notation of castling.
#[derive(Clone, Debug)]
pub struct Game {
    parsed: ParsedPosition<VariantPosition>,
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
        Game::under(&Standard, fen, moves, chess960)
    }

    /// As [`new`](Game::new), for a variant of chess with this name, such as `atomic`; `chess` is chess.
    ///
    /// # Errors
    /// [`Error::Variant`] if there is no such variant, or as [`new`](Game::new).
    ///
    /// ```
    /// use bindings::{Counting, Game};
    /// let game = Game::of_variant("crazyhouse", "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1", "", None).unwrap();
    /// assert_eq!(Counting::new(2).perft(&game).unwrap(), 3083);
    /// ```
    pub fn of_variant(
        name: &str,
        fen: &str,
        moves: &str,
        chess960: Option<bool>,
    ) -> Result<Game, Error> {
        Game::under(rules(name)?, fen, moves, chess960)
    }

    /// As [`new`](Game::new), if the name of a variant may stand before the FEN: `atomic startpos`.
    ///
    /// # Errors
    /// As [`new`](Game::new).
    pub fn with_prefix(text: &str, moves: &str, chess960: Option<bool>) -> Result<Game, Error> {
        let (variant, fen) = split_variant(text);
        Game::of_variant(variant, fen, moves, chess960)
    }

    fn under(
        rules: &'static dyn Rules,
        fen: &str,
        moves: &str,
        chess960: Option<bool>,
    ) -> Result<Game, Error> {
        let style = CastlingStyle::new(chess960.unwrap_or_default());
        let text = PositionText::new(Some(fen), moves).styled(style);
        let parsed =
            VariantPosition::from_text(rules, &text).map_err(|reason| Error::Position {
                fen: fen.to_owned(),
                reason,
            })?;
        let chess960 = chess960.unwrap_or_else(|| parsed.position.chess().needs_chess960());
        Ok(Game {
            parsed,
            style: CastlingStyle::new(chess960),
        })
    }

    /// The position.
    pub fn position(&self) -> &VariantPosition {
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
        let moves = position.moves().into_iter();
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
    let (parsed, style) = (&game.parsed, game.style);
    let verdict = match parsed.position.as_standard() {
        Some(chess) => ParsedPosition {
            position: *chess,
            history: parsed.history.clone(),
            warnings: Vec::new(),
        }
        .verdict(mv, style),
        None => parsed.verdict(mv, style),
    };
    Ok(verdict?)
}

/// The name of the variant before a FEN, or `chess` without one, and the FEN.
///
/// ```
/// use bindings::split_variant;
/// assert_eq!(split_variant("atomic startpos"), ("atomic", "startpos"));
/// assert_eq!(split_variant("startpos"), ("chess", "startpos"));
/// ```
pub fn split_variant(text: &str) -> (&str, &str) {
    match text.trim_start().split_once(' ') {
        Some((name, fen)) if rules(name).is_ok() => (name, fen),
        _ => ("chess", text),
    }
}

/// The rules with this name; `chess` is chess.
///
/// # Errors
/// [`Error::Variant`] if there is no such variant.
pub fn rules(name: &str) -> Result<&'static dyn Rules, Error> {
    let rules = match name {
        "chess" => Some(&Standard as &dyn Rules),
        name => variant(name),
    };
    rules.ok_or_else(|| Error::Variant {
        found: name.to_owned(),
        allowed: VARIANTS.iter().map(|rules| rules.name()).collect(),
    })
}
