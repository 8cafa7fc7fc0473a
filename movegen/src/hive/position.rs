//! A position: where the pieces are, and what else the rules ask for.

use super::board::Board;
use super::hex::Hex;
use super::piece::PIECES;
use super::{Bug, Color, GameType, Move, Piece};

/// Where a piece is: in hand, or on a hex with so many pieces beneath it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place(u16);

impl Place {
    pub(crate) const HAND: Place = Place(u16::MAX);

    #[inline(always)]
    pub(crate) const fn on(hex: Hex, level: u8) -> Place {
        Place(hex.index() as u16 | (level as u16) << 10)
    }

    #[inline(always)]
    pub(crate) fn is_hand(self) -> bool {
        self == Place::HAND
    }

    /// Of a piece that is not in hand.
    #[inline(always)]
    pub(crate) const fn hex(self) -> Hex {
        Hex::from_index(self.0 as usize)
    }

    /// How many pieces lie beneath.
    #[inline(always)]
    pub(crate) const fn level(self) -> u8 {
        (self.0 >> 10) as u8
    }
}

/// The pieces' places by index, and some more that are always in hand, so that no index of 5 bits
/// need be checked.
pub(crate) type Places = [Place; 32];

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// No piece has been placed.
    NotStarted,
    /// Somebody is to move.
    InProgress,
    /// Both queens are surrounded.
    Draw,
    /// This side's opponent has a surrounded queen.
    Won(Color),
}

impl State {
    /// Whether nobody moves any more.
    pub fn is_over(self) -> bool {
        matches!(self, State::Draw | State::Won(_))
    }
}

/// A position of a game of Hive.
///
/// ```
/// use movegen::hive::{GameType, Position};
/// let start = Position::new(GameType::BASE_MLP);
/// // Any bug but the queen.
/// assert_eq!(start.legal_moves().len(), 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) places: Places,
    pub(super) game_type: GameType,
    pub(super) ply: u32,
    /// The piece that was moved last, if that can matter: see [`Position::stuns`].
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

    /// Which expansions take part.
    pub fn game_type(&self) -> GameType {
        self.game_type
    }

    /// How many moves have been made, passes included.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Color {
        Color::to_move(self.ply)
    }

    /// Where a piece lies and how many are beneath it, if it is in play.
    pub fn place(&self, piece: Piece) -> Option<(Hex, u8)> {
        let place = self.places[piece.index()];
        (!place.is_hand()).then(|| (place.hex(), place.level()))
    }

    /// The pieces in play from the bottom to the top of a hex.
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

    /// The pieces in hand that may come next, one of each bug.
    pub fn in_hand(&self, color: Color) -> impl Iterator<Item = Piece> + '_ {
        let bugs = Bug::ALL.into_iter();
        bugs.filter_map(move |bug| self.next_of(color, bug))
    }

    /// The piece of a bug that is placed next.
    fn next_of(&self, color: Color, bug: Bug) -> Option<Piece> {
        if !self.game_type.has(bug) {
            return None;
        }
        let mut all = (1..=bug.number()).map(|number| Piece::new(color, bug, number));
        all.find(|piece| self.places[piece.index()].is_hand())
    }

    /// How the game stands.
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

    /// Whether any piece lies there.
    pub fn is_occupied(&self, hex: Hex) -> bool {
        self.in_play()
            .any(|piece| self.places[piece.index()].hex() == hex)
    }

    /// The legal moves: none once the game is over, a lone pass if there is nothing else to do.
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
            let height = (0..PIECES).filter(|&index| {
                let place = self.places[index];
                !place.is_hand() && place.hex() == to && index != piece.index()
            });
            next.places[piece.index()] = Place::on(to, height.count() as u8);
        }
        next
    }

    fn stuns(&self, piece: Piece, to: Hex) -> bool {
        self.game_type.has(Bug::Pillbug) && stuns(&self.places, self.turn(), piece, to)
    }
}

/// Whether it matters for the next move that this one moved `piece` to `to`: the opponent finds a
/// piece of theirs thrown, or has a pillbug or mosquito beside a piece that they might throw.
/// Whatever matters to nobody is not remembered, so that more positions are equal. A piece that
/// was just placed touches no enemy, so that nobody could throw it.
#[inline(always)]
pub(super) fn stuns(places: &Places, mover: Color, piece: Piece, to: Hex) -> bool {
    if places[piece.index()].is_hand() {
        return false;
    }
    if piece.color() != mover {
        return true;
    }
    [Bug::Mosquito, Bug::Pillbug].into_iter().any(|bug| {
        let place = places[Piece::new(!mover, bug, 1).index()];
        !place.is_hand() && to.neighbours().contains(&place.hex())
    })
}
