//! The folder of a count: small sealed files that say what is done, and data files.
//!
//! A data file is valid once the sealed file of the same name exists. Names do not depend on the process, so
//! that what a killed process leaves behind is overwritten.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Read as _, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};

use movegen::chess::PackedPosition;
use movegen::perft::Record as _;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use engine::regular_file;

use super::DiskError;
use crate::units::seal;

/// The file that says what is counted.
const COUNT: &str = "count";

/// The positions that are read at a time.
const CHUNK: usize = 4096;

/// What is counted, and how: all that must agree for a count to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    pub(super) fen: String,
    pub(super) depth: u32,
    pub(super) seed: u64,
    pub(super) exact: bool,
}

/// A folder that no other process uses.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// Locked until it is closed, by the death of the process at the latest.
    _lock: File,
}

/// A sealed file that could be read, or that does not exist.
enum Sealed {
    Is(Map<String, Value>),
    Missing,
    Damaged,
}

/// A finished range of buckets.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) range: Range<usize>,
    pub(super) fields: Map<String, Value>,
    /// Its data file, which not every part has.
    pub(super) data: PathBuf,
    kind: String,
}

impl Part {
    /// A number in the file of the part. A sealed file has it.
    pub(super) fn number(&self, field: &str) -> u64 {
        number(&self.fields, field).unwrap_or(0)
    }

    /// Whether its data have this checksum.
    fn has_checksum(&self, hash: Sha256) -> bool {
        let expected = self.fields.get("sha256").and_then(Value::as_str);
        expected == Some(&digits(&hash.finalize()))
    }
}

/// A number in a sealed file.
pub(super) fn number(fields: &Map<String, Value>, field: &str) -> Option<u64> {
    fields.get(field)?.as_u64()
}

