//! The differential node for AVX-512: registers of 512 bits. Boards with many pieces take eight of them at a time
//! ([`regular`]), others one by one ([`sparse`]).
//!
//! | module | idea |
//! |---|---|
//! | [`features`] | the proof that the CPU has the features of the kernel |
//! | [`directions`] | eight directions in the eight lanes of a register, 64 squares in its bytes |
//! | [`regular`] | up to eight pieces at once: which moves are regular, and the sum of their replies |
//! | [`queue`] | irregular moves wait, across nodes, until eight of them can be counted together |
//! | [`eight_boards`] | counts the replies on eight boards, one in each lane |
//! | [`checks_and_pins`], [`king_square`], [`diagonals`] | parts of `eight_boards` |
//! | [`sparse`] | nodes of boards with few pieces, which are classified one by one |
//! | [`vectors`] | basic operations on eight words |

mod checks_and_pins;
mod diagonals;
mod directions;
mod eight_boards;
mod features;
mod king_square;
mod queue;
mod regular;
mod sparse;
mod vectors;

pub(crate) use self::features::Avx512;
use self::queue::{OWNERS, Queue};
use self::sparse::SparseTree;
use super::Bmi2;
use super::bmi2::{count_moves_bmi2, count_pawns_bmi2, en_passant_replies_bmi2};
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::count::differential::analysis::Analysis;
use crate::chess::count::differential::lanes::{Addable, AttackedLines, Lanes, PawnSquares};
use crate::chess::count::differential::node::count_two_plies;
use crate::chess::count::differential::pending::Node;
use crate::chess::count::differential::wide::{PawnTargets, RegularSum, Wide};
use crate::chess::count::few_men;
use crate::chess::count::instruction_set::InstructionSet;
use crate::chess::count::scalar::recurse;
use crate::perft::Stop;

use std::arch::x86_64::*;

/// Batches of eight moves are faster on boards of kings and pawns with more men.
const PAWNS_ONLY_MEN: u32 = 6;

impl InstructionSet for Avx512 {
    type Sliders = Bmi2;
    type Pending = Queue;

    #[inline(always)]
    fn sliders(self) -> Bmi2 {
        self.0
    }

    #[inline(always)]
    fn count_node<S: Side>(self, board: &Board, depth: u32, stop: &Stop, queue: &mut Queue) -> u64 {
        // All nodes of this tree but those after a capture are counted by `few_men`: the smaller function has less to save.
        if depth == 3
            && few_men::is_of_pawns::<S>(board)
            && board.occupied().count_ones() <= PAWNS_ONLY_MEN
        {
            let count = self
                .0
                .count_node::<S>(board, depth, stop, &mut queue.one_by_one);
            return count.wrapping_add(self.0.count_pending::<S::Opponent>(&mut queue.one_by_one));
        }
        if depth == 3 && sparse::is_sparse::<S::Opponent>(board) {
            return SparseTree::new(self).count_node::<S>(board, depth, stop, queue);
        }
        // SAFETY: `self` proves that the CPU has the features that `recurse_avx512` is compiled for.
        unsafe { recurse_avx512::<S>(self, board, depth, stop, queue) }
    }

    #[inline(always)]
    fn count_root<S: Side>(self, board: &Board, depth: u32, stop: &Stop, queue: &mut Queue) -> u64 {
        if depth == 2 && sparse::is_sparse::<S>(board) {
            return SparseTree::new(self).count_node::<S>(board, depth, stop, queue);
        }
        self.count_node::<S>(board, depth, stop, queue)
    }

    #[inline(always)]
    fn count_pending<S: Side>(self, queue: &mut Queue) -> u64 {
        // SAFETY: as above.
        unsafe { queue.count_all::<S>() }
    }

    #[inline(always)]
    fn count_moves<S: Side>(self, board: &Board) -> u64 {
        // SAFETY: as above.
        unsafe { count_moves_bmi2::<S>(self.0, board) }
    }

