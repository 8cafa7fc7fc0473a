//! The differential node for a CPU whose registers have 256 bits.
//!
//! Where AVX-512 takes one register, this takes two (see [`directions`]). IrregularSquares moves are not queued
//! until eight of them are together, but made and counted one by one when their node is done: by
//! lanes of directions (see [`leaf`]) or, with few sliders on the board, by the scalar generator.
//! Pieces and pawns go one by one as well (see [`one_by_one`]).
//!
//! A node costs some 2,300 instructions at the start of a game, about half of them on registers, and
//! about 350 for each irregular move.

mod directions;
mod leaf;
mod one_by_one;

use self::directions::{Bytes, Directions};
use self::one_by_one::NodeMoves;
use super::{Bmi2, lacking};
use crate::chess::attacks::{Portable, Sliders};
use crate::chess::board::Board;
use crate::chess::color::Side;
use crate::chess::count::differential::wide::{AttackedLines, PawnTargets, RegularSum, Wide};
use crate::chess::count::differential::{Analysis, depth_two, taken_en_passant};
use crate::chess::count::scalar::{self, InstructionSet, replies, walk};
use crate::perft::Stop;

/// Proof that this CPU has AVX2, BMI1, BMI2, LZCNT and POPCNT, with a way to look up sliders.
#[derive(Clone, Copy)]
pub(crate) struct Avx2<L>(L);

impl<L: Sliders> Avx2<L> {
    fn with(sliders: L) -> Option<Avx2<L>> {
        let lacking = Avx2::<Portable>::lacking();
        lacking.is_empty().then_some(Avx2(sliders))
    }
}

impl Avx2<Bmi2> {
    /// The proof, if the CPU has the instructions and a `pext` that is worth its name.
    pub(crate) fn detect() -> Option<Avx2<Bmi2>> {
        Avx2::with(Bmi2::detect()?)
    }
}

impl Avx2<Portable> {
    /// The proof, if the CPU has the instructions; `pext` is not used.
    pub(crate) fn detect() -> Option<Avx2<Portable>> {
        Avx2::with(Portable)
    }

    /// What the CPU lacks.
    pub(crate) fn lacking() -> Vec<&'static str> {
        lacking!("avx2", "bmi1", "bmi2", "lzcnt", "popcnt")
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
    fn pending(self) -> NodeMoves {
        NodeMoves::new()
    }

    #[inline(always)]
    fn enter<S: Side>(
        self,
        board: &Board,
        depth: u32,
        stop: &Stop,
        pending: &mut NodeMoves,
    ) -> u64 {
        // SAFETY: `self` proves that the CPU has the features that `walk_avx2` is compiled for.
        unsafe { walk_avx2::<S, L>(self, board, depth, stop, pending) }
    }

    #[inline(always)]
    fn settle<S: Side>(self, pending: &mut NodeMoves) -> u64 {
        pending.take()
    }

    #[inline(always)]
    fn replies<S: Side>(self, board: &Board) -> u64 {
        Scalar(self).replies::<S>(board)
    }

