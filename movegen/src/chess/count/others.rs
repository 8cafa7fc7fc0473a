//! Moves whose replies must be counted on the board that they lead to.

use std::marker::PhantomData;

use super::wide::Wide;
use crate::chess::attacks;
use crate::chess::board::Board;
use crate::chess::color::Side;
use crate::chess::legal::{Each, Sink, Visit, for_each};
use crate::chess::{MoveKind, PieceKind};

/// Makes every move that it is told, at once or together with others of their kind.
pub(super) struct Others<'a, U, W: Wide> {
    pub wide: W,
    pub board: &'a Board,
    pending: &'a mut W::Pending,
    /// Whether V may castle in a way that only the legal generator knows.
    singly: bool,
    count: u64,
    side: PhantomData<U>,
}

const E_FILE: u64 = 0x1010_1010_1010_1010;
/// Where rooks stand at home in standard chess.
pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;

/// What a pawn may become.
pub(super) const PROMOTED: [PieceKind; 4] = [
    PieceKind::Queen,
    PieceKind::Rook,
    PieceKind::Bishop,
    PieceKind::Knight,
];

impl<'a, U: Side, W: Wide> Others<'a, U, W> {
    #[inline(always)]
    pub(super) fn new(wide: W, board: &'a Board, pending: &'a mut W::Pending) -> Self {
        let rights = board.castling & <U::Opponent as Side>::BACK;
        let at_home = E_FILE >> board.king::<U::Opponent>() & 1 == 1;
        Others {
            wide,
            board,
            pending,
            singly: rights & !CORNERS != 0 || (rights != 0 && !at_home),
            count: 0,
            side: PhantomData,
        }
    }

    /// Promotions to one kind of piece.
    #[inline(always)]
    pub(super) fn promotions_to(&mut self, kind: PieceKind, targets: u64, offset: i32) {
        if self.singly {
            let kind = match kind {
                PieceKind::Knight => MoveKind::PromoteKnight,
                PieceKind::Bishop => MoveKind::PromoteBishop,
                PieceKind::Rook => MoveKind::PromoteRook,
                _ => MoveKind::PromoteQueen,
            };
            for_each(targets, |to| {
                let from = (to as i32 - offset) as usize & 63;
                self.visit(kind, PieceKind::Pawn, from, to);
            });
        } else {
            self.count +=
                self.wide
                    .queue_promotions::<U>(self.board, self.pending, kind, targets, offset);
        }
    }

    /// Nothing more to come: what is known of the count.
    #[inline(always)]
    pub(super) fn done(self) -> u64 {
        self.wide.queued::<U>(self.board, self.pending);
        self.count
    }
}

impl<U: Side, W: Wide> Visit for Others<'_, U, W> {
    #[inline(always)]
    fn visit(&mut self, kind: MoveKind, piece: PieceKind, from: usize, to: usize) {
        let child = self.board.after::<U>(kind, piece, 1 << from, 1 << to);
        self.count += if self.singly || child.en_passant != 0 {
            self.wide.replies::<U::Opponent>(&child)
        } else {
            self.wide.queue_child::<U>(&child, self.pending)
        };
    }
}

impl<U: Side, W: Wide> Sink for Others<'_, U, W> {
    #[inline(always)]
    fn piece(&mut self, kind: PieceKind, from: usize, targets: u64) {
        if self.singly {
            Each(self).piece(kind, from, targets);
        } else {
            self.count += self
                .wide
                .queue::<U>(self.board, self.pending, kind, from, targets);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, offset: i32) {
        if self.singly {
            Each(self).pawns(targets, offset);
        } else {
            self.count += self
                .wide
                .queue_pawns::<U>(self.board, self.pending, targets, offset);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, offset: i32) {
        for kind in PROMOTED {
            self.promotions_to(kind, targets, offset);
        }
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: u64, offset: i32) {
        // Beside a pawn of V the double step can be taken en passant.
        let pawns = self.board.pawns & self.board.men::<U::Opponent>();
        let beside = targets & (attacks::east(pawns) | attacks::west(pawns));
        Each(&mut *self).double_pushes(beside, offset);
        self.pawns(targets & !beside, offset);
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
