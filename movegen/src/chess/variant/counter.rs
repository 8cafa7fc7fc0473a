//! Counts the leaves of a variant.

use super::VariantPosition;
use crate::perft::{Counter, Stop};

/// Counts the last plies by [`Rules::leaves`](super::Rules::leaves) of the variant.
#[derive(Clone, Copy, Debug)]
pub struct VariantCounter;

/// A position has at most 744 legal moves, and 744^6 is less than 2^64.
const MAX_DEPTH: u32 = 6;

impl Counter<VariantPosition> for VariantCounter {
    type Tally = u128;

    const MAX_DEPTH: u32 = MAX_DEPTH;

    fn leaves(&self, position: &VariantPosition, depth: u32, stop: &Stop) -> Option<u64> {
        position.rules().leaves(position, depth, stop)
    }
}
