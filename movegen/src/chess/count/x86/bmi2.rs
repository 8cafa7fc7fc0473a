//! Slider attacks by one `pext` instruction and one load ("BMI2, PEXT Bitboards", Chess Programming
//! Wiki).

use std::arch::x86_64::_pext_u64;

use super::lookups::Weights;
use super::{lacking, slow_pext};
use crate::chess::board::attacks::{self, Sliders};
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::count::cpu::{Cpu, Task};
use crate::chess::count::differential::en_passant_replies;
use crate::chess::count::differential::node_moves::NodeMoves;
use crate::chess::count::differential::one_by_one::{self, OneByOne};
use crate::chess::count::few_men;
use crate::chess::count::instruction_set::{Detect, InstructionSet};
use crate::chess::count::scalar::{count_moves, recurse};
use crate::chess::rules::legal::Count;
use crate::perft::Stop;

/// Proof that this CPU has BMI1, BMI2, LZCNT and POPCNT, and a fast `pext`. Only
/// [`Bmi2::detect`] makes one.
#[derive(Clone, Copy)]
pub(crate) struct Bmi2(());

impl Detect for Bmi2 {
    fn lacking() -> Vec<&'static str> {
        let mut lacking = lacking!("bmi1", "bmi2", "lzcnt", "popcnt");
        if lacking.is_empty() && slow_pext::is_slow_here() {
            lacking.push("a fast pext");
        }
        lacking
    }

    fn detect() -> Option<Bmi2> {
        Bmi2::lacking().is_empty().then_some(Bmi2(()))
    }
}

impl InstructionSet for Bmi2 {
    type Sliders = Bmi2;
    type Pending = NodeMoves;

    #[inline(always)]
    fn sliders(self) -> Bmi2 {
        self
    }

    #[inline(always)]
    fn count_node<S: Side>(
        self,
        board: &Board,
        depth: u32,
        stop: &Stop,
        pending: &mut NodeMoves,
    ) -> u64 {
        // SAFETY: `self` proves that the CPU has the features that `recurse_bmi2` is compiled for.
        unsafe { recurse_bmi2::<S>(self, board, depth, stop, pending) }
    }

    #[inline(always)]
    fn count_pending<S: Side>(self, pending: &mut NodeMoves) -> u64 {
        pending.take_total()
    }

    #[inline(always)]
    fn count_moves<S: Side>(self, board: &Board) -> u64 {
        // SAFETY: as above.
        unsafe { count_moves_bmi2::<S>(self, board) }
    }

    #[inline(always)]
    fn count_two_plies<S: Side>(self, board: &Board, pending: &mut NodeMoves) -> Option<u64> {
        one_by_one::count_two_plies::<S, Self>(self, board, pending)
    }
}

impl OneByOne for Bmi2 {
    type Stored = Weights;

    #[inline(always)]
    fn store(self, weights: &Weights) -> Weights {
        *weights
    }

    #[inline(always)]
    fn weight(self, weights: &Weights, square: usize) -> i64 {
        weights.of_open(self, square)
    }

    #[inline(always)]
    fn analyse_and_count<U: Side, const ZONE: bool>(
        self,
        board: &Board,
        pending: &mut NodeMoves,
    ) -> u64 {
        // SAFETY: as above.
        unsafe { analyse_and_count_bmi2::<U, ZONE>(self, board, pending) }
    }

    #[inline(always)]
    fn count_replies<U: Side>(self, board: &Board, pending: &mut NodeMoves) {
        // SAFETY: as above.
        unsafe { count_replies_bmi2::<U>(self, board, pending) }
    }
}

impl Cpu for Bmi2 {
    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        // SAFETY: `self` proves that the CPU has the features that `run_bmi2` is compiled for.
        unsafe { run_bmi2(self, task) }
    }
}

#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
fn run_bmi2<T: Task>(bmi2: Bmi2, task: T) -> T::Output {
    task.run_on(bmi2)
}

#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn analyse_and_count_bmi2<U: Side, const ZONE: bool>(
    bmi2: Bmi2,
    board: &Board,
    pending: &mut NodeMoves,
) -> u64 {
    one_by_one::analyse_and_count::<U, _, ZONE>(bmi2, board, pending)
}

#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
fn recurse_bmi2<S: Side>(
    bmi2: Bmi2,
    board: &Board,
    depth: u32,
    stop: &Stop,
    pending: &mut NodeMoves,
) -> u64 {
    recurse::<S, Bmi2>(bmi2, board, depth, stop, pending)
}

/// Counts the replies to the pending moves of a node.
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn count_replies_bmi2<U: Side>(bmi2: Bmi2, board: &Board, pending: &mut NodeMoves) {
    pending.count_replies::<U, _>(board, bmi2, Count::default());
}

/// Counts the replies to the zone moves of a node.
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
pub(super) fn count_zone_moves_bmi2<U: Side>(bmi2: Bmi2, board: &Board, pending: &mut NodeMoves) {
    pending.count_zone_moves::<U, _>(board, bmi2);
}

