//! Counts the leaves of a variant.

use super::VariantPosition;
use crate::chess::Kernel;
use crate::perft::{Counter, Stop};

/// Counts the last plies by [`Rules::leaves`](super::Rules::leaves) of the variant, or by a kernel of chess where the
/// variant does not differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariantCounter(Kernel);

impl VariantCounter {
    /// A counter that uses this kernel.
    pub fn new(kernel: Kernel) -> VariantCounter {
        VariantCounter(kernel)
    }
}

/// With the fastest kernel of this CPU.
impl Default for VariantCounter {
    fn default() -> VariantCounter {
        VariantCounter(Kernel::best())
    }
}

/// A position has at most 970 moves, and 970^6 is less than 2^64.
const MAX_DEPTH: u32 = 6;

impl Counter<VariantPosition> for VariantCounter {
    type Tally = u128;

    const MAX_DEPTH: u32 = MAX_DEPTH;

    fn leaves(&self, position: &VariantPosition, depth: u32, stop: &Stop) -> Option<u64> {
        position.rules().leaves(position, depth, &self.0, stop)
    }
}