    #[inline(always)]
    fn depth_two<S: Side>(self, board: &Board, pending: &mut NodeMoves) -> Option<u64> {
        if one_by_one::pays::<S>(board) {
            Some(depth_two::<S, Avx2<L>>(self, board, pending))
        } else {
            // SAFETY: `self` proves the features.
            Some(unsafe { two_plies::<S, L>(Scalar(self), board) })
        }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn walk_avx2<S: Side, L: Sliders>(
    avx2: Avx2<L>,
    board: &Board,
    depth: u32,
    stop: &Stop,
    pending: &mut NodeMoves,
) -> u64 {
    walk::<S, Avx2<L>>(avx2, board, depth, stop, pending)
}

/// The scalar way, compiled without AVX2: the compiler would put words side by side into registers
/// that are counted one by one.
#[derive(Clone, Copy)]
struct Scalar<L>(Avx2<L>);

impl<L: Sliders> InstructionSet for Scalar<L> {
    type Sliders = L;
    type Pending = ();

    #[inline(always)]
    fn sliders(self) -> L {
        self.0.0
    }

    fn pending(self) {}

    #[inline(always)]
    fn enter<S: Side>(self, board: &Board, depth: u32, stop: &Stop, pending: &mut ()) -> u64 {
        walk::<S, Self>(self, board, depth, stop, pending)
    }

    fn settle<S: Side>(self, _pending: &mut ()) -> u64 {
        0
    }

    #[inline(always)]
    fn replies<S: Side>(self, board: &Board) -> u64 {
        // SAFETY: the proof within says that the CPU has the features.
        unsafe { one_ply::<S, L>(self, board) }
    }
}

#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
fn one_ply<S: Side, L: Sliders>(scalar: Scalar<L>, board: &Board) -> u64 {
    replies::<S, Scalar<L>>(scalar, board)
}

/// Counts the replies to the moves that were noted.
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn count_noted<U: Side, L: Sliders>(scalar: Scalar<L>, board: &Board, noted: &mut NodeMoves) {
    noted.end::<U>(board, |child| {
        replies::<U::Opponent, Scalar<L>>(scalar, child)
    });
}

#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
fn two_plies<S: Side, L: Sliders>(scalar: Scalar<L>, board: &Board) -> u64 {
    scalar::two_plies::<S, Scalar<L>>(scalar, board)
}

/// Kept out of the function that sees all moves: it is rarely needed.
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn taken<U: Side, L: Sliders>(sliders: L, board: &Board, from: usize, to: usize) -> u64 {
    taken_en_passant::<U, L>(board, sliders, from, to)
}

/// With fewer sliders on the board, the loops over them are short enough for the scalar leaf.
const SLIDERS: u32 = 5;

impl<L: Sliders> Wide for Avx2<L> {
    type Directions = Directions;
    type Bytes = Bytes;
    type Sum = i64;

    /// Such boards do not come so far: see [`one_by_one::pays`].
    const SPARSE: u32 = 0;

    #[inline(always)]
    fn slide(self, straight: u64, diagonal: u64, empty: u64) -> Directions {
        // SAFETY: `self` proves the features, here and in every method below.
        unsafe { directions::slide(straight, diagonal, empty) }
    }

    #[inline(always)]
    fn slide_back(self, sources: u64, empty: u64) -> Directions {
        // SAFETY: `self` proves the features.
        unsafe { directions::slide_back(sources, empty) }
    }

    #[inline(always)]
    fn intersect(self, a: Directions, b: Directions) -> u64 {
        // SAFETY: `self` proves the features.
        unsafe { directions::intersect(a, b) }
    }

    #[inline(always)]
    fn lines(self, lanes: Directions) -> AttackedLines {
        // SAFETY: `self` proves the features.
        unsafe { directions::lines(lanes) }
    }

    #[inline(always)]
    fn runs(
        self,
        attacks: Directions,
        straight: u64,
        diagonal: u64,
        empty: u64,
        open: u64,
    ) -> (Bytes, u64) {
        // SAFETY: `self` proves the features.
        unsafe { directions::runs(attacks, straight, diagonal, empty, open) }
    }

    #[inline(always)]
    fn zero(self) -> Bytes {
        // SAFETY: `self` proves the features.
        unsafe { directions::zero() }
    }

    #[inline(always)]
    fn add(self, bytes: Bytes, set: u64, number: i8) -> Bytes {
        // SAFETY: `self` proves the features.
        unsafe { directions::add(bytes, set, number) }
    }

    #[inline(always)]
    fn weight(self, bytes: Bytes, square: usize) -> i8 {
        // SAFETY: `self` proves the features.
        let bytes = unsafe { directions::store_bytes(bytes) };
        bytes[directions::place(square)]
    }

    #[inline(always)]
    fn dot(self, weights: Bytes, numbers: Bytes) -> i64 {
        // SAFETY: `self` proves the features.
        unsafe { directions::dot(weights, numbers) }
    }

    #[inline(always)]
    fn nothing(self) -> i64 {
        0
    }

    #[inline(always)]
    fn play_pieces<U: Side>(
        self,
        board: &Board,
        analysis: &Analysis<Self>,
        so_far: RegularSum<Self>,
        pending: &mut NodeMoves,
    ) -> RegularSum<Self> {
        // SAFETY: `self` proves the features.
        let weights = unsafe { directions::store_bytes(analysis.weights) };
        let weight = |square| weights[directions::place(square)];
        one_by_one::play_pieces::<U, Self>(self, board, analysis, so_far, pending, weight)
    }

    #[inline(always)]
    fn play_pawns<U: Side>(
        self,
        pawns: &PawnTargets,
        analysis: &Analysis<Self>,
        so_far: RegularSum<Self>,
        pending: &mut NodeMoves,
    ) -> RegularSum<Self> {
        one_by_one::play_pawns::<U, Self>(self, pawns, analysis, so_far, pending)
    }

    #[inline(always)]
    fn total(self, sum: i64) -> i64 {
        sum
    }

    #[inline(always)]
    fn queue_child<U: Side>(self, child: &Board, pending: &mut NodeMoves) {
        pending.add(self.replies::<U::Opponent>(child));
    }

    #[inline(always)]
    fn taken_en_passant<U: Side>(self, board: &Board, from: usize, to: usize) -> u64 {
        // SAFETY: `self` proves the features.
        unsafe { taken::<U, L>(self.0, board, from, to) }
    }

    #[inline(always)]
    fn begin<U: Side>(self, _board: &Board, _pending: &mut NodeMoves) {}

    #[inline(always)]
    fn end<U: Side>(self, board: &Board, pending: &mut NodeMoves) {
        if (board.straight | board.diagonal).count_ones() < SLIDERS {
            // SAFETY: `self` proves the features.
            unsafe { count_noted::<U, L>(Scalar(self), board, pending) }
        } else {
            // SAFETY: `self` proves the features.
            unsafe { leaf::count_noted::<U, L>(self.0, board, pending) }
        }
    }
}
