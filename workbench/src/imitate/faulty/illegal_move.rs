//! A pseudo-legal move that leaves its king attacked, as the defects see it that allow such moves.

use super::board::{Board, EMPTY, Move, NONE, backward, file, is_next_to, kind, kind_of, rank};
use super::sight::Sight;

/// A pseudo-legal move that leaves its king attacked.
pub(super) struct IllegalMove<'a> {
    pub(super) form: u8,
    pub(super) sight: &'a Sight,
    pub(super) before: &'a Board,
    pub(super) after: &'a Board,
    pub(super) mv: Move,
    /// Whether the move is one of the root, and whether it is one of the last ply.
    pub(super) at_root: bool,
    pub(super) at_leaf: bool,
}

/// Why an en passant capture is illegal that answers all checks.
pub(super) struct OpenedLine {
    /// The king is attacked even with the captured pawn in its place.
    pub(super) pinned: bool,
    /// The king is attacked even with the capturing pawn in its place.
    pub(super) diagonal: bool,
}

/// The pieces that attack the king.
pub(super) struct Attackers {
    /// Those that gave check before the move.
    pub(super) checkers: u64,
    /// Those of them that still do.
    pub(super) unanswered: u64,
    /// The others.
    pub(super) exposed: u64,
}

impl IllegalMove<'_> {
    /// The squares of the pieces that attack the king of the side that moves.
    fn attackers_on(&self, board: &Board) -> u64 {
        let us = self.before.turn;
        let king = board.kings[usize::from(us)];
        self.sight.attackers(board, king, us ^ 1)
    }

    /// The kind of piece that moves.
    pub(super) fn kind(&self) -> u8 {
        kind_of(self.before.at(self.mv.from))
    }

    pub(super) fn is_king_move(&self) -> bool {
        self.kind() == kind::KING && !self.mv.is_castle()
    }

    fn is_en_passant(&self) -> bool {
        self.mv.is_en_passant() && self.kind() != kind::KING
    }

    pub(super) fn is_capture(&self) -> bool {
        self.before.at(self.mv.to) != EMPTY
    }

    pub(super) fn changes_file(&self) -> bool {
        file(self.mv.from) != file(self.mv.to)
    }

    pub(super) fn in_check(&self) -> bool {
        self.attackers_on(self.before) != 0
    }

    /// The attackers of the king, if the move is neither the king's, nor castling, nor en passant.
    pub(super) fn attackers(&self) -> Option<Attackers> {
        if self.mv.is_castle() || self.mv.is_en_passant() || self.kind() == kind::KING {
            return None;
        }
        let checkers = self.attackers_on(self.before);
        let attackers = self.attackers_on(self.after);
        Some(Attackers {
            checkers,
            unanswered: attackers & checkers,
            exposed: attackers & !checkers,
        })
    }

    /// The pieces that a pinned piece lets through, if its move answers all checks. `spares_checks`:
    /// whether moves out of check are tested.
    pub(super) fn pin(&self, spares_checks: bool) -> Option<u64> {
        let attackers = self.attackers()?;
        let allowed = attackers.unanswered == 0 && !(spares_checks && attackers.checkers != 0);
        allowed.then_some(attackers.exposed)
    }

    /// Whether the move does not answer a check, and exposes the king to no other attack.
    pub(super) fn ignores_check(&self) -> bool {
        let attackers = self.attackers();
        attackers.is_some_and(|attackers| attackers.unanswered != 0 && attackers.exposed == 0)
    }

    /// Whether the move ignores only checks that are not noticed.
    pub(super) fn ignores_unnoticed_check(&self) -> bool {
        self.ignores_check() && self.attackers_after() & !self.before.unnoticed == 0
    }

    /// Whether an en passant capture does not answer a check.
    pub(super) fn en_passant_ignores_check(&self) -> bool {
        let unanswered = || self.attackers_on(self.before) & self.attackers_on(self.after);
        self.is_en_passant() && unanswered() != 0
    }

    /// Why an en passant capture is illegal that answers all checks.
    pub(super) fn en_passant_opens(&self) -> Option<OpenedLine> {
        if !self.is_en_passant() || self.en_passant_ignores_check() {
            return None;
        }
        let captured = backward(self.mv.to, self.before.turn);
        // The same capture with one of the two pawns still in its place.
        let attacked_with = |square: u8| {
            let mut board = *self.after;
            board.put(square, self.before.at(square));
            self.attackers_on(&board) != 0
        };
        Some(OpenedLine {
            pinned: attacked_with(captured),
            diagonal: attacked_with(self.mv.from),
        })
    }

    /// The squares of the pieces that give check before the move.
    pub(super) fn checkers(&self) -> u64 {
        self.attackers_on(self.before)
    }

    pub(super) fn is_double_check(&self) -> bool {
        self.checkers().count_ones() > 1
    }

    pub(super) fn is_next_to_king(&self, square: u8) -> bool {
        is_next_to(self.king(), square)
    }

    /// The squares of the pieces that attack the king after the move.
    pub(super) fn attackers_after(&self) -> u64 {
        self.attackers_on(self.after)
    }

    pub(super) fn is_straight_from_king(&self, square: u8) -> bool {
        self.is_on_rank_of_king(square) || self.is_on_file_of_king(square)
    }

    pub(super) fn is_on_rank_of_king(&self, square: u8) -> bool {
        rank(square, 0) == rank(self.king(), 0)
    }

    pub(super) fn is_on_file_of_king(&self, square: u8) -> bool {
        file(square) == file(self.king())
    }

    /// The square of the king after the move.
    pub(super) fn king(&self) -> u8 {
        self.after.kings[usize::from(self.before.turn)]
    }

    /// Whether all pieces that attack the king are of this kind.
    pub(super) fn is_attacked_only_by(&self, kind: u8) -> bool {
        let attackers = self.attackers_on(self.after);
        squares(attackers).all(|square| kind_of(self.after.at(square)) == kind)
    }
}

/// The squares of a set.
pub(super) fn squares(set: u64) -> impl Iterator<Item = u8> {
    (0..NONE).filter(move |square| set >> square & 1 != 0)
}
