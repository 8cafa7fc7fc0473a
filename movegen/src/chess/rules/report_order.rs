//! Stockfish's order of the root moves, so that divided output compares line by line.
//!
//! Stockfish generates pseudo-legal moves in fixed groups and then replaces each illegal one with
//! the last of the list. So the order of the legal moves depends on the illegal ones. They are
//! generated here for the order only: the legal generator decides what is legal.

use crate::chess::board::attacks::{self, BETWEEN, KING, KNIGHT, PAWN};
use crate::chess::board::bitboard::bits;
use crate::chess::board::bitboards::castled;
use crate::chess::board::color::{Black, Side, White};
use crate::chess::{Bitboard, Color, Move, MoveKind, MoveList, PieceKind, Position, Square};

impl Position {
    /// The legal moves in the order in which Stockfish's `go perft` prints them.
    ///
    /// ```
    /// use movegen::chess::{CastlingStyle, Position};
    /// let position = Position::startpos();
    /// let moves = position.moves_in_report_order();
    /// let text: Vec<String> = moves.iter().map(|&m| position.uci(m, CastlingStyle::Standard)).collect();
    /// assert_eq!(text[..3], ["a2a3", "b2b3", "c2c3"]);
    /// assert_eq!(text[8..10], ["a2a4", "b2b4"]);
    /// assert_eq!(text[16..], ["b1a3", "b1c3", "g1f3", "g1h3"]);
    /// ```
    pub fn moves_in_report_order(&self) -> Vec<Move> {
        let mut moves = match self.turn() {
            Color::White => candidates::<White>(self),
            Color::Black => candidates::<Black>(self),
        };
        let legal = self.legal_moves();
        let mut index = 0;
        while index < moves.len() {
            if legal.contains(&moves[index]) {
                index += 1;
            } else {
                moves.swap_remove(index);
            }
        }
        debug_assert_eq!(moves.len(), legal.len(), "every legal move is a candidate");
        moves
    }
}

/// The pseudo-legal moves, before the illegal ones are removed.
fn candidates<S: Side>(position: &Position) -> Vec<Move> {
    let king = position.king(S::COLOR).index();
    let checkers = position.checkers().0;
    match checkers.count_ones() {
        0 => all_groups::<S>(position, !position.colors(S::COLOR).0, true),
        1 => {
            let checker = checkers.trailing_zeros() as usize;
            all_groups::<S>(position, checkers | BETWEEN[king][checker], false)
        }
        _ => {
            let mut list = MoveList::new();
            king_steps(position, king, &mut list);
            list.to_vec()
        }
    }
}

fn push(list: &mut MoveList, from: usize, to: usize, kind: MoveKind) {
    list.push(Move::new(
        Square::from_index(from),
        Square::from_index(to),
        kind,
    ));
}

/// Pawns, pieces and king, group by group; castling only if not in check.
fn all_groups<S: Side>(position: &Position, targets: u64, quiet: bool) -> Vec<Move> {
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
    let king = position.king(S::COLOR).index();
    king_steps(position, king, &mut list);
    if quiet {
        castling::<S>(position, king, &mut list);
    }
    list.to_vec()
}

fn king_steps(position: &Position, king: usize, list: &mut MoveList) {
    for to in bits(KING[king] & !position.colors(position.turn()).0) {
        push(list, king, to, MoveKind::Plain)
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
