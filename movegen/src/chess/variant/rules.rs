//! What a variant of chess changes.

use std::borrow::Cow;
use std::fmt;

use super::VariantPosition;
use crate::chess::explain::{GameOver, Reason, UciMove};
use crate::chess::{
    Bitboard, Color, FenError, Kernel, Move, MoveList, Piece, Position, PositionError, Setup,
};
use crate::perft::{Counter, Stop};
use crate::random::Random;

/// The rules of a variant of chess. The defaults are those of chess, so that a variant states only its differences.
///
/// ```
/// use movegen::chess::variant::{GameOver, Rules, VariantPosition};
/// use movegen::chess::{Color, PieceKind};
///
/// /// A side without a queen has lost.
/// #[derive(Debug)]
/// struct QueensMatter;
///
/// impl Rules for QueensMatter {
///     fn name(&self) -> &'static str {
///         "queensmatter"
///     }
///
///     fn summary(&self) -> &'static str {
///         "A side without a queen has lost"
///     }
///
///     fn game_over(&self, position: &VariantPosition) -> Option<GameOver> {
///         let queens = position.chess().pieces(PieceKind::Queen);
///         let lost = |color| (queens & position.chess().colors(color)).is_empty();
///         let loser = Color::ALL.into_iter().find(|&color| lost(color))?;
///         let (code, reason) = ("no_queen", format!("{loser} has no queen"));
///         Some(GameOver { code, winner: Some(!loser), reason })
///     }
/// }
///
/// let start = VariantPosition::startpos(&QueensMatter);
/// assert_eq!(start.legal_moves().len(), 20);
/// let over = VariantPosition::from_fen(&QueensMatter, "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1").unwrap();
/// assert_eq!(over.game_over().unwrap().to_string(), "the game is over: black has no queen");
/// ```
pub trait Rules: fmt::Debug + Sync {
    /// The name that the UCI option `UCI_Variant` uses: lower case letters and digits.
    fn name(&self) -> &'static str;

