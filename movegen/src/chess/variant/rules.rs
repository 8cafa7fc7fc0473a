//! What a variant of chess changes.

use std::borrow::Cow;
use std::fmt;

use super::VariantPosition;
use crate::chess::explain::GameOver;
use crate::chess::{FenError, Move, MoveList};

/// The rules of a variant of chess.
///
/// The defaults are those of chess, so that a variant states only its differences:
///
/// ```
/// use movegen::chess::variant::{GameOver, Rules, VariantPosition};
/// use movegen::chess::Color;
///
/// /// A game of chess without queens is over.
/// #[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// struct NeedsQueens;
///
/// impl Rules for NeedsQueens {
///     const NAME: &'static str = "needsqueens";
///     const SUMMARY: &'static str = "A side without queens has lost";
///     type State = ();
///
///     fn game_over(position: &VariantPosition<NeedsQueens>) -> Option<GameOver> {
///         use movegen::chess::PieceKind;
///         let queens = position.chess().pieces(PieceKind::Queen);
///         let loser = Color::ALL.into_iter().find(|&color| (queens & position.chess().colors(color)).is_empty())?;
///         Some(GameOver { code: "no_queen", winner: Some(!loser), reason: format!("{loser} has no queen") })
///     }
/// }
///
/// let start = VariantPosition::<NeedsQueens>::startpos();
/// assert_eq!(start.legal_moves().len(), 20);
/// ```
pub trait Rules: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// The name that the UCI option `UCI_Variant` uses: lower case letters and digits.
    const NAME: &'static str;

    /// Other names that users write.
    const ALIASES: &'static [&'static str] = &[];

    /// One line for help texts.
    const SUMMARY: &'static str;

    /// What a position has besides that of a position of chess; `()` for nothing.
    type State: State;

    /// Why the game is over, apart from the moves that are missing: such a position has no legal moves. Draw
    /// rules, as repetition, end no line of a perft.
    fn game_over(position: &VariantPosition<Self>) -> Option<GameOver>;

    /// The legal moves of a game that is not over.
    fn legal_moves(position: &VariantPosition<Self>) -> MoveList {
        position.chess().legal_moves()
    }

    /// The state after a legal move that leads to `child`.
    fn next_state(
        position: &VariantPosition<Self>,
        _mv: Move,
        _child: &VariantPosition<Self>,
    ) -> Self::State {
        *position.state()
    }
}

/// What a position of a variant has besides its position of chess.
pub trait State: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// The state at the start of the game.
    const START: Self;

    /// Splits a FEN into that of chess and the state.
    ///
    /// # Errors
    /// [`FenError`] if the fields of the state are malformed.
    fn split(fen: &str) -> Result<(Cow<'_, str>, Self), FenError>;

    /// The FEN of the variant, given that of chess.
    fn join(&self, fen: String) -> String;

    /// A number to combine with the key of the position: different states have different ones.
    fn key(&self) -> u128;
}

impl State for () {
    const START: () = ();

    fn split(fen: &str) -> Result<(Cow<'_, str>, ()), FenError> {
        Ok((fen.into(), ()))
    }

    fn join(&self, fen: String) -> String {
        fen
    }

    fn key(&self) -> u128 {
        0
    }
}
