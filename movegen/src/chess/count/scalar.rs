//! The scalar recursion: copy the board, make each move on the copy, and count the last ply by
//! population counts of target sets, without making its moves (bulk counting, Chess Programming
//! Wiki, "Perft").

use std::marker::PhantomData;

use super::differential::count_two_plies;
use super::differential::one_by_one::{self, NodeMoves};
use super::words::Words;
use crate::chess::attacks::{Portable, Sliders};
use crate::chess::board::Board;
use crate::chess::color::Side;
use crate::chess::legal::{Count, Each, Visit, generate};
use crate::chess::{MoveKind, PieceKind};
use crate::perft::Stop;

/// An instruction set that counts leaves.
///
/// The recursion goes through this trait, so that only one function for each side to move is
/// compiled for the CPU features, and everything else is inlined into it.
pub(super) trait InstructionSet: Copy {
    /// The lookup of slider attacks.
    type Sliders: Sliders;

    /// Moves whose replies are counted later, together with those of other nodes.
    type Pending;

    /// The lookup of slider attacks.
    fn sliders(self) -> Self::Sliders;

    /// Returns an empty set of pending moves.
    fn no_pending(self) -> Self::Pending;

    /// Counts the leaves below a node of at least one ply, except those that it leaves pending.
    fn count_node<S: Side>(
        self,
        board: &Board,
        depth: u32,
        stop: &Stop,
        pending: &mut Self::Pending,
    ) -> u64;

    /// Counts the replies of `S` to all pending moves. The number is to be added modulo 2^64: it may
    /// correct what the nodes have counted too many.
    fn count_pending<S: Side>(self, pending: &mut Self::Pending) -> u64;

    /// Counts the legal moves of `S`.
    fn count_moves<S: Side>(self, board: &Board) -> u64;

    /// Counts the leaves two plies below the board by a faster method, if there is one.
    #[inline(always)]
    fn count_two_plies<S: Side>(self, _board: &Board, _pending: &mut Self::Pending) -> Option<u64> {
        None
    }

    /// Counts the leaves exactly `depth` plies below the board.
    #[inline(always)]
    fn count<S: Side>(self, board: &Board, depth: u32, stop: &Stop) -> u64 {
        let mut pending = self.no_pending();
        let count = self.count_node::<S>(board, depth, stop, &mut pending);
        // The side that makes the last move is S if the number of plies is odd.
        count.wrapping_add(if depth % 2 == 1 {
            self.count_pending::<S>(&mut pending)
        } else {
            self.count_pending::<S::Opponent>(&mut pending)
        })
    }

    /// Counts the leaves exactly two plies below each board, and appends them to `counts`.
    #[inline(always)]
    fn count_each<'a, S: Side>(
        self,
        boards: impl Iterator<Item = &'a Board>,
        stop: &Stop,
        counts: &mut Vec<u64>,
    ) {
        let mut pending = self.no_pending();
        for board in boards {
            let count = self.count_node::<S>(board, 2, stop, &mut pending);
            counts.push(count.wrapping_add(self.count_pending::<S::Opponent>(&mut pending)));
        }
    }
}

/// An instruction set that a CPU may lack. Its value proves that the CPU has the instructions.
pub(super) trait Detect: InstructionSet {
    /// The CPU features that are required and that this CPU lacks.
    fn lacking() -> Vec<&'static str>;

    /// Returns the proof if the CPU has the instructions.
    fn detect() -> Option<Self>;
}

/// The baseline of the compilation target: it needs no detection.
#[derive(Clone, Copy)]
pub(super) struct Baseline;

impl Detect for Baseline {
    fn lacking() -> Vec<&'static str> {
        Vec::new()
    }

    fn detect() -> Option<Baseline> {
        Some(Baseline)
    }
}

impl InstructionSet for Baseline {
    type Sliders = Portable;
    type Pending = NodeMoves;

    #[inline(always)]
    fn sliders(self) -> Portable {
        Portable
    }

    fn no_pending(self) -> NodeMoves {
        NodeMoves::new()
    }

    fn count_node<S: Side>(
        self,
        board: &Board,
        depth: u32,
        stop: &Stop,
        pending: &mut NodeMoves,
    ) -> u64 {
        recurse::<S, Self>(self, board, depth, stop, pending)
    }

    fn count_pending<S: Side>(self, pending: &mut NodeMoves) -> u64 {
        pending.take_total()
    }

    fn count_moves<S: Side>(self, board: &Board) -> u64 {
        count_moves::<S, Self>(self, board)
    }

    #[inline(always)]
    fn count_two_plies<S: Side>(self, board: &Board, pending: &mut NodeMoves) -> Option<u64> {
        if !one_by_one::pays::<S>(board) {
            None
        } else if one_by_one::is_sparse::<S::Opponent>(board) {
            Some(count_two_plies::<S, Self, true>(self, board, pending))
        } else {
            Some(count_two_plies::<S, Self, false>(self, board, pending))
        }
    }
}

impl Words for Baseline {
    #[inline(never)]
    fn count_replies<U: Side>(self, board: &Board, pending: &mut NodeMoves) {
        pending.count_replies::<U, _>(board, Portable, |child| {
            count_moves::<U::Opponent, Self>(self, child)
        });
    }
}

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
        2 => match instructions.count_two_plies::<S>(board, pending) {
            Some(count) => count,
            None => make_and_count_replies::<S, I>(instructions, board),
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
