//! A small, seedable random number generator.
//!
//! Equal seeds give equal numbers in every version and on every machine. Seeds stand in bug
//! reports, and keys of positions are made from these numbers, so the generator must not change.

/// SplitMix64: a counter whose bits are mixed.
///
/// The method is from Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
/// OOPSLA 2014. It picks moves and squares well; it is no source of secrets.
///
/// ```
/// use movegen::random::Random;
/// let (mut one, mut other) = (Random::new(7), Random::new(7));
/// assert_eq!(one.next(), other.next());
/// assert!(one.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator with this seed.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The state: a generator made from it gives the same numbers from here on.
    ///
    /// ```
    /// use movegen::random::Random;
    /// let mut random = Random::new(5);
    /// random.next();
    /// assert_eq!(Random::new(random.state()).next(), random.next());
    /// ```
    pub const fn state(&self) -> u64 {
        self.0
    }

    /// The next 64 random bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// The next 128 random bits, the high half first.
    pub const fn next_u128(&mut self) -> u128 {
        let high = self.next();
        (high as u128) << 64 | self.next() as u128
    }

    /// A number below `limit`, which must be at least 1. The slight bias of the remainder does not
    /// matter for picking moves and squares.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// True with a probability of 1 in `chances`.
    pub fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    /// One of the items, which must not be empty.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}
