//! JSON lines with a checksum: a line that was cut off or altered is recognised.

use std::io;
use std::path::Path;

use engine::regular_file;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use super::{Durability, StorageError, replace};

/// The last field of a line.
const FIELD: &str = ",\"checksum\":\"";

/// The hexadecimal digits of a short checksum.
const DIGITS: usize = 16;

/// Why a text is not a sealed line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// The checksum is missing or does not match.
    #[error("damaged: the checksum does not match")]
    Checksum,
    /// The checksum matches a text that is no JSON object.
    #[error("not a JSON object: {0}")]
    Json(String),
}

/// A file that should hold one sealed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// The fields of the line.
    Intact(Map<String, Value>),
    /// There is no such file.
    Missing,
    /// It holds something else.
    Damaged(SealError),
}

/// Reads a file of one sealed line.
///
/// # Errors
/// [`StorageError`] if there is a file that cannot be read: it may be intact.
pub(crate) fn read(path: &Path) -> Result<Content, StorageError> {
    match regular_file::read_to_string(path) {
        Ok(text) => Ok(open(text.trim_end()).map_or_else(Content::Damaged, Content::Intact)),
        Err(error) => match error.kind() {
            io::ErrorKind::NotFound => Ok(Content::Missing),
            // No text at all.
            io::ErrorKind::InvalidData => Ok(Content::Damaged(SealError::Checksum)),
            _ => Err(StorageError::at(path)(error)),
        },
    }
}

/// Writes a file of one sealed line.
///
/// # Errors
/// [`StorageError`]; the path then holds what it held before.
pub(crate) fn write(
    path: &Path,
    fields: &Value,
    durability: Durability,
) -> Result<(), StorageError> {
    let line = seal(fields) + "\n";
    replace::write(path, line.as_bytes(), durability)
}

/// The SHA-256 of a text in hexadecimal digits.
pub fn digest(text: &str) -> String {
    digits(&Sha256::digest(text.as_bytes()))
}

/// The hexadecimal digits of a checksum.
pub(crate) fn digits(hash: &[u8]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The first quarter of it, for lines and units.
pub fn short_digest(text: &str) -> String {
    let mut digest = digest(text);
    digest.truncate(DIGITS);
    digest
}

/// The object as a line without a line end. Its last field, `checksum`, is the [`short_digest`] of all
/// that comes before this field.
pub fn seal(fields: &Value) -> String {
    let text = fields.to_string();
    let text = text.strip_suffix('}').unwrap_or(&text);
    format!("{text}{FIELD}{}\"}}", short_digest(text))
}

/// The object of a sealed line, without its checksum.
///
/// # Errors
/// [`SealError`] if anything is missing or differs.
pub fn open(line: &str) -> Result<Map<String, Value>, SealError> {
    let (text, end) = line.rsplit_once(FIELD).ok_or(SealError::Checksum)?;
    let checksum = end.strip_suffix("\"}").ok_or(SealError::Checksum)?;
    if checksum != short_digest(text) {
        return Err(SealError::Checksum);
    }
    serde_json::from_str(&format!("{text}}}")).map_err(|error| SealError::Json(error.to_string()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn digests_are_those_of_sha256sum() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(digest("abc"), abc);
        assert_eq!(short_digest("abc"), abc[..16]);
    }

    #[test]
    fn a_file_is_intact_damaged_or_missing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("result.json");
        let read = || read(&path).expect("readable");
        assert_eq!(read(), Content::Missing);
        let fields = json!({ "nodes": "20" });
        for durability in [Durability::Durable, Durability::Buffered] {
            write(&path, &fields, durability).expect("written");
            let Content::Intact(found) = read() else {
                panic!("not intact");
            };
            assert_eq!(Value::Object(found), fields);
        }
        for damaged in [&b""[..], b"{}", b"\xff"] {
            std::fs::write(&path, damaged).expect("written");
            assert_eq!(read(), Content::Damaged(SealError::Checksum));
        }
        let error = super::read(folder.path()).expect_err("a folder");
        assert_eq!(error.cause.to_string(), "not a regular file");
    }

    #[test]
    fn every_change_of_a_line_is_noticed() {
        let fields = json!({ "nodes": "20", "text": "\"checksum\":\"1" });
        let line = seal(&fields);
        assert_eq!(open(&line).map(Value::Object), Ok(fields));
        for end in 0..line.len() {
            assert_eq!(open(&line[..end]), Err(SealError::Checksum));
        }
        let changed = line.replacen("20", "21", 1);
        assert_eq!(open(&changed), Err(SealError::Checksum));
    }
}
