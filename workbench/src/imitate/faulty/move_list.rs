//! The moves of a position, as the defects see them that add others.

use super::board::{Board, EMPTY, Move, NONE, forward, is_of, kind, kind_of, rank};
use super::generator::pawn_targets;
use super::sight::Sight;

/// The pseudo-legal moves of a position.
pub(super) struct MoveList<'a> {
    pub(super) form: u8,
    pub(super) sight: &'a Sight,
    pub(super) board: &'a Board,
    /// Where they begin.
    pub(super) start: usize,
    pub(super) moves: &'a mut Vec<Move>,
}

/// A pawn of the side to move.
pub(super) struct Pawn<'a> {
    pub(super) form: u8,
    pub(super) board: &'a Board,
    pub(super) us: u8,
    pub(super) from: u8,
    /// The squares of a push and of a double push.
    pub(super) front: u8,
    pub(super) double: u8,
}

impl<'a> MoveList<'a> {
    /// The squares of the pieces of this kind of the side to move.
    pub(super) fn own(&self, kind: u8) -> impl Iterator<Item = u8> + use<'a> {
        let (squares, us) = (&self.board.squares, self.board.turn);
        (0..NONE).filter(move |&square| {
            let standing = squares[usize::from(square)];
            is_of(standing, us) && kind_of(standing) == kind
        })
    }

    /// The pawns of the side to move, without those on the last rank.
    pub(super) fn pawns(&self) -> impl Iterator<Item = Pawn<'a>> + use<'a> {
        let (form, board, us) = (self.form, self.board, self.board.turn);
        let pawn = move |from| {
            let front = forward(from, us);
            Pawn {
                form,
                board,
                us,
                from,
                front,
                double: forward(front, us),
            }
        };
        self.own(kind::PAWN)
            .map(pawn)
            .filter(|pawn| pawn.front != NONE)
    }

    /// Lists these moves a second time.
    pub(super) fn list_again(&mut self, is_again: impl Fn(&Move) -> bool) {
        let listed = self.moves[self.start..].iter().copied();
        let again: Vec<Move> = listed.filter(is_again).collect();
        self.moves.extend(again);
    }

    pub(super) fn add(&mut self, from: u8, to: u8) {
        self.moves.push(Move::plain(from, to));
    }
}

impl Pawn<'_> {
    pub(super) fn is_at_home(&self) -> bool {
        rank(self.from, self.us) == 1
    }

    /// Whether its next step reaches the last rank.
    pub(super) fn promotes(&self) -> bool {
        rank(self.front, self.us) == 7
    }

    pub(super) fn is_empty(&self, square: u8) -> bool {
        self.board.at(square) == EMPTY
    }

    pub(super) fn is_enemy(&self, square: u8) -> bool {
        is_of(self.board.at(square), self.us ^ 1)
    }

    /// The square of a push, if it is empty.
    pub(super) fn push(&self) -> Option<u8> {
        self.is_empty(self.front).then_some(self.front)
    }

    /// The squares that it attacks.
    pub(super) fn targets(&self) -> impl Iterator<Item = u8> {
        let targets = pawn_targets(self.from, self.us).into_iter();
        targets.filter(|&to| to != NONE)
    }

    /// The squares of captures.
    pub(super) fn captures(&self) -> impl Iterator<Item = u8> {
        self.targets().filter(|&to| self.is_enemy(to))
    }
}

/// Whether this is a piece of the side to move that a faulty move may capture: any but the king.
pub(super) fn is_own_victim(board: &Board, square: u8) -> bool {
    let standing = board.at(square);
    is_of(standing, board.turn) && kind_of(standing) != kind::KING
}
