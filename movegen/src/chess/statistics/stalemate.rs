//! Whether the last move may stalemate, seen before that move.

use crate::chess::board::attacks::{self, BETWEEN, LINES};
use crate::chess::board::bitboard::bits;
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::rules::king_view::KingView;

/// If this many pieces can certainly move, no move of the other side can stalemate. Castling, the
/// worst case, immobilises at most five: it blocks two pawns with the squares that it fills and pins
/// three pieces along the lines that it opens or occupies (the rook's new one, and those through the
/// two squares that it leaves).
const SAFE: u32 = 6;

/// The same for moves of one piece without promotion: they capture or block one piece, and pin one
/// on the line that the piece enters and one on the line that it leaves.
const SAFE_FROM_STEPS: u32 = 4;

impl KingView {
    /// Whether some move can stalemate.
    #[inline(always)]
    pub(super) fn is_near_stalemate<S: Side>(&self, board: &Board) -> bool {
        let occupied = board.occupied();
        let free = occupied & !board.pieces::<S>() & !self.pinned;
        // In most positions the pawns are enough.
        (board.pawns & free & S::forward(!occupied)).count_ones() < SAFE
            && Mobile::new::<S>(board, self.pinned).pieces.count_ones() < SAFE
    }

    /// What a move of one piece must do to stalemate; `None` if none can.
    pub(super) fn stalemate<S: Side>(&self, board: &Board) -> Option<Stalemate> {
        let mobile = Mobile::new::<S>(board, self.pinned);
        let near = mobile.pieces.count_ones() < SAFE_FROM_STEPS;
        near.then(|| mobile.stalemate::<S>(board, self.king))
    }
}

/// A move of one piece can stalemate only if it does one of these.
pub(super) struct Stalemate {
    /// Captures or blocks a piece: moves to one of these squares.
    pub(super) to: u64,
    /// Or moves here with a diagonal slider, which may pin.
    pub(super) diagonal_to: u64,
    /// Or here with a slider on ranks and files.
    pub(super) straight_to: u64,
    /// Or opens a line: leaves one of these squares.
    pub(super) from: u64,
}

/// Pieces of the opponent, without the king, that can certainly move.
struct Mobile {
    pieces: u64,
    /// The pawns among them.
    pawns: u64,
}

impl Mobile {
    #[inline(always)]
    fn new<S: Side>(board: &Board, pinned: u64) -> Mobile {
        let (occupied, us) = (board.occupied(), board.pieces::<S>());
        let free = occupied & !us & !pinned;
        let pawns = board.pawns & free & S::forward(!occupied);
        // Other pieces can move if a neighbouring square is not occupied by their own side.
        let open = !occupied | us;
        let beside = attacks::east(open) | attacks::west(open);
        let knights = board.knights & free & attacks::knights(open);
        let diagonal = board.diagonal & free & (beside << 8 | beside >> 8);
        let straight = board.straight & free & (beside | open << 8 | open >> 8);
        Mobile {
            pieces: pawns | knights | diagonal | straight,
            pawns,
        }
    }

    fn stalemate<S: Side>(&self, board: &Board, king: usize) -> Stalemate {
        let us = board.pieces::<S>();
        if self.pieces == 0 {
            return Stalemate {
                to: !0,
                diagonal_to: !0,
                straight_to: !0,
                from: !0,
            };
        }
        // Only a line with such a piece on it can pin one.
        let lines = &LINES[king];
        let if_occupied = |line: u64| if line & self.pieces == 0 { 0 } else { line };
        let mut from = 0;
        let straight = (lines.rank | lines.file) & board.straight & us;
        let diagonal = (lines.diagonal | lines.anti) & board.diagonal & us;
        for slider in bits(straight | diagonal) {
            from |= if_occupied(BETWEEN[king][slider]);
        }
        Stalemate {
            to: self.pieces | S::back(self.pawns),
            diagonal_to: if_occupied(lines.diagonal) | if_occupied(lines.anti),
            straight_to: if_occupied(lines.rank) | if_occupied(lines.file),
            from,
        }
    }
}
