//! The first difference between `movegen` and the naive generator.

use movegen::chess::{CastlingStyle, Setup};

use super::oracle::State;

/// A position and how the answers differ.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fen}: {what}")]
pub(crate) struct Difference {
    /// The position.
    pub(crate) fen: String,
    /// The answers.
    pub(crate) what: What,
}

/// How answers differ.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum What {
    /// The count of a kernel.
    #[error("depth {depth}: kernel {kernel} counts {found}, expected {expected}")]
    Count {
        depth: u32,
        kernel: String,
        found: u64,
        expected: u64,
    },
    /// Only the naive rules refuse the arrangement.
    #[error("accepted, but it is no position by the naive rules")]
    Accepted,
    /// Only `movegen` refuses the arrangement.
    #[error("refused, but it is a position by the naive rules: {0}")]
    Refused(String),
    /// The position that was read is another one.
    #[error("read as {0}")]
    Read(String),
    /// The number of listed moves.
    #[error("{found} legal moves are listed, expected {expected}")]
    Moves { found: usize, expected: usize },
    /// An explanation says the opposite.
    #[error("explained as '{found}', expected {}", if *.legal { "legal" } else { "illegal" })]
    Explained { found: String, legal: bool },
    /// An explanation without a reason.
    #[error("{0} is explained without a reason")]
    NoReason(String),
    /// A reason that the naive rules do not confirm.
    #[error("explained as '{found}', but {reason} does not hold")]
    Reason { found: String, reason: String },
    /// A move in SAN.
    #[error("{mv} is written {san}, which is read as {read}")]
    San {
        mv: String,
        san: String,
        read: String,
    },
    /// The sign of check or mate of a move in SAN.
    #[error("{mv} is written {san}, expected the sign '{sign}' of check or mate")]
    Sign {
        mv: String,
        san: String,
        sign: &'static str,
    },
}

impl Difference {
    pub(crate) fn new(state: &State, what: What) -> Difference {
        Difference::of_setup(&state.setup(), what)
    }

    pub(crate) fn of_setup(setup: &Setup, what: What) -> Difference {
        Difference {
            fen: setup.fen(CastlingStyle::Standard),
            what,
        }
    }
}
