//! Random numbers that are the same on every machine for the same seed.

/// The generator of `movegen`, with seeds spread apart. The published data and openings were made
/// with these sequences, so they must not change.
pub struct Random(movegen::random::Random);

impl Random {
    /// A different sequence for each seed.
    pub fn new(seed: u64) -> Random {
        let spread = seed.wrapping_mul(0x2545_f491_4f6c_dd1d);
        Random(movegen::random::Random::new(spread))
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.0.next()) * limit as u128) >> 64) as usize
    }

    /// A number from -1 to 1, uniformly distributed.
    pub fn signed(&mut self) -> f32 {
        (self.0.next() >> 40) as f32 / (1 << 23) as f32 - 1.0
    }
}
