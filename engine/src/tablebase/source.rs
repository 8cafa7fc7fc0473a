//! Reading parts of a table's file.
//!
//! The file is read with positioned reads and not mapped into memory: mapping needs `unsafe`, and a
//! file that is cut off while it is mapped ends the process. The system's cache keeps what is read
//! often.

use std::fs::File;
use std::io;
use std::path::Path;

use super::fault::Fault;
use crate::regular_file;

/// An open file of a known length.
#[derive(Debug)]
pub(super) struct Source {
    file: File,
    length: u64,
}

impl Source {
    pub(super) fn open(path: &Path) -> io::Result<Source> {
        let file = regular_file::open(path)?;
        let length = file.metadata()?.len();
        Ok(Source { file, length })
    }

    /// The length in bytes.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Fills the buffer with the bytes from `at` on.
    ///
    /// # Errors
    /// [`Fault::Damaged`] if the file is too short for it, or the error of the system.
    pub(super) fn read(&self, at: u64, buffer: &mut [u8]) -> Result<(), Fault> {
        let end = at.checked_add(buffer.len() as u64);
        if end.is_none_or(|end| end > self.length) {
            return Err(Fault::Damaged("it refers to data beyond its end"));
        }
        read_exact_at(&self.file, at, buffer).map_err(|error| Fault::Unreadable(error.kind()))
    }

    /// The two bytes at `at`, the lower one first.
    pub(super) fn u16(&self, at: u64) -> Result<u16, Fault> {
        let mut bytes = [0; 2];
        self.read(at, &mut bytes)?;
        Ok(u16::from_le_bytes(bytes))
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, at: u64, buffer: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, at)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut at: u64, mut buffer: &mut [u8]) -> io::Result<()> {
    use std::os::windows::fs::FileExt;
    while !buffer.is_empty() {
        let read = file.seek_read(buffer, at)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        at += read as u64;
        buffer = &mut buffer[read..];
    }
    Ok(())
}

/// Reads a file from front to back.
#[derive(Debug)]
pub(super) struct Cursor<'a> {
    source: &'a Source,
    at: u64,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(source: &'a Source) -> Cursor<'a> {
        Cursor { source, at: 0 }
    }

    /// The next `N` bytes.
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let mut bytes = [0; N];
        self.source.read(self.at, &mut bytes)?;
        self.at += N as u64;
        Ok(bytes)
    }

    /// The next byte.
    pub(super) fn u8(&mut self) -> Result<u8, Fault> {
        Ok(self.array::<1>()?[0])
    }

    /// The next two bytes, the lower one first.
    pub(super) fn u16(&mut self) -> Result<u16, Fault> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    /// The next four bytes, the lowest one first.
    pub(super) fn u32(&mut self) -> Result<u32, Fault> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    /// Skips to the next multiple of `alignment`.
    pub(super) fn align(&mut self, alignment: u64) {
        self.at = self.at.next_multiple_of(alignment);
    }

    /// Skips this many bytes, which must exist, and returns where they begin.
    pub(super) fn skip(&mut self, bytes: u64) -> Result<u64, Fault> {
        let start = self.at;
        match start.checked_add(bytes) {
            Some(end) if end <= self.source.length() => self.at = end,
            _ => return Err(Fault::Damaged("it is shorter than its header says")),
        }
        Ok(start)
    }
}
