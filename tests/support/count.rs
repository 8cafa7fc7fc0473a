//! The plain count that other counts are compared with.

use movegen::chess::{Kernel, Position};
use movegen::perft::{Perft, Stop};

/// Leaves at exactly `depth`, by the fastest kernel on one thread, without a table.
///
/// # Panics
/// If the count cannot be had, which on one thread and without a table means 128 bits are too few.
pub(crate) fn perft(position: &Position, depth: u32) -> u128 {
    Perft::new(depth)
        .run(position, &Kernel::best(), &Stop::new(), |_| {})
        .expect("a count")
        .total
}
