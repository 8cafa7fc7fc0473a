//! A position of a variant: a position of chess with a state, under the rules of the variant.

use std::fmt;
use std::str::FromStr;

use super::{GameOver, Rules, State, VariantCounter};
use crate::chess::explain::{Illegal, Legal, MoveHistory, Reason, UciMove};
use crate::chess::position_text::{self, TextPosition};
use crate::chess::{
    CastlingStyle, InvalidFen, Move, MoveError, MoveList, ParsedPosition, Position, PositionText,
    PositionTextError,
};
use crate::perft::Tree;

/// A position under the rules `R`.
///
/// ```
/// use movegen::chess::variant::{KingOfTheHill, VariantPosition};
/// let over: VariantPosition<KingOfTheHill> = "8/8/8/4K3/8/8/8/k7 b - - 0 1".parse().unwrap();
/// assert!(over.legal_moves().is_empty());
/// assert_eq!(
///     over.explain("a1a2".parse().unwrap(), None).unwrap_err().to_string(),
///     "a1a2 is illegal: the game is over: the white king has reached e5",
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct VariantPosition<R: Rules> {
    chess: Position,
    state: R::State,
}

impl<R: Rules> VariantPosition<R> {
    /// The position at the start of the game.
    pub fn startpos() -> VariantPosition<R> {
        VariantPosition {
            chess: Position::startpos(),
            state: R::State::START,
        }
    }

    /// The FEN and the moves that a text names, as [`ParsedPosition::from_text`].
    ///
    /// # Errors
    /// [`PositionTextError`] says what is wrong: for an illegal move, the rule that forbids it.
    ///
    /// ```
    /// use movegen::chess::PositionText;
    /// use movegen::chess::variant::{KingOfTheHill, VariantPosition};
    /// let text = PositionText::new(Some("8/8/8/8/8/4K3/8/k7 w - - 0 1"), "e3e4 a1a2");
    /// assert_eq!(
    ///     VariantPosition::<KingOfTheHill>::from_text(&text).unwrap_err().to_string(),
    ///     "move 2: a1a2 is illegal: the game is over: the white king has reached e4",
    /// );
    /// ```
    pub fn from_text(
        text: &PositionText,
    ) -> Result<ParsedPosition<VariantPosition<R>>, PositionTextError> {
        position_text::read(text)
    }

    /// What it has in common with a position of chess. Its legal moves are not those of the variant.
    pub fn chess(&self) -> &Position {
        &self.chess
    }

    /// What it has besides.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// The FEN, with the castling rights in this style.
    pub fn fen(&self, style: CastlingStyle) -> String {
        self.state.join(self.chess.fen(style))
    }

    /// Why the game is over by a rule of the variant. A game without legal moves is over as well.
    pub fn game_over(&self) -> Option<GameOver> {
        R::game_over(self)
    }

    /// All legal moves; none if the game is over.
    pub fn legal_moves(&self) -> MoveList {
        match self.game_over() {
            Some(_) => MoveList::new(),
            None => R::legal_moves(self),
        }
    }

    /// The position after a legal move, which is not checked.
    #[must_use]
    pub fn play(&self, mv: Move) -> VariantPosition<R> {
        let mut child = VariantPosition {
            chess: self.chess.play(mv),
            state: self.state,
        };
        child.state = R::next_state(self, mv, &child);
        child
    }

    /// The counter that counts the moves of the last ply without making them.
    pub fn counter(&self) -> VariantCounter {
        VariantCounter
    }

    /// Whether the move is legal here, and why, as [`Position::explain`].
    ///
    /// # Errors
    /// [`Illegal`], with its reasons. That the game is over is the only one then.
    pub fn explain(&self, uci: UciMove, history: Option<&MoveHistory>) -> Result<Legal, Illegal> {
        match self.game_over() {
            Some(over) => Err(Illegal::new(uci, Reason::GameOver(over))),
            None => self.chess.explain(uci, history),
        }
    }

    /// Reads a legal move in UCI notation or in SAN, as [`Position::parse_move_after`].
    ///
    /// # Errors
    /// [`MoveError`] says why the text is no legal move here.
    pub fn parse_move_after(&self, text: &str, history: &MoveHistory) -> Result<Move, MoveError> {
        let Some(over) = self.game_over() else {
            return self.chess.parse_move_after(text, history);
        };
        let uci = match text.parse() {
            Ok(uci) => uci,
            Err(_) => UciMove::new(self.chess.parse_move_after(text, history)?),
        };
        Err(Illegal::new(uci, Reason::GameOver(over)).into())
    }
}

impl<R: Rules> FromStr for VariantPosition<R> {
    type Err = InvalidFen;

    fn from_str(text: &str) -> Result<VariantPosition<R>, InvalidFen> {
        let (fen, state) = R::State::split(text)?;
        let chess = fen.parse()?;
        Ok(VariantPosition { chess, state })
    }
}

/// The FEN in standard castling notation, or with `{:#}` in that of Chess960.
impl<R: Rules> fmt::Display for VariantPosition<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen(CastlingStyle::new(f.alternate())))
    }
}

impl<R: Rules> fmt::Debug for VariantPosition<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {self:#}", R::NAME)
    }
}

impl<R: Rules> Tree for VariantPosition<R> {
    type Move = Move;

    /// In the order in which Stockfish prints the moves of chess.
    fn moves(&self) -> Vec<Move> {
        let legal = self.legal_moves();
        if legal.is_empty() {
            return Vec::new();
        }
        let mut moves = self.chess.moves_in_report_order();
        moves.retain(|mv| legal.contains(mv));
        debug_assert_eq!(moves.len(), legal.len(), "{self:?}");
        moves
    }

    fn child(&self, mv: Move) -> VariantPosition<R> {
        self.play(mv)
    }

    fn key(&self) -> u128 {
        self.chess.key() ^ self.state.key()
    }

    fn plays_like(&self, other: &VariantPosition<R>) -> bool {
        self.chess.plays_like(&other.chess) && self.state == other.state
    }
}

impl<R: Rules> TextPosition for VariantPosition<R> {
    fn startpos() -> VariantPosition<R> {
        VariantPosition::startpos()
    }

    fn from_fen(
        fen: &str,
    ) -> Result<(VariantPosition<R>, MoveHistory, Vec<String>), PositionTextError> {
        let (fen, state) = R::State::split(fen)?;
        let (chess, history, warnings) = Position::from_fen(&fen)?;
        Ok((VariantPosition { chess, state }, history, warnings))
    }

    fn parse_move_after(&self, text: &str, history: &MoveHistory) -> Result<Move, MoveError> {
        VariantPosition::parse_move_after(self, text, history)
    }

    fn play(&self, mv: Move) -> VariantPosition<R> {
        VariantPosition::play(self, mv)
    }

    fn chess(&self) -> Position {
        self.chess
    }
}
