//! Counts the replies to irregular moves without making these moves.
//!
//! A move changes little of what the replies depend on. What is the same for all moves of a node, or of one
//! piece, is computed once: the pieces of V, the squares that U's king and knights attack, the lines through
//! V's king. The rest is the method of the [legal generator](crate::chess::rules::legal).

use std::marker::PhantomData;

use super::zone::Sets;
use crate::chess::PieceKind;
use crate::chess::board::attacks::{self, BETWEEN, KING, KNIGHT, NEAR_KING, PAWN, Sliders, lines};
use crate::chess::board::bitboard::bits;
use crate::chess::board::bitboards::{Board, castling_paths};
use crate::chess::board::color::Side;
use crate::chess::rules::legal::{
    Counting, PawnView, castling_rooks, pawn_moves, rights_with_room,
};

/// Counts the replies to the moves of a node.
pub(super) struct Replies<'a, U, L, C> {
    board: &'a Board,
    sliders: L,
    /// No moves.
    zero: C,
    side: PhantomData<U>,
    occupied: u64,
    us: u64,
    /// The square of V's king.
    king: usize,
    /// The squares from which sliders of U can attack a square that V's king may move to or castle across.
    near: (u64, u64),
    /// The squares on a line with V's king.
    aligned: (u64, u64),
    /// The squares that U's king attacks, and those that its knights attack.
    king_attacks: u64,
    knight_attacks: u64,
    /// V's rooks with castling rights.
    rights: u64,
}

/// A piece of U before or after its move: every bit is set in the sets of [`Board`] that it is in.
#[derive(Clone, Copy)]
pub(super) struct Masks {
    pub diagonal: u64,
    pub straight: u64,
    pub knight: u64,
    pub king: u64,
    pub pawn: u64,
}

impl Masks {
    /// A pawn.
    pub(super) const PAWN: Masks = Masks {
        diagonal: 0,
        straight: 0,
        knight: 0,
        king: 0,
        pawn: !0,
    };

    /// A piece that is no pawn.
    #[inline(always)]
    pub(super) fn new(sets: Sets) -> Masks {
        let mask = |is_in: bool| u64::from(is_in).wrapping_neg();
        Masks {
            diagonal: mask(sets.diagonal),
            straight: mask(sets.straight),
            knight: mask(sets.knight),
            king: mask(sets.king),
            pawn: 0,
        }
    }
}

impl<'a, U: Side, L: Sliders, C: Counting> Replies<'a, U, L, C> {
    #[inline(always)]
    pub(super) fn new(board: &'a Board, sliders: L, zero: C) -> Self {
        let us = board.pieces::<U>();
        let king = board.king::<U::Opponent>();
        let rights = board.castling & <U::Opponent as Side>::BACK;
        let line = lines(king);
        Replies {
            board,
            sliders,
            zero,
            side: PhantomData,
            occupied: board.occupied(),
            us,
            king,
            near: match rights {
                0 => NEAR_KING[king],
                _ => (!0, !0),
            },
            aligned: (line.rank | line.file, line.diagonal | line.anti),
            king_attacks: KING[board.king::<U>()],
            knight_attacks: attacks::knights(board.knights & us),
            rights,
        }
    }

    /// Counts the replies to the moves of one piece, which is no pawn.
    #[inline(always)]
    pub(super) fn piece(&self, from: usize, targets: u64) -> u64 {
        let in_set = |set: u64| set >> from & 1 == 1;
        let piece = Masks::new(Sets {
            diagonal: in_set(self.board.diagonal),
            straight: in_set(self.board.straight),
            knight: in_set(self.board.knights),
            king: in_set(self.board.kings),
        });
        let knights = self.board.knights & self.us & !(1 << from);
        let steps = self.king_attacks & !piece.king
            | if piece.knight == 0 {
                self.knight_attacks
            } else {
                attacks::knights(knights)
            };
        let mut total = 0;
        for to in bits(targets) {
            total += self.after(1 << from, to, piece, steps);
        }
        total
    }

    /// Counts the replies to a move of a pawn, which becomes another piece or remains a pawn.
    #[inline(always)]
    pub(super) fn pawn(&self, from: usize, to: usize, becomes: Masks) -> u64 {
        self.after(
            1 << from,
            to,
            becomes,
            self.king_attacks | self.knight_attacks,
        )
    }

