//! What the king that may be checked looks like before the last move.

use crate::chess::attacks::{self, BETWEEN, KNIGHT, LINES, PAWN, Portable, Sliders as _};
use crate::chess::bitboard::bits;
use crate::chess::board::Board;
use crate::chess::color::Side;

/// With so many men that can surely move, no move of the other side leaves a stalemate, whatever
/// its kind. Castling, the worst, takes their mobility from five of them at most: it stops two
/// pawns with the squares that it fills and pins three men along the lines that it opens or takes
/// (the rook's new one, and those through the two squares that it leaves).
const SAFE: u32 = 6;

/// The same for moves of one man that promote nothing: they take or stop one man, and pin one on
/// the line that the man takes and one on the line that he leaves.
const SAFE_FROM_STEPS: u32 = 4;

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
    /// Whether some move may stalemate.
    pub(super) near_stalemate: bool,
    /// What a move of one man must do to stalemate; nothing if none can.
    pub(super) stalemate: Option<Stalemate>,
}

/// A move of one man that does none of this leaves the opponent a move.
pub(super) struct Stalemate {
    /// Takes or stops a man: goes to one of these squares.
    pub(super) to: u64,
    /// Or goes there and slides on, on diagonals.
    pub(super) diagonal_to: u64,
    /// Or on ranks and files.
    pub(super) straight_to: u64,
    /// Or opens a line: leaves one of these.
    pub(super) from: u64,
}

impl KingView {
    #[inline(always)]
    pub(super) fn new<S: Side>(board: &Board) -> KingView {
        let king = board.king::<S::Opponent>();
        let occupied = board.occupied();
        let us = board.pieces::<S>();
        let them = occupied & !us;
        let straight = Portable.rook(king, occupied);
        let diagonal = Portable.bishop(king, occupied);
        // The king is not in check, so that a slider of ours on its line has one man before it.
        let behind = Portable.rook(king, occupied & !straight) & board.straight & us
            | Portable.bishop(king, occupied & !diagonal) & board.diagonal & us;
        let mut before = 0;
        for slider in bits(behind) {
            before |= BETWEEN[king][slider] & occupied;
        }
        let mobile = Mobile::new::<S>(board, us, them & !before);
        let men = mobile.men.count_ones();
        KingView {
            king,
            knights: KNIGHT[king],
            pawns: PAWN[S::Opponent::COLOR.index()][king],
            diagonal,
            straight,
            shields: before & us,
            near_stalemate: men < SAFE,
            stalemate: (men < SAFE_FROM_STEPS).then(|| mobile.stalemate::<S>(board, king, us)),
        }
    }

    /// The line through the king and a shield: staying on it uncovers nothing.
    #[inline(always)]
    pub(super) fn line(&self, shield: usize) -> u64 {
        attacks::line_through(self.king, shield)
    }
}

/// Men of the opponent, the king aside, that can surely move.
struct Mobile {
    men: u64,
    /// Those of them that are pawns.
    pawns: u64,
}

impl Mobile {
    /// `free` are the men of the opponent that are not pinned.
    #[inline(always)]
    fn new<S: Side>(board: &Board, us: u64, free: u64) -> Mobile {
        let occupied = board.occupied();
        let pawns = board.pawns & free & S::forward(!occupied);
        // Men other than pawns move as long as no man of their own is in the way.
        let open = !occupied | us;
        let beside = attacks::east(open) | attacks::west(open);
        let knights = board.knights & free & attacks::knights(open);
        let diagonal = board.diagonal & free & (beside << 8 | beside >> 8);
        let straight = board.straight & free & (beside | open << 8 | open >> 8);
        Mobile {
            men: pawns | knights | diagonal | straight,
            pawns,
        }
    }

    #[cold]
    fn stalemate<S: Side>(&self, board: &Board, king: usize, us: u64) -> Stalemate {
        if self.men == 0 {
            return Stalemate {
                to: !0,
                diagonal_to: !0,
                straight_to: !0,
                from: !0,
            };
        }
        // Only a line on which such a man stands can pin one.
        let lines = &LINES[king];
        let with_men = |line: u64| if line & self.men == 0 { 0 } else { line };
        let mut from = 0;
        let straight = (lines.rank | lines.file) & board.straight & us;
        let diagonal = (lines.diagonal | lines.anti) & board.diagonal & us;
        for slider in bits(straight | diagonal) {
            from |= with_men(BETWEEN[king][slider]);
        }
        Stalemate {
            to: self.men | S::back(self.pawns),
            diagonal_to: with_men(lines.diagonal) | with_men(lines.anti),
            straight_to: with_men(lines.rank) | with_men(lines.file),
            from,
        }
    }
}
