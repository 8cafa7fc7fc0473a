//! Eight directions in the eight lanes of a register, and 64 squares in its bytes.

use std::arch::x86_64::*;

mod checks_and_pins;
mod diagonals;
mod directions;
mod eight_boards;
mod king_square;
mod queue;
mod regular;
mod vectors;

use self::queue::{OWNERS, Queue};
use super::bmi2::{replies_bmi2, taken_bmi2};
use super::{Bmi2, lacking};
use crate::chess::board::Board;
use crate::chess::color::Side;
use crate::chess::count::differential::wide::{AttackedLines, PawnTargets, RegularSum, Wide};
use crate::chess::count::differential::{Analysis, depth_two};
use crate::chess::count::scalar::{InstructionSet, walk};
use crate::perft::Stop;

/// Proof that this CPU has BMI2 and the parts of AVX-512 that the differential node uses.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(Bmi2);

impl Avx512 {
    /// The proof, if the CPU has the instructions.
    pub(crate) fn detect() -> Option<Avx512> {
        let bmi2 = Bmi2::detect()?;
        Avx512::lacking().is_empty().then_some(Avx512(bmi2))
    }

    /// What the CPU lacks.
    pub(crate) fn lacking() -> Vec<&'static str> {
        let mut lacking = Bmi2::lacking();
        // For the compiler `avx512f` implies AVX2, FMA and F16C.
        lacking.extend(lacking!(
            "avx2",
            "fma",
            "f16c",
            "avx512f",
            "avx512bw",
            "avx512cd",
            "avx512dq",
            "avx512vbmi",
            "avx512vbmi2",
            "avx512vpopcntdq",
            "avx512bitalg",
            "gfni",
        ));
        lacking
    }
}

impl InstructionSet for Avx512 {
    type Sliders = Bmi2;
    type Pending = Queue;

    #[inline(always)]
    fn sliders(self) -> Bmi2 {
        self.0
    }

    #[inline(always)]
    fn pending(self) -> Queue {
        Queue::new()
    }

    #[inline(always)]
    fn enter<S: Side>(self, board: &Board, depth: u32, stop: &Stop, queue: &mut Queue) -> u64 {
        // SAFETY: `self` proves that the CPU has the features that `walk_avx512` is compiled for.
        unsafe { walk_avx512::<S>(self, board, depth, stop, queue) }
    }

    #[inline(always)]
    fn settle<S: Side>(self, queue: &mut Queue) -> u64 {
        // SAFETY: as above.
        unsafe { queue.settle::<S>() }
    }

    #[inline(always)]
    fn replies<S: Side>(self, board: &Board) -> u64 {
        // SAFETY: as above.
        unsafe { replies_bmi2::<S>(self.0, board) }
    }

    fn count_each<'a, S: Side>(
        self,
        boards: impl Iterator<Item = &'a Board>,
        stop: &Stop,
        counts: &mut Vec<u64>,
    ) {
        let mut queue = Queue::new();
        let mut settled = counts.len();
        for board in boards {
            if counts.len() - settled == OWNERS {
                // SAFETY: `self` proves the features.
                unsafe { queue.settle_each::<S::Opponent>(&mut counts[settled..]) };
                settled = counts.len();
            }
            queue.belongs_to(counts.len() - settled);
            counts.push(self.enter::<S>(board, 2, stop, &mut queue));
        }
        // SAFETY: as above.
        unsafe { queue.settle_each::<S::Opponent>(&mut counts[settled..]) };
    }

    #[inline(always)]
    fn depth_two<S: Side>(self, board: &Board, queue: &mut Queue) -> Option<u64> {
        Some(depth_two::<S, Avx512>(self, board, queue))
    }
}

#[target_feature(
    enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni"
)]
fn walk_avx512<S: Side>(
    avx512: Avx512,
    board: &Board,
    depth: u32,
    stop: &Stop,
    queue: &mut Queue,
) -> u64 {
    walk::<S, Avx512>(avx512, board, depth, stop, queue)
}

