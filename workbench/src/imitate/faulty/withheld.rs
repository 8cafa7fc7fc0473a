//! Legal moves that a defect withholds.

use super::board::{
    Board, EMPTY, LEAPS, Move, NONE, RAYS, STEPS, Special, aligned, between, file, forward, is_of,
    kind, kind_of, piece, rank, step,
};
use super::defect::Slip;
use super::forms::{is_edge, reach_of};
use super::generator::{Castling, pawn_targets};
use super::variant::Program;

/// A legal move.
pub(super) struct Candidate<'a> {
    pub(super) program: &'a Program,
    pub(super) board: &'a Board,
    /// The squares of the pieces that give check.
    pub(super) checkers: u64,
    pub(super) mv: Move,
    pub(super) at_root: bool,
}

impl Candidate<'_> {
    /// Whether the defect of the program withholds the move.
    pub(super) fn is_withheld(&self) -> bool {
        let us = self.board.turn;
        let Some(slip) = self.program.slip_of(us) else {
            return false;
        };
        if let Special::Castle(side) = self.mv.special {
            if slip == Slip::CastlingMissing {
                return self.program.affects_side(side) && (self.form() == 0 || self.at_root);
            }
            return self.program.affects_side(side)
                && Castling::new(self.board, us, side).is_withheld(self.program, slip, self.board);
        }
        match self.kind() {
            kind::PAWN => self.is_withheld_pawn_move(slip) || self.is_withheld_piece_move(slip),
            kind::KING => self.is_withheld_king_move(slip),
            _ => self.is_withheld_piece_move(slip),
        }
    }

    fn form(&self) -> usize {
        usize::from(self.program.form)
    }

    /// Whether the move is in the direction that bishops or rooks (forms 0 to 7), or queens as well (8
    /// to 15), do not move in.
    fn is_in_missing_direction(&self, slider: u8) -> bool {
        let ray = &RAYS[usize::from(self.mv.from)][self.form() % 8];
        (slider != kind::QUEEN || self.form() >= 8) && ray.as_slice().contains(&self.mv.to)
    }

    fn kind(&self) -> u8 {
        kind_of(self.board.at(self.mv.from))
    }

    fn is_capture(&self) -> bool {
        self.mv.is_en_passant() || self.board.at(self.mv.to) != EMPTY
    }

    fn is_checker(&self, square: u8) -> bool {
        square < NONE && self.checkers >> square & 1 != 0
    }

    fn is_withheld_king_move(&self, slip: Slip) -> bool {
        match slip {
            Slip::KingCheckerSafe => self.is_checker(self.mv.to),
            Slip::KingDoesNotCapture => self.is_capture(),
            Slip::QuietMissing => self.form() == 5 && !self.is_capture(),
            Slip::KingStepMissing => step(self.mv.from, STEPS[self.form()]) == self.mv.to,
            Slip::DoubleCheckKingMissing => self.checkers.count_ones() > 1,
            _ => false,
        }
    }

    fn is_withheld_pawn_move(&self, slip: Slip) -> bool {
        let (mv, us) = (self.mv, self.board.turn);
        let promotes = rank(mv.to, us) == 7;
        let captures = self.is_capture();
        let promotion = mv.promotion;
        if mv.is_en_passant() {
            return self.is_withheld_en_passant(slip);
        }
        match slip {
            Slip::OnlyQueen => promotes && promotion != kind::QUEEN,
            Slip::NoKnight => promotion == kind::KNIGHT,
            Slip::NoBishop => promotion == kind::BISHOP,
            Slip::NoRook => promotion == kind::ROOK,
            Slip::CaptureOnlyQueen => promotes && captures && promotion != kind::QUEEN,
            Slip::PushOnlyQueen => promotes && !captures && promotion != kind::QUEEN,
            Slip::CapturePromotionMissing => promotes && captures,
            Slip::PushPromotionMissing => promotes && !captures,
            Slip::PromotionMissing => promotes,
            Slip::StaysPawn => promotion != EMPTY,
            Slip::CaptureStaysPawn => promotion != EMPTY && captures,
            Slip::PromotionEvasionMissing => promotes && self.checkers != 0,
            Slip::OnlyQueenAndKnight => matches!(promotion, kind::ROOK | kind::BISHOP),
            Slip::EdgePromotionMissing => {
                let square = if self.form() < 3 { mv.from } else { mv.to };
                promotes && is_edge(file(square), self.program.form)
            }
            Slip::PromotionBlockMissing => promotes && !captures && self.checkers != 0,
            Slip::DoublePushMissing => {
                let edges = self.program.form.checked_sub(1);
                let missing = edges.is_none_or(|edges| is_edge(file(mv.from), edges));
                mv.special == Special::DoublePush && missing
            }
            Slip::DoublePushBlockMissing => mv.special == Special::DoublePush && self.checkers != 0,
            Slip::PawnBlockMissing => !captures && self.checkers != 0,
            Slip::PawnWestMissing => captures && file(mv.to) < file(mv.from),
            Slip::PawnEastMissing => captures && file(mv.to) > file(mv.from),
            Slip::EdgePawnsDoNotCapture => captures && is_edge(file(mv.from), self.program.form),
            Slip::PawnsDoNotCaptureEdge => captures && is_edge(file(mv.to), self.program.form),
            Slip::QuietMissing => self.form() == 0 && !captures,
            Slip::CapturesMissing => self.form() == 0 && captures,
            Slip::PawnCheckerSafe => self.is_checker(mv.to),
            Slip::FrozenPawns => self.is_pinned(),
            Slip::FrozenPushes => !captures && self.is_pinned(),
            _ => false,
        }
    }

    fn is_withheld_en_passant(&self, slip: Slip) -> bool {
        let (mv, us) = (self.mv, self.board.turn);
        let captured = forward(mv.to, us ^ 1);
        match slip {
            Slip::EnPassantMissing => true,
            Slip::EnPassantWestMissing => file(mv.to) < file(mv.from),
            Slip::EnPassantEastMissing => file(mv.to) > file(mv.from),
            Slip::EnPassantSecondMissing => {
                let from = pawn_targets(mv.to, us ^ 1);
                let both = from
                    .iter()
                    .all(|&square| self.board.at(square) == piece(kind::PAWN, us));
                both && mv.from == from[usize::from(self.program.form)]
            }
            Slip::EnPassantEvasionMissing => self.is_checker(captured),
            Slip::EnPassantPinnedMissing | Slip::FrozenPawns => self.is_pinned(),
            Slip::EnPassantRankTooStrict => self.has_slider_on_rank(captured),
            Slip::EnPassantEdgeMissing => {
                let square = if self.form() < 3 { mv.to } else { mv.from };
                is_edge(file(square), self.program.form)
            }
            // Captures en passant are affected as well in the first three forms.
            Slip::EdgePawnsDoNotCapture => {
                self.form() < 3 && is_edge(file(mv.from), self.program.form)
            }
            Slip::PawnsDoNotCaptureEdge => {
                self.form() < 3 && is_edge(file(mv.to), self.program.form)
            }
            _ => false,
        }
    }

    /// Whether the own king and an enemy rook or queen are on the rank of a square, on both sides of
    /// it.
    fn has_slider_on_rank(&self, square: u8) -> bool {
        let us = self.board.turn;
        let king = self.board.kings[usize::from(us)];
        if king >= NONE || rank(king, 0) != rank(square, 0) {
            return false;
        }
        let start = square & 56;
        between(start, start + 7).any(|other| {
            let standing = self.board.at(other);
            is_of(standing, us ^ 1)
                && matches!(kind_of(standing), kind::ROOK | kind::QUEEN)
                && (other < square) != (king < square)
        })
    }

    /// Whether the moving piece shields its king from an attack.
    fn is_pinned(&self) -> bool {
        !self.pinners().is_empty()
    }

    /// The pieces that attack the king if the moving piece is taken off the board.
    fn pinners(&self) -> Vec<u8> {
        let us = self.board.turn;
        let king = self.board.kings[usize::from(us)];
        if king >= NONE || !aligned(king, self.mv.from) {
            return Vec::new();
        }
        let mut without = *self.board;
        without.put(self.mv.from, EMPTY);
        let attackers = self.program.sight.attackers(&without, king, us ^ 1) & !self.checkers;
        (0..NONE)
            .filter(|square| attackers >> square & 1 != 0)
            .collect()
    }

    fn is_withheld_piece_move(&self, slip: Slip) -> bool {
        let (mv, moved) = (self.mv, self.kind());
        let is_slider = matches!(moved, kind::BISHOP | kind::ROOK | kind::QUEEN);
        let straight = file(mv.from) == file(mv.to) || rank(mv.from, 0) == rank(mv.to, 0);
        let answers = self.checkers != 0;
        // All pieces, sliding pieces, or one kind of piece.
        let by_kind = match self.program.form {
            0 => true,
            1 => is_slider,
            form => moved == form,
        };
        match slip {
            Slip::FrozenPins => self.is_pinned(),
            Slip::FrozenSliders => is_slider && self.is_pinned(),
            Slip::PinnerSafe => self.pinners().contains(&mv.to),
            Slip::BlocksMissing => answers && by_kind && !self.is_capture(),
            Slip::CheckerSafe => by_kind && self.is_checker(mv.to),
            Slip::OnlyKingEvades => answers,
            Slip::SlidersStopEarly => is_slider && self.ends_line(),
            Slip::SlidersDoNotCapture => is_slider && self.is_capture(),
            Slip::QuietMissing => {
                moved != kind::PAWN && moved == self.program.form + 1 && !self.is_capture()
            }
            Slip::CapturesMissing => {
                moved != kind::PAWN && moved == self.program.form + 1 && self.is_capture()
            }
            Slip::KnightStepMissing => {
                moved == kind::KNIGHT && step(mv.from, LEAPS[self.form()]) == mv.to
            }
            Slip::SliderWayMissing => is_slider && self.is_in_missing_direction(moved),
            Slip::QueenNotDiagonal => moved == kind::QUEEN && !straight,
            Slip::QueenNotStraight => moved == kind::QUEEN && straight,
            _ => false,
        }
    }

    /// Whether the destination is the last square of its line: at the edge of the board (form 0), or
    /// at the edge or before a piece (1). Or whether it is too far away (others).
    fn ends_line(&self) -> bool {
        let ray = RAYS[usize::from(self.mv.from)]
            .iter()
            .map(|ray| ray.as_slice())
            .find(|ray| ray.contains(&self.mv.to))
            .unwrap_or_default();
        match self.program.form {
            0 => ray.last() == Some(&self.mv.to),
            form if form >= 2 => {
                let (reach, slider) = reach_of(form);
                (slider == EMPTY || slider == self.kind())
                    && ray.iter().skip(reach).any(|&square| square == self.mv.to)
            }
            _ => {
                let after = ray
                    .iter()
                    .skip_while(|&&square| square != self.mv.to)
                    .nth(1);
                after.is_none_or(|&square| self.board.at(square) != EMPTY)
                    || self.board.at(self.mv.to) != EMPTY
            }
        }
    }
}
