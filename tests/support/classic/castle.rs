//! Castling, of Chess960 as well: squares of king and rook come from the FEN.

use super::attack::Purpose;
use super::board::{
    BISHOP, BLACK, Board, EMPTY, Flag, KING, KNIGHT, Move, PAWN, QUEEN, RIGHTS, ROOK, WHITE, file,
    kind, piece, rank, square,
};
use super::bug::Bug;

/// The squares of one castling move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Squares {
    pub(super) king: u8,
    pub(super) king_to: u8,
    pub(super) rook: u8,
    pub(super) rook_to: u8,
}

impl Board {
    /// The squares of the castling move of a right.
    pub(super) fn castling_squares(&self, right: usize) -> Squares {
        let side = right / 2;
        let king = self.king_homes[side];
        let on = |file| square(file, rank(king));
        let (king_file, rook_file) = match (right % 2, self.bug) {
            (0, Bug::CastlingSwapsSquares) => (5, 6),
            (_, Bug::CastlingSwapsSquares) => (3, 2),
            (1, Bug::QueensideRookToB) => (2, 1),
            (1, Bug::QueensideKingToB) => (1, 2),
            (0, _) => (6, 5),
            _ => (2, 3),
        };
        Squares {
            king,
            king_to: on(king_file),
            rook: self.rooks[right],
            rook_to: on(rook_file),
        }
    }

    pub(super) fn castlings(&mut self, moves: &mut Vec<Move>) {
        for right in RIGHTS {
            if right / 2 == self.side && self.may_castle(right) {
                let squares = self.castling_squares(right);
                let twice = self.has(Bug::CastlingTwice)
                    || self.has(Bug::CastlingTwiceQueenside) && right % 2 == 1;
                let times = if twice { 2 } else { 1 };
                for _ in 0..times {
                    moves.push(Move {
                        from: squares.king,
                        to: squares.king_to,
                        promotion: EMPTY,
                        flag: Flag::Castle(right),
                    });
                }
            }
        }
    }

    fn may_castle(&mut self, right: usize) -> bool {
        let squares = self.castling_squares(right);
        let us = self.side;
        let queenside = right % 2 == 1;
        let other = right ^ 1;
        let other_way =
            self.rooks[other].min(squares.king) + 1..self.rooks[other].max(squares.king);
        if self.rights & 1 << right == 0
            || self.has(Bug::NeedsBothRights) && self.rights & 1 << other == 0
            || self.has(Bug::OtherSideMustBeFree)
                && other_way.into_iter().any(|at| self.at(at) != EMPTY)
            || queenside && self.has(Bug::NoQueensideCastling)
            || us == BLACK && self.has(Bug::BlackNeverCastles)
            || us == BLACK && queenside && self.has(Bug::BlackNeverCastlesQueenside)
            || self.has(Bug::NoCastlingWithQueen) && self.squares.contains(&self.own(QUEEN))
            || self.at(squares.king) != piece(us, KING)
        {
            return false;
        }
        // Engines that update the right on every capture on the corner need not look for the rook.
        let trusts_right = matches!(
            self.bug,
            Bug::RightSurvivesCapturedRook
                | Bug::RightSurvivesCaptureOfQueensideRook
                | Bug::RightSurvivesPromotionCapture
                | Bug::CapturedRookClearsOther
                | Bug::RookMoveKeepsRight
                | Bug::BlackRookMoveKeepsRight
                | Bug::RookMoveClearsOther
                | Bug::RookMoveKeepsQueensideRight
                | Bug::RightSurvivesCaptureOnH8
                | Bug::RightSurvivesCaptureByKnight
        );
        if self.at(squares.rook) != piece(us, ROOK) && !trusts_right {
            return false;
        }
        self.is_way_free(squares, queenside) && self.is_way_safe(squares, queenside)
    }

