//! Moves whose replies must be counted on the board that they lead to.

use std::marker::PhantomData;

use super::wide::{PendingMoves as _, Wide};
use crate::chess::attacks::{self, Sliders};
use crate::chess::board::Board;
use crate::chess::color::Side;
use crate::chess::legal::{Count, Sink, Visit, en_passant, ones};
use crate::chess::{MoveKind, PieceKind};

/// Sends every move that it is told to the instruction set, to be counted there.
pub(crate) struct IrregularMoves<'a, U, W: Wide> {
    pub wide: W,
    pub board: &'a Board,
    pub pending: &'a mut W::Pending,
    /// Replies that take en passant: they are counted here.
    captures: u64,
    side: PhantomData<U>,
}

/// What a pawn may become.
pub(crate) const PROMOTED: [PieceKind; 4] = [
    PieceKind::Queen,
    PieceKind::Rook,
    PieceKind::Bishop,
    PieceKind::Knight,
];

impl<'a, U: Side, W: Wide> IrregularMoves<'a, U, W> {
    #[inline(always)]
    pub(crate) fn new(wide: W, board: &'a Board, pending: &'a mut W::Pending) -> Self {
        wide.begin::<U>(board, pending);
        IrregularMoves {
            wide,
            board,
            pending,
            captures: 0,
            side: PhantomData,
        }
    }

    /// Promotions to one kind of piece.
    #[inline(always)]
    pub(crate) fn promotions_to(&mut self, kind: PieceKind, targets: u64, offset: i32) {
        self.pending.note_promotions(kind, targets, offset);
    }

    /// Adds the captures en passant that double steps to these squares allow.
    #[inline(always)]
    pub(crate) fn taken_en_passant(&mut self, targets: u64, offset: i32) {
        let pawns = self.board.pawns & self.board.men::<U::Opponent>();
        let beside = targets & (attacks::east(pawns) | attacks::west(pawns));
        for to in ones(beside) {
            let from = (to as i32 - offset) as usize & 63;
            self.captures += self.wide.taken_en_passant::<U>(self.board, from, to);
        }
    }

    /// Nothing more to come: what is known of the count.
    #[inline(always)]
    pub(crate) fn done(self) -> u64 {
        self.wide.end::<U>(self.board, self.pending);
        self.captures
    }
}

impl<U: Side, W: Wide> Visit for IrregularMoves<'_, U, W> {
    #[inline(always)]
    fn visit(&mut self, kind: MoveKind, piece: PieceKind, from: usize, to: usize) {
        send::<U, W>(self.wide, self.board, self.pending, kind, piece, from, to);
    }
}

/// Makes a move that is rare: kept out of the function that sees all the others.
#[inline(never)]
fn send<U: Side, W: Wide>(
    wide: W,
    board: &Board,
    pending: &mut W::Pending,
    kind: MoveKind,
    piece: PieceKind,
    from: usize,
    to: usize,
) {
    let child = board.after::<U>(kind, piece, 1 << from, 1 << to);
    wide.queue_child::<U>(&child, pending);
}

/// How many replies take a double step of `U` en passant.
#[inline(always)]
pub(crate) fn taken_en_passant<U: Side, L: Sliders>(
    board: &Board,
    sliders: L,
    from: usize,
    to: usize,
) -> u64 {
    let child = board.double_push::<U>(1 << from, 1 << to);
    let mut captures = Count::default();
    en_passant::<U::Opponent, _, _>(&child, sliders, &mut captures);
    u64::from(captures.0)
}

impl<U: Side, W: Wide> Sink for IrregularMoves<'_, U, W> {
    #[inline(always)]
    fn piece(&mut self, _kind: PieceKind, from: usize, targets: u64) {
        self.pending.note(from, targets);
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, offset: i32) {
        self.pending.note_pawns(targets, offset);
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, offset: i32) {
        for kind in PROMOTED {
            self.promotions_to(kind, targets, offset);
        }
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: u64, offset: i32) {
        self.pawns(targets, offset);
        self.taken_en_passant(targets, offset);
    }

    #[inline(always)]
    fn en_passant(&mut self, from: usize, to: usize) {
        self.visit(MoveKind::EnPassant, PieceKind::Pawn, from, to);
    }

    #[inline(always)]
    fn castle(&mut self, king: usize, rook: usize) {
        self.visit(MoveKind::Castle, PieceKind::King, king, rook);
    }
}