    /// Other names that users write.
    fn aliases(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether these are the rules of standard chess.
    fn is_standard(&self) -> bool {
        false
    }

    /// One line for help texts.
    fn summary(&self) -> &'static str;

    /// The position of chess at the start of the game.
    fn startpos(&self) -> Position {
        Position::startpos()
    }

    /// The position of chess of a setup, and warnings.
    ///
    /// # Errors
    /// Every reason why the rules do not apply to the setup.
    fn position(&self, setup: &Setup) -> Result<(Position, Vec<String>), PositionError> {
        let (position, warnings) = Position::from_setup(setup)?;
        Ok((position, warnings.iter().map(ToString::to_string).collect()))
    }

    /// What is unusual in a position that was read.
    fn warnings(&self, _position: &VariantPosition) -> Vec<String> {
        Vec::new()
    }

    /// Whether moves are legal that are not legal in chess. They are pseudo-legal moves then, or
    /// [`more_moves`](Rules::more_moves).
    fn has_own_moves(&self) -> bool {
        false
    }

    /// Whether pieces can be dropped. [`forbids`](Rules::forbids) explains every illegal drop then.
    fn has_drops(&self) -> bool {
        false
    }

    /// Moves that are not even pseudo-legal in chess.
    fn more_moves(&self, _position: &VariantPosition) -> MoveList {
        MoveList::new()
    }

    /// The pieces that give check to the side to move.
    fn checkers(&self, position: &VariantPosition) -> Bitboard {
        position.chess().checkers()
    }

    /// The position of chess after a legal move.
    fn play(&self, position: &VariantPosition, mv: Move) -> Position {
        position.chess().play(mv)
    }

    /// Why the game is over by a rule of the variant: such a position has no legal moves. Draw rules, as repetition,
    /// end no line of a perft.
    fn game_over(&self, position: &VariantPosition) -> Option<GameOver>;

    /// Who has won a game without legal moves that no other rule has ended: by checkmate, if it is one.
    fn winner_without_moves(&self, position: &VariantPosition) -> Option<Color> {
        let is_mate = !self.checkers(position).is_empty();
        is_mate.then(|| !position.chess().turn())
    }

    /// Whether pieces are a burden.
    fn wins_without_pieces(&self) -> bool {
        false
    }

    /// The number of these pieces in the pocket.
    fn in_pocket(&self, _position: &VariantPosition, _piece: Piece) -> u32 {
        0
    }

    /// The legal moves of a game that is not over.
    fn legal_moves(&self, position: &VariantPosition) -> MoveList {
        position.chess().legal_moves()
    }

    /// The number of legal moves of a game that is not over.
    fn count_moves(&self, position: &VariantPosition) -> u64 {
        self.legal_moves(position).len() as u64
    }

    /// The number of legal moves and replies of a game that is not over. It takes most of the time of a count.
    fn count_two_plies(&self, position: &VariantPosition) -> u64 {
        let count = |child: VariantPosition| match self.game_over(&child) {
            Some(_) => 0,
            None => self.count_moves(&child),
        };
        let moves = self.legal_moves(position).into_iter();
        moves.map(|mv| count(position.play(mv))).sum()
    }

    /// Why a move is illegal in a game that is not over: a legal move of chess that
    /// [`legal_moves`](Rules::legal_moves) leaves out, or, with [own moves](Rules::has_own_moves), a pseudo-legal one.
    fn forbids(&self, _position: &VariantPosition, _mv: Move) -> Option<Reason> {
        None
    }

    /// Why a move that is not pseudo-legal is illegal, where chess would give another reason. Only for variants with
    /// [own moves](Rules::has_own_moves).
    fn why_not_pseudo_legal(&self, _position: &VariantPosition, _uci: UciMove) -> Option<Reason> {
        None
    }

    /// Whether the leaves at exactly `depth` plies, at least 1, are those of chess: no game can end before the last ply,
    /// and all moves are those of chess. The position is one of a game that is not over.
    fn counts_like_chess(&self, _position: &VariantPosition, _depth: u32) -> bool {
        false
    }

    /// The state at the start of the game.
    fn first_state(&self) -> State {
        State::default()
    }

    /// Another state that a position can have, for random positions.
    fn random_state(&self, position: &VariantPosition, _random: &mut Random) -> State {
        position.state()
    }

    /// The state after a legal move that leads to `child`.
    fn next_state(&self, position: &VariantPosition, _mv: Move, _child: &Position) -> State {
        position.state()
    }

    /// Splits a FEN into that of chess and the state.
    ///
    /// # Errors
    /// [`FenError`] if the fields of the state are malformed.
    fn split_fen<'a>(&self, fen: &'a str) -> Result<(Cow<'a, str>, State), FenError> {
        Ok((fen.into(), State::default()))
    }

    /// The FEN of the variant, given that of chess.
    fn join_fen(&self, fen: String, _state: State) -> String {
        fen
    }

    /// The leaves at exactly `depth` plies, for the last plies of a count: see
    /// [`Counter::leaves`]. The moves of the last ply are counted and not made.
    fn leaves(
        &self,
        position: &VariantPosition,
        depth: u32,
        kernel: &Kernel,
        stop: &Stop,
    ) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        if self.game_over(position).is_some() {
            return Some(0);
        }
        if self.counts_like_chess(position, depth) {
            return kernel.leaves(position.chess(), depth, stop);
        }
        if depth == 1 {
            return Some(self.count_moves(position));
        }
        if stop.is_stopped() {
            return None;
        }
        if depth == 2 {
            return Some(self.count_two_plies(position));
        }
        let mut total = 0;
        for mv in self.legal_moves(position) {
            total += self.leaves(&position.play(mv), depth - 1, kernel, stop)?;
        }
        Some(total)
    }
}

/// Rules are the same if their names are.
impl PartialEq for dyn Rules {
    fn eq(&self, other: &dyn Rules) -> bool {
        self.name() == other.name()
    }
}

impl Eq for dyn Rules {}

/// What a position of a variant has besides its position of chess: counters, pockets. Each variant gives the bits a
/// meaning of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct State(pub u128);

/// Why a drop is illegal in a variant without drops.
pub(super) fn no_drops() -> Reason {
    Reason::OfVariant {
        code: "no_drops",
        text: "there are no drops in this variant".to_owned(),
    }
}
