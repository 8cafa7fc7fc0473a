//! The differential node for AVX2: registers of 256 bits.
//!
//! Where AVX-512 needs one register, AVX2 needs two (see [`directions`]). Pieces are classified one
//! by one (see [`one_by_one`]). Irregular moves are not queued across nodes: when a node is done,
//! the replies to them are counted one by one, in 64-bit words.

mod directions;
mod vectors;

use self::directions::{Bytes, Directions};
use super::{Bmi2, lacking};
use crate::chess::board::attacks::{Portable, Sliders};
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::count::differential::en_passant_replies;
use crate::chess::count::differential::lanes::{Addable, AttackedLines, Lanes, PawnSquares};
use crate::chess::count::differential::node_moves::NodeMoves;
use crate::chess::count::differential::one_by_one::{self, OneByOne};
use crate::chess::count::instruction_set::{Detect, InstructionSet};
use crate::chess::count::scalar::{count_moves, recurse};
use crate::chess::rules::legal::Count;
use crate::perft::Stop;

/// Proof that this CPU has AVX2, BMI1, BMI2, LZCNT and POPCNT, with a lookup of slider attacks:
/// [`Bmi2`], or [`Portable`] on CPUs whose `pext` is slow.
#[derive(Clone, Copy)]
pub(crate) struct Avx2<L>(L);

impl Detect for Avx2<Bmi2> {
    fn lacking() -> Vec<&'static str> {
        let mut lacking = Bmi2::lacking();
        lacking.extend(lacking!("avx2"));
        lacking
    }

    fn detect() -> Option<Avx2<Bmi2>> {
        let bmi2 = Bmi2::detect()?;
        Self::lacking().is_empty().then_some(Avx2(bmi2))
    }
}

impl Detect for Avx2<Portable> {
    fn lacking() -> Vec<&'static str> {
        lacking!("avx2", "bmi1", "bmi2", "lzcnt", "popcnt")
    }

    fn detect() -> Option<Avx2<Portable>> {
        Self::lacking().is_empty().then_some(Avx2(Portable))
    }
}

impl<L: Sliders> InstructionSet for Avx2<L> {
    type Sliders = L;
    type Pending = NodeMoves;

    #[inline(always)]
    fn sliders(self) -> L {
        self.0
    }

    #[inline(always)]
    fn count_node<S: Side>(
        self,
        board: &Board,
        depth: u32,
        stop: &Stop,
        pending: &mut NodeMoves,
    ) -> u64 {
        // SAFETY: `self` proves that the CPU has the features that `recurse_avx2` is compiled for.
        unsafe { recurse_avx2::<S, L>(self, board, depth, stop, pending) }
    }

    #[inline(always)]
    fn count_pending<S: Side>(self, pending: &mut NodeMoves) -> u64 {
        pending.take_total()
    }

    #[inline(always)]
    fn count_moves<S: Side>(self, board: &Board) -> u64 {
        Scalar(self).count_moves::<S>(board)
    }

