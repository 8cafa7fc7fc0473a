//! Making and unmaking moves in place.

use super::board::{
    BISHOP, BLACK, Board, EMPTY, End, Flag, KING, KNIGHT, Move, PAWN, QUEEN, ROOK, Undo, WHITE,
    file, kind, piece, rank, step,
};
use super::bug::Bug;

impl Board {
    pub(super) fn make(&mut self, mv: Move) {
        let us = self.side;
        let moved = kind(self.at(mv.from));
        self.undo.push(Undo {
            mv,
            captured: EMPTY,
            captured_at: mv.to,
            rights: self.rights,
            en_passant: self.en_passant,
            clock: self.clock,
            key: self.key,
        });
        self.clock += 1;
        let mut keeps_square = match self.bug {
            Bug::EnPassantSquareStays => true,
            Bug::EnPassantSquareStaysAfterCapture => self.at(mv.to) != EMPTY,
            Bug::EnPassantSquareStaysAfterKingMoves => moved == KING,
            Bug::EnPassantSquareStaysAfterKnightMoves => moved == KNIGHT,
            _ => false,
        };
        match mv.flag {
            Flag::Castle(right) => {
                self.castle(right);
                keeps_square |= self.has(Bug::EnPassantSquareStaysAfterCastling);
            }
            _ => self.make_plain(mv, moved),
        }
        self.end_rights(mv, us);
        if !keeps_square {
            let key = self.key;
            self.set_en_passant(0);
            if self.has(Bug::KeyKeepsEnPassant) {
                self.key = key;
            }
        }
        self.pass_square(mv, moved, us);
        self.side ^= 1;
        self.key ^= self.side_key();
        if self.has(Bug::CrashesOnEmptyList) && self.lists[self.side].len() < 2 {
            self.end = Some(End::Crashed("index out of range: the length is 1"));
        }
    }

    fn make_plain(&mut self, mv: Move, moved: u8) {
        let us = self.side;
        if mv.flag == Flag::EnPassant {
            self.capture_en_passant(mv);
        } else if self.at(mv.to) != EMPTY {
            self.capture(mv.to, mv.to);
        }
        let piece_moved = self.take(mv.from);
        let arrives = match mv.promotion {
            EMPTY => piece_moved,
            promotion => piece(us, self.promoted(promotion)),
        };
        self.put(mv.to, arrives);
        if self.has(Bug::PromotionLeavesPawn) && mv.promotion != EMPTY {
            self.put(mv.from, piece_moved);
        }
        if self.has(Bug::KeyOfPromotionIsPawn) && mv.promotion != EMPTY {
            self.key ^= self.piece_key(arrives, mv.to) ^ self.piece_key(piece(us, PAWN), mv.to);
        }
        if moved == KING {
            self.kings[us] = match self.bug {
                Bug::StaleKingAfterCapture if self.undo_captured() != EMPTY => mv.from,
                Bug::StaleKing => mv.from,
                _ => mv.to,
            };
        }
        if moved == PAWN || self.undo_captured() != EMPTY {
            self.clock = 0;
        }
    }

    fn undo_captured(&self) -> u8 {
        self.undo.last().map_or(EMPTY, |undo| undo.captured)
    }

    fn promoted(&self, promotion: u8) -> u8 {
        match self.bug {
            Bug::AlwaysBecomesQueen => QUEEN,
            Bug::KnightBecomesBishop if promotion == KNIGHT => BISHOP,
            Bug::RookBecomesQueen if promotion == ROOK => QUEEN,
            Bug::BlackRookBecomesQueen if promotion == ROOK && self.side == BLACK => QUEEN,
            _ => promotion,
        }
    }

    fn capture(&mut self, at: u8, recorded_at: u8) {
        let captured = self.at(at);
        let listed = self.has(Bug::ListKeepsCaptured);
        self.take(at);
        if listed {
            self.lists[self.side ^ 1].push(at);
        }
        if let Some(undo) = self.undo.last_mut() {
            undo.captured = captured;
            undo.captured_at = recorded_at;
        }
    }

    fn capture_en_passant(&mut self, mv: Move) {
        let back = if self.side == WHITE { -10 } else { 10 };
        let pawn = step(mv.to, back);
        let at = match self.bug {
            Bug::EnPassantLeavesPawn => return,
            Bug::EnPassantTakesWrongPawn => {
                step(mv.from, if mv.to % 10 > mv.from % 10 { -1 } else { 1 })
            }
            Bug::EnPassantTakesAhead => step(mv.to, -back),
            _ => pawn,
        };
        let takes_own_king = kind(self.at(at)) == KING;
        if !matches!(self.at(at), EMPTY | super::board::OFF) && !takes_own_king {
            self.capture(at, at);
        }
    }

