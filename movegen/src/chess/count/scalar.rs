//! The scalar recursion: copy the board, make each move on the copy, and count the last ply by
//! population counts of target sets, without making its moves (bulk counting, Chess Programming
//! Wiki, "Perft").

use std::marker::PhantomData;

use super::instruction_set::InstructionSet;
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::rules::legal::{Count, Each, Visit, generate};
use crate::chess::{MoveKind, PieceKind};
use crate::perft::Stop;

/// The smallest remaining depth at which a node checks the stop flag: the tree below a node of
/// three plies takes well under a millisecond.
const STOP_CHECK_DEPTH: u32 = 4;

/// Counts the leaves exactly `depth` plies below the board, except those left pending.
#[inline(always)]
pub(super) fn recurse<S: Side, I: InstructionSet>(
    instructions: I,
    board: &Board,
    depth: u32,
    stop: &Stop,
    pending: &mut I::Pending,
) -> u64 {
    match depth {
        0 => 1,
        1 => count_moves::<S, I>(instructions, board),
        // No closures: they would be compiled for any CPU.
        2 => match instructions.count_few_men::<S>(board) {
            Some(count) => count,
            None => match instructions.count_two_plies::<S>(board, pending) {
                Some(count) => count,
                None => make_and_count_replies::<S, I>(instructions, board),
            },
        },
        _ if depth >= STOP_CHECK_DEPTH && stop.is_stopped() => 0,
        _ => make_and_recurse::<S, I>(instructions, board, depth, stop, pending),
    }
}

/// Makes every move and adds up the leaves below.
#[inline(always)]
fn make_and_recurse<S: Side, I: InstructionSet>(
    instructions: I,
    board: &Board,
    depth: u32,
    stop: &Stop,
    pending: &mut I::Pending,
) -> u64 {
    let mut sink = Each(Recurse::<S, I> {
        instructions,
        board,
        depth,
        stop,
        pending,
        total: 0,
        side: PhantomData,
    });
    generate::<S, _, _>(board, instructions.sliders(), &mut sink);
    sink.0.total
}

/// The visitor that makes a move and counts the leaves below it.
struct Recurse<'a, S, I: InstructionSet> {
    instructions: I,
    board: &'a Board,
    depth: u32,
    stop: &'a Stop,
    pending: &'a mut I::Pending,
    total: u64,
    side: PhantomData<S>,
}

impl<S: Side, I: InstructionSet> Visit for Recurse<'_, S, I> {
    #[inline(always)]
    fn visit(&mut self, kind: MoveKind, piece: PieceKind, from: usize, to: usize) {
        let child = self.board.after::<S>(kind, piece, 1 << from, 1 << to);
        self.total += self.instructions.count_node::<S::Opponent>(
            &child,
            self.depth - 1,
            self.stop,
            self.pending,
        );
    }
}

/// Makes every move and adds up the numbers of replies.
#[inline(always)]
pub(super) fn make_and_count_replies<S: Side, I: InstructionSet>(
    instructions: I,
    board: &Board,
) -> u64 {
    let mut sink = Each(CountReplies::<S, I> {
        instructions,
        board,
        total: 0,
        side: PhantomData,
    });
    generate::<S, _, _>(board, instructions.sliders(), &mut sink);
    sink.0.total
}

/// The visitor that makes a move and counts the replies to it.
struct CountReplies<'a, S, I> {
    instructions: I,
    board: &'a Board,
    total: u64,
    side: PhantomData<S>,
}

impl<S: Side, I: InstructionSet> Visit for CountReplies<'_, S, I> {
    #[inline(always)]
    fn visit(&mut self, kind: MoveKind, piece: PieceKind, from: usize, to: usize) {
        let child = self.board.after::<S>(kind, piece, 1 << from, 1 << to);
        self.total += self.instructions.count_moves::<S::Opponent>(&child);
    }
}

/// Counts the legal moves of `S`.
#[inline(always)]
pub(super) fn count_moves<S: Side, I: InstructionSet>(instructions: I, board: &Board) -> u64 {
    let mut count = Count::default();
    generate::<S, _, _>(board, instructions.sliders(), &mut count);
    u64::from(count.0)
}
