//! What an instruction set provides to count leaves.

use super::few_men;
use crate::chess::board::attacks::Sliders;
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::perft::Stop;

/// An instruction set that counts leaves.
///
/// The recursion goes through this trait, so that only one function for each side to move is
/// compiled for the CPU features, and everything else is inlined into it.
pub(super) trait InstructionSet: Copy {
    /// The lookup of slider attacks.
    type Sliders: Sliders;

    /// Moves whose replies are counted later, together with those of other nodes. By default there
    /// are none.
    type Pending: Default;

    /// The lookup of slider attacks.
    fn sliders(self) -> Self::Sliders;

    /// Counts the leaves below a node of at least one ply, except those that it leaves pending.
    fn count_node<S: Side>(
        self,
        board: &Board,
        depth: u32,
        stop: &Stop,
        pending: &mut Self::Pending,
    ) -> u64;

    /// As [`count_node`](Self::count_node), for the root of a count. An instruction set that chooses a method for a whole
    /// tree at the node above chooses it here for a root two plies above the leaves.
    #[inline(always)]
    fn count_root<S: Side>(
        self,
        board: &Board,
        depth: u32,
        stop: &Stop,
        pending: &mut Self::Pending,
    ) -> u64 {
        self.count_node::<S>(board, depth, stop, pending)
    }

    /// Counts the replies of `S` to all pending moves. The number is to be added modulo 2^64: it may
    /// correct what the nodes have counted too many.
    fn count_pending<S: Side>(self, pending: &mut Self::Pending) -> u64;

    /// Counts the legal moves of `S`.
    fn count_moves<S: Side>(self, board: &Board) -> u64;

    /// Counts the leaves two plies below the board by [`few_men`], if that is the fastest way.
    #[inline(always)]
    fn count_few_men<S: Side>(self, board: &Board) -> Option<u64> {
        few_men::count_two_plies::<S, Self>(self, board)
    }

    /// Counts the leaves two plies below the board by a faster method, if there is one.
    #[inline(always)]
    fn count_two_plies<S: Side>(self, _board: &Board, _pending: &mut Self::Pending) -> Option<u64> {
        None
    }

    /// Counts the leaves exactly `depth` plies below the board.
    #[inline(always)]
    fn count<S: Side>(self, board: &Board, depth: u32, stop: &Stop) -> u64 {
        self.count_with::<S>(board, depth, stop, &mut Self::Pending::default())
    }

    /// As [`count`](Self::count). Nothing may be pending before, and nothing is afterwards.
    #[inline(always)]
    fn count_with<S: Side>(
        self,
        board: &Board,
        depth: u32,
        stop: &Stop,
        pending: &mut Self::Pending,
    ) -> u64 {
        let count = self.count_root::<S>(board, depth, stop, pending);
        count.wrapping_add(self.count_pending_below::<S>(depth, pending))
    }

    /// [`count_pending`](Self::count_pending) after roots with S to move, `depth` plies above the leaves.
    #[inline(always)]
    fn count_pending_below<S: Side>(self, depth: u32, pending: &mut Self::Pending) -> u64 {
        // The side that makes the last move is S if the number of plies is odd.
        if depth % 2 == 1 {
            self.count_pending::<S>(pending)
        } else {
            self.count_pending::<S::Opponent>(pending)
        }
    }

    /// Counts the leaves exactly `depth` plies below each board, and appends them to `counts`.
    #[inline(always)]
    fn count_each<'a, S: Side>(
        self,
        boards: impl Iterator<Item = &'a Board>,
        depth: u32,
        stop: &Stop,
        counts: &mut Vec<u64>,
    ) {
        let mut pending = Self::Pending::default();
        counts.extend(boards.map(|board| self.count_with::<S>(board, depth, stop, &mut pending)));
    }
}

/// An instruction set that a CPU may lack. Its value proves that the CPU has the instructions.
pub(super) trait Detect: InstructionSet {
    /// The CPU features that are required and that this CPU lacks.
    fn lacking() -> Vec<&'static str>;

    /// Returns the proof if the CPU has the instructions.
    fn detect() -> Option<Self>;
}