    fn is_way_free(&self, squares: Squares, queenside: bool) -> bool {
        let Squares {
            king,
            king_to,
            rook,
            rook_to,
        } = squares;
        let ends = match self.bug {
            Bug::OnlyKingPathIsFree => vec![king, king_to],
            // Enough in standard chess, but not in Chess960.
            Bug::OnlyBetweenKingAndRookIsFree => vec![king, rook],
            Bug::RookTargetMayBeOccupied => vec![king, king_to, rook],
            _ => vec![king, king_to, rook, rook_to],
        };
        let (low, high) = ends
            .iter()
            .fold((119, 0), |(low, high), &at| (at.min(low), at.max(high)));
        (low..=high).all(|at| {
            let skipped = at == king || at == rook;
            let forgotten = match self.bug {
                Bug::QueensideKnightSquareIgnored => queenside && file(at) == 1,
                Bug::QueenSquareIgnored => queenside && file(at) == 3,
                Bug::OwnRooksDoNotBlock => self.at(at) == self.own(ROOK),
                Bug::EnemiesDoNotBlock => {
                    self.at(at) != EMPTY && !self.lists[self.side].contains(&at)
                }
                _ => false,
            };
            skipped || forgotten || self.at(at) == EMPTY
        })
    }

    fn is_way_safe(&self, squares: Squares, queenside: bool) -> bool {
        let Squares {
            king,
            king_to,
            rook,
            rook_to,
        } = squares;
        let by = self.side ^ 1;
        let overlooked = |from: u8| match self.bug {
            Bug::PathIgnoresQueens => kind(self.at(from)) == QUEEN,
            Bug::PathIgnoresBishops => kind(self.at(from)) == BISHOP,
            Bug::WhitePathIgnoresPawns => by == BLACK && kind(self.at(from)) == PAWN,
            Bug::QueensidePathIgnoresKnights => queenside && kind(self.at(from)) == KNIGHT,
            _ => false,
        };
        let attacked = |at| {
            let attackers = self.attackers(at, by, Purpose::Path);
            attackers.into_iter().any(|from| !overlooked(from))
        };
        let (mut low, mut high) = (king.min(king_to), king.max(king_to));
        match self.bug {
            Bug::KnightSquareMustBeSafe if queenside => low = low.min(square(1, rank(king))),
            Bug::RookMustBeSafe => (low, high) = (low.min(rook), high.max(rook)),
            Bug::OtherSideMustBeSafe => {
                let other = square(if queenside { 6 } else { 2 }, rank(king));
                (low, high) = (low.min(other), high.max(other));
            }
            Bug::KingInPlaceNeverCastles if king == king_to => return false,
            Bug::RookInPlaceNeverCastles if rook == rook_to => return false,
            Bug::NeedsTwoKingSteps if king.abs_diff(king_to) != 2 => return false,
            _ => {}
        }
        (low..=high).all(|at| {
            let untested = match self.bug {
                Bug::CastlesThroughCheck => at != king && at != king_to,
                Bug::CastlesThroughCheckBlackKingside => {
                    !queenside && self.side == BLACK && at != king && at != king_to
                }
                Bug::CastlesThroughCheckQueenside => queenside && at != king && at != king_to,
                Bug::CastlesOutOfCheck => at == king,
                Bug::CastlesIntoCheck => at == king_to,
                Bug::CastlesOutOfPawnCheck => at == king && self.only_attackers(at, by, PAWN),
                Bug::CastlesOutOfKnightCheck => at == king && self.only_attackers(at, by, KNIGHT),
                _ => false,
            };
            untested || !attacked(at)
        })
    }

    fn only_attackers(&self, at: u8, by: usize, wanted: u8) -> bool {
        let attackers = self.attackers(at, by, Purpose::Path);
        attackers.iter().all(|&from| kind(self.at(from)) == wanted)
    }

