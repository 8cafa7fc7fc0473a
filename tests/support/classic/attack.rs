//! Attacks on a square, and the legality of a move that has been made.

use super::board::{
    BISHOP, BLACK, Board, EMPTY, Flag, KING, KNIGHT, Move, OFF, PAWN, QUEEN, ROOK, WHITE, file,
    kind, piece, rank, side_of, square, step,
};
use super::bug::Bug;

pub(super) const KNIGHT_STEPS: [i16; 8] = [-21, -19, -12, -8, 8, 12, 19, 21];
pub(super) const KING_STEPS: [i16; 8] = [-11, -10, -9, -1, 1, 9, 10, 11];
pub(super) const DIAGONALS: [i16; 4] = [-11, -9, 9, 11];
pub(super) const LINES: [i16; 4] = [-10, -1, 1, 10];

/// Why attacks are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Whether a king can be captured.
    Check,
    /// Whether a king can castle across a square.
    Path,
}

impl Board {
    /// The squares of the pieces of `by` that attack a square.
    pub(super) fn attackers(&self, square: u8, by: usize, purpose: Purpose) -> Vec<u8> {
        let mut found = Vec::new();
        let path = purpose == Purpose::Path;
        if !(path && self.has(Bug::PathIgnoresPawns) || self.has(Bug::PawnsGiveNoCheck)) {
            self.pawn_attackers(square, by, purpose, &mut found);
        }
        if !(path && self.has(Bug::PathIgnoresKnights) || self.has(Bug::KnightsGiveNoCheck)) {
            let steps = match self.bug {
                Bug::BlackKnightsGiveNoCheck if by == BLACK => &[][..],
                Bug::WhiteKnightAttackLacksStep if by == WHITE => &KNIGHT_STEPS[..7],
                Bug::KnightAttackLacksStep => &KNIGHT_STEPS[..7],
                _ => &KNIGHT_STEPS[..],
            };
            self.steppers(square, steps, piece(by, KNIGHT), &mut found);
        }
        if !(path && self.has(Bug::PathIgnoresKing) || self.has(Bug::KingsTouch)) {
            let steps = match self.bug {
                Bug::KingAttackLacksStep => &KING_STEPS[..7],
                Bug::KingsTouchDiagonally => &LINES[..],
                _ => &KING_STEPS[..],
            };
            self.steppers(square, steps, piece(by, KING), &mut found);
        }
        self.slide_attackers(square, by, purpose, &mut found);
        found
    }

    pub(super) fn is_attacked(&self, square: u8, by: usize, purpose: Purpose) -> bool {
        !self.attackers(square, by, purpose).is_empty()
    }

    pub(super) fn in_check(&self) -> bool {
        self.is_attacked(self.kings[self.side], self.side ^ 1, Purpose::Check)
    }

    fn pawn_attackers(&self, square: u8, by: usize, purpose: Purpose, found: &mut Vec<u8>) {
        let path = purpose == Purpose::Path;
        let mut back = if by == WHITE { -10 } else { 10 };
        if self.has(Bug::PawnAttacksPointBackward)
            || self.has(Bug::BlackPawnsAttackUpward) && by == BLACK
        {
            back = -back;
        }
        let sides: &[i16] = match self.bug {
            Bug::PawnAttacksOneSide => &[-1],
            Bug::PathSeesPawnsOneSide if path => &[-1],
            Bug::PathSeesPawnsAhead if path => &[0],
            _ => &[-1, 1],
        };
        for side in sides {
            let from = step(square, back + side);
            let overlooked = self.has(Bug::PawnsOnHFileGiveNoCheck) && file(from) == 7;
            if self.at(from) == piece(by, PAWN) && !overlooked {
                found.push(from);
            }
        }
    }

    fn steppers(&self, square: u8, steps: &[i16], wanted: u8, found: &mut Vec<u8>) {
        for &by in steps {
            let from = step(square, by);
            if self.at(from) == wanted && !self.lacks_entry(kind(wanted), square, from) {
                found.push(from);
            }
        }
    }

    /// Whether the table of steps lacks this one.
    pub(super) fn lacks_entry(&self, leaper: u8, from: u8, to: u8) -> bool {
        let missing = match self.bug {
            Bug::KnightTableLacksEntry => (KNIGHT, square(3, 4), square(1, 3)),
            Bug::KingTableLacksEntry => (KING, square(6, 0), square(7, 0)),
            _ => return false,
        };
        (leaper, from, to) == missing
    }

    fn slide_attackers(&self, square: u8, by: usize, purpose: Purpose, found: &mut Vec<u8>) {
        let directions = LINES.iter().map(|&by| (by, ROOK));
        for (direction, slider) in directions.chain(DIAGONALS.iter().map(|&by| (by, BISHOP))) {
            let mut from = step(square, direction);
            let mut distance = 1;
            while self.at(from) == EMPTY {
                from = step(from, direction);
                distance += 1;
            }
            let attacker = self.at(from);
            if attacker == OFF || side_of(attacker) != by {
                continue;
            }
            let fits = kind(attacker) == slider || kind(attacker) == QUEEN;
            let overlooked = match self.bug {
                Bug::QueensGiveNoDiagonalCheck => kind(attacker) == QUEEN && slider == BISHOP,
                Bug::SlidersCheckFromAfarOnly => distance == 1,
                Bug::SlidersCheckWithinSix => distance > 6,
                Bug::RooksCheckWithinSix => distance > 6 && kind(attacker) == ROOK,
                Bug::BishopsGiveNoCheckFromH8 => direction == 11 && kind(attacker) == BISHOP,
                Bug::FilesGiveNoCheck => direction == 10 || direction == -10,
                Bug::PathIgnoresDiagonals => purpose == Purpose::Path && slider == BISHOP,
                _ => false,
            };
            if fits && !overlooked {
                found.push(from);
            }
        }
    }