#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn count_moves_bmi2<S: Side>(bmi2: Bmi2, board: &Board) -> u64 {
    count_moves::<S, Bmi2>(bmi2, board)
}

/// [`few_men::count_pawns`], compiled without AVX-512.
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
pub(super) fn count_pawns_bmi2<S: Side>(_proof: Bmi2, board: &Board) -> Option<u64> {
    few_men::count_pawns::<S>(board)
}

/// [`en_passant_replies`], kept out of the function that handles all moves because it is rare.
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
pub(super) fn en_passant_replies_bmi2<U: Side>(
    bmi2: Bmi2,
    board: &Board,
    from: usize,
    to: usize,
) -> u64 {
    en_passant_replies::<U, Bmi2>(board, bmi2, from, to)
}

/// Gathers the bits of `value` selected by `mask`.
#[inline(always)]
fn pext(_proof: Bmi2, value: u64, mask: u64) -> usize {
    // SAFETY: the proof says that the CPU has BMI2.
    unsafe { _pext_u64(value, mask) as usize }
}

impl Sliders for Bmi2 {
    #[inline(always)]
    fn rook(self, square: usize, occupied: u64) -> u64 {
        let entry = &ROOK[square & 63];
        SLIDER_ATTACKS[(entry.offset as usize + pext(self, occupied, entry.mask)) & TABLE_MASK]
    }

    #[inline(always)]
    fn bishop(self, square: usize, occupied: u64) -> u64 {
        let entry = &BISHOP[square & 63];
        SLIDER_ATTACKS[(entry.offset as usize + pext(self, occupied, entry.mask)) & TABLE_MASK]
    }
}

/// The squares that can block a slider, and the index of its first entry in [`SLIDER_ATTACKS`].
#[derive(Clone, Copy)]
struct Entry {
    mask: u64,
    offset: u32,
}

/// 102,400 entries for rooks and 5,248 for bishops, rounded up to a power of two: one `and` keeps an
/// index in bounds, without a branch.
const TABLE_LEN: usize = 1 << 17;
const TABLE_MASK: usize = TABLE_LEN - 1;

/// The squares of a slider's lines except those on the edge, which have nothing beyond them to block.
const fn blockers(square: usize, rook: bool) -> u64 {
    let (file, rank) = (square & 7, square >> 3);
    let files = (0x0101_0101_0101_0101 | 0x8080_8080_8080_8080) & !(0x0101_0101_0101_0101 << file);
    let ranks = (0xff | 0xff << 56) & !(0xff << (8 * rank));
    let attacks = if rook {
        attacks::rook(square, 0)
    } else {
        attacks::bishop(square, 0)
    };
    attacks & !(files | ranks)
}

const fn entries(rook: bool, mut offset: u32) -> [Entry; 64] {
    let mut table = [Entry { mask: 0, offset: 0 }; 64];
    let mut square = 0;
    while square < 64 {
        let mask = blockers(square, rook);
        table[square] = Entry { mask, offset };
        offset += 1 << mask.count_ones();
        square += 1;
    }
    table
}

static ROOK: [Entry; 64] = entries(true, 0);
static BISHOP: [Entry; 64] = entries(false, 102_400);

static SLIDER_ATTACKS: [u64; TABLE_LEN] = {
    let mut table = [0; TABLE_LEN];
    let mut square = 0;
    while square < 64 {
        let (rook, bishop) = (ROOK[square], BISHOP[square]);
        // Subtracting the mask enumerates its subsets in the order of their `pext` values (the
        // "Carry-Rippler", Chess Programming Wiki, "Traversing Subsets of a Set").
        let mut subset = 0u64;
        let mut index = rook.offset as usize;
        loop {
            table[index] = attacks::rook(square, subset);
            index += 1;
            subset = subset.wrapping_sub(rook.mask) & rook.mask;
            if subset == 0 {
                break;
            }
        }
        index = bishop.offset as usize;
        loop {
            table[index] = attacks::bishop(square, subset);
            index += 1;
            subset = subset.wrapping_sub(bishop.mask) & bishop.mask;
            if subset == 0 {
                break;
            }
        }
        square += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn table_agrees_with_the_portable_lookup() {
        let Some(bmi2) = Bmi2::detect() else {
            // The harness hides what `println!` prints if a test passes.
            writeln!(std::io::stderr(), "BMI2: skipped: this CPU has none")
                .expect("standard error");
            return;
        };
        let mut seed = 7u64;
        for square in 0..64 {
            for _ in 0..1000 {
                seed = seed
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let occupied = seed ^ seed >> 31;
                assert_eq!(bmi2.rook(square, occupied), attacks::rook(square, occupied));
                assert_eq!(
                    bmi2.bishop(square, occupied),
                    attacks::bishop(square, occupied)
                );
            }
        }
    }
}
