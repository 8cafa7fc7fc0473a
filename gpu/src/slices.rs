//! How much a kernel handles at once: a raised stop is noticed between two kernels, and a display that the same
//! device drives stays usable.

use std::time::Duration;

/// The size of the first slice: the speed of a kernel is not known yet.
pub(crate) const FIRST_SLICE: u32 = 1 << 12;

/// How long a kernel should run at most.
const LONGEST: Duration = Duration::from_millis(40);

/// The size of the next slice, after one that took this long.
pub(crate) fn next_slice(slice: u32, took: Duration) -> u32 {
    if took > LONGEST {
        (slice / 2).max(1)
    } else if took < LONGEST / 4 {
        slice.saturating_mul(2)
    } else {
        slice
    }
}
