//! Atomic file writes: a file is written as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use tempfile::NamedTempFile;

/// Writes a file. After an error (a full disk, say) the path holds what it held before.
pub(super) fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    write_with(path, |file| file.write_all(content))
}

/// Checks that the file can be created, before a long count starts.
pub(super) fn check(path: &Path) -> io::Result<()> {
    match path.metadata() {
        Ok(found) if !found.is_file() => File::options().write(true).open(path).map(drop),
        _ => temporary_beside(path).map(drop),
    }
}

fn write_with(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let found = path.metadata().ok();
    if found.as_ref().is_some_and(|found| !found.is_file()) {
        // A device or a pipe cannot be replaced.
        return write(&mut File::options().write(true).open(path)?);
    }
    // A link stays: the file that it leads to is replaced.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut temporary = temporary_beside(&path)?;
    write(temporary.as_file_mut())?;
    // Some systems report a full disk only now.
    temporary.as_file().sync_all()?;
    if let Some(found) = found {
        fs::set_permissions(temporary.path(), found.permissions())?;
    }
    temporary.persist(path)?;
    Ok(())
}

/// A new file in the same folder, and so on the same disk. It is removed when this value is dropped.
fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".canopy-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // As for every new file: less what the umask takes away.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        entries
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into()
            })
            .collect()
    }

    #[test]
    fn a_file_is_created_and_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("report.xml");
        for text in ["first", "second"] {
            write(&path, text.as_bytes()).expect("written");
            assert_eq!(fs::read_to_string(&path).expect("a file"), text);
        }
        assert_eq!(files(folder.path()), ["report.xml"]);
    }

    #[test]
    fn a_failed_write_changes_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("report.xml");
        let full = |file: &mut File| {
            file.write_all(b"half of the")?;
            Err(io::ErrorKind::StorageFull.into())
        };
        write_with(&path, full).expect_err("the disk is full");
        assert!(files(folder.path()).is_empty());
        write(&path, b"whole").expect("written");
        write_with(&path, full).expect_err("the disk is full");
        assert_eq!(files(folder.path()), ["report.xml"]);
        assert_eq!(fs::read_to_string(&path).expect("a file"), "whole");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_and_the_permissions_stay() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let (path, link) = (folder.path().join("report.xml"), folder.path().join("link"));
        write(&path, b"first").expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("set");
        std::os::unix::fs::symlink(&path, &link).expect("a link");
        write(&link, b"second").expect("written");
        assert!(link.symlink_metadata().expect("a link").is_symlink());
        assert_eq!(fs::read_to_string(&path).expect("a file"), "second");
        let mode = path.metadata().expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_is_written_to() {
        check(Path::new("/dev/full")).expect("it can be opened");
        let error = write(Path::new("/dev/full"), b"text").expect_err("it is full");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }

    #[test]
    fn a_folder_that_is_missing_is_noticed_early() {
        let folder = tempfile::tempdir().expect("a folder");
        check(&folder.path().join("missing/report.xml")).expect_err("no folder");
        check(&folder.path().join("report.xml")).expect("a folder");
        assert!(files(folder.path()).is_empty());
    }
}
