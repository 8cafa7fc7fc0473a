//! Wrong states after making or unmaking a move.

use super::board::{
    Board, EMPTY, Move, NONE, Special, backward, castled, file, is_of, kind, kind_of, piece, rank,
    right, step,
};
use super::defect::{Family, Slip};
use super::forms::castled_files;
use super::piece_lists;
use super::state::{Undo, make, unmake};
use super::variant::Program;

/// Makes a move as this program does.
pub(super) fn make_by(program: &Program, board: &mut Board, mv: Move) -> Undo {
    let us = board.turn;
    let undo = make(board, mv);
    if program.clears_king_square() && undo.captured == piece(kind::KING, us ^ 1) {
        board.kings[usize::from(us ^ 1)] = NONE;
    }
    if matches!(
        program.slip,
        Some(Slip::ListKeepsCaptured | Slip::ListGetsCapturedTwice)
    ) {
        piece_lists::update_king(board, mv, us, &undo);
    }
    let slip = program.slip_of(us);
    if let Some(slip) = slip.filter(|_| program.has_family(Family::Make)) {
        let after = After {
            us,
            mv,
            undo: &undo,
            form: program.form,
            program,
        };
        let correct = *board;
        if program.rights_by_squares {
            after.end_rights_by_squares(board);
        }
        after.spoil_pieces(slip, board);
        after.spoil_rights(slip, board);
        if *board != correct {
            program.fired.set(true);
        }
    }
    undo
}

/// Unmakes a move as this program does.
pub(super) fn unmake_by(program: &Program, board: &mut Board, mv: Move, undo: &Undo) {
    let child = *board;
    unmake(board, mv, undo);
    let us = child.turn ^ 1;
    let slip = program.slip_of(us);
    if let Some(slip) = slip.filter(|_| program.has_family(Family::Unmake)) {
        let after = After {
            us,
            mv,
            undo,
            form: program.form,
            program,
        };
        let correct = *board;
        after.spoil_unmade(slip, &child, board);
        if *board != correct {
            program.fired.set(true);
        }
    }
}

/// A move that was made.
struct After<'a> {
    us: u8,
    mv: Move,
    undo: &'a Undo,
    form: u8,
    program: &'a Program,
}

