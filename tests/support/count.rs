//! The plain count that other counts are compared with.

use movegen::chess::{Kernel, Position};
use movegen::perft::{Perft, Stop};

/// Counts the leaves at exactly `depth` with the fastest kernel, on one thread, without a table.
///
/// # Panics
/// If the count exceeds 128 bits, the only error possible on one thread and without a table.
pub(crate) fn perft(position: &Position, depth: u32) -> u128 {
    Perft::new(depth)
        .run(position, &Kernel::best(), &Stop::new(), |_| {})
        .expect("a count")
        .total
}
