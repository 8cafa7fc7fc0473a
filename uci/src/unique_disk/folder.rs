//! The folder of a count: small sealed files that say what is done, and data files.
//!
//! A data file is valid once the sealed file of the same name exists. Names do not depend on the process, so
//! that what a killed process leaves behind is overwritten.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read as _, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};

use movegen::chess::PackedPosition;
use movegen::perft::Record as _;
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use engine::regular_file;

use super::DiskError;
use crate::storage::sealed::{self, Content, digits};
use crate::storage::{Durability, folder};

/// The file that says what is counted.
const COUNT: &str = "count";

/// The end of the names of sealed files.
const SUFFIX: &str = ".json";

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

/// A finished range of buckets.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) range: Range<usize>,
    pub(super) fields: Map<String, Value>,
    /// Its data file, which not every part has.
    pub(super) data: PathBuf,
    /// Its sealed file.
    sealed: PathBuf,
}

impl Part {
    /// A number in the file of the part.
    ///
    /// # Errors
    /// [`DiskError::Field`] if the file lacks it: zero would make a wrong count.
    pub(super) fn number(&self, field: &'static str) -> Result<u64, DiskError> {
        number(&self.fields, field).ok_or_else(|| DiskError::Field {
            path: self.sealed.display().to_string(),
            field,
        })
    }

    /// The numbers of each of its buckets; `None` if the file lacks them, or if they do not add up to its numbers.
    pub(super) fn buckets(&self) -> Option<Vec<SliceCount>> {
        let bucket = |bucket: &Value| {
            Some(SliceCount {
                parents: bucket.get(0)?.as_u64()?,
                positions: bucket.get(1)?.as_u64()?,
            })
        };
        let buckets = self.fields.get("buckets")?.as_array()?.iter();
        let buckets: Vec<SliceCount> = buckets.map(bucket).collect::<Option<_>>()?;
        let sum = |number: fn(&SliceCount) -> u64| buckets.iter().map(number).sum::<u64>();
        let same = buckets.len() == self.range.len()
            && number(&self.fields, "parents") == Some(sum(|bucket| bucket.parents))
            && number(&self.fields, "positions") == Some(sum(|bucket| bucket.positions));
        same.then_some(buckets)
    }

    /// Whether its data have this checksum.
    pub(super) fn has_checksum(&self, hash: Sha256) -> bool {
        let expected = self.fields.get("sha256").and_then(Value::as_str);
        expected == Some(&digits(&hash.finalize()))
    }
}

/// The positions of the last two plies in a part of the keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SliceCount {
    /// The positions one ply before the last.
    pub parents: u64,
    /// The positions of the last ply.
    pub positions: u64,
}

/// A number in a sealed file.
pub(super) fn number(fields: &Map<String, Value>, field: &str) -> Option<u64> {
    fields.get(field)?.as_u64()
}

