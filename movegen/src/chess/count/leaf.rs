//! What the leaf counters of AVX2 and NEON share: what the king of the side to move allows, and the
//! moves that are not counted in lanes.

use crate::chess::board::attacks::{self, BETWEEN, KING, KNIGHT, PAWN, Sliders};
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::rules::legal::{Count, castle, en_passant};

/// A board whose legal moves are counted.
pub(super) struct Leaf<'a, L> {
    board: &'a Board,
    sliders: L,
    checkers: u64,
    /// The squares that the other side attacks if the king leaves the board.
    pub danger: u64,
    /// The squares that a piece other than the king may move to.
    pub targets: u64,
    /// The squares up to the first piece on each line from the king.
    pub straight_rays: u64,
    pub diagonal_rays: u64,
}

impl<'a, L: Sliders> Leaf<'a, L> {
    /// `S` is to move. `slider_attacks` are the squares that sliders of the other side attack; the king
    /// must not shield those behind it.
    #[inline(always)]
    pub(super) fn new<S: Side>(board: &'a Board, sliders: L, slider_attacks: u64) -> Leaf<'a, L> {
        let occupied = board.occupied();
        let us = board.pieces::<S>();
        let them = occupied & !us;
        let king = board.king::<S>();
        let ahead = S::back(board.pawns & them);
        let danger = slider_attacks
            | attacks::east(ahead)
            | attacks::west(ahead)
            | attacks::knights(board.knights & them)
            | KING[board.king::<S::Opponent>()];

        let straight_rays = sliders.rook(king, occupied);
        let diagonal_rays = sliders.bishop(king, occupied);
        let checkers = them
            & ((straight_rays & board.straight)
                | (diagonal_rays & board.diagonal)
                | (KNIGHT[king] & board.knights)
                | (PAWN[S::COLOR.index()][king] & board.pawns));
        let evasions = checkers | BETWEEN[king][checkers.trailing_zeros() as usize & 63];
        let targets = match checkers {
            0 => !us,
            _ if checkers & (checkers - 1) == 0 => evasions,
            _ => 0,
        };
        Leaf {
            board,
            sliders,
            checkers,
            danger,
            targets,
            straight_rays,
            diagonal_rays,
        }
    }

    /// Adds castling, en passant captures, and the other three moves of each promotion. `pawn_moves` are
    /// the targets of pushes by one square and of captures.
    #[inline(always)]
    pub(super) fn add_special_moves<S: Side, const SETS: usize>(
        &self,
        count: &mut Count,
        pawn_moves: impl FnOnce() -> [u64; SETS],
    ) {
        let board = self.board;
        if board.pawns & board.pieces::<S>() & S::SEVENTH != 0 {
            for moves in pawn_moves() {
                count.0 += 3 * (moves & S::forward(S::SEVENTH)).count_ones();
            }
        }
        let rights = board.castling & S::BACK;
        if rights != 0 && self.checkers == 0 {
            castle::<S, L, _>(board, self.sliders, count, rights, self.danger);
        }
        if board.en_passant != 0 {
            en_passant::<S, L, _>(board, self.sliders, count);
        }
    }
}
