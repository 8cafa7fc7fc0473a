//! The differential node for NEON: registers of 128 bits.
//!
//! Where AVX2 needs two registers, NEON needs four (see [`directions`]). Pieces are classified one by
//! one (see [`one_by_one`]), and when a node is done, the replies to its irregular moves are counted one by
//! one: in 64-bit words but for the sizes of sets (see [`vector_count`]) or, if the board has many sliders,
//! on the board after the move with two directions in each register (see [`leaf`]).

mod directions;
mod leaf;
mod vector_count;
mod vectors;

use self::directions::{Bytes, Directions};
use self::vector_count::{VectorCount, count_moves};
use super::reversal::Reversal;
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::count::differential::en_passant_replies;
use crate::chess::count::differential::lanes::{Addable, AttackedLines, Lanes, PawnSquares};
use crate::chess::count::differential::node_moves::NodeMoves;
use crate::chess::count::differential::one_by_one::{self, OneByOne};
use crate::chess::count::instruction_set::{Detect, InstructionSet};
use crate::chess::count::scalar::recurse;
use crate::perft::Stop;

/// Proof that this CPU has NEON.
#[derive(Clone, Copy)]
pub(crate) struct Neon(());

impl Detect for Neon {
    fn lacking() -> Vec<&'static str> {
        match std::arch::is_aarch64_feature_detected!("neon") {
            true => Vec::new(),
            false => vec!["neon"],
        }
    }

    fn detect() -> Option<Neon> {
        Neon::lacking().is_empty().then_some(Neon(()))
    }
}

impl InstructionSet for Neon {
    type Sliders = Reversal;
    type Pending = NodeMoves;

    #[inline(always)]
    fn sliders(self) -> Reversal {
        Reversal
    }

    #[inline(always)]
    fn count_node<S: Side>(
        self,
        board: &Board,
        depth: u32,
        stop: &Stop,
        pending: &mut NodeMoves,
    ) -> u64 {
        // SAFETY: `self` proves that the CPU has the feature that `recurse_neon` is compiled for.
        unsafe { recurse_neon::<S>(self, board, depth, stop, pending) }
    }

    #[inline(always)]
    fn count_pending<S: Side>(self, pending: &mut NodeMoves) -> u64 {
        pending.take_total()
    }

    #[inline(always)]
    fn count_moves<S: Side>(self, board: &Board) -> u64 {
        // SAFETY: `self` proves the feature.
        unsafe { count_moves_neon::<S>(self, board) }
    }

    #[inline(always)]
    fn count_two_plies<S: Side>(self, board: &Board, pending: &mut NodeMoves) -> Option<u64> {
        one_by_one::count_two_plies::<S, Self>(self, board, pending)
    }
}

#[target_feature(enable = "neon")]
fn recurse_neon<S: Side>(
    neon: Neon,
    board: &Board,
    depth: u32,
    stop: &Stop,
    pending: &mut NodeMoves,
) -> u64 {
    recurse::<S, Neon>(neon, board, depth, stop, pending)
}

/// Kept out of the recursion, which calls it for rare moves only.
#[target_feature(enable = "neon")]
#[inline(never)]
fn count_moves_neon<S: Side>(neon: Neon, board: &Board) -> u64 {
    count_moves::<S>(neon, board)
}

/// Counts the replies to the pending moves of a node.
#[target_feature(enable = "neon")]
#[inline(never)]
fn count_pending<U: Side>(neon: Neon, board: &Board, pending: &mut NodeMoves) {
    pending.count_replies::<U, _>(board, Reversal, VectorCount::new(neon));
}

/// [`en_passant_replies`], kept out of the function that handles all moves because it is rare.
#[inline(never)]
fn en_passant_replies_neon<U: Side>(board: &Board, from: usize, to: usize) -> u64 {
    en_passant_replies::<U, _>(board, Reversal, from, to)
}

/// With fewer sliders, loops over them take fewer instructions than [`leaf`].
const MIN_SLIDERS: u32 = 7;

impl Lanes for Neon {
    type Directions = Directions;
    type Weights = Bytes;
    type Coefficients = Bytes;

    const BIAS: i64 = 0;

    #[inline(always)]
    fn slider_attacks<const ZONE: bool>(
        self,
        straight: u64,
        diagonal: u64,
        empty: u64,
        _open: u64,
    ) -> Directions {
        // SAFETY: `self` proves the feature, here and in every method below.
        unsafe { directions::slider_attacks(straight, diagonal, empty) }
    }

