//! A position: the places of the pieces, and what else the rules depend on.

use super::board::Board;
use super::hex::Hex;
use super::piece::PIECES;
use super::place::{Place, Places, stuns};
use super::{Bug, Color, GameType, Move, Piece};

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// No piece has been placed.
    NotStarted,
    /// The game is not over.
    InProgress,
    /// Both queens are surrounded.
    Draw,
    /// This side has won: the opponent's queen is surrounded.
    Won(Color),
}

impl State {
    /// Whether the game is over.
    pub fn is_over(self) -> bool {
        matches!(self, State::Draw | State::Won(_))
    }
}

/// A position of a game of Hive.
///
/// ```
/// use movegen::hive::{GameType, Position};
/// let start = Position::new(GameType::BASE_MLP);
/// // Any bug except the queen.
/// assert_eq!(start.legal_moves().len(), 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) places: Places,
    pub(super) game_type: GameType,
    pub(super) ply: u32,
    /// The piece that was moved last, if that affects the next move: see [`stuns`].
    pub(super) stunned: Option<Piece>,
}

impl Position {
    /// The start of a game.
    pub fn new(game_type: GameType) -> Position {
        Position {
            places: [Place::HAND; 32],
            game_type,
            ply: 0,
            stunned: None,
        }
    }

    /// The game type, which says which expansions are in use.
    pub fn game_type(&self) -> GameType {
        self.game_type
    }

    /// The number of moves made so far, including passes.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        Color::to_move(self.ply)
    }

    /// The hex of a piece in play and the number of pieces beneath it; `None` for a piece in hand.
    pub fn place(&self, piece: Piece) -> Option<(Hex, u8)> {
        let place = self.places[piece.index()];
        (!place.is_hand()).then(|| (place.hex(), place.level()))
    }

    /// The pieces on a hex, from bottom to top.
    pub fn stack(&self, hex: Hex) -> Vec<Piece> {
        let mut stack: Vec<Piece> = self
            .in_play()
            .filter(|piece| self.places[piece.index()].hex() == hex)
            .collect();
        stack.sort_by_key(|piece| self.places[piece.index()].level());
        stack
    }

    /// The pieces in play.
    pub fn in_play(&self) -> impl Iterator<Item = Piece> + '_ {
        (0..PIECES)
            .map(Piece::from_index)
            .filter(|piece| !self.places[piece.index()].is_hand())
    }

    /// The pieces in hand that can be placed next: the one with the lowest number of each bug.
    pub fn in_hand(&self, color: Color) -> impl Iterator<Item = Piece> + '_ {
        let bugs = Bug::ALL.into_iter();
        bugs.filter_map(move |bug| self.next_of(color, bug))
    }

    /// The piece of a bug that is placed next, if any is left in hand.
    fn next_of(&self, color: Color, bug: Bug) -> Option<Piece> {
        if !self.game_type.has(bug) {
            return None;
        }
        let mut pieces = (1..=bug.number()).map(|number| Piece::new(color, bug, number));
        pieces.find(|piece| self.places[piece.index()].is_hand())
    }

    /// The state of the game.
    pub fn state(&self) -> State {
        let lost = Color::ALL.map(|color| {
            let queen = Piece::new(color, Bug::Queen, 1);
            self.place(queen).is_some_and(|(hex, _)| {
                let neighbours = hex.neighbours().into_iter();
                neighbours.filter(|&n| self.is_occupied(n)).count() == 6
            })
        });
        match lost {
            [true, true] => State::Draw,
            [true, false] => State::Won(Color::Black),
            [false, true] => State::Won(Color::White),
            [false, false] if self.ply == 0 => State::NotStarted,
            [false, false] => State::InProgress,
        }
    }

    /// Whether any piece lies on the hex.
    pub fn is_occupied(&self, hex: Hex) -> bool {
        self.in_play()
            .any(|piece| self.places[piece.index()].hex() == hex)
    }

    /// The legal moves: none after the end of the game, and only a pass if there is no other move.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        Board::new(self).moves(&mut moves);
        moves
    }

    /// The position after a legal move.
    #[must_use]
    pub fn play(&self, mv: Move) -> Position {
        let mut next = *self;
        next.ply += 1;
        next.stunned = None;
        if let Move::To { piece, to } = mv {
            if self.stuns(piece, to) {
                next.stunned = Some(piece);
            }
            let beneath = (0..PIECES).filter(|&index| {
                let place = self.places[index];
                !place.is_hand() && place.hex() == to && index != piece.index()
            });
            next.places[piece.index()] = Place::on(to, beneath.count() as u8);
        }
        next
    }

    fn stuns(&self, piece: Piece, to: Hex) -> bool {
        self.game_type.has(Bug::Pillbug) && stuns(&self.places, self.turn(), piece, to)
    }
}
