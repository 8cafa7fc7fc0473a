//! Nodes of boards with few pieces.
//!
//! Most of their registers would be empty if eight pieces were classified at a time, and many irregular moves only
//! attack squares around V's king. So pieces are classified [one by one](one_by_one), with [zone
//! moves](crate::chess::count::differential::zone), as the other kernels do it. The analysis is that of AVX-512, and
//! irregular moves join the queue if a node has more than a few.

use super::features::Avx512;
use super::queue::Queue;
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::count::differential::node_moves::{NodeMoves, zone_moves_are_frequent};
use crate::chess::count::differential::one_by_one::{self, OneByOne};
use crate::chess::count::few_men;
use crate::chess::count::instruction_set::InstructionSet;
use crate::chess::count::scalar::recurse;
use crate::chess::count::x86::bmi2::{Bmi2, count_zone_moves_bmi2, en_passant_replies_bmi2};
use crate::perft::Stop;

use std::arch::x86_64::*;

/// With more sliders of both sides, queens counted twice, a batch costs less than one by one.
const MAX_SLIDERS: u32 = 9;

/// Up to this number of irregular moves of a node are counted one by one: a board in the queue has to be transposed.
const FEW_IRREGULAR: u32 = 3;

/// Whether [`count_two_plies`] is the fastest way to count a node of `U`. Then [`NodeMoves`] has room for the moves: one
/// set for each knight and slider, two for a queen, and at most 17 others.
#[inline(always)]
pub(super) fn is_sparse<U: Side>(board: &Board) -> bool {
    // Batches cost less without knights and diagonals, and the steps of a lone king even less.
    let heavy_pieces_only = board.knights | board.diagonal & !board.straight == 0
        && board.straight & board.straight.wrapping_sub(1) != 0;
    let no_rooks = board.straight & !board.diagonal == 0;
    let lone_king =
        few_men::is_against_king::<U>(board) || few_men::is_against_king::<U::Opponent>(board);
    let sliders = board.straight.count_ones() + board.diagonal.count_ones();
    zone_moves_are_frequent::<U::Opponent>(board)
        && sliders <= MAX_SLIDERS
        && !heavy_pieces_only
        && !(lone_king && no_rooks)
}

/// Counts the leaves two plies below the board, except those left pending in the queue.
#[target_feature(
    enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni"
)]
#[inline(never)]
pub(super) fn count_two_plies<U: Side>(
    avx512: Avx512<true>,
    board: &Board,
    queue: &mut Queue,
) -> u64 {
    let moves = &mut queue.one_by_one;
    let count = one_by_one::analyse_and_count::<U, _, true>(avx512, board, moves);
    match moves.irregular_moves() {
        0 => {}
        1..=FEW_IRREGULAR => OneByOne::count_replies::<U>(avx512.0, board, moves),
        _ => queue.add_node::<U>(board),
    }
    count.wrapping_add(queue.one_by_one.take_total())
}

#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
fn recurse_sparse<S: Side>(
    tree: SparseTree,
    board: &Board,
    depth: u32,
    stop: &Stop,
    queue: &mut Queue,
) -> u64 {
    recurse::<S, SparseTree>(tree, board, depth, stop, queue)
}

/// AVX-512 on a tree of which all nodes are counted by [`count_two_plies`].
#[derive(Clone, Copy)]
pub(super) struct SparseTree(Avx512<true>);

impl SparseTree {
    /// The same CPU features.
    pub(super) fn new(avx512: Avx512) -> SparseTree {
        SparseTree(Avx512(avx512.0))
    }
}

impl InstructionSet for SparseTree {
    type Sliders = Bmi2;
    type Pending = Queue;

    #[inline(always)]
    fn sliders(self) -> Bmi2 {
        self.0.0
    }

    #[inline(always)]
    fn count_node<S: Side>(self, board: &Board, depth: u32, stop: &Stop, queue: &mut Queue) -> u64 {
        match depth {
            // SAFETY: `self` proves the features.
            2 => unsafe { count_two_plies::<S>(self.0, board, queue) },
            // SAFETY: as above.
            _ => unsafe { recurse_sparse::<S>(self, board, depth, stop, queue) },
        }
    }

    #[inline(always)]
    fn count_pending<S: Side>(self, queue: &mut Queue) -> u64 {
        // SAFETY: `self` proves the features.
        unsafe { queue.count_all::<S>() }
    }

    #[inline(always)]
    fn count_moves<S: Side>(self, board: &Board) -> u64 {
        self.0.count_moves::<S>(board)
    }
}

impl InstructionSet for Avx512<true> {
    type Sliders = Bmi2;
    type Pending = NodeMoves;

    #[inline(always)]
    fn sliders(self) -> Bmi2 {
        self.0
    }

    #[inline(always)]
    fn count_node<S: Side>(
        self,
        board: &Board,
        depth: u32,
        stop: &Stop,
        moves: &mut NodeMoves,
    ) -> u64 {
        self.0.count_node::<S>(board, depth, stop, moves)
    }

    #[inline(always)]
    fn count_pending<S: Side>(self, moves: &mut NodeMoves) -> u64 {
        self.0.count_pending::<S>(moves)
    }

    #[inline(always)]
    fn count_moves<S: Side>(self, board: &Board) -> u64 {
        self.0.count_moves::<S>(board)
    }
}

impl OneByOne for Avx512<true> {
    type Stored = [i8; 64];

    #[inline(always)]
    fn store(self, weights: &__m512i) -> [i8; 64] {
        let mut bytes = [0; 64];
        // SAFETY: `self` proves the features, the array has 64 writable bytes, and the store needs no alignment.
        unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), *weights) };
        bytes
    }

    #[inline(always)]
    fn weight(self, weights: &[i8; 64], square: usize) -> i64 {
        i64::from(weights[square & 63])
    }

    #[inline(always)]
    fn en_passant_replies<U: Side>(self, board: &Board, from: usize, to: usize) -> u64 {
        // SAFETY: `self` proves the features.
        unsafe { en_passant_replies_bmi2::<U>(self.0, board, from, to) }
    }

    /// Counts the replies to zone moves only: see [`count_two_plies`].
    #[inline(always)]
    fn count_replies<U: Side>(self, board: &Board, moves: &mut NodeMoves) {
        // SAFETY: `self` proves the features.
        unsafe { count_zone_moves_bmi2::<U>(self.0, board, moves) }
    }
}