impl After<'_> {
    fn is_king_move(&self) -> bool {
        kind_of(self.undo.moved) == kind::KING && !self.mv.is_castle()
    }

    fn is_capture(&self) -> bool {
        self.undo.captured != EMPTY
    }

    fn is_promotion(&self) -> bool {
        self.mv.promotion != EMPTY
    }

    /// The castling right whose rook stood on this square before the move.
    fn right_on(&self, square: u8) -> Option<usize> {
        self.undo.rights.iter().position(|&rook| rook == square)
    }

    fn spoil_pieces(&self, slip: Slip, board: &mut Board) {
        let (us, mv, undo) = (self.us, self.mv, self.undo);
        match slip {
            Slip::ListKeepsCaptured => piece_lists::keep_captured(board, us, undo),
            Slip::KingSquareStale if kind_of(undo.moved) == kind::KING => {
                board.kings[usize::from(us)] = mv.from;
            }
            Slip::KingSquareStaleCastling if mv.is_castle() => {
                board.kings[usize::from(us)] = mv.from;
            }
            Slip::KingSquareStaleCapture if self.is_king_move() && self.is_capture() => {
                board.kings[usize::from(us)] = mv.from;
            }
            Slip::EnPassantKeepsPawn if mv.is_en_passant() => {
                board.put(undo.captured_on, undo.captured);
            }
            Slip::EnPassantRemovesWrong if mv.is_en_passant() => {
                board.put(undo.captured_on, undo.captured);
                let right = i8::from(file(mv.to) < file(mv.from)) * 2 - 1;
                board.put(step(mv.from, (right, 0)), EMPTY);
            }
            Slip::EnPassantNotSet => board.en_passant = NONE,
            Slip::EnPassantNotCleared if board.en_passant == NONE && self.keeps_en_passant() => {
                board.en_passant = undo.en_passant;
            }
            Slip::EnPassantOnOrigin if mv.special == Special::DoublePush => {
                board.en_passant = if self.form == 0 { mv.from } else { mv.to };
            }
            Slip::EnPassantByOthers
                if mv.to == undo.en_passant
                    && (self.form == 0 && kind_of(undo.moved) != kind::PAWN
                        || kind_of(undo.moved) == kind::KNIGHT) =>
            {
                let pawn = backward(mv.to, us);
                if board.at(pawn) == piece(kind::PAWN, us ^ 1) {
                    board.put(pawn, EMPTY);
                }
            }
            Slip::PromotedOther if mv.promotion == kind::KNIGHT + self.form / 3 => {
                let other = kind::KNIGHT + self.form % 3;
                let skip = u8::from(other >= mv.promotion);
                board.put(mv.to, piece(other + skip, us));
            }
            Slip::EnPassantAfterSingle if self.is_single_push() => board.en_passant = mv.from,
            Slip::AlwaysQueen if self.is_promotion() => {
                board.put(mv.to, piece(kind::QUEEN, us));
            }
            Slip::PromotionLeavesPawn if self.is_promotion() => board.put(mv.to, undo.moved),
            Slip::PromotionOfOtherColor if self.is_promotion() => {
                board.put(mv.to, piece(mv.promotion, us ^ 1));
            }
            _ => {
                if let Special::Castle(side) = mv.special {
                    self.spoil_castling(slip, side, board);
                }
            }
        }
    }

    fn is_single_push(&self) -> bool {
        kind_of(self.undo.moved) == kind::PAWN
            && file(self.mv.from) == file(self.mv.to)
            && self.mv.special == Special::No
            && !self.is_promotion()
    }

    /// Whether this move keeps the en passant square, by the form of the defect.
    fn keeps_en_passant(&self) -> bool {
        let pawn = kind_of(self.undo.moved) == kind::PAWN;
        match self.form {
            0 => true,
            1 => !pawn,
            2 => self.is_capture(),
            3 => self.mv.is_castle(),
            4 => kind_of(self.undo.moved) == kind::KING,
            _ => !self.is_capture(),
        }
    }

    fn spoil_castling(&self, slip: Slip, side: u8, board: &mut Board) {
        if !self.program.affects_side(side) {
            return;
        }
        let (_, rook_to) = castled(self.us, side);
        let rook_from = self.undo.rook_from;
        let standing = board.at(rook_to);
        let own_rook = piece(kind::ROOK, self.us);
        match slip {
            Slip::CastlingLeavesRook => {
                board.put(rook_to, EMPTY);
                board.put(rook_from, standing);
                // Without its rook, the king may end on the rook's square.
                board.put(self.mv.to, self.undo.moved);
            }
            Slip::CastlingCopiesRook if board.at(rook_from) == EMPTY => {
                board.put(rook_from, standing);
            }
            Slip::CastlingRookToB if side == 0 => {
                board.put(rook_to, EMPTY);
                board.put(rook_to - 2, standing);
            }
            Slip::CastlingKingElsewhere => {
                if let Some((king, rook)) = castled_files(self.form, side) {
                    let (king_to, rank) = (castled(self.us, side).0, rook_to & 56);
                    board.put(king_to, EMPTY);
                    board.put(rook_to, EMPTY);
                    board.put(rank | rook, own_rook);
                    board.put(rank | king, self.undo.moved);
                }
            }
            Slip::CastlingLosesRook => board.put(rook_to, EMPTY),
            Slip::RightKeptRookCaptured
            | Slip::RightKeptRookPromotion
            | Slip::RightKeptRookMove
            | Slip::RightKeptRookCaptures
                if standing != own_rook =>
            {
                match self.form {
                    1 => board.put(rook_to, own_rook),
                    2 => {
                        board.put(rook_to, own_rook);
                        board.put(rook_from, standing);
                    }
                    3 => {
                        board.put(rook_to, EMPTY);
                        board.put(rook_from, standing);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// Keeps the rights of a king that does not move from its first square. Without a defect, they
    /// have ended before.
    fn end_rights_by_squares(&self, board: &mut Board) {
        let home = board.homes[usize::from(self.us)];
        if kind_of(self.undo.moved) == kind::KING && self.mv.from != home {
            for index in [right(self.us, 0), right(self.us, 1)] {
                board.rights[index] = self.undo.rights[index];
            }
        }
    }

    fn spoil_rights(&self, slip: Slip, board: &mut Board) {
        let (us, mv, undo) = (self.us, self.mv, self.undo);
        let rook_moved = undo.moved == piece(kind::ROOK, us);
        let affected = |index: &usize| self.program.affects_side(*index as u8 & 1);
        let moved = self.right_on(mv.from).filter(|_| rook_moved);
        let captured = self.right_on(mv.to).filter(|_| self.is_capture());
        let (moved, captured) = (moved.filter(affected), captured.filter(affected));
        let both = |color: u8| [right(color, 0), right(color, 1)];
        let keep = |board: &mut Board, index: usize| board.rights[index] = undo.rights[index];
        let lose = |board: &mut Board, color: u8| {
            for index in both(color) {
                board.rights[index] = NONE;
            }
        };
        let king_slip = match slip {
            Slip::RightKeptKingMove => self.is_king_move(),
            Slip::RightKeptKingCapture => self.is_king_move() && self.is_capture(),
            Slip::RightKeptCastling => mv.is_castle(),
            _ => false,
        };
        if king_slip {
            // Castling may end the right that it uses.
            let used = match (slip, mv.special) {
                (Slip::RightKeptCastling, Special::Castle(side)) if self.form >= 2 => {
                    Some(right(us, side))
                }
                _ => None,
            };
            let kept = both(us).into_iter().filter(|index| Some(*index) != used);
            let indices = kept.filter(affected);
            indices.for_each(|index| keep(board, index));
        }
        match (slip, moved, captured) {
            (Slip::RightKeptRookCaptured, _, Some(index)) => keep(board, index),
            (Slip::RightKeptRookPromotion, _, Some(index)) if self.is_promotion() => {
                keep(board, index);
            }
            (Slip::RightKeptRookMove, Some(index), _) => keep(board, index),
            (Slip::RightKeptRookCaptures, Some(index), _) if self.is_capture() => {
                keep(board, index);
            }
            (Slip::RightsLostByRookMove, Some(_), _) => {
                lose(board, us);
            }
            (Slip::RightsReturn, ..) if self.form == 1 => self.flip_rights(board),
            (Slip::RightsReturn, ..) => self.return_rights(board),
            (Slip::RightsSwappedByRookMove, _, Some(index)) if self.form == 1 => {
                keep(board, index);
                board.rights[index ^ 1] = NONE;
            }
            (Slip::RightsSwappedByRookMove, Some(index), _) if self.form == 0 => {
                keep(board, index);
                board.rights[index ^ 1] = NONE;
            }
            (Slip::RightsLostByCapture, _, Some(_)) => {
                lose(board, us ^ 1);
            }
            (Slip::RightLostByCapturer, _, Some(index)) => board.rights[index ^ 2] = NONE,
            (Slip::RightLostByAnyRook, None, _) if rook_moved => self.lose_by_rook(board),
            (Slip::AllRightsLostByKing, ..) if kind_of(undo.moved) == kind::KING => {
                board.rights = [NONE; 4];
            }
            (Slip::AllRightsLostByCastling, ..) if mv.is_castle() => board.rights = [NONE; 4],
            _ => {}
        }
    }

    /// Flips the rights of the king or the rook that leaves its first square in standard chess.
    fn flip_rights(&self, board: &mut Board) {
        for index in 0..4_u8 {
            let corner = 7 * (index & 1) + 56 * (index >> 1);
            let king = 4 + 56 * (index >> 1);
            if self.mv.from == corner || self.mv.from == king {
                let before = self.undo.rights[usize::from(index)];
                board.rights[usize::from(index)] = if before == NONE { corner } else { NONE };
            }
        }
    }

    /// Gives back the rights whose corners the move touches.
    fn return_rights(&self, board: &mut Board) {
        for (index, corner) in board.corners.into_iter().enumerate() {
            let touched = corner != NONE && (corner == self.mv.from || corner == self.mv.to);
            if touched && self.undo.rights[index] == NONE {
                board.rights[index] = corner;
            }
        }
    }

    /// The right that the move of another rook ends: that of the rook on its file (form 0), of the
    /// rook on its side of the king (1), or of the rook that stands on the same file of either back
    /// rank (2).
    fn lose_by_rook(&self, board: &mut Board) {
        let from = self.mv.from;
        let king = board.homes[usize::from(self.us)];
        for side in [0, 1] {
            let rook = self.undo.rights[right(self.us, side)];
            let lost = match self.form {
                0 => file(rook) == file(from),
                1 => king != NONE && (file(from) > file(king)) == (side == 1),
                _ => file(rook) == file(from) && matches!(rank(from, self.us), 0 | 7),
            };
            if rook != NONE && lost && self.program.affects_side(side) {
                board.rights[right(self.us, side)] = NONE;
            }
        }
    }

    fn spoil_unmade(&self, slip: Slip, child: &Board, board: &mut Board) {
        let (us, mv, undo) = (self.us, self.mv, self.undo);
        let captures = self.is_capture() && !mv.is_en_passant();
        match slip {
            Slip::UnmakeCaptured
                if captures && (self.form == 0 || self.form == kind_of(undo.captured)) =>
            {
                board.put(mv.to, EMPTY);
            }
            Slip::UnmakeCapturedPromotion if captures && self.is_promotion() => {
                board.put(mv.to, EMPTY);
            }
            Slip::UnmakeCapturedPawn if captures => {
                board.put(mv.to, piece(kind::PAWN, us ^ 1));
            }
            Slip::UnmakeCapturedColor if captures => board.put(mv.to, undo.captured ^ 8),
            Slip::UnmakeEnPassantPawn if mv.is_en_passant() => {
                board.put(undo.captured_on, EMPTY);
            }
            Slip::UnmakeEnPassantSquare if mv.is_en_passant() => {
                board.put(undo.captured_on, EMPTY);
                board.put(mv.to, undo.captured);
            }
            Slip::UnmakePromotion if self.is_promotion() => {
                board.put(mv.from, piece(mv.promotion, us));
            }
            Slip::UnmakePromotionCapture if self.is_promotion() && captures => {
                board.put(mv.from, piece(mv.promotion, us));
            }
            Slip::ListGetsCapturedTwice => {
                piece_lists::add_captured(board, self.form, us, undo);
            }
            Slip::UnmakeMoved if !self.is_capture() && !mv.is_castle() => {
                board.put(mv.to, child.at(mv.to));
            }
            Slip::UnmakeKing if kind_of(undo.moved) == kind::KING => {
                board.kings[usize::from(us)] = mv.to;
            }
            Slip::UnmakeKingCastling if mv.is_castle() => board.kings[usize::from(us)] = mv.to,
            Slip::UnmakeEnPassant if self.form == 0 => board.en_passant = child.en_passant,
            Slip::UnmakeEnPassant => board.en_passant = NONE,
            Slip::UnmakeTurnCastling if mv.is_castle() => board.turn = child.turn,
            _ => {
                self.spoil_unmade_castling(slip, board);
                if self.loses_rights(slip) {
                    board.rights = child.rights;
                }
            }
        }
    }

    fn spoil_unmade_castling(&self, slip: Slip, board: &mut Board) {
        let Special::Castle(side) = self.mv.special else {
            return;
        };
        let (_, rook_to) = castled(self.us, side);
        let rook = board.at(self.undo.rook_from);
        if !self.program.affects_side(side) {
            return;
        }
        match slip {
            Slip::UnmakeRook => {
                board.put(self.undo.rook_from, EMPTY);
                board.put(rook_to, rook);
            }
            Slip::UnmakeRookCopied => board.put(rook_to, rook),
            _ => {}
        }
        // In Chess960, the king may return to the square that the rook has left.
        board.put(self.mv.from, self.undo.moved);
    }

    /// Whether unmaking this move leaves the castling rights of the child.
    fn loses_rights(&self, slip: Slip) -> bool {
        let rook = self.undo.moved == piece(kind::ROOK, self.us);
        match slip {
            Slip::UnmakeRights => true,
            Slip::UnmakeRightsCastling => self.mv.is_castle(),
            Slip::UnmakeRightsKing => self.is_king_move(),
            Slip::UnmakeRightsRook => rook && self.right_on(self.mv.from).is_some(),
            Slip::UnmakeRightsCapture => {
                is_of(self.undo.captured, self.us ^ 1) && self.right_on(self.mv.to).is_some()
            }
            _ => false,
        }
    }
}
