//! The fraction of the time that each pass takes, for the progress.

/// The pass that collects captures.
pub(super) const CAPTURES_WEIGHT: f64 = 0.37;

/// The pass that counts the last two plies.
pub(super) const COUNTS_WEIGHT: f64 = 0.6;

/// The plies before the last two, together.
const PLIES_WEIGHT: f64 = 1.0 - CAPTURES_WEIGHT - COUNTS_WEIGHT;

/// A ply takes this many times as long as the one before.
const GROWTH: f64 = 8.0;

/// The pass of a ply before the last two, of a count at this depth.
pub(super) fn ply_weight(depth: u32, ply: u32) -> f64 {
    let last = depth - 2;
    let all: f64 = (0..last).map(|before| GROWTH.powi(-(before as i32))).sum();
    PLIES_WEIGHT * GROWTH.powi(ply as i32 - last as i32) / all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fractions_add_up() {
        for depth in 3..12 {
            let plies: f64 = (1..=depth - 2).map(|ply| ply_weight(depth, ply)).sum();
            let all = plies + CAPTURES_WEIGHT + COUNTS_WEIGHT;
            assert!((all - 1.0).abs() < 1e-9, "depth {depth}: {all}");
        }
    }
}
