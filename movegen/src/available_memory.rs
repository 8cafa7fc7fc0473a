//! A check of the memory that is available.

use std::io;

use memmap2::MmapMut;

/// Checks that this many bytes can be allocated now.
///
/// # Errors
/// [`io::ErrorKind::OutOfMemory`] if they cannot.
pub fn check_available(bytes: usize) -> io::Result<()> {
    // Unused pages cost nothing, and the mapping ends here.
    match MmapMut::map_anon(bytes) {
        Ok(_) => Ok(()),
        Err(_) => Err(io::ErrorKind::OutOfMemory.into()),
    }
}
