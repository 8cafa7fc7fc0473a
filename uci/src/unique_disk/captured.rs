//! Files of captures: records ordered by bucket, and an index with a checksum for each bucket.

use std::fs::File;
use std::io::{BufReader, Read as _, Seek as _, SeekFrom};
use std::ops::Range;

use engine::regular_file;
use movegen::perft::{Captured, Record};
use sha2::{Digest as _, Sha256};

use super::DiskError;
use super::folder::{DataFile, Part};
use crate::storage::sealed::digits;

/// Bytes of an entry of the index: the number of records, and a part of their checksum.
const ENTRY: usize = 12;

/// An entry of the index.
fn entry(bytes: &[u8], records: usize) -> [u8; ENTRY] {
    let mut entry = [0; ENTRY];
    entry[..4].copy_from_slice(&(records as u32).to_le_bytes());
    entry[4..].copy_from_slice(&Sha256::digest(bytes)[..8]);
    entry
}

/// Writes captures. Returns the number of records and the checksum of the index.
pub(super) fn write<R: Record>(
    mut file: DataFile,
    captured: Captured<R>,
    buckets: usize,
) -> Result<(u64, String), DiskError> {
    let mut index = Vec::with_capacity(buckets * ENTRY);
    let (mut all, mut records) = (0, Vec::new());
    let empty = entry(&[], 0);
    for block in captured.sorted() {
        for bucket in block.chunk_by(|one, other| one.0 == other.0) {
            let number = bucket[0].0 as usize;
            while index.len() < number * ENTRY {
                index.extend(empty);
            }
            records.clear();
            records.extend(bucket.iter().map(|capture| capture.1));
            let bytes = R::bytes(&records);
            file.write(bytes)?;
            index.extend(entry(bytes, records.len()));
            all += records.len() as u64;
        }
    }
    while index.len() < buckets * ENTRY {
        index.extend(empty);
    }
    file.write(&index)?;
    file.finish()?;
    Ok((all, digits(&Sha256::digest(&index))))
}

/// A file of captures that is read for a range of buckets.
pub(super) struct Reader<'a> {
    part: &'a Part,
    file: BufReader<File>,
    /// Its entries for the range.
    index: Vec<u8>,
}

impl Reader<'_> {
    /// Opens a file, whose index has `buckets` entries, and goes to the first bucket of the range.
    pub(super) fn open<R: Record>(
        part: &Part,
        buckets: usize,
        range: Range<usize>,
    ) -> Result<Reader<'_>, DiskError> {
        let failed = DiskError::at(&part.data);
        let mut file = regular_file::open(&part.data).map_err(failed)?;
        let all = part.number("captures")? * size_of::<R>() as u64;
        file.seek(SeekFrom::Start(all)).map_err(failed)?;
        let mut index = vec![0; buckets * ENTRY];
        file.read_exact(&mut index).map_err(failed)?;
        if !part.has_checksum(Sha256::new_with_prefix(&index)) {
            return Err(DiskError::Damaged(part.data.display().to_string()));
        }
        let before: usize = index[..range.start * ENTRY]
            .chunks(ENTRY)
            .map(records)
            .sum();
        let start = (before * size_of::<R>()) as u64;
        file.seek(SeekFrom::Start(start)).map_err(failed)?;
        index.truncate(range.end * ENTRY);
        index.drain(..range.start * ENTRY);
        index.shrink_to_fit();
        Ok(Reader {
            part,
            file: BufReader::with_capacity(1 << 16, file),
            index,
        })
    }

    /// The number of records in the bucket at a place of the range.
    pub(super) fn len(&self, place: usize) -> usize {
        records(&self.index[place * ENTRY..])
    }

    /// Appends the records of the bucket at a place of the range. Buckets are read in order.
    pub(super) fn read<R: Record>(
        &mut self,
        place: usize,
        all: &mut Vec<R>,
    ) -> Result<(), DiskError> {
        let (kept, len) = (all.len(), self.len(place));
        all.resize(kept + len, R::default());
        let new = &mut all[kept..];
        let read = self.file.read_exact(R::bytes_mut(new));
        read.map_err(DiskError::at(&self.part.data))?;
        let expected = &self.index[place * ENTRY..(place + 1) * ENTRY];
        if entry(R::bytes(new), len) != *expected {
            return Err(DiskError::Damaged(self.part.data.display().to_string()));
        }
        Ok(())
    }
}

/// The number of records in an entry.
fn records(entry: &[u8]) -> usize {
    let mut bytes = [0; 4];
    bytes.copy_from_slice(&entry[..4]);
    u32::from_le_bytes(bytes) as usize
}