    /// Counts the replies to the move of a piece from the square in `from` to `to`, where it is the piece in
    /// `becomes`. `steps` are the squares that king and knights attack, except the moved piece.
    #[inline(always)]
    fn after(&self, from: u64, to: usize, becomes: Masks, steps: u64) -> u64 {
        let Replies {
            board,
            sliders,
            king,
            us,
            ..
        } = *self;
        let target = 1 << to;
        let occupied = self.occupied & !from | target;
        let own = self.occupied & !us & !target;
        let moved = |set: u64, mask: u64| set & us & !from | target & mask;
        let straight = moved(board.straight, becomes.straight);
        let diagonal = moved(board.diagonal, becomes.diagonal);

        let on_lines = straight & self.aligned.0 | diagonal & self.aligned.1;
        let lines = Lines::new(king, on_lines, occupied);
        // Only the piece that has moved can check as a knight or a pawn: V was not in check.
        let leaps = KNIGHT[king] & becomes.knight
            | PAWN[<U::Opponent as Side>::COLOR.index()][king] & becomes.pawn;
        let checkers = lines.checkers | target & leaps;

        let mut count = self.zero;
        let steps_of_king = KING[king] & !own;
        if steps_of_king | self.rights != 0 {
            let ahead = U::forward(moved(board.pawns, becomes.pawn));
            let mut danger = steps | attacks::east(ahead) | attacks::west(ahead);
            danger |= KNIGHT[to] & becomes.knight | KING[to] & becomes.king;
            let through = occupied ^ 1 << king;
            for slider in bits(diagonal & self.near.1) {
                danger |= sliders.bishop(slider, through);
            }
            for slider in bits(straight & self.near.0) {
                danger |= sliders.rook(slider, through);
            }
            count.piece(PieceKind::King, king, steps_of_king & !danger);
            if self.rights != 0 && checkers == 0 {
                // The move can capture a rook.
                let rights = rights_with_room::<U::Opponent>(self.rights & !target, king, own);
                let paths = castling_paths::<U::Opponent>(rights, king);
                for rook in castling_rooks::<U::Opponent, L>(
                    sliders, paths, king, occupied, straight, danger,
                ) {
                    count.castle(king, rook);
                }
            }
        }
        if checkers & checkers.wrapping_sub(1) != 0 {
            return count.total();
        }
        let targets = match checkers {
            0 => !own,
            _ => lines.checks | checkers,
        };
        let view = PawnView {
            occupied,
            pawns: board.pawns & own,
            them: us & !from | target,
            targets,
            straight_pins: lines.pins & self.aligned.0,
            diagonal_pins: lines.pins & self.aligned.1,
            king,
        };
        match lines.pins {
            0 => self.count_others(
                count,
                own,
                PawnView {
                    straight_pins: 0,
                    diagonal_pins: 0,
                    ..view
                },
            ),
            _ => self.count_others(count, own, view),
        }
    }

    /// Counts the moves of V's pieces and pawns, and adds those of its king.
    #[inline(always)]
    fn count_others(&self, mut count: C, own: u64, view: PawnView) -> u64 {
        let Replies { board, sliders, .. } = *self;
        let PawnView {
            occupied,
            targets,
            straight_pins,
            diagonal_pins,
            ..
        } = view;
        for from in bits(board.knights & own & !(straight_pins | diagonal_pins)) {
            count.piece(PieceKind::Knight, from, KNIGHT[from] & targets);
        }
        for from in bits(board.diagonal & own & !straight_pins) {
            let line = on_line(diagonal_pins, from);
            let moves = sliders.bishop(from, occupied) & targets & line;
            count.piece(PieceKind::Bishop, from, moves);
        }
        for from in bits(board.straight & own & !diagonal_pins) {
            let line = on_line(straight_pins, from);
            let moves = sliders.rook(from, occupied) & targets & line;
            count.piece(PieceKind::Rook, from, moves);
        }
        pawn_moves::<U::Opponent, _>(&mut count, view);
        count.total()
    }
}

/// The squares that a pin leaves to the piece on `from`: all, if it is not pinned.
#[inline(always)]
fn on_line(pins: u64, from: usize) -> u64 {
    pins | (pins >> from & 1).wrapping_sub(1)
}

/// What sliders of U do on the lines through V's king.
struct Lines {
    checkers: u64,
    /// The squares between the king and a piece that gives check.
    checks: u64,
    /// The squares from the king to each piece that pins, which is among them. A piece of U behind another
    /// one of its own counts as well: no piece of V is on these squares.
    pins: u64,
}

impl Lines {
    /// `sliders` are on lines with the king along which they can move.
    #[inline(always)]
    fn new(king: usize, sliders: u64, occupied: u64) -> Lines {
        let mut lines = Lines {
            checkers: 0,
            checks: 0,
            pins: 0,
        };
        for from in bits(sliders) {
            let between = BETWEEN[king][from];
            let blockers = between & occupied;
            let none = u64::from(blockers == 0).wrapping_neg();
            let at_most_one = u64::from(blockers & blockers.wrapping_sub(1) == 0).wrapping_neg();
            lines.checkers |= none & 1 << from;
            lines.checks |= none & between;
            lines.pins |= at_most_one & !none & (between | 1 << from);
        }
        lines
    }
}