    #[inline(always)]
    fn count_two_plies<S: Side>(self, board: &Board, pending: &mut NodeMoves) -> Option<u64> {
        one_by_one::count_two_plies::<S, Self>(self, board, pending)
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn analyse_and_count_avx2<U: Side, L: Sliders, const ZONE: bool>(
    avx2: Avx2<L>,
    board: &Board,
    pending: &mut NodeMoves,
) -> u64 {
    one_by_one::analyse_and_count::<U, _, ZONE>(avx2, board, pending)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn recurse_avx2<S: Side, L: Sliders>(
    avx2: Avx2<L>,
    board: &Board,
    depth: u32,
    stop: &Stop,
    pending: &mut NodeMoves,
) -> u64 {
    recurse::<S, Avx2<L>>(avx2, board, depth, stop, pending)
}

/// The scalar recursion, compiled without AVX2: with it the compiler would gather neighbouring words
/// in vector registers, although they are counted one by one.
#[derive(Clone, Copy)]
struct Scalar<L>(Avx2<L>);

impl<L: Sliders> InstructionSet for Scalar<L> {
    type Sliders = L;
    type Pending = ();

    #[inline(always)]
    fn sliders(self) -> L {
        self.0.0
    }

    #[inline(always)]
    fn count_node<S: Side>(self, board: &Board, depth: u32, stop: &Stop, pending: &mut ()) -> u64 {
        recurse::<S, Self>(self, board, depth, stop, pending)
    }

    fn count_pending<S: Side>(self, _pending: &mut ()) -> u64 {
        0
    }

    #[inline(always)]
    fn count_moves<S: Side>(self, board: &Board) -> u64 {
        // SAFETY: the proof in `self` says that the CPU has the features.
        unsafe { count_moves_scalar::<S, L>(self, board) }
    }
}

#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
fn count_moves_scalar<S: Side, L: Sliders>(scalar: Scalar<L>, board: &Board) -> u64 {
    count_moves::<S, Scalar<L>>(scalar, board)
}

/// Counts the replies to the pending moves of a node.
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn count_pending_scalar<U: Side, L: Sliders>(sliders: L, board: &Board, pending: &mut NodeMoves) {
    pending.count_replies::<U, L>(board, sliders, Count::default());
}

/// [`en_passant_replies`], kept out of the function that handles all moves because it is rare.
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn en_passant_replies_scalar<U: Side, L: Sliders>(
    sliders: L,
    board: &Board,
    from: usize,
    to: usize,
) -> u64 {
    en_passant_replies::<U, L>(board, sliders, from, to)
}

impl<L: Sliders> Lanes for Avx2<L> {
    type Directions = Directions;
    type Weights = Bytes;
    type Coefficients = Bytes;

    const BIAS: i64 = 128;

    #[inline(always)]
    fn slider_attacks<const ZONE: bool>(
        self,
        straight: u64,
        diagonal: u64,
        empty: u64,
        _open: u64,
    ) -> Directions {
        // SAFETY: `self` proves the features, here and in every method below.
        unsafe { directions::slider_attacks::<ZONE>(straight, diagonal, empty) }
    }

    #[inline(always)]
    fn attack_origins<const ZONE: bool>(self, targets: u64, empty: u64) -> Directions {
        // SAFETY: `self` proves the features.
        unsafe { directions::attack_origins::<ZONE>(targets, empty) }
    }

    #[inline(always)]
    fn intersect(self, a: Directions, b: Directions) -> u64 {
        // SAFETY: `self` proves the features.
        unsafe { directions::intersect(a, b) }
    }

    #[inline(always)]
    fn once_and_twice(self, directions: Directions) -> (u64, u64) {
        // SAFETY: `self` proves the features.
        unsafe { directions::once_and_twice(directions) }
    }

    #[inline(always)]
    fn lines(self, directions: Directions) -> AttackedLines {
        // SAFETY: `self` proves the features.
        unsafe { directions::lines(directions) }
    }

    #[inline(always)]
    fn no_directions(self) -> Directions {
        // SAFETY: `self` proves the features.
        unsafe { directions::no_directions() }
    }

    #[inline(always)]
    fn no_weights(self, _empty: u64, _open: u64) -> Bytes {
        // SAFETY: `self` proves the features.
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
        // SAFETY: `self` proves the features.
        unsafe { directions::slider_weights::<ZONE>(attacks, straight, diagonal, empty, open) }
    }

    #[inline(always)]
    fn knight_weights(self, weights: Bytes, from: usize, defended: u64, moves: u32) -> Bytes {
        self.add_knight(weights, from, defended, moves)
    }

    #[inline(always)]
    fn pawn_weights(self, weights: Bytes, pawns: &PawnSquares) -> Bytes {
        self.add_pawns(weights, pawns)
    }

    #[inline(always)]
    fn byte(self, bytes: Bytes, square: usize) -> i8 {
        // SAFETY: `self` proves the features.
        let bytes = unsafe { directions::store_bytes(bytes) };
        bytes[directions::byte_index(square)]
    }

    #[inline(always)]
    fn no_coefficients(self) -> Bytes {
        // SAFETY: `self` proves the features.
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
        // SAFETY: `self` proves the features.
        unsafe { directions::dot(weights, coefficients) }
    }
}

impl<L: Sliders> Addable for Avx2<L> {
    #[inline(always)]
    fn add(self, bytes: Bytes, set: u64, number: i8) -> Bytes {
        // SAFETY: `self` proves the features.
        unsafe { directions::add(bytes, set, number) }
    }
}

impl<L: Sliders> OneByOne for Avx2<L> {
    type Stored = [i8; 64];

    #[inline(always)]
    fn store(self, weights: &Bytes) -> [i8; 64] {
        // SAFETY: `self` proves the features.
        unsafe { directions::store_bytes(*weights) }
    }

    #[inline(always)]
    fn weight(self, weights: &[i8; 64], square: usize) -> i64 {
        i64::from(weights[directions::byte_index(square)])
    }

    #[inline(always)]
    fn en_passant_replies<U: Side>(self, board: &Board, from: usize, to: usize) -> u64 {
        // SAFETY: `self` proves the features.
        unsafe { en_passant_replies_scalar::<U, L>(self.0, board, from, to) }
    }

    #[inline(always)]
    fn analyse_and_count<U: Side, const ZONE: bool>(
        self,
        board: &Board,
        pending: &mut NodeMoves,
    ) -> u64 {
        // SAFETY: `self` proves the features.
        unsafe { analyse_and_count_avx2::<U, L, ZONE>(self, board, pending) }
    }

    #[inline(always)]
    fn count_replies<U: Side>(self, board: &Board, pending: &mut NodeMoves) {
        // SAFETY: `self` proves the features.
        unsafe { count_pending_scalar::<U, L>(self.0, board, pending) }
    }
}