/// The sum of a number over the files of parts.
pub(super) fn sum(parts: &[Part], field: &'static str) -> Result<u64, DiskError> {
    parts.iter().map(|part| part.number(field)).sum()
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
        folder::create(path).map_err(DiskError::Folder)?;
        let Some(lock) = folder::lock(path)? else {
            return Err(DiskError::Busy(path.display().to_string()));
        };
        let folder = Folder {
            path: path.to_owned(),
            _lock: lock,
        };
        let fields = json!({
            "fen": identity.fen,
            "depth": identity.depth,
            "seed": identity.seed,
            "exact": identity.exact,
            // Records are stored as they are in memory.
            "little_endian": cfg!(target_endian = "little"),
        });
        match sealed::read(&folder.sealed_path(COUNT))? {
            Content::Intact(found) if fields.as_object() == Some(&found) => {}
            Content::Intact(_) => return Err(DiskError::Other(folder.name())),
            // Without it, it is unknown what the other files count.
            Content::Missing if folder.is_new()? => folder.store(COUNT, &fields)?,
            Content::Missing | Content::Damaged(_) => {
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
        self.path.join(format!("{name}{SUFFIX}"))
    }

    /// Whether there is no sealed file.
    fn is_new(&self) -> Result<bool, DiskError> {
        Ok(folder::names(&self.path, |name| name.ends_with(SUFFIX))?.is_empty())
    }

    /// The content of a sealed file; `None` if it is missing or damaged, so that it is to be made again.
    ///
    /// # Errors
    /// [`DiskError`] if it cannot be read.
    pub(super) fn read(&self, name: &str) -> Result<Option<Map<String, Value>>, DiskError> {
        let path = self.sealed_path(name);
        match sealed::read(&path)? {
            Content::Intact(fields) => Ok(Some(fields)),
            Content::Missing => Ok(None),
            Content::Damaged(_) => {
                log::warn!("{} is damaged: it is made again", path.display());
                // Another read must not find it valid: by then, other parts may cover its range.
                fs::remove_file(&path).map_err(DiskError::at(&path))?;
                Ok(None)
            }
        }
    }

    /// Writes a sealed file: as a whole, or not at all.
    pub(super) fn store(&self, name: &str, fields: &Value) -> Result<(), DiskError> {
        let path = self.sealed_path(name);
        Ok(sealed::write(&path, fields, Durability::Durable)?)
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
        fields: &Value,
    ) -> Result<(), DiskError> {
        self.store(&Folder::part_name(kind, range), fields)?;
        log::debug!("stored {kind} {} to {}", range.start, range.end);
        Ok(())
    }

    /// The finished parts in order.
    pub(super) fn parts(&self, kind: &str) -> Result<Vec<Part>, DiskError> {
        let range = |name: &str| {
            let rest = name.strip_suffix(SUFFIX)?.strip_prefix(kind)?;
            let (start, end) = rest.strip_prefix('-')?.split_once('-')?;
            Some(start.parse().ok()?..end.parse().ok()?)
        };
        let mut parts = Vec::new();
        for name in folder::names(&self.path, |name| range(name).is_some())? {
            let Some(range) = range(&name) else {
                continue;
            };
            let name = Folder::part_name(kind, &range);
            if let Some(fields) = self.read(&name)? {
                parts.push(Part {
                    data: self.data_path(kind, &range),
                    sealed: self.sealed_path(&name),
                    range,
                    fields,
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
        for path in [&part.sealed, &part.data] {
            match fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(DiskError::at(path)(error));
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
        let file = regular_file::create(&path).map_err(DiskError::at(&path))?;
        Ok(DataFile {
            path,
            file: Some(BufWriter::with_capacity(1 << 18, file)),
            hash: Sha256::new(),
        })
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), DiskError> {
        self.hash.update(bytes);
        let file = self.file.as_mut().expect("open until the end");
        file.write_all(bytes).map_err(DiskError::at(&self.path))
    }

    /// Writes what is left, and returns the checksum.
    pub(super) fn finish(mut self) -> Result<String, DiskError> {
        let file = self.file.as_mut().expect("open until the end");
        file.flush().map_err(DiskError::at(&self.path))?;
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
    ///
    /// # Errors
    /// [`DiskError::Field`] if a file does not say how many it has.
    pub(super) fn count(&self) -> Result<u64, DiskError> {
        match self {
            Positions::Root(_) => Ok(1),
            Positions::Files(parts) => sum(parts, "positions"),
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
            let failed = DiskError::at(&part.data);
            let mut file = regular_file::open(&part.data).map_err(failed)?;
            let (mut left, mut hash) = (part.number("positions")? as usize, Sha256::new());
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
        let step = (self.count()? / count as u64).max(1);
        let mut sample = Vec::new();
        for part in parts {
            let failed = DiskError::at(&part.data);
            let mut file = regular_file::open(&part.data).map_err(failed)?;
            for index in (0..part.number("positions")?).step_by(step as usize) {
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
                Err(error) => return Err(DiskError::at(&part.data)(error)),
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(path: &Path) -> Folder {
        let identity = Identity {
            fen: "a position".to_owned(),
            depth: 3,
            seed: 0,
            exact: false,
        };
        Folder::open(path, &identity).expect("a folder")
    }

    #[test]
    fn ranges_without_a_part_are_open() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = folder(parent.path());
        for range in [0..2, 2..4, 6..7] {
            let stored = folder.store_part("counts", &range, &json!({}));
            stored.expect("stored");
        }
        let parts = folder.parts("counts").expect("parts");
        assert_eq!(uncovered(&parts, 8), [4..6, 7..8]);
        assert!(uncovered(&parts[..2], 4).is_empty());
        assert_eq!(uncovered(&parts[2..], 8), [0..6, 7..8]);
    }

    #[test]
    fn a_part_without_its_number_is_an_error_and_not_zero() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = folder(parent.path());
        let stored = folder.store_part("counts", &(0..4), &json!({ "positions": 7 }));
        stored.expect("stored");
        let parts = folder.whole("counts", 4).expect("a part");
        assert_eq!(sum(&parts, "positions").expect("a number"), 7);
        let error = sum(&parts, "parents").expect_err("no number");
        let path = parent.path().join("counts-0000000-0000004.json");
        let expected = format!(
            "{}: the field 'parents' is missing or wrong",
            path.display()
        );
        assert!(error.to_string().starts_with(&expected), "{error}");
    }
}