    fn count_each<'a, S: Side>(
        self,
        boards: impl Iterator<Item = &'a Board>,
        depth: u32,
        stop: &Stop,
        counts: &mut Vec<u64>,
    ) {
        let mut queue = Queue::default();
        // The counts before this index are complete.
        let mut complete = counts.len();
        for board in boards {
            if counts.len() - complete == OWNERS {
                self.count_pending_below::<S>(depth, &mut queue);
                queue.add_owner_totals(&mut counts[complete..]);
                complete = counts.len();
            }
            queue.set_owner(counts.len() - complete);
            counts.push(self.count_root::<S>(board, depth, stop, &mut queue));
        }
        self.count_pending_below::<S>(depth, &mut queue);
        queue.add_owner_totals(&mut counts[complete..]);
    }

    #[inline(always)]
    fn count_few_men<S: Side>(self, board: &Board) -> Option<u64> {
        if board.occupied().count_ones() > PAWNS_ONLY_MEN {
            return None;
        }
        // SAFETY: `self` proves the features.
        match unsafe { count_pawns_bmi2::<S>(self.0, board) } {
            Some(count) => Some(count),
            // Batches are faster if a queen or rook moves.
            None if board.straight == 0 => few_men::count_against_king::<S, Avx512>(self, board),
            None => None,
        }
    }

    #[inline(always)]
    fn count_two_plies<S: Side>(self, board: &Board, queue: &mut Queue) -> Option<u64> {
        Some(count_two_plies::<S, Avx512>(self, board, queue))
    }
}

#[target_feature(
    enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni"
)]
fn recurse_avx512<S: Side>(
    avx512: Avx512,
    board: &Board,
    depth: u32,
    stop: &Stop,
    queue: &mut Queue,
) -> u64 {
    recurse::<S, Avx512>(avx512, board, depth, stop, queue)
}

impl<const ONE_BY_ONE: bool> Lanes for Avx512<ONE_BY_ONE>
where
    Avx512<ONE_BY_ONE>: InstructionSet,
{
    type Directions = __m512i;
    type Weights = __m512i;
    type Coefficients = __m512i;

    const BIAS: i64 = 128;

    #[inline(always)]
    fn slider_attacks<const ZONE: bool>(
        self,
        straight: u64,
        diagonal: u64,
        empty: u64,
        _open: u64,
    ) -> __m512i {
        // SAFETY: `self` proves the features, here and in every method below.
        unsafe { directions::slider_attacks::<ZONE>(straight, diagonal, empty) }
    }

    #[inline(always)]
    fn attack_origins<const ZONE: bool>(self, targets: u64, empty: u64) -> __m512i {
        // SAFETY: `self` proves the features.
        unsafe { directions::attack_origins::<ZONE>(targets, empty) }
    }

    #[inline(always)]
    fn intersect(self, a: __m512i, b: __m512i) -> u64 {
        // SAFETY: `self` proves the features.
        unsafe { directions::intersect(a, b) }
    }

    #[inline(always)]
    fn once_and_twice(self, directions: __m512i) -> (u64, u64) {
        // SAFETY: `self` proves the features.
        unsafe { directions::once_and_twice(directions) }
    }

    #[inline(always)]
    fn lines(self, directions: __m512i) -> AttackedLines {
        // SAFETY: `self` proves the features.
        unsafe { directions::lines(directions) }
    }

    #[inline(always)]
    fn no_directions(self) -> __m512i {
        self.no_coefficients()
    }

    #[inline(always)]
    fn no_weights(self, _empty: u64, _open: u64) -> __m512i {
        self.no_coefficients()
    }

    #[inline(always)]
    fn slider_weights<const ZONE: bool>(
        self,
        attacks: __m512i,
        straight: u64,
        diagonal: u64,
        empty: u64,
        open: u64,
    ) -> (__m512i, u64) {
        // SAFETY: `self` proves the features.
        unsafe { directions::slider_weights::<ZONE>(attacks, straight, diagonal, empty, open) }
    }

    #[inline(always)]
    fn knight_weights(self, weights: __m512i, from: usize, defended: u64, moves: u32) -> __m512i {
        self.add_knight(weights, from, defended, moves)
    }

    #[inline(always)]
    fn pawn_weights(self, weights: __m512i, pawns: &PawnSquares) -> __m512i {
        self.add_pawns(weights, pawns)
    }

    #[inline(always)]
    fn byte(self, bytes: __m512i, square: usize) -> i8 {
        // SAFETY: `self` proves the features.
        unsafe { directions::byte(bytes, square) }
    }

    #[inline(always)]
    fn no_coefficients(self) -> __m512i {
        // SAFETY: `self` proves the features.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    fn enter(self, coefficients: __m512i, squares: u64) -> __m512i {
        self.add(coefficients, squares, -1)
    }

    #[inline(always)]
    fn leave(self, coefficients: __m512i, squares: u64) -> __m512i {
        self.add(coefficients, squares, 1)
    }

    #[inline(always)]
    fn dot(self, weights: __m512i, coefficients: __m512i) -> i64 {
        // SAFETY: `self` proves the features.
        unsafe { directions::dot(weights, coefficients) }
    }
}

