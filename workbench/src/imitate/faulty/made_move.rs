//! A move that was made, as the defects see it that leave a wrong state.

use super::board::{Board, EMPTY, Move, Special, file, is_of, kind, kind_of, piece, right};
use super::sight::Sight;
use super::state::Undo;

/// A move that was made or unmade.
pub(super) struct MadeMove<'a> {
    pub(super) us: u8,
    pub(super) mv: Move,
    pub(super) undo: &'a Undo,
    pub(super) form: u8,
    pub(super) sight: &'a Sight,
    /// The sides of the king on which castling is affected, one bit for each.
    pub(super) sides: u8,
    /// What making the last move has changed, at any ply, if the program keeps that in one place.
    pub(super) last_undo: Option<Undo>,
    /// The last piece that was captured, at any ply.
    pub(super) last_captured: u8,
}

impl MadeMove<'_> {
    pub(super) fn affects_side(&self, side: u8) -> bool {
        self.sides >> side & 1 != 0
    }

    /// The side of a castling move, if it is affected.
    pub(super) fn castling_side(&self) -> Option<u8> {
        match self.mv.special {
            Special::Castle(side) if self.affects_side(side) => Some(side),
            _ => None,
        }
    }

    pub(super) fn is_of_king(&self) -> bool {
        kind_of(self.undo.moved) == kind::KING
    }

    /// Whether the move has left the king attacked.
    pub(super) fn has_exposed_king(&self, after: &Board) -> bool {
        let king = after.kings[usize::from(self.us)];
        self.sight.attacked(after, king, self.us ^ 1)
    }

    /// Whether the king moves, but does not castle.
    pub(super) fn is_king_move(&self) -> bool {
        self.is_of_king() && !self.mv.is_castle()
    }

    pub(super) fn is_pawn_move(&self) -> bool {
        kind_of(self.undo.moved) == kind::PAWN
    }

    pub(super) fn is_rook_move(&self) -> bool {
        self.undo.moved == piece(kind::ROOK, self.us)
    }

    pub(super) fn is_single_push(&self) -> bool {
        self.is_pawn_move()
            && file(self.mv.from) == file(self.mv.to)
            && self.mv.special == Special::No
            && !self.is_promotion()
    }

    pub(super) fn is_capture(&self) -> bool {
        self.undo.captured != EMPTY
    }

    /// Whether the move captures, but not en passant.
    pub(super) fn captures_on_destination(&self) -> bool {
        self.is_capture() && !self.mv.is_en_passant()
    }

    pub(super) fn is_promotion(&self) -> bool {
        self.mv.promotion != EMPTY
    }

    /// The castling right whose rook stood on this square before the move.
    fn right_on(&self, square: u8) -> Option<usize> {
        self.undo.rights.iter().position(|&rook| rook == square)
    }

    /// The affected castling right whose rook moves.
    pub(super) fn right_of_mover(&self) -> Option<usize> {
        let right = self.right_on(self.mv.from);
        right.filter(|&right| self.is_rook_move() && self.affects_side(right as u8 & 1))
    }

    /// The affected castling right whose rook is captured.
    pub(super) fn right_of_captured(&self) -> Option<usize> {
        let right = self.right_on(self.mv.to);
        right.filter(|&right| self.is_capture() && self.affects_side(right as u8 & 1))
    }

    /// Whether a piece of the other side is captured on the square of a castling rook.
    pub(super) fn captures_castling_rook(&self) -> bool {
        is_of(self.undo.captured, self.us ^ 1) && self.right_on(self.mv.to).is_some()
    }

    /// The affected castling rights of the side that moves.
    pub(super) fn own_rights(&self) -> impl Iterator<Item = usize> {
        let sides = [0, 1].into_iter();
        sides
            .filter(|&side| self.affects_side(side))
            .map(|side| right(self.us, side))
    }
}
