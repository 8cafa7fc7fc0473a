//! Files that survive a crash: each of them is complete or absent, and recognises damage.
//!
//! `replace` writes a file as a whole, `sealed` adds a checksum, and `folder` has what folders of such
//! files need: creation, a lock, and a list of names.

pub(crate) mod folder;
pub(crate) mod replace;
pub mod sealed;

use std::io;
use std::path::{Path, PathBuf};

pub(crate) use replace::Durability;

/// Why a file or folder cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {cause}", path.display())]
pub struct StorageError {
    /// Its path.
    pub path: PathBuf,
    /// The error of the system, or [`io::ErrorKind::InvalidInput`] for what is no regular file.
    pub cause: io::Error,
}

impl StorageError {
    /// Adds the path to an error of the system.
    pub(crate) fn at(path: &Path) -> impl Fn(io::Error) -> StorageError + Copy {
        move |cause| StorageError {
            path: path.to_owned(),
            cause,
        }
    }
}