    #[inline(always)]
    fn attack_origins<const ZONE: bool>(self, targets: u64, empty: u64) -> Directions {
        // SAFETY: `self` proves the feature.
        unsafe { directions::attack_origins(targets, empty) }
    }

    #[inline(always)]
    fn intersect(self, a: Directions, b: Directions) -> u64 {
        // SAFETY: `self` proves the feature.
        unsafe { directions::intersect(a, b) }
    }

    #[inline(always)]
    fn once_and_twice(self, directions: Directions) -> (u64, u64) {
        // SAFETY: `self` proves the feature.
        unsafe { directions::once_and_twice(directions) }
    }

    #[inline(always)]
    fn lines(self, directions: Directions) -> AttackedLines {
        // SAFETY: `self` proves the feature.
        unsafe { directions::lines(directions) }
    }

    #[inline(always)]
    fn no_directions(self) -> Directions {
        // SAFETY: `self` proves the feature.
        unsafe { directions::no_directions() }
    }

    #[inline(always)]
    fn no_weights(self, _empty: u64, _open: u64) -> Bytes {
        // SAFETY: `self` proves the feature.
        unsafe { directions::zero_bytes() }
    }

    #[inline(always)]
    fn slider_weights<const ZONE: bool>(
        self,
        attacks: Directions,
        straight: u64,
        diagonal: u64,
        empty: u64,
        open: u64,
    ) -> (Bytes, u64) {
        // SAFETY: `self` proves the feature.
        unsafe { directions::slider_weights(attacks, straight, diagonal, empty, open) }
    }

    #[inline(always)]
    fn knight_weights(self, weights: Bytes, from: usize, defended: u64, moves: u32) -> Bytes {
        self.add_knight(weights, from, defended, moves)
    }

    #[inline(always)]
    fn pawn_weights(self, weights: Bytes, pawns: &PawnSquares) -> Bytes {
        self.add_pawns(weights, pawns)
    }

    #[cfg(test)]
    #[inline(always)]
    fn byte(self, bytes: Bytes, square: usize) -> i8 {
        // SAFETY: `self` proves the feature.
        let bytes = unsafe { directions::store_bytes(bytes) };
        bytes[directions::byte_index(square)]
    }

    #[inline(always)]
    fn no_coefficients(self) -> Bytes {
        // SAFETY: `self` proves the feature.
        unsafe { directions::zero_bytes() }
    }

    #[inline(always)]
    fn enter(self, coefficients: Bytes, squares: u64) -> Bytes {
        self.add(coefficients, squares, -1)
    }

    #[inline(always)]
    fn leave(self, coefficients: Bytes, squares: u64) -> Bytes {
        self.add(coefficients, squares, 1)
    }

    #[inline(always)]
    fn dot(self, weights: Bytes, coefficients: Bytes) -> i64 {
        // SAFETY: `self` proves the feature.
        unsafe { directions::dot(weights, coefficients) }
    }
}

impl Addable for Neon {
    #[inline(always)]
    fn add(self, bytes: Bytes, set: u64, number: i8) -> Bytes {
        // SAFETY: `self` proves the feature.
        unsafe { directions::add(bytes, set, number) }
    }
}

impl OneByOne for Neon {
    type Stored = [i8; 64];

    #[inline(always)]
    fn store(self, weights: &Bytes) -> [i8; 64] {
        // SAFETY: `self` proves the feature.
        unsafe { directions::store_bytes(*weights) }
    }

    #[inline(always)]
    fn weight(self, weights: &[i8; 64], square: usize) -> i64 {
        i64::from(weights[directions::byte_index(square)])
    }

    #[inline(always)]
    fn en_passant_replies<U: Side>(self, board: &Board, from: usize, to: usize) -> u64 {
        en_passant_replies_neon::<U>(board, from, to)
    }

    #[inline(always)]
    fn count_replies<U: Side>(self, board: &Board, pending: &mut NodeMoves) {
        if (board.straight | board.diagonal).count_ones() < MIN_SLIDERS {
            // SAFETY: `self` proves the feature.
            unsafe { count_pending::<U>(self, board, pending) }
        } else {
            // SAFETY: `self` proves the feature.
            unsafe { leaf::count_pending::<U>(board, pending) }
        }
    }
}
