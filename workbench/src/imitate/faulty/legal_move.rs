//! A legal move, as the defects see it that leave legal moves out.

use super::board::{
    Board, EMPTY, Move, NONE, RAYS, aligned, are_in_line, between, file, is_next_to, is_of,
    is_slider, kind, kind_of, rank,
};
use super::illegal_move::squares;
use super::sight::{STRAIGHT, Sight};

/// A legal move, other than castling.
pub(super) struct LegalMove<'a> {
    pub(super) form: u8,
    pub(super) sight: &'a Sight,
    pub(super) board: &'a Board,
    /// The squares of the pieces that give check.
    pub(super) checkers: u64,
    pub(super) mv: Move,
    /// Whether the move is one of the root, and whether it is one of the last ply.
    pub(super) at_root: bool,
    pub(super) at_leaf: bool,
}

impl LegalMove<'_> {
    /// The kind of piece that moves.
    pub(super) fn kind(&self) -> u8 {
        kind_of(self.board.at(self.mv.from))
    }

    pub(super) fn is_slider(&self) -> bool {
        is_slider(self.kind())
    }

    pub(super) fn is_king(&self) -> bool {
        self.kind() == kind::KING
    }

    /// Whether a pawn moves, but not to capture en passant.
    pub(super) fn is_of_pawn(&self) -> bool {
        self.kind() == kind::PAWN && !self.mv.is_en_passant()
    }

    /// Whether a pawn captures, but not en passant.
    pub(super) fn is_pawn_capture(&self) -> bool {
        self.is_of_pawn() && self.is_capture()
    }

    /// Whether a pawn moves without a capture.
    pub(super) fn is_push(&self) -> bool {
        self.is_of_pawn() && !self.is_capture()
    }

    /// Whether a pawn reaches the last rank.
    pub(super) fn promotes(&self) -> bool {
        self.is_of_pawn() && rank(self.mv.to, self.board.turn) == 7
    }

    pub(super) fn is_capture(&self) -> bool {
        self.mv.is_en_passant() || self.board.at(self.mv.to) != EMPTY
    }

    pub(super) fn is_checker(&self, square: u8) -> bool {
        square < NONE && self.checkers >> square & 1 != 0
    }

    pub(super) fn in_check(&self) -> bool {
        self.checkers != 0
    }

    /// Whether the destination is on a file to the west, that is towards the a-file.
    pub(super) fn is_westward(&self) -> bool {
        file(self.mv.to) < file(self.mv.from)
    }

    /// Whether the destination is on a file to the east, that is towards the h-file.
    pub(super) fn is_eastward(&self) -> bool {
        file(self.mv.to) > file(self.mv.from)
    }

    pub(super) fn is_straight(&self) -> bool {
        let (from, to) = (self.mv.from, self.mv.to);
        file(from) == file(to) || rank(from, 0) == rank(to, 0)
    }

    /// Whether the moving piece shields its king from an attack.
    pub(super) fn is_pinned(&self) -> bool {
        self.pinners() != 0
    }

    /// The pieces that attack the king if the moving piece is taken off the board.
    pub(super) fn pinners(&self) -> u64 {
        self.pinners_of(self.mv.from)
    }

    /// The pieces that attack the king if the piece on this square is taken off the board.
    fn pinners_of(&self, square: u8) -> u64 {
        let king = self.king();
        // Without a king, `attackers_without` finds none.
        if !aligned(king, square) {
            return 0;
        }
        let them = self.board.turn ^ 1;
        self.sight
            .attackers_without(self.board, 1 << square, king, them)
            & !self.checkers
    }

    /// Whether the piece on this square, which attacks the destination, may move there as well: it is not pinned, or stays
    /// on the line of the pin.
    pub(super) fn may_also_come_from(&self, square: u8) -> bool {
        self.pinners_of(square) == 0 || are_in_line(self.king(), square, self.mv.to)
    }

    /// The king of the side that moves, `NONE` without one.
    pub(super) fn king(&self) -> u8 {
        self.board.kings[usize::from(self.board.turn)]
    }

    /// Whether the king is attacked if the pieces on these squares are taken off the board.
    pub(super) fn is_exposed_without(&self, squares: &[u8]) -> bool {
        let on_board = squares.iter().filter(|&&square| square < NONE);
        let gone = on_board.fold(0, |gone, square| gone | 1 << square);
        let them = self.board.turn ^ 1;
        self.sight
            .attacked_without(self.board, gone, self.king(), them)
    }

    /// Whether some piece that pins the moving piece is on such a square.
    pub(super) fn is_pinned_from(&self, is_affected: impl FnMut(u8) -> bool) -> bool {
        squares(self.pinners()).any(is_affected)
    }

    pub(super) fn is_next_to_king(&self, square: u8) -> bool {
        is_next_to(self.king(), square)
    }

    pub(super) fn is_on_file_of_king(&self, square: u8) -> bool {
        file(square) == file(self.king())
    }

    /// Whether a square is on the rank or on the file of the king.
    pub(super) fn is_straight_from_king(&self, square: u8) -> bool {
        file(square) == file(self.king()) || rank(square, 0) == rank(self.king(), 0)
    }

    /// The occupied squares of the line from the king through the moving piece, nearest first, and
    /// whether that line is a rank or a file; `None` if there is no such line, or if the move stays on
    /// it.
    pub(super) fn left_line(&self) -> Option<(Vec<u8>, bool)> {
        let rays = RAYS.get(usize::from(self.king()))?.iter().enumerate();
        let mut lines = rays.map(|(way, ray)| (ray.as_slice(), STRAIGHT.contains(&way)));
        let (line, straight) = lines.find(|(line, _)| line.contains(&self.mv.from))?;
        let occupied = line.iter().copied();
        let occupied = occupied.filter(|&square| self.board.at(square) != EMPTY);
        (!line.contains(&self.mv.to)).then(|| (occupied.collect(), straight))
    }

    /// Whether the king and an enemy rook or queen are on the rank of a square, on both sides of it.
    pub(super) fn has_slider_on_rank(&self, square: u8) -> bool {
        let us = self.board.turn;
        let king = self.board.kings[usize::from(us)];
        if king >= NONE || rank(king, 0) != rank(square, 0) {
            return false;
        }
        let start = square & 56;
        between(start, start + 7).any(|other| {
            let standing = self.board.at(other);
            is_of(standing, us ^ 1)
                && matches!(kind_of(standing), kind::ROOK | kind::QUEEN)
                && (other < square) != (king < square)
        })
    }

    /// The squares of the line on which the piece moves, nearest first; none for a knight.
    pub(super) fn line(&self) -> &'static [u8] {
        RAYS[usize::from(self.mv.from)]
            .iter()
            .map(|ray| ray.as_slice())
            .find(|ray| ray.contains(&self.mv.to))
            .unwrap_or(&[])
    }
}
