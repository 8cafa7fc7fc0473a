//! Boards with only kings and pawns, where making each move costs less than the differential node.
//!
//! The generator is the usual one. The compiler sees that there are no other pieces, and leaves out what pins, lines and
//! castling need: a move and the count of its replies take some 110 instructions instead of 340.

use std::marker::PhantomData;

use crate::chess::board::attacks::Sliders;
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::rules::legal::{Count, Each, Visit, generate};
use crate::chess::{MoveKind, PieceKind};

/// Counts the leaves two plies below a board with only kings and pawns; `None` if it has other pieces or more than this
/// number of men, or if `S` can promote: then most of the work is in boards with other pieces.
#[inline(always)]
pub(super) fn count_two_plies<S: Side>(board: &Board, most_men: u32) -> Option<u64> {
    let promoting = board.pawns & board.pieces::<S>() & S::SEVENTH;
    if board.knights | board.diagonal | board.straight | promoting != 0
        || board.occupied().count_ones() > most_men
    {
        return None;
    }
    let board = Board {
        knights: 0,
        diagonal: 0,
        straight: 0,
        castling: 0,
        ..*board
    };
    let mut replies = Each(Replies::<S> {
        board: &board,
        total: 0,
        side: PhantomData,
    });
    generate::<S, _, _>(&board, NoSliders, &mut replies);
    Some(replies.0.total)
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
struct Replies<'a, S> {
    board: &'a Board,
    total: u64,
    side: PhantomData<S>,
}

impl<S: Side> Visit for Replies<'_, S> {
    #[inline(always)]
    fn visit(&mut self, kind: MoveKind, piece: PieceKind, from: usize, to: usize) {
        let child = self.board.after::<S>(kind, piece, 1 << from, 1 << to);
        let mut count = Count::default();
        generate::<S::Opponent, _, _>(&child, NoSliders, &mut count);
        self.total += u64::from(count.0);
    }
}
