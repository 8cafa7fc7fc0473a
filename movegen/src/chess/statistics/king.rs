//! What the king that may be checked looks like before the last move.

use crate::chess::attacks::{self, BETWEEN, KNIGHT, LINES, PAWN, Portable, Sliders as _};
use crate::chess::board::Board;
use crate::chess::color::Side;
use crate::chess::legal::ones;

/// With fewer men than this that can surely move, a leaf may be a stalemate. One move of the other
/// side takes their mobility from at most five of them: castling, the worst, stops two pawns with
/// the squares that it fills and pins three men along the lines that it opens or takes (the rook's
/// new one, and those through the two squares that it leaves). Any other move takes or stops one,
/// and pins one with the piece that moves and one on each line that it opens, two en passant.
const SAFE_FROM_STALEMATE: u32 = 6;

/// The king of the opponent of `S`, who is about to make the last move.
pub(super) struct KingView {
    pub(super) king: usize,
    /// From here a knight of `S` gives check.
    pub(super) knights: u64,
    /// A pawn.
    pub(super) pawns: u64,
    /// Whatever slides on diagonals.
    pub(super) diagonal: u64,
    /// On ranks and files.
    pub(super) straight: u64,
    /// Men of `S` that give a discovered check if they leave the line to the king.
    pub(super) shields: u64,
    /// What a move must do to stalemate; nothing if no move can.
    pub(super) stalemate: Option<Stalemate>,
}

/// A move that does none of this leaves the opponent a move.
pub(super) struct Stalemate {
    /// Goes to one of these squares.
    pub(super) to: u64,
    /// Or goes there and slides on.
    pub(super) sliders_to: u64,
    /// Or leaves one of these.
    pub(super) from: u64,
}

impl KingView {
    #[inline(always)]
    pub(super) fn new<S: Side>(board: &Board) -> KingView {
        let king = board.king::<S::Opponent>();
        let occupied = board.occupied();
        let us = board.men::<S>();
        let them = occupied & !us;
        let straight = Portable.rook(king, occupied);
        let diagonal = Portable.bishop(king, occupied);
        // The king is not in check, so that a slider of ours on its line has one man before it.
        let behind = Portable.rook(king, occupied & !straight) & board.straight & us
            | Portable.bishop(king, occupied & !diagonal) & board.diagonal & us;
        let mut before = 0;
        for slider in ones(behind) {
            before |= BETWEEN[king][slider] & occupied;
        }
        KingView {
            king,
            knights: KNIGHT[king],
            pawns: PAWN[S::Opponent::COLOR.index()][king],
            diagonal,
            straight,
            shields: before & us,
            stalemate: Stalemate::new::<S>(board, king, us, them & !before),
        }
    }

    /// Whether a shield that goes from one square to another stays on its line to the king.
    #[inline(always)]
    pub(super) fn line(&self, shield: usize) -> u64 {
        attacks::line_through(self.king, shield)
    }
}

impl Stalemate {
    /// `free` are the men of the opponent that are not pinned.
    #[inline(always)]
    fn new<S: Side>(board: &Board, king: usize, us: u64, free: u64) -> Option<Stalemate> {
        let occupied = board.occupied();
        let pawns = board.pawns & free & S::forward(!occupied);
        if pawns.count_ones() >= SAFE_FROM_STALEMATE {
            return None;
        }
        // Men other than pawns move as long as no man of their own is in the way.
        let open = !occupied | us;
        let beside = attacks::east(open) | attacks::west(open);
        let knights = board.knights & free & attacks::knights(open);
        let diagonal = board.diagonal & free & (beside << 8 | beside >> 8);
        let straight = board.straight & free & (beside | open << 8 | open >> 8);
        let mobile = pawns | knights | diagonal | straight;
        if mobile.count_ones() >= SAFE_FROM_STALEMATE {
            return None;
        }
        Some(if mobile == 0 {
            Stalemate {
                to: !0,
                sliders_to: !0,
                from: !0,
            }
        } else {
            let lines = &LINES[king];
            let lines = lines.rank | lines.file | lines.diagonal | lines.anti;
            Stalemate {
                to: mobile | S::back(pawns),
                sliders_to: lines,
                from: lines,
            }
        })
    }
}
