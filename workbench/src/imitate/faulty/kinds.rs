//! The kinds of moves and positions that a defect can concern.
//!
//! Most defects concern few moves: captures en passant, promotions, castling, moves in check. The tables name these
//! kinds, so that a position without them needs no further question.

use super::board::{Board, EMPTY, Move, NONE, Special, aligned, is_of, kind, kind_of, rank, right};

/// A set of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Kinds(u16);

/// No kind: every move can be concerned.
pub(super) const ANY: Kinds = Kinds(0);
/// Also en passant.
pub(super) const CAPTURE: Kinds = Kinds(1);
pub(super) const EN_PASSANT: Kinds = Kinds(1 << 1);
/// A pawn promotes or reaches the last rank.
pub(super) const PROMOTION: Kinds = Kinds(1 << 2);
pub(super) const CASTLE: Kinds = Kinds(1 << 3);
pub(super) const DOUBLE_PUSH: Kinds = Kinds(1 << 4);
/// The king moves or castles.
pub(super) const KING: Kinds = Kinds(1 << 5);
/// A castling right ends, of either side.
pub(super) const ENDS_RIGHT: Kinds = Kinds(1 << 6);
/// The en passant square before the move is not the one after it.
pub(super) const CHANGES_EN_PASSANT: Kinds = Kinds(1 << 7);
/// There is an en passant square before the move.
pub(super) const EN_PASSANT_SQUARE: Kinds = Kinds(1 << 8);
/// The side to move is in check.
pub(super) const IN_CHECK: Kinds = Kinds(1 << 9);
/// The moving piece may be pinned.
pub(super) const PINNED: Kinds = Kinds(1 << 10);
/// The move leaves the king attacked.
pub(super) const ILLEGAL: Kinds = Kinds(1 << 11);
/// The side to move has a castling right.
pub(super) const RIGHT: Kinds = Kinds(1 << 12);

impl Kinds {
    /// Both sets.
    pub(super) const fn and(self, more: Kinds) -> Kinds {
        Kinds(self.0 | more.0)
    }

    /// With these as well, if the condition is true.
    #[inline]
    const fn with(self, more: Kinds, condition: bool) -> Kinds {
        Kinds(self.0 | (more.0 * condition as u16))
    }

    /// All but these.
    pub(super) const fn without(self, kinds: Kinds) -> Kinds {
        Kinds(self.0 & !kinds.0)
    }

    /// Whether all of these are among them.
    #[inline]
    pub(super) const fn has(self, needed: Kinds) -> bool {
        self.0 & needed.0 == needed.0
    }

    /// The kinds of a move, except that it may also be [`ILLEGAL`].
    pub(super) fn of(board: &Board, in_check: bool, mv: Move) -> Kinds {
        let us = board.turn;
        let moved = kind_of(board.at(mv.from));
        let captures = !mv.is_castle() && board.at(mv.to) != EMPTY;
        let takes = captures || mv.is_en_passant();
        let has_right = |side| board.rights[right(us, side)] != NONE;
        let (has_right, has_square) = (has_right(0) || has_right(1), board.en_passant != NONE);
        let takes_right = |&rook: &u8| rook != NONE && (rook == mv.from || rook == mv.to && takes);
        let has_rights = board.rights != [NONE; 4];
        let ends_right =
            moved == kind::KING && has_right || has_rights && board.rights.iter().any(takes_right);
        let promotes = mv.promotion != EMPTY
            || moved == kind::PAWN && rank(mv.to, us) == 7 && !mv.is_en_passant();
        let is_double_push = mv.special == Special::DoublePush;
        let king = board.kings[usize::from(us)];
        ANY.with(CAPTURE, takes)
            .with(EN_PASSANT, mv.is_en_passant())
            .with(PROMOTION, promotes)
            .with(CASTLE, mv.is_castle())
            .with(DOUBLE_PUSH, is_double_push)
            .with(KING, moved == kind::KING)
            .with(ENDS_RIGHT, ends_right)
            .with(CHANGES_EN_PASSANT, is_double_push || has_square)
            .with(EN_PASSANT_SQUARE, has_square)
            .with(IN_CHECK, in_check)
            .with(
                PINNED,
                moved != kind::KING && king < NONE && aligned(king, mv.from),
            )
            .with(RIGHT, has_right)
    }
}

/// Whether making and unmaking a move leaves every board as it was, by the rules.
pub(super) fn is_undone(board: &Board, mv: Move) -> bool {
    let moved = board.at(mv.from);
    // Pieces that are put back are in all lists.
    let listed = |square: u8| board.mislisted() >> square & 1 == 0;
    matches!(mv.special, Special::No | Special::DoublePush)
        && listed(mv.from)
        && listed(mv.to)
        && mv.promotion == EMPTY
        && mv.from != mv.to
        && is_of(moved, board.turn)
        && kind_of(moved) != kind::KING
        && kind_of(board.at(mv.to)) != kind::KING
}
