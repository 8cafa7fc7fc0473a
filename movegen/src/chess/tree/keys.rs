//! The keys of positions after each move, computed without making it.

use std::marker::PhantomData;

use crate::chess::board::attacks::{self, Portable};
use crate::chess::board::bitboard::bits;
use crate::chess::board::bitboards::{Board, castled};
use crate::chess::board::color::Side;
use crate::chess::rules::en_passant::can_capture_en_passant;
use crate::chess::rules::legal::{self, Sink, origin};
use crate::chess::{Move, MoveKind, Numbers, PieceKind, Position, Square};
use crate::perft::SideMove;

/// Calls `visit` with every legal move, or only with `CAPTURES`. `mover` is the key of the side to move
/// before the move.
#[inline(always)]
pub(super) fn keyed_moves<S: Side, const CAPTURES: bool>(
    position: &Position,
    numbers: &Numbers,
    mover: u128,
    visit: impl FnMut(SideMove<Move>),
) {
    let board = position.board();
    let mut sink = Keys::<S, _, CAPTURES> {
        board,
        numbers,
        them: board.pieces::<S::Opponent>(),
        mover,
        visitor: visit,
        side: PhantomData,
    };
    legal::generate::<S, _, _>(board, Portable, &mut sink);
}

/// The sink that computes the keys: of all moves, or only of `CAPTURES`. What the moves of a set have in
/// common goes into the key once, so that a quiet move costs one number and one exclusive or.
struct Keys<'a, S, V, const CAPTURES: bool> {
    board: &'a Board,
    numbers: &'a Numbers,
    them: u64,
    /// The mover's key before the move.
    mover: u128,
    visitor: V,
    side: PhantomData<S>,
}

impl<S: Side, V: FnMut(SideMove<Move>), const CAPTURES: bool> Keys<'_, S, V, CAPTURES> {
    #[inline(always)]
    fn quiet(&mut self, from: usize, to: usize, kind: MoveKind, mover: u128, passed: u128) {
        let (from, to) = (Square::from_index(from), Square::from_index(to));
        (self.visitor)(SideMove {
            mv: Move::new(from, to, kind),
            mover,
            captures: false,
            captured: 0,
            passed,
        });
    }

    #[inline(always)]
    fn capture(&mut self, from: usize, to: usize, kind: MoveKind, mover: u128, captured: u128) {
        let (from, to) = (Square::from_index(from), Square::from_index(to));
        (self.visitor)(SideMove {
            mv: Move::new(from, to, kind),
            mover,
            captures: true,
            captured,
            passed: 0,
        });
    }

    /// What the other side's key loses with the piece on a square.
    #[inline(always)]
    fn captured(&self, square: usize) -> u128 {
        let bit = 1u64 << square;
        self.board.kind_on(bit).map_or(0, |kind| {
            self.numbers.squares(!S::COLOR, kind)[square & 63]
                ^ self.numbers.castling(self.board.castling & bit)
        })
    }
}

impl<S: Side, V: FnMut(SideMove<Move>), const CAPTURES: bool> Sink for Keys<'_, S, V, CAPTURES> {
    #[inline(always)]
    fn piece(&mut self, kind: PieceKind, from: usize, targets: u64) {
        if CAPTURES && targets & self.them == 0 {
            return;
        }
        let bit = 1u64 << from;
        let (kind, rights) = match kind {
            PieceKind::Bishop if self.board.straight & bit != 0 => (PieceKind::Queen, 0),
            PieceKind::Rook if self.board.diagonal & bit != 0 => (PieceKind::Queen, 0),
            PieceKind::Rook => (kind, self.board.castling & bit),
            PieceKind::King => (kind, self.board.castling & S::BACK),
            _ => (kind, 0),
        };
        let squares = self.numbers.squares(S::COLOR, kind);
        let mover = self.mover ^ squares[from & 63] ^ self.numbers.castling(rights);
        if !CAPTURES {
            for to in bits(targets & !self.them) {
                self.quiet(from, to, MoveKind::Plain, mover ^ squares[to], 0);
            }
        }
        for to in bits(targets & self.them) {
            let captured = self.captured(to);
            self.capture(from, to, MoveKind::Plain, mover ^ squares[to], captured);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, offset: i32) {
        let squares = self.numbers.squares(S::COLOR, PieceKind::Pawn);
        for to in bits(targets) {
            let from = origin(to, offset);
            let mover = self.mover ^ squares[from] ^ squares[to];
            if offset & 7 != 0 {
                let captured = self.captured(to);
                self.capture(from, to, MoveKind::Plain, mover, captured);
            } else if !CAPTURES {
                self.quiet(from, to, MoveKind::Plain, mover, 0);
            }
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, offset: i32) {
        let captures = offset & 7 != 0;
        if CAPTURES && !captures {
            return;
        }
        for to in bits(targets) {
            let from = origin(to, offset);
            let captured = if captures { self.captured(to) } else { 0 };
            let without = self.mover ^ self.numbers.squares(S::COLOR, PieceKind::Pawn)[from];
            for (kind, piece) in [
                (MoveKind::PromoteQueen, PieceKind::Queen),
                (MoveKind::PromoteRook, PieceKind::Rook),
                (MoveKind::PromoteBishop, PieceKind::Bishop),
                (MoveKind::PromoteKnight, PieceKind::Knight),
            ] {
                let mover = without ^ self.numbers.squares(S::COLOR, piece)[to];
                let (from, to) = (Square::from_index(from), Square::from_index(to));
                (self.visitor)(SideMove {
                    mv: Move::new(from, to, kind),
                    mover,
                    captures,
                    captured,
                    passed: 0,
                });
            }
        }
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: u64, offset: i32) {
        if CAPTURES {
            return;
        }
        let squares = self.numbers.squares(S::COLOR, PieceKind::Pawn);
        let enemies = self.board.pawns & self.them;
        for to in bits(targets) {
            let from = origin(to, offset);
            let beside = attacks::east(1 << to) | attacks::west(1 << to);
            let mut passed = 0;
            if beside & enemies != 0 {
                let next = self.board.double_push::<S>(1 << from, 1 << to);
                if can_capture_en_passant::<S::Opponent>(&next) {
                    passed = self.numbers.en_passant(next.en_passant);
                }
            }
            let mover = self.mover ^ squares[from] ^ squares[to];
            self.quiet(from, to, MoveKind::DoublePush, mover, passed);
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: usize, to: usize) {
        let squares = self.numbers.squares(S::COLOR, PieceKind::Pawn);
        let victim = S::back(1 << to).trailing_zeros() as usize;
        let mover = self.mover ^ squares[from & 63] ^ squares[to & 63];
        let captured = self.numbers.squares(!S::COLOR, PieceKind::Pawn)[victim & 63];
        self.capture(from, to, MoveKind::EnPassant, mover, captured);
    }

    #[inline(always)]
    fn castle(&mut self, king: usize, rook: usize) {
        if CAPTURES {
            return;
        }
        let (king_to, rook_to) = castled::<S>(1 << king, 1 << rook);
        let kings = self.numbers.squares(S::COLOR, PieceKind::King);
        let rooks = self.numbers.squares(S::COLOR, PieceKind::Rook);
        let mover = self.mover
            ^ self.numbers.castling(self.board.castling & S::BACK)
            ^ kings[king & 63]
            ^ kings[king_to.trailing_zeros() as usize & 63]
            ^ rooks[rook & 63]
            ^ rooks[rook_to.trailing_zeros() as usize & 63];
        self.quiet(king, rook, MoveKind::Castle, mover, 0);
    }
}