/// The hexadecimal digits of a checksum.
pub(super) fn digits(hash: &[u8]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The ranges from 0 to `end` that no part covers.
pub(super) fn uncovered(parts: &[Part], end: usize) -> Vec<Range<usize>> {
    let (mut open, mut next) = (Vec::new(), 0);
    for part in parts {
        if part.range.start > next {
            open.push(next..part.range.start);
        }
        next = next.max(part.range.end);
    }
    if next < end {
        open.push(next..end);
    }
    open
}

impl Folder {
    /// Creates the folder or takes up the count in it.
    pub(super) fn open(path: &Path, identity: &Identity) -> Result<Folder, DiskError> {
        fs::create_dir_all(path).map_err(|error| DiskError::Folder {
            path: path.display().to_string(),
            error,
        })?;
        let name = path.join("lock");
        let lock = regular_file::create(&name).map_err(|error| DiskError::io(&name, error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(DiskError::Busy(path.display().to_string()));
            }
            Err(TryLockError::Error(error)) => return Err(DiskError::io(&name, error)),
        }
        let folder = Folder {
            path: path.to_owned(),
            _lock: lock,
        };
        let mut fields = Map::new();
        fields.insert("fen".to_owned(), identity.fen.as_str().into());
        fields.insert("depth".to_owned(), identity.depth.into());
        fields.insert("seed".to_owned(), identity.seed.into());
        fields.insert("exact".to_owned(), identity.exact.into());
        // Records are stored as they are in memory.
        fields.insert(
            "little_endian".to_owned(),
            cfg!(target_endian = "little").into(),
        );
        match folder.find(COUNT)? {
            Sealed::Is(found) if found == fields => {}
            Sealed::Is(_) => return Err(DiskError::Other(folder.name())),
            // Without it, it is unknown what the other files count.
            Sealed::Missing if folder.is_new()? => folder.store(COUNT, &fields)?,
            Sealed::Missing | Sealed::Damaged => {
                return Err(DiskError::Unknown(
                    folder.sealed_path(COUNT).display().to_string(),
                ));
            }
        }
        Ok(folder)
    }

    /// The path, for messages.
    pub(super) fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// The bytes that are free on its disk; `None` if the system does not tell.
    pub(super) fn free(&self) -> Option<u64> {
        #[cfg(unix)]
        {
            let status = rustix::fs::statvfs(&self.path).ok()?;
            Some(status.f_bavail.saturating_mul(status.f_frsize))
        }
        #[cfg(not(unix))]
        None
    }

    fn sealed_path(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.json"))
    }

    /// Whether there is no sealed file.
    fn is_new(&self) -> Result<bool, DiskError> {
        let failed = |error| DiskError::io(&self.path, error);
        for entry in self.path.read_dir().map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.extension().is_some_and(|end| end == "json") {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The content of a sealed file. A file that cannot be read is an error: it may be valid.
    fn find(&self, name: &str) -> Result<Sealed, DiskError> {
        let path = self.sealed_path(name);
        match regular_file::read_to_string(&path) {
            Ok(text) => Ok(seal::open(text.trim_end()).map_or(Sealed::Damaged, Sealed::Is)),
            Err(error) => match error.kind() {
                io::ErrorKind::NotFound => Ok(Sealed::Missing),
                io::ErrorKind::InvalidData => Ok(Sealed::Damaged),
                _ => Err(DiskError::io(&path, error)),
            },
        }
    }

    /// The content of a sealed file; `None` if it is missing or damaged, so that it is to be made again.
    ///
    /// # Errors
    /// [`DiskError`] if it cannot be read.
    pub(super) fn read(&self, name: &str) -> Result<Option<Map<String, Value>>, DiskError> {
        match self.find(name)? {
            Sealed::Is(fields) => Ok(Some(fields)),
            Sealed::Missing => Ok(None),
            Sealed::Damaged => {
                let path = self.sealed_path(name);
                log::warn!("{} is damaged: it is made again", path.display());
                // Another read must not find it valid: by then, other parts may cover its range.
                fs::remove_file(&path).map_err(|error| DiskError::io(&path, error))?;
                Ok(None)
            }
        }
    }

    /// Writes a sealed file: as a whole, or not at all.
    pub(super) fn store(&self, name: &str, fields: &Map<String, Value>) -> Result<(), DiskError> {
        let (path, new) = (
            self.sealed_path(name),
            self.path.join(format!("{name}.new")),
        );
        let written = regular_file::create(&new)
            .and_then(|mut file| writeln!(file, "{}", seal::seal(fields)))
            .and_then(|()| fs::rename(&new, &path));
        written.map_err(|error| DiskError::io(&path, error))
    }

    fn part_name(kind: &str, range: &Range<usize>) -> String {
        format!("{kind}-{:07}-{:07}", range.start, range.end)
    }

    /// The data file of a part.
    pub(super) fn data_path(&self, kind: &str, range: &Range<usize>) -> PathBuf {
        self.path
            .join(format!("{}.data", Folder::part_name(kind, range)))
    }

    /// Marks a part as finished.
    pub(super) fn store_part(
        &self,
        kind: &str,
        range: &Range<usize>,
        fields: &Map<String, Value>,
    ) -> Result<(), DiskError> {
        self.store(&Folder::part_name(kind, range), fields)?;
        log::debug!("stored {kind} {} to {}", range.start, range.end);
        Ok(())
    }

    /// The finished parts in order.
    pub(super) fn parts(&self, kind: &str) -> Result<Vec<Part>, DiskError> {
        let failed = |error| DiskError::io(&self.path, error);
        let mut parts = Vec::new();
        for entry in self.path.read_dir().map_err(failed)? {
            let name = entry.map_err(failed)?.file_name();
            let Some(name) = name.to_str().and_then(|name| name.strip_suffix(".json")) else {
                continue;
            };
            let range = name.strip_prefix(kind).and_then(|rest| {
                let (start, end) = rest.strip_prefix('-')?.split_once('-')?;
                Some(start.parse().ok()?..end.parse().ok()?)
            });
            let Some(range) = range else {
                continue;
            };
            if let Some(fields) = self.read(name)? {
                let data = self.data_path(kind, &range);
                parts.push(Part {
                    range,
                    fields,
                    data,
                    kind: kind.to_owned(),
                });
            }
        }
        parts.sort_unstable_by_key(|part| part.range.start);
        Ok(parts)
    }

    /// The finished parts in order, which must be the whole: each of the `buckets` buckets in exactly one of
    /// them. What is added up comes from here.
    pub(super) fn whole(&self, kind: &str, buckets: usize) -> Result<Vec<Part>, DiskError> {
        let parts = self.parts(kind)?;
        let mut next = 0;
        for part in &parts {
            if part.range.start != next || part.range.end <= next {
                break;
            }
            next = part.range.end;
        }
        let adjacent = parts
            .windows(2)
            .all(|two| two[0].range.end == two[1].range.start);
        match next == buckets && adjacent {
            true => Ok(parts),
            false => Err(DiskError::Parts {
                folder: self.name(),
                kind: kind.to_owned(),
                bucket: next,
                buckets,
            }),
        }
    }

    /// Removes a part.
    pub(super) fn remove(&self, part: &Part) -> Result<(), DiskError> {
        // First the mark: data without it are worth nothing.
        let mark = self.sealed_path(&Folder::part_name(&part.kind, &part.range));
        for path in [&mark, &part.data] {
            match fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(DiskError::io(path, error));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Removes all parts of a kind.
    pub(super) fn remove_all(&self, kind: &str) -> Result<(), DiskError> {
        self.parts(kind)?
            .iter()
            .try_for_each(|part| self.remove(part))
    }
}

/// A data file in the making. Without [`DataFile::finish`] it is removed.
pub(super) struct DataFile {
    path: PathBuf,
    file: Option<BufWriter<File>>,
    hash: Sha256,
}

impl DataFile {
    pub(super) fn create(path: PathBuf) -> Result<DataFile, DiskError> {
        let file = regular_file::create(&path).map_err(|error| DiskError::io(&path, error))?;
        Ok(DataFile {
            path,
            file: Some(BufWriter::with_capacity(1 << 18, file)),
            hash: Sha256::new(),
        })
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), DiskError> {
        self.hash.update(bytes);
        let file = self.file.as_mut().expect("open until the end");
        file.write_all(bytes)
            .map_err(|error| DiskError::io(&self.path, error))
    }

    /// Writes what is left, and returns the checksum.
    pub(super) fn finish(mut self) -> Result<String, DiskError> {
        let file = self.file.as_mut().expect("open until the end");
        file.flush()
            .map_err(|error| DiskError::io(&self.path, error))?;
        self.file = None;
        Ok(digits(&std::mem::take(&mut self.hash).finalize()))
    }
}

impl Drop for DataFile {
    fn drop(&mut self) {
        if let Some(file) = self.file.take() {
            // What is not written yet is not wanted either.
            drop(file.into_parts());
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The positions of one ply: the root, or files.
#[derive(Debug)]
pub(super) enum Positions {
    Root(PackedPosition),
    Files(Vec<Part>),
}

impl Positions {
    pub(super) fn count(&self) -> u64 {
        match self {
            Positions::Root(_) => 1,
            Positions::Files(parts) => parts.iter().map(|part| part.number("positions")).sum(),
        }
    }

    /// Passes all positions to `visit`, some at a time.
    pub(super) fn each<E: From<DiskError>>(
        &self,
        mut visit: impl FnMut(&[PackedPosition]) -> Result<(), E>,
    ) -> Result<(), E> {
        let parts = match self {
            Positions::Root(root) => return visit(&[*root]),
            Positions::Files(parts) => parts,
        };
        let mut chunk = vec![PackedPosition::default(); CHUNK];
        for part in parts {
            let failed = |error| DiskError::io(&part.data, error);
            let mut file = regular_file::open(&part.data).map_err(failed)?;
            let (mut left, mut hash) = (part.number("positions") as usize, Sha256::new());
            while left > 0 {
                let some = &mut chunk[..left.min(CHUNK)];
                file.read_exact(PackedPosition::bytes_mut(some))
                    .map_err(failed)?;
                hash.update(PackedPosition::bytes(some));
                visit(some)?;
                left -= some.len();
            }
            // The system may report late, or never, that it has not written something.
            if !part.has_checksum(hash) {
                return Err(DiskError::Damaged(part.data.display().to_string()).into());
            }
        }
        Ok(())
    }

    /// About `count` positions from everywhere.
    pub(super) fn sample(&self, count: usize) -> Result<Vec<PackedPosition>, DiskError> {
        use std::io::{Seek as _, SeekFrom};
        let parts = match self {
            Positions::Root(root) => return Ok(vec![*root]),
            Positions::Files(parts) => parts,
        };
        let step = (self.count() / count as u64).max(1);
        let mut sample = Vec::new();
        for part in parts {
            let failed = |error| DiskError::io(&part.data, error);
            let mut file = regular_file::open(&part.data).map_err(failed)?;
            for index in (0..part.number("positions")).step_by(step as usize) {
                let mut one = [PackedPosition::default()];
                let place = index * size_of_val(&one) as u64;
                file.seek(SeekFrom::Start(place)).map_err(failed)?;
                file.read_exact(PackedPosition::bytes_mut(&mut one))
                    .map_err(failed)?;
                sample.extend(one);
            }
        }
        Ok(sample)
    }

    /// Whether the files are those that were written.
    ///
    /// # Errors
    /// [`DiskError`] if a file cannot be read: it may be intact.
    pub(super) fn are_intact(&self) -> Result<bool, DiskError> {
        let intact = |part: &Part| -> io::Result<bool> {
            let (mut file, mut hash) = (regular_file::open(&part.data)?, Sha256::new());
            let mut buffer = vec![0; 1 << 18];
            loop {
                match file.read(&mut buffer)? {
                    0 => break,
                    bytes => hash.update(&buffer[..bytes]),
                }
            }
            Ok(part.has_checksum(hash))
        };
        let parts = match self {
            Positions::Root(_) => return Ok(true),
            Positions::Files(parts) => parts,
        };
        for part in parts {
            match intact(part) {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
                Err(error) => return Err(DiskError::io(&part.data, error)),
            }
        }
        Ok(true)
    }
}
