//! Why a command has no answer. `output::end` prints the reason and decides the exit code.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};

use movegen::chess::{InvalidFen, MoveError, PositionTextError};
use movegen::perft::estimate::SamplerError;
use movegen::perft::{PerftError, UniqueError};
use workbench::ask;
use workbench::find::NoAnswer;
use workbench::tell;

use super::bench::ProgramError;
use crate::storage::StorageError;
use crate::unique_disk::DiskError;
use crate::units::{CreateError, RunError};

/// Why a command has no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum CliError {
    /// A signal. The results so far have been printed.
    #[error("interrupted")]
    Interrupted,
    /// Standard output cannot be written. A closed pipe is no failure.
    #[error("{0}")]
    Output(#[from] io::Error),
    /// Arguments that cannot be used, or not together.
    #[error("{0}")]
    Usage(String),
    /// Something is wrong with a file.
    #[error("{}: {reason}", path.display())]
    File {
        path: PathBuf,
        reason: Box<dyn Error + Send + Sync>,
    },
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error(transparent)]
    Position(#[from] PositionTextError),
    #[error(transparent)]
    Fen(#[from] InvalidFen),
    #[error(transparent)]
    Move(#[from] MoveError),
    #[error(transparent)]
    Perft(#[from] PerftError),
    #[error(transparent)]
    Sampler(#[from] SamplerError),
    #[error(transparent)]
    Unique(#[from] UniqueError),
    #[error(transparent)]
    Disk(#[from] DiskError),
    #[error(transparent)]
    Split(#[from] CreateError),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// Another program gave no usable answer.
    #[error(transparent)]
    Other(ask::Error),
    /// The same, traced to its cause.
    #[error("{}", tell::describe_no_answer(.0))]
    NoAnswer(Box<NoAnswer>),
}

impl From<String> for CliError {
    fn from(message: String) -> CliError {
        CliError::Usage(message)
    }
}

impl From<ask::Error> for CliError {
    fn from(error: ask::Error) -> CliError {
        match error {
            ask::Error::Stopped => CliError::Interrupted,
            error => CliError::Other(error),
        }
    }
}

impl CliError {
    /// Arguments that cannot be used, for this reason.
    pub(super) fn usage(reason: impl ToString) -> CliError {
        CliError::Usage(reason.to_string())
    }

    /// Adds the file in which something is wrong.
    pub(super) fn in_file<E: Into<Box<dyn Error + Send + Sync>>>(
        path: &Path,
    ) -> impl Fn(E) -> CliError {
        move |reason| CliError::File {
            path: path.to_owned(),
            reason: reason.into(),
        }
    }
}
