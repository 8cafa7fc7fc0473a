//! The corpora that are part of the program.

use std::sync::LazyLock;

use crate::bytes::CodeError;
use crate::code::{Samples, inflate};

/// A corpus that is part of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Embedded {
    /// More than 200,000 positions, nearly all with counts to depth 4 or deeper. Needs the feature
    /// `full`, which is on by default.
    #[cfg(feature = "full")]
    Full,
    /// A few hundred positions of the full corpus, with fewer depths, that catch programs with known
    /// defects and have every feature several times: 2.8 million leaves.
    Killer,
}

#[cfg(feature = "full")]
static FULL: LazyLock<Result<Vec<u8>, CodeError>> =
    LazyLock::new(|| inflate(include_bytes!("../data/full.bin")));

static KILLER: LazyLock<Result<Vec<u8>, CodeError>> =
    LazyLock::new(|| inflate(include_bytes!("../data/killer.bin")));

impl Embedded {
    /// Its positions, decoded one by one. The first call inflates the data, which takes some
    /// hundredths of a second and 3 MB of memory.
    ///
    /// ```
    /// use corpus::Embedded;
    ///
    /// let first = Embedded::Full.samples().next().unwrap().unwrap();
    /// assert!(first.depth() >= 4);
    /// ```
    pub fn samples(self) -> impl Iterator<Item = Result<crate::Sample, CodeError>> + Send {
        let walks: &'static Result<Vec<u8>, CodeError> = match self {
            #[cfg(feature = "full")]
            Embedded::Full => &FULL,
            Embedded::Killer => &KILLER,
        };
        let (walks, error) = match walks {
            Ok(walks) => (walks.as_slice(), None),
            Err(error) => (&[][..], Some(Err(error.clone()))),
        };
        error.into_iter().chain(Samples::new(walks))
    }
}
