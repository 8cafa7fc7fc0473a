//! Which squares the opponent attacks: where the king may not go.

use std::marker::PhantomData;

use crate::chess::board::attacks::{self, KING, KNIGHT, PAWN, Sliders};
use crate::chess::board::bitboard::bits;
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;

/// A method to compute which squares the opponent attacks when the king of the side to move is removed. A
/// trait and not a closure: closures that are not inlined lack the CPU features of their callers.
pub(crate) trait Danger {
    /// The attacked squares, at least those in `squares`, given all pieces and those of the side to move.
    fn danger(self, occupied: u64, us: u64, squares: u64) -> u64;
}

/// The attacked squares are known.
pub(crate) struct Known(pub u64);

impl Danger for Known {
    #[inline(always)]
    fn danger(self, _occupied: u64, _us: u64, _squares: u64) -> u64 {
        self.0
    }
}

/// The attacks of all pieces are looked up.
pub(super) struct AllAttacks<'a, S, L> {
    board: &'a Board,
    sliders: L,
    side: PhantomData<S>,
}

impl<'a, S, L> AllAttacks<'a, S, L> {
    #[inline(always)]
    pub(super) fn new(board: &'a Board, sliders: L) -> Self {
        AllAttacks {
            board,
            sliders,
            side: PhantomData,
        }
    }
}

impl<S: Side, L: Sliders> Danger for AllAttacks<'_, S, L> {
    #[inline(always)]
    fn danger(self, occupied: u64, us: u64, _squares: u64) -> u64 {
        danger::<S, L>(self.board, self.sliders, occupied, us)
    }
}

/// Each square is tested if there are at most two.
pub(super) struct FewTests<'a, S, L>(pub AllAttacks<'a, S, L>);

impl<S: Side, L: Sliders> Danger for FewTests<'_, S, L> {
    #[inline(always)]
    fn danger(self, occupied: u64, us: u64, squares: u64) -> u64 {
        let AllAttacks { board, sliders, .. } = self.0;
        let mut rest = squares;
        let (one, other) = (first_of(&mut rest), first_of(&mut rest));
        if rest != 0 {
            return danger::<S, L>(board, sliders, occupied, us);
        }
        let (without_king, them) = (occupied ^ 1 << board.king::<S>(), occupied & !us);
        let attacked = |square| is_attacked::<S, L>(board, sliders, square, without_king, them);
        let of = |square: Option<usize>| match square {
            Some(square) if attacked(square) => 1 << square,
            _ => 0,
        };
        of(one) | of(other)
    }
}

/// Every square that the opponent attacks. The king of `S` does not block attacks on the squares
/// behind it.
#[inline(always)]
fn danger<S: Side, L: Sliders>(board: &Board, sliders: L, occupied: u64, us: u64) -> u64 {
    let without_king = occupied ^ 1 << board.king::<S>();
    attacked_by::<S::Opponent, L>(board, sliders, without_king, occupied & !us)
}

/// Removes the first square of a set.
#[inline(always)]
fn first_of(set: &mut u64) -> Option<usize> {
    let first = bits(*set).next();
    *set &= set.wrapping_sub(1);
    first
}

/// Whether the pieces `them` of the opponent of `S` attack a square, given an occupancy.
#[inline(always)]
fn is_attacked<S: Side, L: Sliders>(
    board: &Board,
    sliders: L,
    square: usize,
    occupied: u64,
    them: u64,
) -> bool {
    let attackers = KNIGHT[square] & board.knights
        | PAWN[S::COLOR.index()][square] & board.pawns
        | KING[square] & board.kings
        | sliders.rook(square, occupied) & board.straight
        | sliders.bishop(square, occupied) & board.diagonal;
    attackers & them != 0
}

/// Every square that the pieces `own` of `S` attack, their own squares included, given an
/// occupancy.
#[inline(always)]
fn attacked_by<S: Side, L: Sliders>(board: &Board, sliders: L, occupied: u64, own: u64) -> u64 {
    let pawns = S::forward(board.pawns & own);
    let mut set =
        attacks::east(pawns) | attacks::west(pawns) | attacks::knights(board.knights & own);
    set |= KING[board.king::<S>()];
    for from in bits(board.diagonal & own) {
        set |= sliders.bishop(from, occupied)
    }
    for from in bits(board.straight & own) {
        set |= sliders.rook(from, occupied)
    }
    set
}

/// Every square that the opponent of `S` attacks; the king of `S` does not block sliders.
#[inline(always)]
pub(in crate::chess) fn threats<S: Side, L: Sliders>(board: &Board, sliders: L) -> u64 {
    let occupied = board.occupied() ^ 1 << board.king::<S>();
    attacked_by::<S::Opponent, L>(board, sliders, occupied, board.pieces::<S::Opponent>())
}
