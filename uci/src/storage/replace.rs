//! Atomic file writes: a file is written as a whole or not at all.
//!
//! The content goes into a temporary file in the same folder, which then takes the name. A process that is
//! killed leaves its temporary file behind. Its lock ends with the process, so that
//! [`remove_leftovers`] knows such files from those that are being written.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use engine::regular_file;
use tempfile::NamedTempFile;

use super::StorageError;

/// What the names of temporary files begin and end with.
const PREFIX: &str = ".canopy-";
const SUFFIX: &str = ".tmp";

/// What a power failure can do to a file that was just written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Durability {
    /// Nothing: file and name are on the disk.
    Durable,
    /// It may be cut off or missing. This is for files that recognise damage and can be made again: forcing
    /// many small files onto the disk takes longer than making some of them again.
    Buffered,
}

/// Writes a regular file. After an error (a full disk, say) the path holds what it held before. It is an error
/// if the path leads to something else: data written to a pipe or a device could not be read again.
pub(crate) fn write(
    path: &Path,
    content: &[u8],
    durability: Durability,
) -> Result<(), StorageError> {
    write_with(path, durability, |file| file.write_all(content)).map_err(StorageError::at(path))
}

/// Writes a report: as [`write()`], but it can go to a device or a pipe as well.
pub(crate) fn write_report(path: &Path, content: &[u8]) -> Result<(), StorageError> {
    let written = match path.metadata() {
        // It cannot be replaced.
        Ok(found) if !found.is_file() => File::options()
            .write(true)
            .open(path)
            .and_then(|mut file| file.write_all(content)),
        _ => return write(path, content, Durability::Durable),
    };
    written.map_err(StorageError::at(path))
}

/// Checks that the report can be written, before a long count starts, and removes leftovers beside it.
pub(crate) fn check(path: &Path) -> Result<(), StorageError> {
    let checked = match path.metadata() {
        Ok(found) if !found.is_file() => File::options().write(true).open(path).map(drop),
        _ => {
            remove_leftovers(folder_of(path));
            temporary_in(folder_of(path)).map(drop)
        }
    };
    checked.map_err(StorageError::at(path))
}

/// Removes the temporary files that killed processes have left in this folder. A file that cannot be removed
/// does no harm, so there is no error.
pub(crate) fn remove_leftovers(folder: &Path) {
    let Ok(entries) = folder.read_dir() else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_ours = name
            .to_str()
            .is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX));
        if is_ours && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            remove_if_unlocked(entry.path());
        }
    }
}

fn remove_if_unlocked(path: PathBuf) {
    // Where files cannot be locked, none is removed.
    let unlocked = File::options().write(true).open(&path);
    let unlocked = unlocked.and_then(|file| {
        file.try_lock()?;
        fs::remove_file(&path)
    });
    match unlocked {
        Ok(()) => log::debug!("removed {}", path.display()),
        Err(error) => log::debug!("{} stays: {error}", path.display()),
    }
}

fn write_with(
    path: &Path,
    durability: Durability,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let found = path.metadata().ok();
    if let Some(found) = &found {
        regular_file::check(found)?;
    }
    // A link stays: the file that it leads to is replaced.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut temporary = temporary_in(folder_of(&path))?;
    write(temporary.as_file_mut())?;
    if durability == Durability::Durable {
        // Some systems report a full disk only now.
        temporary.as_file().sync_all()?;
    }
    if let Some(found) = found {
        fs::set_permissions(temporary.path(), found.permissions())?;
    }
    temporary.persist(&path)?;
    if durability == Durability::Durable {
        sync_name(&path);
    }
    Ok(())
}

/// Forces the new name of a file onto the disk.
fn sync_name(path: &Path) {
    // Elsewhere, folders cannot be opened as files.
    #[cfg(unix)]
    if let Err(error) = File::open(folder_of(path)).and_then(|folder| folder.sync_all()) {
        // Some file systems refuse it, and some folders cannot be read. The file has its name.
        log::debug!("{}: the folder is not synced: {error}", path.display());
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A new, locked file in this folder. It is removed when this value is dropped.
fn temporary_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // As for every new file: less what the umask takes away.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    loop {
        let file = builder.tempfile_in(folder)?;
        if let Err(error) = file.as_file().lock() {
            // Then another process cannot lock it either, and does not remove it.
            log::debug!("{} is not locked: {error}", file.path().display());
        }
        // Before it was locked, another process may have taken it for a leftover.
        if file.path().try_exists()? {
            return Ok(file);
        }
    }
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
            write(&path, text.as_bytes(), Durability::Durable).expect("written");
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
        write_with(&path, Durability::Durable, full).expect_err("the disk is full");
        assert!(files(folder.path()).is_empty());
        write(&path, b"whole", Durability::Durable).expect("written");
        write_with(&path, Durability::Durable, full).expect_err("the disk is full");
        assert_eq!(files(folder.path()), ["report.xml"]);
        assert_eq!(fs::read_to_string(&path).expect("a file"), "whole");
    }

    #[test]
    fn leftovers_are_removed_but_not_files_in_use() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in [".canopy-abc.tmp", ".other-abc.tmp"] {
            fs::write(folder.path().join(name), "half").expect("written");
        }
        let used = temporary_in(folder.path()).expect("a file");
        remove_leftovers(folder.path());
        assert!(used.path().exists());
        drop(used);
        assert_eq!(files(folder.path()), [".other-abc.tmp"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_and_the_permissions_stay() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let (path, link) = (folder.path().join("report.xml"), folder.path().join("link"));
        write(&path, b"first", Durability::Durable).expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("set");
        std::os::unix::fs::symlink(&path, &link).expect("a link");
        write(&link, b"second", Durability::Buffered).expect("written");
        assert!(link.symlink_metadata().expect("a link").is_symlink());
        assert_eq!(fs::read_to_string(&path).expect("a file"), "second");
        let mode = path.metadata().expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn only_reports_are_written_to_a_device() {
        check(Path::new("/dev/full")).expect("it can be opened");
        let error = write_report(Path::new("/dev/full"), b"text").expect_err("it is full");
        assert_eq!(error.cause.kind(), io::ErrorKind::StorageFull);
        // Stored data is for regular files.
        let error = write(Path::new("/dev/full"), b"text", Durability::Durable);
        let error = error.expect_err("no regular file");
        assert_eq!(error.to_string(), "/dev/full: not a regular file");
    }

    #[test]
    fn a_folder_that_is_missing_is_noticed_early() {
        let folder = tempfile::tempdir().expect("a folder");
        check(&folder.path().join("missing/report.xml")).expect_err("no folder");
        check(&folder.path().join("report.xml")).expect("a folder");
        assert!(files(folder.path()).is_empty());
    }
}
