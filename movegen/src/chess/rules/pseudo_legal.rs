//! The pseudo-legal moves: those of each piece by itself, whether or not they leave a king attacked, in the order in which
//! Stockfish generates them. A side may have any number of kings.

use crate::chess::board::attacks::{self, BETWEEN, KING, KNIGHT, PAWN};
use crate::chess::board::bitboard::bits;
use crate::chess::board::bitboards::{Board, castled};
use crate::chess::board::color::{Black, Side, White};
use crate::chess::{Bitboard, Color, Move, MoveKind, MoveList, PieceKind, Position, Square};

/// Numbers of pseudo-legal moves, without castling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::chess) struct PseudoLegal {
    /// Captures, en passant included.
    pub(in crate::chess) captures: u64,
    /// All others.
    pub(in crate::chess) quiet: u64,
}

impl Position {
    /// Counts the pseudo-legal moves. A pawn may become this number of pieces.
    pub(in crate::chess) fn count_pseudo_legal(&self, promotions: u64) -> PseudoLegal {
        match self.turn() {
            Color::White => count_pseudo_legal::<White>(self.board(), promotions),
            Color::Black => count_pseudo_legal::<Black>(self.board(), promotions),
        }
    }

    /// The pseudo-legal captures.
    pub(in crate::chess) fn pseudo_legal_captures(&self) -> MoveList {
        let targets = self.colors(!self.turn()).0;
        let mut moves = match self.turn() {
            Color::White => all_groups::<White>(self, targets, false),
            Color::Black => all_groups::<Black>(self, targets, false),
        };
        // Evasions of a check have an en passant capture only if it can end the check.
        moves.retain(|mv| mv.kind() != MoveKind::EnPassant && self.is_capture(mv));
        if self.en_passant().is_some() {
            let all = self.pseudo_legal_moves().into_iter();
            moves.extend(all.filter(|mv| mv.kind() == MoveKind::EnPassant));
        }
        moves
    }

    /// Castling that has its right and a free path.
    pub(in crate::chess) fn pseudo_legal_castling(&self) -> MoveList {
        let mut moves = MoveList::new();
        if !self.castling_rooks().is_empty() {
            let king = self.king(self.turn()).index();
            match self.turn() {
                Color::White => castling::<White>(self, king, &mut moves),
                Color::Black => castling::<Black>(self, king, &mut moves),
            }
        }
        moves
    }

    /// The pseudo-legal moves. Castling needs its right and a free path.
    pub(in crate::chess) fn pseudo_legal_moves(&self) -> MoveList {
        let targets = !self.colors(self.turn()).0;
        match self.turn() {
            Color::White => all_groups::<White>(self, targets, true),
            Color::Black => all_groups::<Black>(self, targets, true),
        }
    }
}

/// As [`Position::count_pseudo_legal`], for the moves of `S`.
pub(in crate::chess) fn count_pseudo_legal<S: Side>(board: &Board, promotions: u64) -> PseudoLegal {
    let occupied = board.occupied();
    let us = board.pieces::<S>();
    let them = occupied & !us;
    let size = |set: u64| u64::from(set.count_ones());
    let mut counts = PseudoLegal::default();
    let mut add = |reach: u64| {
        counts.captures += size(reach & them);
        counts.quiet += size(reach & !occupied);
    };
    bits(board.knights & us).for_each(|from| add(KNIGHT[from]));
    bits(board.diagonal & us).for_each(|from| add(attacks::bishop(from, occupied)));
    bits(board.straight & us).for_each(|from| add(attacks::rook(from, occupied)));
    bits(board.kings & us).for_each(|from| add(KING[from]));
    let pawns = board.pawns & us;
    let (seventh, others) = (pawns & S::SEVENTH, pawns & !S::SEVENTH);
    let ahead = |pawns: u64| S::forward(pawns) & !occupied;
    let takes = |pawns: u64| {
        let front = S::forward(pawns);
        size(attacks::east(front) & them) + size(attacks::west(front) & them)
    };
    let once = ahead(others);
    counts.quiet += size(once) + size(ahead(once & S::THIRD)) + promotions * size(ahead(seventh));
    counts.captures += takes(others) + promotions * takes(seventh);
    bits(board.en_passant).for_each(|square| {
        let takers = PAWN[(!S::COLOR).index()][square] & others;
        counts.captures += size(takers);
    });
    counts
}

fn push(list: &mut MoveList, from: usize, to: usize, kind: MoveKind) {
    list.push(Move::new(
        Square::from_index(from),
        Square::from_index(to),
        kind,
    ));
}

