//! Moves that leave the king attacked, but that a defect allows.

use super::board::{Board, EMPTY, Move, Special, backward, file, kind, kind_of, rank};
use super::defect::Slip;
use super::generator::Castling;
use super::variant::Program;

/// A pseudo-legal move that leaves the own king attacked.
pub(super) struct Exposing<'a> {
    pub(super) program: &'a Program,
    pub(super) before: &'a Board,
    pub(super) after: &'a Board,
    pub(super) mv: Move,
    /// Whether the move is one of the root, and whether it is one of the last ply.
    pub(super) at_root: bool,
    pub(super) at_leaf: bool,
}

impl Exposing<'_> {
    /// Whether the defect of the program allows the move.
    pub(super) fn is_excused(&self) -> bool {
        let us = self.before.turn;
        let Some(slip) = self.program.slip_of(us) else {
            return false;
        };
        let untested = match slip {
            Slip::NeverTested => true,
            Slip::RootUntested => self.at_root,
            Slip::LastPlyUntested => self.at_leaf && !(self.at_root && self.program.form == 1),
            Slip::PromotionsUntested => self.mv.promotion != EMPTY,
            _ => false,
        };
        if untested {
            return true;
        }
        if let Special::Castle(side) = self.mv.special {
            let castling = Castling::new(self.before, us, side);
            return self.program.affects_side(side)
                && castling.is_excused(self.program, slip, self.before);
        }
        if kind_of(self.before.at(self.mv.from)) == kind::KING {
            return self.is_excused_king_move(slip);
        }
        if self.mv.is_en_passant() {
            return self.is_excused_en_passant(slip);
        }
        let checkers = self.attackers(self.before);
        let attackers = self.attackers(self.after);
        let (unanswered, exposed) = (attackers & checkers, attackers & !checkers);
        match slip {
            Slip::IgnoresCheck => exposed == 0 || checkers != 0 && self.program.form == 1,
            Slip::IgnoresDoubleCheck => {
                checkers.count_ones() > 1 && unanswered != checkers && exposed == 0
            }
            Slip::IgnoresPinsInCheck => checkers != 0 && unanswered == 0,
            _ if checkers != 0 && slip.spares_checks(self.program.form) => false,
            _ => unanswered == 0 && self.is_excused_pin(slip, exposed),
        }
    }

    /// The squares of the pieces that attack the king of the side that moves.
    fn attackers(&self, board: &Board) -> u64 {
        let us = self.before.turn;
        let king = board.kings[usize::from(us)];
        self.program.sight.attackers(board, king, us ^ 1)
    }

    fn is_excused_pin(&self, slip: Slip, exposed: u64) -> bool {
        let pinned = kind_of(self.before.at(self.mv.from));
        let king = self.after.kings[usize::from(self.before.turn)];
        let from_all = |wanted: &dyn Fn(u8) -> bool| squares(exposed).all(wanted);
        let on_rank = |square: u8| rank(square, 0) == rank(king, 0);
        let on_file = |square: u8| file(square) == file(king);
        let captures = file(self.mv.from) != file(self.mv.to);
        match slip {
            Slip::IgnoresPins => true,
            Slip::PinnedMayCapture => {
                let in_check = self.attackers(self.before) != 0;
                self.before.at(self.mv.to) != EMPTY && !(in_check && self.program.form == 1)
            }
            Slip::IgnoresRankPins => from_all(&on_rank),
            Slip::IgnoresFilePins => from_all(&on_file),
            Slip::IgnoresStraightPins => from_all(&|square| on_rank(square) || on_file(square)),
            Slip::IgnoresDiagonalPins => from_all(&|square| !on_rank(square) && !on_file(square)),
            Slip::IgnoresPinsByQueens => {
                from_all(&|square| kind_of(self.after.at(square)) == kind::QUEEN)
            }
            Slip::IgnoresPawnPins => pinned == kind::PAWN,
            Slip::IgnoresPawnCapturePins => pinned == kind::PAWN && captures,
            Slip::IgnoresPawnPushPins => pinned == kind::PAWN && !captures,
            Slip::IgnoresKnightPins => pinned == kind::KNIGHT,
            Slip::IgnoresBishopPins => pinned == kind::BISHOP,
            Slip::IgnoresRookPins => pinned == kind::ROOK,
            Slip::IgnoresQueenPins => pinned == kind::QUEEN,
            _ => false,
        }
    }

    fn is_excused_king_move(&self, slip: Slip) -> bool {
        let us = self.before.turn;
        let attackers = self.attackers(self.after);
        let all = |wanted: u8| squares(attackers).all(|at| kind_of(self.after.at(at)) == wanted);
        match slip {
            Slip::KingAlongRay => {
                let sight = &self.program.sight;
                !sight.attacked(self.before, self.mv.to, us ^ 1)
            }
            Slip::KingCapturesProtected => self.before.at(self.mv.to) != EMPTY,
            Slip::KingIgnoresAttacks => true,
            Slip::KingIgnoresPawns => all(kind::PAWN),
            Slip::KingIgnoresKnights => all(kind::KNIGHT),
            _ => false,
        }
    }

    fn is_excused_en_passant(&self, slip: Slip) -> bool {
        let us = self.before.turn;
        let unanswered = self.attackers(self.before) & self.attackers(self.after) != 0;
        if unanswered {
            return matches!(
                slip,
                Slip::EnPassantNeverTested | Slip::EnPassantInCheck | Slip::IgnoresCheck
            );
        }
        let captured = backward(self.mv.to, us);
        // The same capture with one of the two pawns still in its place.
        let mut with_captured = *self.after;
        with_captured.put(captured, self.before.at(captured));
        let mut with_capturer = *self.after;
        with_capturer.put(self.mv.from, self.before.at(self.mv.from));
        let pinned = self.attackers(&with_captured) != 0;
        let diagonal = self.attackers(&with_capturer) != 0;
        match slip {
            Slip::EnPassantNeverTested => true,
            Slip::EnPassantByPinned => pinned,
            Slip::IgnoresPins => {
                let spared = slip.spares_checks(self.program.form);
                let in_check = self.attackers(self.before) != 0;
                pinned && self.program.form % 2 == 1 && !(spared && in_check)
            }
            Slip::EnPassantOpensDiagonal => diagonal && !pinned,
            Slip::EnPassantOpensRank => !diagonal && !pinned,
            _ => false,
        }
    }
}

/// The squares of a set.
fn squares(set: u64) -> impl Iterator<Item = u8> {
    (0..64).filter(move |square| set >> square & 1 != 0)
}
