//! Why a function has no result.

use movegen::chess::{MoveError, PositionTextError};
use movegen::perft::PerftError;
use movegen::perft::estimate::SamplerError;
use workbench::ask;
use workbench::why::{NotCompared, ReadError, WhyError};

/// Why a function has no result.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The FEN or a move after it is unusable.
    #[error("{fen}: {reason}")]
    Position {
        /// The FEN as it was given.
        fen: String,
        /// What is wrong.
        reason: PositionTextError,
    },
    /// No variant of chess has this name.
    #[error("'{found}' is no variant of chess: allowed are chess, {}", allowed.join(", "))]
    Variant {
        /// The name as it was given.
        found: String,
        /// The names of all variants.
        allowed: Vec<&'static str>,
    },
    /// The text is not a move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The count failed.
    #[error(transparent)]
    Count(#[from] PerftError),
    /// The depth is out of range.
    #[error("depth {found} is out of range: {least} to {most}")]
    Depth {
        /// The depth as it was given.
        found: u32,
        /// The least one.
        least: u32,
        /// The greatest one.
        most: u32,
    },
    /// The estimate failed.
    #[error(transparent)]
    Estimate(#[from] SamplerError),
    /// The stop was raised.
    #[error("interrupted")]
    Stopped,
    /// Canopy's own count failed during a comparison.
    #[error(transparent)]
    Ask(ask::Error),
    /// The positions that come with Canopy cannot be read.
    #[error("the built-in positions: {0}")]
    Corpus(#[from] corpus::code::CodeError),
    /// Nothing in a text can be explained.
    #[error(transparent)]
    Why(#[from] WhyError),
}

impl Error {
    /// Whether a FEN or a move is unusable.
    pub fn is_about_position(&self) -> bool {
        match self {
            Error::Position { .. } | Error::Move(_) => true,
            Error::Why(error) => matches!(
                error,
                WhyError::Read(ReadError::Position { .. })
                    | WhyError::NotCompared {
                        reason: NotCompared::Position(_),
                        ..
                    }
            ),
            _ => false,
        }
    }
}
