//! Counts of different positions that exceed the memory: in parts, with files in a folder, from which a
//! killed count goes on.
//!
//! With N plies to count, the positions after N-2 plies are stored. Those after N-1 plies are made from them
//! again whenever they are needed, one portion at a time (see [`movegen::perft::Portion`]); only their captures
//! are stored. `count.rs` has the order of the passes, `stage.rs` divides a pass among threads, `folder.rs` and
//! `captured.rs` know the files, `weights.rs` how long a pass takes.

mod captured;
mod count;
mod folder;
mod stage;
mod weights;

use std::io;
use std::path::Path;

use movegen::threads::Limit;

use crate::storage::StorageError;

pub use count::{DiskCount, Done};
pub use folder::SliceCount;

/// What to count, and with what.
#[derive(Clone, Copy, Debug)]
pub struct DiskPlan<'a> {
    /// The number of plies, at least 2.
    pub depth: u32,
    /// The seed of the keys.
    pub seed: u64,
    /// Compare whole positions in the last ply, too.
    pub exact: bool,
    /// The number of threads; 0 means one per core.
    pub threads: usize,
    /// The memory for positions in MB.
    pub megabytes: usize,
    /// The folder.
    pub folder: &'a Path,
}

/// Why a count has no result.
#[derive(Debug, thiserror::Error)]
pub enum DiskError {
    /// The depth leaves nothing to store.
    #[error("--disk needs a depth of at least 2")]
    Depth,
    /// The folder cannot be created.
    #[error("cannot use the folder '{}' for --disk: {}", .0.path.display(), .0.cause)]
    Folder(StorageError),
    /// A file cannot be used.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// A sealed file lacks a number.
    #[error("{path}: the field '{field}' is missing or wrong: remove the file, and start again")]
    Field {
        /// Its path.
        path: String,
        /// The name of the number.
        field: &'static str,
    },
    /// The folder has a count with other arguments.
    #[error(
        "{0} holds another count (position, depth, --seed or --exact differs): choose another folder"
    )]
    Other(String),
    /// The folder is in use.
    #[error("{0} is in use by another process")]
    Busy(String),
    /// There is not enough free disk.
    #[error(
        "the next step may write {needed} MB to {folder}, where {free} MB are free: choose another folder"
    )]
    Space {
        /// The folder.
        folder: String,
        /// The bytes that may be written, in MB.
        needed: u64,
        /// The free bytes, in MB.
        free: u64,
    },
    /// A file is not as it was written.
    #[error("{0} is damaged: remove it and its .json file, and start again")]
    Damaged(String),
    /// What the files count is not known.
    #[error(
        "{0} is missing or damaged, so that the other files cannot be used: empty the folder, and start again"
    )]
    Unknown(String),
    /// The files of a pass do not have each bucket once.
    #[error(
        "{folder}: the files {kind}-*.json do not cover each of {buckets} buckets once, from bucket {bucket} on: \
         remove them, and start again"
    )]
    Parts {
        /// The folder.
        folder: String,
        /// The name of the pass.
        kind: String,
        /// The first bucket that is missing or covered twice.
        bucket: usize,
        /// The number of buckets.
        buckets: usize,
    },
    /// A finished count without the numbers of its buckets.
    #[error(
        "{0} does not have the counts of each bucket: it was counted by another version, choose another folder"
    )]
    Buckets(String),
    /// The memory limit is too low even for the smallest part.
    #[error("{0} MB are too little: raise --memory")]
    Memory(usize),
    /// Two passes over the same positions differ.
    #[error(
        "two passes found {one} and {other} positions after {ply} plies: faulty memory, or a bug"
    )]
    Contradiction {
        /// Their ply.
        ply: u32,
        /// The number in the first pass.
        one: u64,
        /// The number in the second pass.
        other: u64,
    },
    /// Not a single thread can be started.
    #[error("cannot start a thread: {0}")]
    Threads(#[source] Limit),
}

impl DiskError {
    /// Adds the path to an error of the system.
    fn at(path: &Path) -> impl Fn(io::Error) -> DiskError + Copy {
        let at = StorageError::at(path);
        move |error| at(error).into()
    }
}

/// An upper bound on the probability that a count of `positions` positions by random keys of 128 bits is wrong:
/// that any two positions have equal keys.
pub fn error_probability(positions: u64) -> f64 {
    let positions = positions as f64;
    positions * positions / 2.0 * 0.5f64.powi(128)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_birthday_bound() {
        let found = error_probability(9_183_421_888);
        assert!((1.23e-19..1.25e-19).contains(&found), "{found:e}");
    }
}
