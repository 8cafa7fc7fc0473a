//! The reasons for which suites are not checked to the end.

use std::io;
use std::path::{Path, PathBuf};

use movegen::perft::PerftError;
use workbench::ask;

use crate::storage::StorageError;
use crate::suite::ReadError;

/// Why the suites could not be run to the end.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error("{}: {error}", file.display())]
    Read { file: PathBuf, error: io::Error },
    #[error("{}: {error}", file.display())]
    Line { file: PathBuf, error: ReadError },
    #[error("{}: no positions in it", file.display())]
    Empty { file: PathBuf },
    #[error(
        "nothing to check: all {counts} counts are left out, by --max-depth and --max-nodes, or as counts of no \
         ply, which no engine is asked for"
    )]
    NothingLeft { counts: usize },
    #[error(
        "nothing to check: all {positions} positions are of Chess960, and {name} does not offer UCI_Chess960 \
         (--ask-chess960 asks about them too)"
    )]
    OnlyChess960 { positions: usize, name: String },
    #[error("the suites changed while they were counted")]
    Changed,
    #[error("{0}")]
    Device(String),
    #[error("{0}")]
    Count(PerftError),
    #[error("{0}")]
    Other(ask::Error),
    #[error("{}: line {line}: not a position of chess; other programs are asked for chess alone", file.display())]
    NotChess { file: PathBuf, line: usize },
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error("standard output: {0}")]
    Output(io::Error),
}

impl Failure {
    pub(super) fn of_reading(file: &Path, error: ReadError) -> Failure {
        Failure::Line {
            file: file.to_owned(),
            error,
        }
    }
}