    /// Moves the king and whatever stands on the square of the rook.
    pub(super) fn castle(&mut self, right: usize) {
        let squares = self.castling_squares(right);
        let us = self.side;
        let queenside = right % 2 == 1;
        let rook = self.take(squares.rook);
        self.take(squares.king);
        match self.bug {
            Bug::CastlingLeavesRook => self.put(squares.rook, rook),
            Bug::QueensideLeavesRook if queenside => self.put(squares.rook, rook),
            Bug::CastlingLosesRook => {}
            Bug::CastlingCopiesRook => {
                self.put(squares.rook_to, rook);
                if squares.rook != squares.rook_to && squares.rook != squares.king_to {
                    self.put(squares.rook, rook);
                }
            }
            Bug::KeyKeepsCastlingRook => {
                let key = self.key;
                self.put(squares.rook_to, rook);
                self.key = key ^ self.piece_key(rook, squares.rook);
            }
            _ => self.put(squares.rook_to, rook),
        }
        self.put(squares.king_to, piece(us, KING));
        self.kings[us] = match self.bug {
            Bug::StaleKingAfterCastling => squares.king,
            _ => squares.king_to,
        };
    }

    /// Moves king and rook back.
    pub(super) fn uncastle(&mut self, right: usize) {
        let squares = self.castling_squares(right);
        let us = self.side;
        self.take(squares.king_to);
        let rook = self.take(squares.rook_to);
        let forgets = match self.bug {
            Bug::CastlingRookNotPutBack => true,
            Bug::QueensideRookNotPutBack => right % 2 == 1,
            Bug::BlackRookNotPutBack => us == BLACK,
            _ => false,
        };
        if forgets && squares.rook_to != squares.king {
            self.put(squares.rook_to, rook);
        } else if self.at(squares.rook) == EMPTY {
            self.put(squares.rook, rook);
        }
        self.put(squares.king, piece(us, KING));
        self.kings[us] = squares.king;
    }

    /// The rights that a move from or to a square ends.
    pub(super) fn ended_rights(&self, at: u8, mover: usize, arrives: bool) -> u8 {
        let mut ended = 0;
        for right in RIGHTS {
            let (side, bit) = (right / 2, 1 << right);
            if at == self.king_homes[side] && !arrives {
                ended |= self.ended_by_king(right);
            }
            if at != self.rooks[right] {
                continue;
            }
            let theirs = side != mover;
            ended |= match self.bug {
                Bug::RookMoveKeepsRight if !theirs => 0,
                Bug::BlackRookMoveKeepsRight if !theirs && side == BLACK => 0,
                Bug::RookMoveKeepsQueensideRight if !theirs && right % 2 == 1 => 0,
                Bug::RightSurvivesCaptureOnH8 if theirs && right == 2 => 0,
                Bug::RightSurvivesCaptureByKnight if theirs && kind(self.at(at)) == KNIGHT => 0,
                Bug::RookMoveEndsBoth if !theirs => 0b11 << (2 * side),
                Bug::RookMoveClearsOther if !theirs => 1 << (right ^ 1),
                Bug::RightSurvivesCapturedRook if theirs => 0,
                Bug::RightSurvivesCaptureOfQueensideRook if theirs && right % 2 == 1 => 0,
                Bug::CapturedRookClearsOther if theirs => 1 << (right ^ 1),
                Bug::CapturedRookEndsBoth if theirs => 0b11 << (2 * side),
                Bug::CapturedRookEndsMoverRight if theirs => 1 << (right ^ 2),
                _ => bit,
            };
        }
        ended
    }

    fn ended_by_king(&self, right: usize) -> u8 {
        let bit = 1 << right;
        match self.bug {
            Bug::KingMoveKeepsRights => 0,
            Bug::KingMoveKeepsQueenside if right % 2 == 1 => 0,
            Bug::BlackKingMoveKeepsRights if right / 2 == BLACK => 0,
            Bug::KingMoveEndsAllRights => 0b1111,
            _ => bit,
        }
    }

    /// The right of a rook, for the parser of FENs.
    pub(super) fn right_of(&self, rook: u8, side: usize) -> usize {
        let king = self.kings[side];
        let right = if rook > king { 0 } else { 1 };
        right + if side == WHITE { 0 } else { 2 }
    }
}
