//! A castling move, as the defects see it that change its conditions.

use std::ops::Range;

use super::board::{Board, EMPTY, NONE, between, file, kind, piece, rank};
use super::generator::Castling;
use super::illegal_move::squares;
use super::sight::{DIAGONAL, STRAIGHT, Sight, TO_PAWNS, only};

/// A castling move, whether or not it is legal.
pub(super) struct CastlingMove<'a> {
    pub(super) squares: Castling,
    pub(super) form: u8,
    pub(super) sight: &'a Sight,
    pub(super) board: &'a Board,
    /// Whether the move is one of the root, and whether it is one of the last ply.
    pub(super) at_root: bool,
    pub(super) at_leaf: bool,
}

impl CastlingMove<'_> {
    pub(super) fn attacked(&self, square: u8) -> bool {
        self.sight
            .attacked(self.board, square, self.squares.color ^ 1)
    }

    /// The rook of the other side of the king; without a right, its usual square.
    pub(super) fn other_rook(&self) -> u8 {
        let Castling { color, side, .. } = self.squares;
        self.board.castling_rook(color, side ^ 1)
    }

    pub(super) fn out_of_check(&self) -> bool {
        self.attacked(self.squares.king)
    }

    /// Whether only checks that are not noticed make castling illegal.
    pub(super) fn is_out_of_unnoticed_check(&self) -> bool {
        let Castling { color, king, .. } = self.squares;
        let checkers = self.sight.attackers(self.board, king, color ^ 1);
        self.is_free()
            && checkers & !self.board.unnoticed == 0
            && !self.through_check()
            && !self.ends_in_check()
    }

    pub(super) fn through_check(&self) -> bool {
        let ends = [self.squares.king, self.squares.king_to];
        let mut path = self.squares.king_path();
        path.any(|square| !ends.contains(&square) && self.attacked(square))
    }

    pub(super) fn ends_in_check(&self) -> bool {
        self.attacked(self.squares.king_to)
    }

    /// Whether no attacked square is among those that the king leaves, crosses and reaches.
    pub(super) fn is_safe(&self) -> bool {
        self.squares.is_safe(self.board, self.sight)
    }

    /// The same if pinned pieces attack nothing.
    pub(super) fn is_safe_from_unpinned(&self) -> bool {
        let (board, enemy) = (self.board, self.squares.color ^ 1);
        self.squares.king_path().all(|square| {
            let mut attackers = squares(self.sight.attackers(board, square, enemy));
            attackers.all(|attacker| self.sight.is_pinned(board, attacker))
        })
    }

    /// The same for a program that sees something else.
    pub(super) fn is_safe_with(&self, sight: &Sight) -> bool {
        self.squares.is_safe(self.board, sight)
    }

    /// Whether the castling squares of the other side's back rank are not attacked: of all three
    /// squares (form 0), or of all but that of the king (form 1).
    pub(super) fn is_safe_on_other_rank(&self) -> bool {
        self.squares.king_path().all(|square| {
            let is_tested = self.form == 1 && square == self.squares.king;
            !self.attacked(if is_tested { square } else { square ^ 56 })
        })
    }

    pub(super) fn is_free(&self) -> bool {
        self.squares.is_free(self.board)
    }

    /// Whether the way is free, but the king is not at home.
    pub(super) fn is_free_without_king(&self) -> bool {
        !self.squares.is_at_home(self.board) && self.squares.has_free_way(self.board)
    }

    /// Whether king and rook stand on their squares in standard chess.
    pub(super) fn is_standard(&self) -> bool {
        let Castling {
            color,
            side,
            king,
            rook,
            ..
        } = self.squares;
        file(king) == 4
            && rank(king, color) == 0
            && self.has_own_rook()
            && rook == 7 * side + 56 * color
    }

    pub(super) fn has_own_rook(&self) -> bool {
        self.board.at(self.squares.rook) == piece(kind::ROOK, self.squares.color)
    }

    /// Whether castling is legal if a program does not mind what stands on the squares of king and rook
    /// for which this is true, where `standing` is the piece there.
    pub(super) fn is_legal_but_for(&self, ignored: impl Fn(u8, u8) -> bool) -> bool {
        let Castling {
            king,
            rook,
            king_to,
            rook_to,
            ..
        } = self.squares;
        let (kings, rooks) = (between(king, king_to), between(rook, rook_to));
        let [mut first, mut last] = [king, king];
        for square in [rook, king_to, rook_to] {
            (first, last) = (first.min(square), last.max(square));
        }
        let mut needed = (first..=last.min(NONE - 1))
            .filter(|square| kings.contains(square) || rooks.contains(square))
            .filter(|square| *square != king && *square != rook);
        self.squares.is_at_home(self.board)
            && needed.all(|square| {
                let standing = self.board.at(square);
                standing == EMPTY || ignored(square, standing)
            })
            && self.is_safe()
    }

    /// What the program sees, without pieces of this kind.
    pub(super) fn blind_to(&self, kind: u8) -> Sight {
        let mut sight = self.sight.clone();
        for color in [0, 1] {
            sight.leaps &= !only(kind, color);
            for pieces in sight.lines.iter_mut().flatten() {
                *pieces &= !only(kind, color);
            }
        }
        sight
    }

    /// What the program sees, without attacks by bishops and queens on diagonals.
    pub(super) fn blind_to_diagonals(&self) -> Sight {
        self.blind_to_sliders(kind::BISHOP, DIAGONAL)
    }

    /// What the program sees, without attacks by rooks and queens on ranks and files.
    pub(super) fn blind_to_lines(&self) -> Sight {
        self.blind_to_sliders(kind::ROOK, STRAIGHT)
    }

    fn blind_to_sliders(&self, slider: u8, ways: Range<usize>) -> Sight {
        let mut sight = self.sight.clone();
        for color in [0, 1] {
            sight.hide(&[slider, kind::QUEEN], color, ways.clone());
        }
        sight
    }

    /// What the program sees, with pawns that attack the square in front of them (form 0), or only
    /// towards the h-file (1) or the a-file (2).
    pub(super) fn with_wrong_pawns(&self) -> Sight {
        let mut wrong = self.sight.clone();
        for color in [0, 1] {
            let pawns = only(kind::PAWN, color);
            let ways = TO_PAWNS[usize::from(color)];
            match self.form {
                0 => {
                    for way in ways {
                        wrong.lines[1][way] &= !pawns;
                    }
                    // The pawn stands below the square if it is White's, above it if it is Black's.
                    wrong.lines[1][usize::from(color == 0)] |= pawns;
                }
                form => wrong.lines[1][ways[usize::from(form - 1)]] &= !pawns,
            }
        }
        wrong
    }
}
