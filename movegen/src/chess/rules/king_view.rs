//! The king that the next move may check, seen before that move.

use crate::chess::board::attacks::{self, BETWEEN, KNIGHT, PAWN, Portable, Sliders};
use crate::chess::board::bitboard::bits;
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::{Black, Side, White};
use crate::chess::{Color, PieceKind, Position};

/// The king of the opponent of `S`, who is about to make the last move.
#[derive(Clone, Copy)]
pub(in crate::chess) struct KingView {
    pub(in crate::chess) king: usize,
    /// Squares from which a knight of `S` gives check.
    pub(in crate::chess) knights: u64,
    /// The same for a pawn.
    pub(in crate::chess) pawns: u64,
    /// The same for diagonal sliders.
    pub(in crate::chess) diagonal: u64,
    /// The same for sliders on ranks and files.
    pub(in crate::chess) straight: u64,
    /// Pieces of `S` that give a discovered check when they leave the line to the king.
    pub(in crate::chess) shields: u64,
    /// Pieces of the opponent that are pinned.
    pub(in crate::chess) pinned: u64,
}

impl KingView {
    #[inline(always)]
    pub(in crate::chess) fn new<S: Side, L: Sliders>(board: &Board, sliders: L) -> KingView {
        let king = board.king::<S::Opponent>();
        let occupied = board.occupied();
        let us = board.pieces::<S>();
        let straight = sliders.rook(king, occupied);
        let diagonal = sliders.bishop(king, occupied);
        // The king is not in check, so a piece stands between it and each slider of ours on its lines.
        let behind = sliders.rook(king, occupied & !straight) & board.straight & us
            | sliders.bishop(king, occupied & !diagonal) & board.diagonal & us;
        let mut before = 0;
        for slider in bits(behind) {
            before |= BETWEEN[king][slider] & occupied;
        }
        KingView {
            king,
            knights: KNIGHT[king],
            pawns: PAWN[S::Opponent::COLOR.index()][king],
            diagonal,
            straight,
            shields: before & us,
            pinned: before & !us,
        }
    }

    /// The line through the king and a shield: staying on it uncovers nothing.
    #[inline(always)]
    pub(in crate::chess) fn line(&self, shield: usize) -> u64 {
        attacks::line_through(self.king, shield)
    }

    /// The destinations with which a piece on this square gives check.
    pub(in crate::chess) fn checks(&self, piece: PieceKind, from: usize) -> u64 {
        let direct = match piece {
            PieceKind::Pawn => self.pawns,
            PieceKind::Knight => self.knights,
            PieceKind::Bishop => self.diagonal,
            PieceKind::Rook => self.straight,
            PieceKind::Queen => self.diagonal | self.straight,
            PieceKind::King => 0,
        };
        match self.shields >> from & 1 {
            0 => direct,
            // It opens the line unless it stays on it.
            _ => direct | !self.line(from),
        }
    }
}

impl Position {
    /// The king of the side that is not to move, which must not be in check.
    pub(in crate::chess) fn king_view(&self) -> KingView {
        match self.turn() {
            Color::White => KingView::new::<White, _>(self.board(), Portable),
            Color::Black => KingView::new::<Black, _>(self.board(), Portable),
        }
    }
}
