//! Opening and creating files whose path the user gives: only regular files, and never a wait.
//!
//! Opening a FIFO for reading waits until something opens it for writing, which may never happen, and no
//! signal of the session ends the wait. Devices may wait or never end.

use std::fs::File;
use std::io;
use std::path::Path;

/// Opens a regular file for reading. Links are followed.
///
/// # Errors
/// That of the system, or [`io::ErrorKind::InvalidInput`] if the path leads to something that is no regular
/// file, such as a folder, a FIFO or a device.
///
/// ```
/// let error = engine::regular_file::open(std::path::Path::new(".")).unwrap_err();
/// assert_eq!(error.to_string(), "not a regular file");
/// ```
pub fn open(path: &Path) -> io::Result<File> {
    // A device may act when it is opened, so look first.
    check(&path.metadata()?)?;
    let mut options = File::options();
    options.read(true);
    open_with(options, path)
}

/// Creates a regular file for writing, or empties the one that is there. Links are followed.
///
/// # Errors
/// Those of [`open`].
pub fn create(path: &Path) -> io::Result<File> {
    match path.metadata() {
        Ok(found) => check(&found)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    open_with(options, path)
}

fn open_with(options: std::fs::OpenOptions, path: &Path) -> io::Result<File> {
    // The path may lead to a FIFO by now.
    #[cfg(unix)]
    let options = {
        use std::os::unix::fs::OpenOptionsExt as _;
        let mut options = options;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits() as i32);
        options
    };
    let file = options.open(path)?;
    check(&file.metadata()?)?;
    Ok(file)
}

/// The content of a regular file of UTF-8 text.
///
/// # Errors
/// Those of [`open`], and [`io::ErrorKind::InvalidData`] if the content is not UTF-8.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    io::read_to_string(open(path)?)
}

/// The reason of a failure in words, without the number of the system.
pub fn cause(kind: io::ErrorKind) -> String {
    match kind {
        io::ErrorKind::InvalidInput => NOT_REGULAR.to_owned(),
        io::ErrorKind::NotFound => "no such file".to_owned(),
        kind => kind.to_string(),
    }
}

const NOT_REGULAR: &str = "not a regular file";

/// Checks that this is a regular file.
///
/// # Errors
/// [`io::ErrorKind::InvalidInput`] if it is none.
pub fn check(metadata: &std::fs::Metadata) -> io::Result<()> {
    match metadata.is_file() {
        true => Ok(()),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, NOT_REGULAR)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_regular_file_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        std::fs::write(&path, "text").expect("written");
        assert_eq!(read_to_string(&path).expect("a file"), "text");
        let missing = open(&folder.path().join("missing")).expect_err("no file");
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
        create(&path).expect("emptied");
        assert_eq!(read_to_string(&path).expect("a file"), "");
    }

    #[cfg(unix)]
    #[test]
    fn a_fifo_and_a_device_are_refused_at_once() {
        use rustix::fs::{CWD, FileType, Mode};
        let folder = tempfile::tempdir().expect("a folder");
        let fifo = folder.path().join("fifo");
        rustix::fs::mknodat(CWD, &fifo, FileType::Fifo, Mode::RUSR, 0).expect("a FIFO");
        for path in [&fifo, Path::new("/dev/zero")] {
            let error = open(path).expect_err("no regular file");
            assert_eq!(error.kind(), io::ErrorKind::InvalidInput, "{path:?}");
            let error = create(path).expect_err("no regular file");
            assert_eq!(error.kind(), io::ErrorKind::InvalidInput, "{path:?}");
        }
    }
}
