//! The results of units: one line in one file each.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::file::UnitFile;
use crate::about;
use crate::storage::sealed::{self, Content, SealError};
use crate::storage::{Durability, StorageError};

/// The end of the name of every result.
const SUFFIX: &str = ".json";

/// Who counts, and how: what results have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    /// The seed of the hash table.
    pub seed: u64,
    /// The size of the hash table in MB; `None` in results of versions that did not store it.
    pub hash: Option<u64>,
    /// How leaves were counted.
    pub kernel: String,
    /// The name of the machine.
    pub host: String,
}

/// The count of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitResult {
    /// The number of the unit.
    pub index: usize,
    /// The numbers in the order of the columns.
    pub numbers: Vec<u128>,
    /// Who counted, and how.
    pub origin: Origin,
    /// The version of the program that counted.
    pub version: String,
}

/// Why a file is not a result of one of the units.
#[derive(Debug, thiserror::Error)]
pub enum ResultError {
    /// It cannot be read.
    #[error("{}", .0.cause)]
    Read(#[from] StorageError),
    /// It is cut off or was changed.
    #[error("{0}")]
    Seal(#[from] SealError),
    /// It belongs to another file of units.
    #[error("foreign: unit {0} is not in the file of units")]
    Foreign(String),
    /// A field contradicts the unit.
    #[error("false: the field '{0}' does not match the unit")]
    False(String),
}

/// The name of the file for a result: another seed gives another name.
pub fn file_name(file: &UnitFile, index: usize, seed: u64) -> String {
    format!("{index}-{}-{seed}{SUFFIX}", file.units[index].id)
}

/// Whether a name may be that of a result. Names of temporary files, which a killed process leaves
/// behind, are not.
pub fn is_result_name(name: &str) -> bool {
    name.ends_with(SUFFIX) && !name.starts_with('.')
}

/// Whether there is a valid result of a unit under this seed.
///
/// # Errors
/// If there is a file that cannot be read: it may be valid.
pub fn exists(
    file: &UnitFile,
    folder: &Path,
    index: usize,
    seed: u64,
) -> Result<bool, StorageError> {
    let path = folder.join(file_name(file, index, seed));
    match read(file, &path) {
        Ok(result) => Ok(result.index == index && result.origin.seed == seed),
        Err(ResultError::Read(error)) if error.cause.kind() != io::ErrorKind::NotFound => {
            Err(error)
        }
        Err(_) => Ok(false),
    }
}

/// The units out of `indices` without a valid result under this seed.
///
/// # Errors
/// Those of [`exists`].
pub fn open_units(
    file: &UnitFile,
    folder: &Path,
    indices: impl IntoIterator<Item = usize>,
    seed: u64,
) -> Result<Vec<usize>, StorageError> {
    let mut open = Vec::new();
    for index in indices {
        if !exists(file, folder, index, seed)? {
            open.push(index);
        }
    }
    Ok(open)
}

/// Reads a result and checks it against its unit.
///
/// # Errors
/// [`ResultError`] if it is damaged or belongs to no unit of the file.
pub fn read(file: &UnitFile, path: &Path) -> Result<UnitResult, ResultError> {
    let fields = match sealed::read(path)? {
        Content::Intact(fields) => fields,
        Content::Damaged(error) => return Err(error.into()),
        Content::Missing => {
            return Err(StorageError::at(path)(io::ErrorKind::NotFound.into()).into());
        }
    };
    let wrong = |field: &str| ResultError::False(field.to_owned());
    let text = |field: &str| {
        let value = fields.get(field).and_then(Value::as_str);
        value.ok_or_else(|| wrong(field))
    };
    let number = |field: &str| {
        let value = fields.get(field).and_then(Value::as_u64);
        value.ok_or_else(|| wrong(field))
    };
    let (id, index) = (text("unit")?, number("index")? as usize);
    match file.units.get(index) {
        Some(unit) if unit.id == id => {}
        _ if file.units.iter().any(|(_, unit)| unit.id == id) => return Err(wrong("index")),
        _ => return Err(ResultError::Foreign(id.to_owned())),
    }
    if number("depth")? != u64::from(file.unit_depth()) {
        return Err(wrong("depth"));
    }
    let columns = file.columns().into_iter();
    let numbers = columns.map(|column| text(column)?.parse().map_err(|_| wrong(column)));
    Ok(UnitResult {
        index,
        numbers: numbers.collect::<Result<_, _>>()?,
        origin: Origin {
            seed: number("seed")?,
            hash: fields.get("hash").and_then(Value::as_u64),
            kernel: text("kernel")?.to_owned(),
            host: text("host")?.to_owned(),
        },
        version: text("version")?.to_owned(),
    })
}

/// Stores a result under its name: as a whole, or not at all. What a power failure damages does not match its
/// checksum and is counted again.
///
/// # Errors
/// Those of the file system.
pub fn store(
    file: &UnitFile,
    folder: &Path,
    index: usize,
    numbers: &[u128],
    origin: &Origin,
    seconds: f64,
) -> Result<PathBuf, StorageError> {
    let mut fields = json!({
        "unit": file.units[index].id,
        "index": index,
        "depth": file.unit_depth(),
    });
    for (column, number) in file.columns().into_iter().zip(numbers) {
        fields[column] = number.to_string().into();
    }
    fields["seed"] = origin.seed.into();
    fields["hash"] = origin.hash.into();
    fields["kernel"] = origin.kernel.as_str().into();
    fields["version"] = about::VERSION.into();
    fields["host"] = origin.host.as_str().into();
    // Milliseconds are enough, and short.
    fields["seconds"] = json!((seconds * 1e3).round() / 1e3);
    let path = folder.join(file_name(file, index, origin.seed));
    sealed::write(&path, &fields, Durability::Buffered)?;
    Ok(path)
}

/// The name of this machine.
pub fn host_name() -> String {
    #[cfg(unix)]
    let name = Some(
        rustix::system::uname()
            .nodename()
            .to_string_lossy()
            .into_owned(),
    );
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").ok();
    name.filter(|name| !name.is_empty())
        .unwrap_or_else(|| "unknown".to_owned())
}