    /// Whether the move that has just been made leaves its king in no check. `before` are the
    /// squares from which it was in check.
    pub(super) fn was_legal(&self, mv: Move, before: &[u8]) -> bool {
        let us = self.side ^ 1;
        let moved = kind(self.at(mv.to));
        let king_moved = moved == KING || matches!(mv.flag, Flag::Castle(_));
        let attackers = self.attackers(self.kings[us], self.side, Purpose::Check);
        if attackers.is_empty() {
            return true;
        }
        let checked = !before.is_empty();
        let pinned = !checked && !king_moved && mv.flag != Flag::EnPassant;
        let line =
            |&from: &u8| rank(from) == rank(self.kings[us]) || from % 10 == self.kings[us] % 10;
        match self.bug {
            Bug::NoLegalityTest => true,
            Bug::PinsIgnored => pinned,
            Bug::BlackPinsIgnored => pinned && us == BLACK,
            Bug::KnightPinsByBishopsIgnored => {
                let bishop = |&from: &u8| kind(self.at(from)) == BISHOP;
                pinned && moved == KNIGHT && attackers.iter().all(bishop)
            }
            Bug::PawnFilePinsIgnored => {
                let on_file = |&from: &u8| from % 10 == self.kings[us] % 10;
                let pawn = moved == PAWN || mv.promotion != EMPTY;
                pinned && pawn && attackers.iter().all(on_file)
            }
            Bug::RookDiagonalPinsIgnored => {
                pinned && moved == ROOK && mv.promotion == EMPTY && !attackers.iter().any(line)
            }
            Bug::EnPassantFilePinIgnored => {
                let on_file = |&from: &u8| from % 10 == self.kings[us] % 10;
                mv.flag == Flag::EnPassant && attackers.iter().all(on_file) && !checked
            }
            Bug::KnightChecksIgnored => {
                let knight = |&from: &u8| kind(self.at(from)) == KNIGHT && before.contains(&from);
                !king_moved && mv.flag != Flag::EnPassant && attackers.iter().all(knight)
            }
            Bug::KingTakesProtectedByKnights => {
                let knight = |&from: &u8| kind(self.at(from)) == KNIGHT;
                moved == KING && self.last_captured() != EMPTY && attackers.iter().all(knight)
            }
            Bug::KingTakesProtectedPawns => moved == KING && kind(self.last_captured()) == PAWN,
            Bug::KingTakesWhatPawnsProtect => {
                let pawn = |&from: &u8| kind(self.at(from)) == PAWN;
                moved == KING && self.last_captured() != EMPTY && attackers.iter().all(pawn)
            }
            Bug::PromotionCapturesUntested => {
                mv.promotion != EMPTY && self.last_captured() != EMPTY
            }
            Bug::KingDiagonalShadow => {
                moved == KING
                    && mv.flag == Flag::Plain
                    && !attackers.iter().any(line)
                    && self.only_behind_king(mv, &attackers)
            }
            Bug::PawnPinsIgnored => pinned && (moved == PAWN || mv.promotion != EMPTY),
            Bug::KnightPinsIgnored => pinned && moved == KNIGHT,
            Bug::DiagonalPinsIgnored => pinned && !attackers.iter().any(line),
            Bug::StraightPinsIgnored => pinned && attackers.iter().all(line),
            Bug::QueenPinsIgnored => {
                pinned && attackers.iter().all(|&from| kind(self.at(from)) == QUEEN)
            }
            Bug::PinnedMayCapture => pinned && self.last_captured() != EMPTY,
            Bug::ChecksIgnored => checked && !king_moved,
            Bug::DoubleCheckAsSingle => {
                before.len() > 1 && !king_moved && attackers.len() < before.len()
            }
            Bug::KingTakesProtected => king_moved && self.last_captured() != EMPTY,
            Bug::KingUntested => moved == KING && mv.flag == Flag::Plain,
            // Attacks computed with the king still on its square: it hides the squares behind it.
            Bug::KingShadow => {
                moved == KING && mv.flag == Flag::Plain && self.only_behind_king(mv, &attackers)
            }
            Bug::EnPassantUntested => mv.flag == Flag::EnPassant,
            Bug::EnPassantRankPinIgnored => {
                let across = |&from: &u8| rank(from) == rank(self.kings[us]);
                mv.flag == Flag::EnPassant && attackers.iter().all(across)
            }
            Bug::EnPassantDiagonalPinIgnored => {
                mv.flag == Flag::EnPassant && !attackers.iter().any(line)
            }
            Bug::CastlesIntoCheck => matches!(mv.flag, Flag::Castle(_)),
            // The test of castling attacks is that of the empty board before the move.
            Bug::RookShields => matches!(mv.flag, Flag::Castle(_)),
            Bug::PromotionsUntested => mv.promotion != EMPTY,
            _ => false,
        }
    }

    /// Whether all attackers look through the square that the king left.
    fn only_behind_king(&self, mv: Move, attackers: &[u8]) -> bool {
        let mut before = self.clone();
        before.squares[usize::from(mv.from)] = piece(self.side ^ 1, KING);
        before.bug = Bug::None;
        let still = before.attackers(mv.to, self.side, Purpose::Check);
        !attackers.is_empty() && still.is_empty()
    }

    fn last_captured(&self) -> u8 {
        self.undo.last().map_or(EMPTY, |undo| undo.captured)
    }
}
