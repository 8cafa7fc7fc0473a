//! Counts the legal moves of one position piece by piece, and adds up the sizes of sets in a vector
//! register.
//!
//! AArch64 counts bits in vector registers only. A population count of a word moves it there, adds up
//! the counts of its bytes and moves the sum back. Here the counts of the bytes of all sets are added
//! first, so only one sum is moved back.

use std::arch::aarch64::*;

use super::super::reversal::Reversal;
use super::Neon;
use crate::chess::PieceKind;
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::rules::legal::{Counting, Sink, generate};

/// Counts the legal moves of `S`.
#[inline(always)]
pub(super) fn count_moves<S: Side>(neon: Neon, board: &Board) -> u64 {
    let mut count = VectorCount::new(neon);
    generate::<S, _, _>(board, Reversal, &mut count);
    count.total()
}

/// The sink that counts moves.
#[derive(Clone, Copy)]
pub(super) struct VectorCount {
    neon: Neon,
    /// In four parts: each has those to two ranks.
    moves: uint16x4_t,
    /// Captures en passant and castling.
    others: u64,
}

/// Adds `1 << SHIFT` times the number of targets.
#[inline]
#[target_feature(enable = "neon")]
fn add<const SHIFT: i32>(moves: uint16x4_t, targets: u64) -> uint16x4_t {
    let counts = vcnt_u8(vcreate_u8(targets));
    vpadal_u8(moves, vshl_n_u8::<SHIFT>(counts))
}

impl VectorCount {
    /// No moves.
    #[inline(always)]
    pub(super) fn new(neon: Neon) -> VectorCount {
        VectorCount {
            neon,
            // SAFETY: the proof says that the CPU has NEON.
            moves: unsafe { vdup_n_u16(0) },
            others: 0,
        }
    }

    #[inline(always)]
    fn add<const SHIFT: i32>(&mut self, targets: u64) {
        let _proof: Neon = self.neon;
        // SAFETY: the proof says that the CPU has NEON.
        self.moves = unsafe { add::<SHIFT>(self.moves, targets) };
    }
}

impl Counting for VectorCount {
    #[inline(always)]
    fn total(self) -> u64 {
        let _proof: Neon = self.neon;
        // SAFETY: the proof says that the CPU has NEON.
        u64::from(unsafe { vaddv_u16(self.moves) }) + self.others
    }
}

impl Sink for VectorCount {
    #[inline(always)]
    fn piece(&mut self, _kind: PieceKind, _from: usize, targets: u64) {
        self.add::<0>(targets);
    }
    #[inline(always)]
    fn pawns(&mut self, targets: u64, _offset: i32) {
        self.add::<0>(targets);
    }
    #[inline(always)]
    fn promotions(&mut self, targets: u64, _offset: i32) {
        self.add::<2>(targets);
    }
    #[inline(always)]
    fn double_pushes(&mut self, targets: u64, _offset: i32) {
        self.add::<0>(targets);
    }
    #[inline(always)]
    fn en_passant(&mut self, _from: usize, _to: usize) {
        self.others += 1;
    }
    #[inline(always)]
    fn castle(&mut self, _king: usize, _rook: usize) {
        self.others += 1;
    }
}
