//! Counting leaves, as fast as the CPU allows.
//!
//! [`scalar`](self) recursion makes every move down to the last ply and counts the last one
//! without making it. The instruction set is chosen once per count, outside the recursion.

mod scalar;
#[cfg(target_arch = "x86_64")]
mod x86;

use super::board::Board;
use super::color::{Black, Side, White};
use super::{Color, Position};
use crate::perft::Stop;

/// Leaves below `position` at exactly `depth` plies, or nothing if stopped meanwhile.
///
/// `depth` is at most [`MAX_DEPTH`]: beyond it 64 bits might not hold the number.
pub(crate) fn leaves(position: &Position, depth: u32, stop: &Stop) -> Option<u64> {
    debug_assert!(depth <= MAX_DEPTH);
    let board = position.board();
    let count = match position.turn() {
        Color::White => dispatch::<White>(board, depth, stop),
        Color::Black => dispatch::<Black>(board, depth, stop),
    };
    if stop.is_stopped() { None } else { Some(count) }
}

/// The deepest count that 64 bits are sure to hold: no board has more than 744 legal moves (see
/// [`MoveList`](super::MoveList)), and 744^6 is below 2^64.
pub(crate) const MAX_DEPTH: u32 = 6;

fn dispatch<S: Side>(board: &Board, depth: u32, stop: &Stop) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if let Some(bmi2) = x86::Bmi2::detect() {
        return bmi2.count::<S>(board, depth, stop);
    }
    scalar::Baseline.enter::<S>(board, depth, stop)
}

use scalar::Descend as _;

impl crate::perft::Tree for Position {
    type Move = super::Move;

    const MAX_LEAVES_DEPTH: u32 = MAX_DEPTH;

    fn moves(&self) -> Vec<super::Move> {
        self.moves_in_report_order()
    }

    fn child(&self, action: super::Move) -> Position {
        self.play(action)
    }

    fn children(&self, visit: impl FnMut(Position)) {
        self.legal_moves()
            .into_iter()
            .map(|action| self.play(action))
            .for_each(visit);
    }

    fn key(&self) -> u128 {
        Position::key(self)
    }

    fn leaves(&self, depth: u32, stop: &Stop) -> Option<u64> {
        leaves(self, depth, stop)
    }
}
