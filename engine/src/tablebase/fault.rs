//! What can be wrong with the file of a table.

use std::{fmt, io};

/// What is wrong with a file or folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The system cannot read it.
    Unreadable(io::ErrorKind),
    /// Its length in bytes is not that of a table.
    Length(u64),
    /// It does not begin as tables of its kind do.
    Magic,
    /// Its contents contradict each other.
    Damaged(&'static str),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Unreadable(kind) => {
                write!(f, "cannot be read: {}", crate::regular_file::cause(*kind))
            }
            Fault::Length(bytes) => write!(
                f,
                "is incomplete: {bytes} bytes, expected a multiple of 64 and 16 bytes more"
            ),
            Fault::Magic => write!(f, "does not begin as a Syzygy table"),
            Fault::Damaged(what) => write!(f, "is damaged: {what}"),
        }
    }
}
