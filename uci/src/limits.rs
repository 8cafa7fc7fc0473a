//! The quantities that users set and the limits of each: depth, hash size, number of threads.
//!
//! Sessions, subcommands and suites of this crate read these types, so that a limit is
//! documented, checked and reported in one place. All of them implement [`FromStr`] and therefore
//! work as `clap` arguments.
//!
//! ```
//! use uci::limits::{Depth, HashSize, Threads};
//! assert_eq!("6".parse(), Ok(Depth::new(6).unwrap()));
//! assert_eq!(
//!     "256".parse::<Depth>().unwrap_err().to_string(),
//!     "a depth is a whole number from 0 to 255, found '256'"
//! );
//! assert_eq!("0".parse(), Ok(HashSize::NONE));
//! assert!(Threads::ONE_PER_CORE.count() >= 1);
//! ```

use std::fmt;
use std::str::FromStr;

use movegen::threads;
use thiserror::Error;

/// A value outside its limits, or a text that is not a whole number.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{quantity} is a whole number from {min} to {max}, found '{found}'")]
pub struct LimitError {
    /// The quantity, such as `a depth`.
    pub quantity: &'static str,
    /// The smallest allowed value.
    pub min: u32,
    /// The largest allowed value.
    pub max: u32,
    /// The value as given.
    pub found: String,
}

/// The allowed values of one quantity.
struct Limits {
    quantity: &'static str,
    min: u32,
    max: u32,
}

impl Limits {
    fn check(&self, value: u32) -> Result<u32, LimitError> {
        match (self.min..=self.max).contains(&value) {
            true => Ok(value),
            false => Err(self.error(&value.to_string())),
        }
    }

    fn parse(&self, text: &str) -> Result<u32, LimitError> {
        let value = text.parse().map_err(|_| self.error(text))?;
        self.check(value)
    }

    fn error(&self, found: &str) -> LimitError {
        LimitError {
            quantity: self.quantity,
            min: self.min,
            max: self.max,
            found: found.to_owned(),
        }
    }
}

/// What all quantities from 0 to their `MAX` have: limits, text and its parser.
macro_rules! quantity {
    ($kind:ident, $name:literal) => {
        impl $kind {
            const LIMITS: Limits = Limits {
                quantity: $name,
                min: 0,
                max: $kind::MAX.0,
            };
        }

        impl FromStr for $kind {
            type Err = LimitError;

            fn from_str(text: &str) -> Result<$kind, LimitError> {
                $kind::LIMITS.parse(text).map($kind)
            }
        }

        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

quantity!(Depth, "a depth");
quantity!(HashSize, "a hash size in MB");
quantity!(Threads, "a thread count");

/// The depth of a perft in plies: 0 to 255. No count of that depth finishes; the limit catches
/// typing errors and columns of a suite that were mixed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(u32);

impl Depth {
    /// The largest depth.
    pub const MAX: Depth = Depth(255);

    /// A depth of this many plies.
    ///
    /// # Errors
    /// [`LimitError`] above [`Depth::MAX`].
    pub fn new(plies: u32) -> Result<Depth, LimitError> {
        Depth::LIMITS.check(plies).map(Depth)
    }

    /// Parses a depth of at least 1, for commands that need a move. Usable as a `clap` value parser.
    ///
    /// # Errors
    /// [`LimitError`] for 0 and whatever [`Depth::from_str`] refuses.
    pub fn at_least_one(text: &str) -> Result<Depth, LimitError> {
        let limits = Limits {
            min: 1,
            ..Depth::LIMITS
        };
        limits.parse(text).map(Depth)
    }

    /// The number of plies.
    pub fn plies(self) -> u32 {
        self.0
    }
}

/// The size of a perft's hash table in megabytes (2^20 bytes): 0 to 1,048,576, which is one
/// terabyte. 0 means no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HashSize(u32);

impl HashSize {
    /// No table.
    pub const NONE: HashSize = HashSize(0);

    /// The size used unless the user chooses another: large enough to halve the time of the usual
    /// depths, small enough to go unnoticed on a desktop computer.
    pub const DEFAULT: HashSize = HashSize(64);

    /// The largest size.
    pub const MAX: HashSize = HashSize(1 << 20);

    /// A table of this many megabytes.
    ///
    /// # Errors
    /// [`LimitError`] above [`HashSize::MAX`].
    pub fn new(megabytes: u32) -> Result<HashSize, LimitError> {
        HashSize::LIMITS.check(megabytes).map(HashSize)
    }

    /// The number of megabytes.
    pub const fn megabytes(self) -> usize {
        self.0 as usize
    }
}

/// The largest hash table of a search in megabytes: that of Stockfish, 32 terabytes. The smallest is
/// 1 MB.
pub const MAX_SEARCH_HASH_MB: u32 = 1 << 25;

/// The number of threads: 0 to 1024, where 0 means one per core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Threads(u32);

impl Threads {
    /// One thread per core of this machine.
    pub const ONE_PER_CORE: Threads = Threads(0);

    /// A single thread.
    pub const ONE: Threads = Threads(1);

    /// The largest number.
    pub const MAX: Threads = Threads(1024);

    /// This number of threads; 0 means one per core.
    ///
    /// # Errors
    /// [`LimitError`] above [`Threads::MAX`].
    pub fn new(number: u32) -> Result<Threads, LimitError> {
        Threads::LIMITS.check(number).map(Threads)
    }

    /// The number as set, with 0 for one per core.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The number of threads to start: at least 1. Asks the system for the number of cores if that
    /// is what was set.
    pub fn count(self) -> usize {
        threads::resolve_count(self.0 as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_within_the_limits_are_accepted() {
        assert_eq!("0".parse::<Depth>().map(Depth::plies), Ok(0));
        assert_eq!("255".parse(), Ok(Depth::MAX));
        assert_eq!("1048576".parse(), Ok(HashSize::MAX));
        assert_eq!("1024".parse(), Ok(Threads::MAX));
        assert_eq!(Threads::MAX.count(), 1024);
        assert_eq!(Depth::at_least_one("1"), Depth::new(1));
    }

    #[test]
    fn other_texts_are_refused_with_the_limits() {
        for found in ["256", "-1", "2.5", "x", "", "99999999999999999999999999"] {
            let error = found.parse::<Depth>().expect_err(found);
            assert_eq!((error.max, error.found.as_str()), (255, found));
        }
        assert_eq!(
            Depth::at_least_one("0").expect_err("zero").to_string(),
            "a depth is a whole number from 1 to 255, found '0'"
        );
        assert_eq!(
            "1048577"
                .parse::<HashSize>()
                .expect_err("large")
                .to_string(),
            "a hash size in MB is a whole number from 0 to 1048576, found '1048577'"
        );
        assert_eq!(
            Threads::new(1025).expect_err("many").to_string(),
            "a thread count is a whole number from 0 to 1024, found '1025'"
        );
    }
}
