//! Boards on which making each move costs less than the differential node: only kings and pawns, or a replier that has
//! nothing but its king.

use std::marker::PhantomData;

use super::instruction_set::InstructionSet;
use crate::chess::board::attacks::{KING, Sliders};
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::rules::danger::threats;
use crate::chess::rules::legal::{Count, Each, Visit, generate};
use crate::chess::{MoveKind, PieceKind};

/// Counts the leaves two plies below the board, if that is the fastest way for this instruction set.
#[inline(always)]
pub(super) fn count_two_plies<S: Side, I: InstructionSet>(
    instructions: I,
    board: &Board,
) -> Option<u64> {
    // No closure: it would be compiled for any CPU.
    match count_pawns::<S>(board) {
        Some(count) => Some(count),
        None => count_against_king::<S, I>(instructions, board),
    }
}

/// Whether there are only kings and pawns, and no pawn can promote at once.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn is_of_pawns<S: Side>(board: &Board) -> bool {
    let promoting = board.pieces::<S>() & S::SEVENTH
        | board.pieces::<S::Opponent>() & <S::Opponent as Side>::SEVENTH;
    board.knights | board.diagonal | board.straight | board.pawns & promoting == 0
}

/// Counts the leaves two plies below a board with only kings and pawns, none of which can promote. With promotions, most
/// of the work is in boards with other pieces.
#[inline(always)]
pub(super) fn count_pawns<S: Side>(board: &Board) -> Option<u64> {
    let promoting = board.pawns & board.pieces::<S>() & S::SEVENTH;
    match board.knights | board.diagonal | board.straight | promoting {
        0 => Some(two_plies_of_pawns::<S>(board)),
        _ => None,
    }
}

/// Whether there are few men, `V` has only its king, and the other side at most one slider.
#[inline(always)]
pub(super) fn is_against_king<V: Side>(board: &Board) -> bool {
    let lone_king = board.pieces::<V>() & !board.kings == 0;
    let sliders = board.diagonal | board.straight;
    let one_slider = sliders & sliders.wrapping_sub(1) == 0;
    lone_king && one_slider && board.occupied().count_ones() <= LONE_KING_MEN
}

/// Counts the leaves two plies below a board with few men on which the replier has only its king, and the other side at
/// most one slider.
#[inline(always)]
pub(super) fn count_against_king<S: Side, I: InstructionSet>(
    instructions: I,
    board: &Board,
) -> Option<u64> {
    match is_against_king::<S::Opponent>(board) {
        true => Some(two_plies_against_king::<S, I>(instructions, board)),
        false => None,
    }
}

/// The largest number of men with which [`count_against_king`] is the fastest way.
const LONE_KING_MEN: u32 = 5;

/// Counts the leaves two plies below a board with only kings and pawns.
///
/// The generator is the usual one. The compiler sees that there are no other pieces, and leaves out what pins, lines and
/// castling need: a move and the count of its replies take some 110 instructions instead of 340.
#[inline(always)]
fn two_plies_of_pawns<S: Side>(board: &Board) -> u64 {
    let board = Board {
        knights: 0,
        diagonal: 0,
        straight: 0,
        castling: 0,
        ..*board
    };
    let mut replies = Each(PawnReplies::<S> {
        board: &board,
        total: 0,
        side: PhantomData,
    });
    generate::<S, _, _>(&board, NoSliders, &mut replies);
    replies.0.total
}

/// The lookup of attacks on a board without sliders.
#[derive(Clone, Copy)]
struct NoSliders;

impl Sliders for NoSliders {
    #[inline(always)]
    fn rook(self, _square: usize, _occupied: u64) -> u64 {
        0
    }

    #[inline(always)]
    fn bishop(self, _square: usize, _occupied: u64) -> u64 {
        0
    }
}

/// The visitor that makes a move, which is no promotion, and counts the replies to it.
struct PawnReplies<'a, S> {
    board: &'a Board,
    total: u64,
    side: PhantomData<S>,
}

impl<S: Side> Visit for PawnReplies<'_, S> {
    #[inline(always)]
    fn visit(&mut self, kind: MoveKind, piece: PieceKind, from: usize, to: usize) {
        let child = self.board.after::<S>(kind, piece, 1 << from, 1 << to);
        let mut count = Count::default();
        generate::<S::Opponent, _, _>(&child, NoSliders, &mut count);
        self.total += u64::from(count.0);
    }
}

/// Counts the leaves two plies below a board on which the replier has only its king: the replies are its steps to
/// squares that are not attacked, whether or not it is in check.
#[inline(always)]
fn two_plies_against_king<S: Side, I: InstructionSet>(instructions: I, board: &Board) -> u64 {
    let sliders = instructions.sliders();
    let mut replies = Each(KingReplies::<S, I::Sliders> {
        sliders,
        board,
        steps: KING[board.king::<S::Opponent>()],
        total: 0,
        side: PhantomData,
    });
    generate::<S, _, _>(board, sliders, &mut replies);
    replies.0.total
}

/// The visitor that makes a move and counts the replies of a lone king.
struct KingReplies<'a, S, L> {
    sliders: L,
    board: &'a Board,
    /// The squares beside the king.
    steps: u64,
    total: u64,
    side: PhantomData<S>,
}

impl<S: Side, L: Sliders> Visit for KingReplies<'_, S, L> {
    #[inline(always)]
    fn visit(&mut self, kind: MoveKind, piece: PieceKind, from: usize, to: usize) {
        let child = self.board.after::<S>(kind, piece, 1 << from, 1 << to);
        let attacked = threats::<S::Opponent, L>(&child, self.sliders);
        self.total += u64::from((self.steps & !attacked).count_ones());
    }
}
