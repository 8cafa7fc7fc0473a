//! Memory for large tables, and a check of what is available.
//!
//! The standard library aborts the process when an allocation fails. What is large is therefore
//! allocated here, where a failure is an error.

use memmap2::MmapMut;

pub use crate::available_memory::check_available;
use crate::threads::{self, Pool};

/// Bytes in a megabyte (MB), as chess programs count them: 2^20.
pub const MEGABYTE: usize = 1 << 20;

/// Bytes that a thread sets to zero at a time: a thread is started in a fraction of the time that it takes.
const CLEARED_BY_THREAD: usize = 16 * MEGABYTE;

/// The stack of such a thread.
const CLEAR_STACK: usize = 1 << 16;

/// A table cannot be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not enough memory for a hash table of {megabytes} MB: use a smaller size")]
pub struct TableError {
    /// The requested size.
    pub megabytes: usize,
}

/// Zeroed memory for a hash table, with huge pages where the system has them.
///
/// Pages that are never written cost neither time nor memory.
///
/// ```
/// use movegen::memory::{MEGABYTE, TableMemory};
/// let mut memory = TableMemory::allocate(1).unwrap();
/// assert_eq!(memory.bytes_mut().len(), MEGABYTE);
/// assert!(TableMemory::allocate(usize::MAX).is_err());
/// ```
#[derive(Debug)]
pub struct TableMemory {
    map: MmapMut,
    /// The bytes of it that are in use.
    len: usize,
}

impl TableMemory {
    /// Bytes in a cache line. The memory starts and ends at a multiple of this size.
    pub const LINE: usize = 64;

    /// Allocates `megabytes` MB; 0 gives a single [line](TableMemory::LINE).
    ///
    /// # Errors
    /// [`TableError`] if the system refuses the memory.
    pub fn allocate(megabytes: usize) -> Result<TableMemory, TableError> {
        TableMemory::allocate_up_to(megabytes, usize::MAX)
    }

    /// Allocates `megabytes` MB, or only `enough` bytes if these are fewer, in whole
    /// [lines](TableMemory::LINE), at least one.
    ///
    /// # Errors
    /// As [`allocate`](TableMemory::allocate).
    pub fn allocate_up_to(megabytes: usize, enough: usize) -> Result<TableMemory, TableError> {
        let error = TableError { megabytes };
        let limit = megabytes.checked_mul(MEGABYTE).ok_or(error)?;
        let lines = limit.min(enough).div_ceil(TableMemory::LINE).max(1);
        let memory = MmapMut::map_anon(lines * TableMemory::LINE).map_err(|_| error)?;
        // Lookups are random: with pages of 4 KiB, address translation takes most of the time.
        // Huge pages are a request only; without them the table works as well, but slower.
        #[cfg(target_os = "linux")]
        if let Err(refused) = memory.advise(memmap2::Advice::HugePage) {
            log::debug!("no huge pages: {refused}");
        }
        let len = memory.len();
        Ok(TableMemory { map: memory, len })
    }

    /// All bytes. They start at a page boundary.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.map[..self.len]
    }

    /// Uses the first `bytes` of what was allocated. False, and no change, if these are more.
    #[must_use]
    pub fn resize(&mut self, bytes: usize) -> bool {
        let fits = bytes <= self.map.len();
        if fits {
            self.len = bytes;
        }
        fits
    }

    /// The number of bytes that were allocated.
    pub fn mapped(&self) -> usize {
        self.map.len()
    }

    /// Sets all bytes to zero, on all cores if there are many of them. The system then provides all of the
    /// memory at once, instead of page by page when it is first used.
    pub fn clear(&mut self) {
        let bytes = self.bytes_mut();
        let threads = threads::cores().min(bytes.len() / CLEARED_BY_THREAD);
        if threads < 2 {
            return bytes.fill(0);
        }
        let Ok(pool) = Pool::start("table", threads, CLEAR_STACK, 0) else {
            return bytes.fill(0);
        };
        pool.scope(|scope| {
            for part in bytes.chunks_mut(CLEARED_BY_THREAD) {
                scope.spawn(|| part.fill(0));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_is_the_smaller_of_both_bounds() {
        for (megabytes, enough, bytes) in [
            (1, usize::MAX, MEGABYTE),
            (3, usize::MAX, 3 * MEGABYTE),
            (64, 100, 128),
            (1, 0, 64),
            (0, usize::MAX, 64),
        ] {
            let mut memory =
                TableMemory::allocate_up_to(megabytes, enough).expect("a few megabytes");
            assert_eq!(memory.bytes_mut().len(), bytes, "{megabytes} MB, {enough}");
        }
    }

    #[test]
    fn memory_is_zeroed_and_aligned() {
        let mut memory = TableMemory::allocate(1).expect("1 MB");
        assert_eq!(memory.bytes_mut().as_ptr().addr() % 4096, 0);
        assert!(memory.bytes_mut().iter().all(|byte| *byte == 0));
        memory.bytes_mut()[77] = 1;
        memory.clear();
        assert!(memory.bytes_mut().iter().all(|byte| *byte == 0));
    }

    #[test]
    fn large_memory_is_cleared_to_the_end() {
        let mut memory =
            TableMemory::allocate(3 * CLEARED_BY_THREAD / MEGABYTE + 1).expect("memory");
        for byte in memory.bytes_mut().iter_mut().step_by(4096) {
            *byte = 1;
        }
        if let Some(byte) = memory.bytes_mut().last_mut() {
            *byte = 1;
        }
        memory.clear();
        assert!(memory.bytes_mut().iter().all(|byte| *byte == 0));
    }

    #[test]
    fn a_size_that_no_system_has_is_an_error() {
        for megabytes in [usize::MAX, 1 << 42] {
            let error = TableMemory::allocate(megabytes).expect_err("too much");
            assert_eq!(error, TableError { megabytes });
            assert_eq!(
                error.to_string(),
                format!("not enough memory for a hash table of {megabytes} MB: use a smaller size")
            );
        }
        let error = check_available(1 << 60).expect_err("too much");
        assert_eq!(error.kind(), std::io::ErrorKind::OutOfMemory);
        assert!(check_available(MEGABYTE).is_ok());
    }
}
