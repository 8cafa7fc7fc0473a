//! Irregular moves: moves whose replies must be counted on the board after the move.

use std::marker::PhantomData;

use super::pending::{Node, PendingMoves as _, Targets};
use crate::chess::board::attacks::{self, Sliders};
use crate::chess::board::bitboard::bits;
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::rules::legal::{Count, en_passant, origin};
use crate::chess::{MoveKind, PieceKind};

/// Passes irregular moves on to the instruction set, which makes them and counts the replies.
pub(crate) struct IrregularMoves<'a, U, W: Node> {
    pub wide: W,
    pub board: &'a Board,
    pub pending: &'a mut W::Pending,
    /// The replies that capture en passant. They are counted here.
    en_passant_replies: u64,
    side: PhantomData<U>,
}

/// The kinds of piece that a pawn may promote to.
pub(crate) const PROMOTION_KINDS: [PieceKind; 4] = [
    PieceKind::Queen,
    PieceKind::Rook,
    PieceKind::Bishop,
    PieceKind::Knight,
];

impl<'a, U: Side, W: Node> IrregularMoves<'a, U, W> {
    #[inline(always)]
    pub(crate) fn new(wide: W, board: &'a Board, pending: &'a mut W::Pending) -> Self {
        wide.begin_node::<U>(board, pending);
        IrregularMoves {
            wide,
            board,
            pending,
            en_passant_replies: 0,
            side: PhantomData,
        }
    }

    /// Adds promotions to one kind of piece.
    #[inline(always)]
    pub(crate) fn add_promotions<const ZONE: bool>(
        &mut self,
        kind: PieceKind,
        targets: Targets,
        offset: i32,
    ) {
        self.pending.add_promotions::<ZONE>(kind, targets, offset);
    }

    /// Counts the en passant captures that double pushes to these squares allow.
    #[inline(always)]
    pub(crate) fn count_en_passant_replies(&mut self, targets: u64, offset: i32) {
        let (us, pawns) = (self.board.pieces::<U>(), self.board.pawns);
        let pawns = pawns & !us;
        let (east, west) = (attacks::east(pawns), attacks::west(pawns));
        if (self.board.straight | self.board.diagonal) & us == 0 {
            // Without a slider of U, no capture exposes V's king, and only the pushed pawn may give check.
            let captures = (targets & east).count_ones() + (targets & west).count_ones();
            self.en_passant_replies += u64::from(captures);
            return;
        }
        for to in bits(targets & (east | west)) {
            let from = origin(to, offset);
            self.en_passant_replies += self.wide.en_passant_replies::<U>(self.board, from, to);
        }
    }

    /// Makes castling or an en passant capture.
    #[inline(always)]
    pub(crate) fn make(&mut self, kind: MoveKind, piece: PieceKind, from: usize, to: usize) {
        make_and_add::<U, W>(self.wide, self.board, self.pending, kind, piece, from, to);
    }

    /// Ends the node. Returns the number of replies that are not pending.
    #[inline(always)]
    pub(crate) fn finish(self) -> u64 {
        self.wide.end_node::<U>(self.board, self.pending);
        self.en_passant_replies
    }
}

/// Makes castling or an en passant capture. They are rare, so this is kept out of the function that
/// handles all other moves.
#[inline(never)]
fn make_and_add<U: Side, W: Node>(
    wide: W,
    board: &Board,
    pending: &mut W::Pending,
    kind: MoveKind,
    piece: PieceKind,
    from: usize,
    to: usize,
) {
    let child = board.after::<U>(kind, piece, 1 << from, 1 << to);
    wide.add_child::<U>(&child, pending);
}

/// Counts the replies that capture a double push of `U` en passant.
#[inline(always)]
pub(crate) fn en_passant_replies<U: Side, L: Sliders>(
    board: &Board,
    sliders: L,
    from: usize,
    to: usize,
) -> u64 {
    let child = board.double_push::<U>(1 << from, 1 << to);
    let mut count = Count::default();
    en_passant::<U::Opponent, _, _>(&child, sliders, &mut count);
    u64::from(count.0)
}