/// Pawns and pieces that move to a set of squares, then kings, which may go anywhere; castling only if `quiet`.
pub(super) fn all_groups<S: Side>(position: &Position, targets: u64, quiet: bool) -> MoveList {
    let mut list = MoveList::new();
    let occupied = position.occupied().0;
    let us = position.colors(S::COLOR).0;
    pawns::<S>(position, targets, quiet, &mut list);
    for kind in [
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
    ] {
        for from in position.pieces(kind) & Bitboard(us) {
            let from = from.index();
            let reach = match kind {
                PieceKind::Knight => KNIGHT[from],
                PieceKind::Bishop => attacks::bishop(from, occupied),
                PieceKind::Rook => attacks::rook(from, occupied),
                _ => attacks::bishop(from, occupied) | attacks::rook(from, occupied),
            };
            for to in bits(reach & targets) {
                push(&mut list, from, to, MoveKind::Plain)
            }
        }
    }
    king_steps(position, &mut list);
    if quiet && position.castling_rooks().0 & S::BACK != 0 {
        castling::<S>(position, position.king(S::COLOR).index(), &mut list);
    }
    list
}

pub(super) fn king_steps(position: &Position, list: &mut MoveList) {
    let own = position.colors(position.turn());
    for king in position.pieces(PieceKind::King) & own {
        let king = king.index();
        for to in bits(KING[king] & !own.0) {
            push(list, king, to, MoveKind::Plain)
        }
    }
}

fn castling<S: Side>(position: &Position, king: usize, list: &mut MoveList) {
    let occupied = position.occupied().0;
    let rooks = position.castling_rooks().0 & S::BACK;
    let king_bit = 1u64 << king;
    let above = rooks & !(king_bit | (king_bit - 1));
    for side in [above, rooks & !above] {
        for rook in bits(side) {
            let (king_to, rook_to) = castled::<S>(king_bit, 1 << rook);
            let path = king_to
                | rook_to
                | BETWEEN[king][king_to.trailing_zeros() as usize]
                | BETWEEN[rook][rook_to.trailing_zeros() as usize];
            if path & occupied & !(king_bit | 1 << rook) == 0 {
                push(list, king, rook, MoveKind::Castle);
            }
        }
    }
}

/// Pawn moves to a set of targets, each `offset` squares from its origin.
fn pawn_group(set: u64, offset: i32, kind: MoveKind, list: &mut MoveList) {
    for to in bits(set) {
        push(list, (to as i32 - offset) as usize, to, kind)
    }
}

fn promotion_group(set: u64, offset: i32, list: &mut MoveList) {
    for to in bits(set) {
        for kind in [
            MoveKind::PromoteQueen,
            MoveKind::PromoteRook,
            MoveKind::PromoteBishop,
            MoveKind::PromoteKnight,
        ] {
            push(list, (to as i32 - offset) as usize, to, kind);
        }
    }
}

fn pawns<S: Side>(position: &Position, targets: u64, quiet: bool, list: &mut MoveList) {
    let empty = !position.occupied().0;
    let mut enemies = position.colors(!S::COLOR).0;
    let pawns = position.pieces(PieceKind::Pawn).0 & position.colors(S::COLOR).0;
    let (seventh, others) = (pawns & S::SEVENTH, pawns & !S::SEVENTH);
    // "Right" and "left" are as the side sees them: White's right is east, Black's is west.
    let (forward, right, left) = if S::WHITE { (8, 9, 7) } else { (-8, -9, -7) };
    let take_right = |set: u64| {
        if S::WHITE {
            attacks::east(set << 8)
        } else {
            attacks::west(set >> 8)
        }
    };
    let take_left = |set: u64| {
        if S::WHITE {
            attacks::west(set << 8)
        } else {
            attacks::east(set >> 8)
        }
    };
    let blocks = if quiet { !0 } else { targets };
    if !quiet {
        enemies &= targets;
    }

    let once = S::forward(others) & empty;
    let twice = S::forward(once & S::THIRD) & empty & blocks;
    pawn_group(once & blocks, forward, MoveKind::Plain, list);
    pawn_group(twice, 2 * forward, MoveKind::DoublePush, list);
    if seventh != 0 {
        promotion_group(take_right(seventh) & enemies, right, list);
        promotion_group(take_left(seventh) & enemies, left, list);
        promotion_group(S::forward(seventh) & empty & blocks, forward, list);
    }
    pawn_group(take_right(others) & enemies, right, MoveKind::Plain, list);
    pawn_group(take_left(others) & enemies, left, MoveKind::Plain, list);
    if let Some(square) = position.en_passant() {
        let to = square.index();
        // Stockfish generates no capture en passant if it cannot end a check by another piece.
        if !quiet && targets & S::forward(1 << to) != 0 {
            return;
        }
        let takers = PAWN[(!S::COLOR).index()][to] & others;
        for from in bits(takers) {
            push(list, from, to, MoveKind::EnPassant);
        }
    }
}
