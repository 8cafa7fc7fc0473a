//! Counts the leaves of a variant.

use super::{Rules, VariantPosition};
use crate::perft::{Counter, Stop};

/// Bulk counting: the moves of the last ply are counted and not made. It lists them, so it is about a tenth as fast
/// as a [`Kernel`](crate::chess::Kernel) for chess.
#[derive(Clone, Copy, Debug)]
pub struct VariantCounter;

/// A position has at most 744 legal moves, and 744^6 is less than 2^64.
const MAX_DEPTH: u32 = 6;

impl<R: Rules> Counter<VariantPosition<R>> for VariantCounter {
    type Tally = u128;

    const MAX_DEPTH: u32 = MAX_DEPTH;

    fn leaves(&self, position: &VariantPosition<R>, depth: u32, stop: &Stop) -> Option<u64> {
        match depth {
            0 => return Some(1),
            1 => return Some(position.legal_moves().len() as u64),
            _ if stop.is_stopped() => return None,
            _ => {}
        }
        let mut total = 0;
        for mv in position.legal_moves() {
            total += self.leaves(&position.play(mv), depth - 1, stop)?;
        }
        Some(total)
    }
}
