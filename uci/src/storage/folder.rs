//! Folders that processes share, or that one of them has for itself.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use engine::regular_file;

use super::{StorageError, replace};

/// The file that is locked while a process uses the folder alone.
const LOCK: &str = "lock";

/// Creates the folder unless it exists, and removes what killed processes have left in it.
pub(crate) fn create(path: &Path) -> Result<(), StorageError> {
    fs::create_dir_all(path).map_err(StorageError::at(path))?;
    replace::remove_leftovers(path);
    Ok(())
}

/// Locks the folder until the file is closed, by the death of the process at the latest. `None` if another
/// process has locked it.
pub(crate) fn lock(path: &Path) -> Result<Option<File>, StorageError> {
    let name = path.join(LOCK);
    let failed = StorageError::at(&name);
    let file = regular_file::create(&name).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// The names of the files in the folder that `is_wanted` accepts, in order.
pub(crate) fn names(
    path: &Path,
    is_wanted: impl Fn(&str) -> bool,
) -> Result<Vec<String>, StorageError> {
    let failed = StorageError::at(path);
    let mut names = Vec::new();
    for entry in path.read_dir().map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        let name = name.to_string_lossy();
        if is_wanted(&name) {
            names.push(name.into_owned());
        }
    }
    // The order of a folder depends on the file system.
    names.sort_unstable();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_one_owner() {
        let parent = tempfile::tempdir().expect("a folder");
        let path = parent.path().join("count");
        create(&path).expect("created");
        let owner = lock(&path).expect("a lock");
        assert!(owner.is_some());
        assert!(lock(&path).expect("a lock").is_none());
        drop(owner);
        assert!(lock(&path).expect("a lock").is_some());
    }

    #[test]
    fn names_are_chosen_and_in_order() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["b.json", "a.json", "c.txt"] {
            fs::write(folder.path().join(name), "").expect("written");
        }
        let found = names(folder.path(), |name| name.ends_with(".json"));
        assert_eq!(found.expect("a folder"), ["a.json", "b.json"]);
        let missing = folder.path().join("missing");
        let error = names(&missing, |_| true).expect_err("no folder");
        assert!(
            error
                .to_string()
                .starts_with(&missing.display().to_string())
        );
    }
}