    fn end_rights(&mut self, mv: Move, us: usize) {
        let mut ended = self.ended_rights(mv.from, us, false);
        // As in jhlywa/chess.js 32: the bits are flipped instead of cleared.
        if self.has(Bug::RightsAreFlipped) {
            let rights = self.rights ^ ended;
            return self.set_rights(rights);
        }
        let by_promotion = self.has(Bug::RightSurvivesPromotionCapture) && mv.promotion != EMPTY;
        if !by_promotion {
            ended |= self.ended_rights(mv.to, us, true);
        }
        if let Flag::Castle(right) = mv.flag {
            ended |= match self.bug {
                Bug::CastlingKeepsOtherRight => {
                    ended = 0;
                    1 << right
                }
                Bug::CastlingKeepsRights => {
                    ended = 0;
                    0
                }
                _ => 0b11 << (2 * us),
            };
        }
        self.set_rights(self.rights & !ended);
    }

    /// Remembers the square that a double push passes.
    fn pass_square(&mut self, mv: Move, moved: u8, us: usize) {
        let back = if us == WHITE { -10 } else { 10 };
        let passed = match self.bug {
            Bug::EnPassantSquareAfterSinglePush
                if moved == PAWN && mv.from.abs_diff(mv.to) == 10 =>
            {
                step(mv.to, back)
            }
            Bug::DoublePushSetsNothing => return,
            Bug::BlackDoublePushSetsNothing if us == BLACK => return,
            Bug::DoublePushOnAFileSetsNothing if file(mv.to) == 0 => return,
            Bug::EnPassantSquareIsPawnSquare if mv.flag == Flag::Double => mv.to,
            _ if mv.flag == Flag::Double => step(mv.to, back),
            _ => return,
        };
        debug_assert!(rank(passed) < 8);
        self.set_en_passant(passed);
    }

    pub(super) fn unmake(&mut self) {
        let Some(undo) = self.undo.pop() else {
            self.end = Some(End::Crashed("pop from an empty list"));
            return;
        };
        self.side ^= 1;
        let mv = undo.mv;
        if let Flag::Castle(right) = mv.flag {
            self.uncastle(right);
        } else {
            self.unmake_plain(&undo);
        }
        let keeps_rights = match self.bug {
            Bug::RightsNotRestored => true,
            Bug::RightsNotRestoredAfterCastling => matches!(mv.flag, Flag::Castle(_)),
            Bug::RightsNotRestoredAfterCapture => undo.captured != EMPTY,
            _ => false,
        };
        if !keeps_rights {
            self.rights = undo.rights;
        }
        self.en_passant = match self.bug {
            Bug::EnPassantSquareNotRestored => self.en_passant,
            Bug::EnPassantSquareClearedByUnmake => 0,
            _ => undo.en_passant,
        };
        self.clock = undo.clock;
        if !self.has(Bug::KeyNotRestored) {
            self.key = undo.key;
        }
    }

    fn unmake_plain(&mut self, undo: &Undo) {
        let mv = undo.mv;
        let us = self.side;
        let arrived = self.take(mv.to);
        let back = match mv.promotion {
            EMPTY => arrived,
            _ if self.has(Bug::PromotedNotTurnedBack) => arrived,
            _ if self.has(Bug::PromotedNotTurnedBackAfterCapture) && undo.captured != EMPTY => {
                arrived
            }
            _ => piece(us, PAWN),
        };
        if self.has(Bug::PromotionLeavesPawn) && mv.promotion != EMPTY {
            self.take(mv.from);
        }
        self.put(mv.from, back);
        if kind(back) == KING {
            self.kings[us] = match self.bug {
                Bug::StaleKingAfterUnmake => mv.to,
                _ => mv.from,
            };
        }
        if undo.captured == EMPTY {
            return;
        }
        let en_passant = mv.flag == Flag::EnPassant;
        let forgets = match self.bug {
            Bug::CapturedNotRestored => true,
            Bug::CapturedNotRestoredAfterPromotion => mv.promotion != EMPTY,
            Bug::CapturedPawnNotRestored => en_passant,
            Bug::CapturedQueenNotRestored => kind(undo.captured) == QUEEN,
            Bug::CapturedKnightNotRestored => kind(undo.captured) == KNIGHT,
            _ => false,
        };
        if forgets {
            return;
        }
        let (captured, at) = match self.bug {
            Bug::CapturedPawnRestoredOnTarget if en_passant => (undo.captured, mv.to),
            Bug::CapturedPawnRestoredWithOwnColor if en_passant => {
                (undo.captured ^ 8, undo.captured_at)
            }
            Bug::CapturedRestoredAsPawn => (undo.captured & 8 | PAWN, undo.captured_at),
            Bug::CapturedRestoredWithOwnColor => (undo.captured ^ 8, undo.captured_at),
            _ => (undo.captured, undo.captured_at),
        };
        self.unlist(us ^ 1, at);
        if self.has(Bug::ListGetsCapturedTwice) {
            self.lists[us ^ 1].push(at);
        }
        self.put(at, captured);
    }
}