impl Wide for Avx512 {
    type Directions = __m512i;
    type Bytes = __m512i;
    type Sum = __m512i;

    const SPARSE: u32 = 10;

    #[inline(always)]
    fn slide(self, straight: u64, diagonal: u64, empty: u64) -> __m512i {
        // SAFETY: `self` proves the features, here and in every method below.
        unsafe { directions::slide(straight, diagonal, empty) }
    }

    #[inline(always)]
    fn slide_back(self, sources: u64, empty: u64) -> __m512i {
        // SAFETY: `self` proves the features.
        unsafe { directions::slide_back(sources, empty) }
    }

    #[inline(always)]
    fn intersect(self, a: __m512i, b: __m512i) -> u64 {
        // SAFETY: `self` proves the features.
        unsafe { directions::intersect(a, b) }
    }

    #[inline(always)]
    fn lines(self, lanes: __m512i) -> AttackedLines {
        // SAFETY: `self` proves the features.
        unsafe { directions::lines(lanes) }
    }

    #[inline(always)]
    fn runs(
        self,
        attacks: __m512i,
        straight: u64,
        diagonal: u64,
        empty: u64,
        open: u64,
    ) -> (__m512i, u64) {
        // SAFETY: `self` proves the features.
        unsafe { directions::runs(attacks, straight, diagonal, empty, open) }
    }

    #[inline(always)]
    fn zero(self) -> __m512i {
        // SAFETY: `self` proves the features.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    fn add(self, bytes: __m512i, set: u64, number: i8) -> __m512i {
        // SAFETY: `self` proves the features.
        unsafe { directions::add(bytes, set, number) }
    }

    #[inline(always)]
    fn weight(self, bytes: __m512i, square: usize) -> i8 {
        // SAFETY: `self` proves the features.
        unsafe { directions::byte(bytes, square) }
    }

    #[inline(always)]
    fn dot(self, weights: __m512i, numbers: __m512i) -> i64 {
        // SAFETY: `self` proves the features.
        unsafe { directions::dot(weights, numbers) }
    }

    #[inline(always)]
    fn nothing(self) -> __m512i {
        self.zero()
    }

    #[inline(always)]
    fn play_pieces<U: Side>(
        self,
        board: &Board,
        analysis: &Analysis<Self>,
        so_far: RegularSum<Self>,
        queue: &mut Queue,
    ) -> RegularSum<Self> {
        // SAFETY: `self` proves the features.
        unsafe { regular::play_pieces::<U>(board, analysis, so_far, queue) }
    }

    #[inline(always)]
    fn play_pawns<U: Side>(
        self,
        pawns: &PawnTargets,
        analysis: &Analysis<Self>,
        so_far: RegularSum<Self>,
        queue: &mut Queue,
    ) -> RegularSum<Self> {
        // SAFETY: `self` proves the features.
        unsafe { regular::play_pawns::<U>(pawns, analysis, so_far, queue) }
    }

    #[inline(always)]
    fn total(self, sum: __m512i) -> i64 {
        // SAFETY: `self` proves the features.
        unsafe { _mm512_reduce_add_epi64(sum) }
    }

    #[inline(always)]
    fn queue_child<U: Side>(self, child: &Board, queue: &mut Queue) {
        queue.add::<U>(child);
    }

    #[inline(always)]
    fn taken_en_passant<U: Side>(self, board: &Board, from: usize, to: usize) -> u64 {
        // SAFETY: `self` proves the features.
        unsafe { taken_bmi2::<U>(self.0, board, from, to) }
    }

    #[inline(always)]
    fn begin<U: Side>(self, board: &Board, queue: &mut Queue) {
        queue.begin::<U>(board, |queue| {
            // SAFETY: `self` proves the features.
            unsafe { queue.make_room::<U::Opponent>(board) }
        });
    }

    #[inline(always)]
    fn end<U: Side>(self, board: &Board, queue: &mut Queue) {
        queue.end(board);
    }
}