impl<const ONE_BY_ONE: bool> Addable for Avx512<ONE_BY_ONE>
where
    Avx512<ONE_BY_ONE>: InstructionSet,
{
    #[inline(always)]
    fn add(self, bytes: __m512i, set: u64, number: i8) -> __m512i {
        // SAFETY: `self` proves the features.
        unsafe { directions::add(bytes, set, number) }
    }
}

impl Wide for Avx512 {
    type Sum = __m512i;

    #[inline(always)]
    fn zero_sum(self) -> __m512i {
        self.no_coefficients()
    }

    #[inline(always)]
    fn count_pieces<U: Side>(
        self,
        board: &Board,
        analysis: &Analysis<Self, false>,
        so_far: RegularSum<Self>,
        queue: &mut Queue,
    ) -> RegularSum<Self> {
        // SAFETY: `self` proves the features.
        unsafe { regular::count_pieces::<U>(board, analysis, so_far, queue) }
    }

    #[inline(always)]
    fn count_pawns<U: Side>(
        self,
        pawns: &PawnTargets,
        analysis: &Analysis<Self, false>,
        so_far: RegularSum<Self>,
        queue: &mut Queue,
    ) -> RegularSum<Self> {
        // SAFETY: `self` proves the features.
        unsafe { regular::count_pawns::<U>(pawns, analysis, so_far, queue) }
    }

    #[inline(always)]
    fn total(self, sum: __m512i) -> i64 {
        // SAFETY: `self` proves the features.
        unsafe { _mm512_reduce_add_epi64(sum) }
    }

    #[inline(always)]
    fn are_few(
        self,
        men: u32,
        king: u64,
        pawns: &PawnTargets,
        promotions: &[u64; 3],
        queue: &Queue,
    ) -> bool {
        // SAFETY: `self` proves the features.
        unsafe { queue.are_few(men, king, pawns, promotions) }
    }

    #[inline(always)]
    fn add_pieces(self, queue: &mut Queue) {
        // SAFETY: `self` proves the features.
        unsafe { queue.add_pieces() }
    }

    #[inline(always)]
    fn add_king_and_pawns<U: Side>(
        self,
        king: usize,
        king_targets: u64,
        pawns: &PawnTargets,
        queue: &mut Queue,
    ) {
        // SAFETY: `self` proves the features.
        unsafe { queue.add_king_and_pawns::<U>(king, king_targets, pawns) }
    }
}

impl Node for Avx512 {
    #[inline(always)]
    fn add_child<U: Side>(self, child: &Board, queue: &mut Queue) {
        queue.add_child::<U>(child);
    }

    #[inline(always)]
    fn en_passant_replies<U: Side>(self, board: &Board, from: usize, to: usize) -> u64 {
        // SAFETY: `self` proves the features.
        unsafe { en_passant_replies_bmi2::<U>(self.0, board, from, to) }
    }

    #[inline(always)]
    fn begin_node<U: Side>(self, board: &Board, queue: &mut Queue) {
        queue.begin_node::<U>(board, |queue| {
            // SAFETY: `self` proves the features.
            unsafe { queue.make_room::<U::Opponent>(board) }
        });
    }

    #[inline(always)]
    fn end_node<U: Side>(self, board: &Board, queue: &mut Queue) {
        queue.end_node(board);
    }
}
