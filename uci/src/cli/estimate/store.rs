//! What was drawn, on disk: a sealed line in a file of its own for each block of batches.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use movegen::perft::estimate::Row;
use serde_json::{Map, Value, json};

use crate::about;
use crate::storage::sealed::{self, Content};
use crate::storage::{Durability, StorageError, folder};

/// The batches of a block.
pub(super) const BATCHES: usize = 64;

/// The number of lines and their random numbers belong to the format: with another version, files are
/// foreign.
const VERSION: u32 = 1;

/// The largest number of a block: its batches have numbers of 64 bits.
const MOST_BLOCKS: u64 = u64::MAX / BATCHES as u64 - 1;

const PREFIX: &str = "estimate-";
const SUFFIX: &str = ".json";

/// A block: the seed of its batches, and its number under that seed.
pub(super) type Block = (u64, u64);

/// The batches of blocks, in the order of seeds and numbers.
pub(super) type Blocks = BTreeMap<Block, Vec<Row>>;

/// What all files of an estimate have in common.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    /// The game.
    pub(super) game: &'static str,
    /// The text of the position.
    pub(super) position: String,
    /// The depth.
    pub(super) depth: u32,
    /// The plies of the table.
    pub(super) split: u32,
    /// The lines of a batch.
    pub(super) batch: usize,
    /// The columns.
    pub(super) columns: Vec<&'static str>,
    /// The depths besides the full one.
    pub(super) controls: usize,
}

/// A folder with blocks.
#[derive(Debug)]
pub(super) struct Store {
    folder: PathBuf,
    subject: Subject,
    id: String,
}

impl Subject {
    /// A hash of everything that the numbers in a file depend on, except for the block.
    fn id(&self) -> String {
        let columns = self.columns.join(" ");
        sealed::short_digest(&format!(
            "estimate {VERSION}\n{}\n{}\n{}\n{}\n{} {BATCHES}\n{columns}",
            self.game, self.position, self.depth, self.split, self.batch,
        ))
    }
}

impl Store {
    /// Opens or creates the folder.
    pub(super) fn open(folder: &Path, subject: Subject) -> Result<Store, StorageError> {
        folder::create(folder)?;
        Ok(Store {
            folder: folder.to_owned(),
            id: subject.id(),
            subject,
        })
    }

    /// Reads all blocks of this estimate. `report` gets the name of every other file that looks like a
    /// block, and why it does not count.
    pub(super) fn load(&self, mut report: impl FnMut(&str, &str)) -> Result<Blocks, StorageError> {
        let is_block = |name: &str| name.starts_with(PREFIX) && name.ends_with(SUFFIX);
        let names = folder::names(&self.folder, is_block)?;
        let mut blocks = Blocks::new();
        let mut conflicts = Vec::new();
        for name in names {
            let read = match sealed::read(&self.folder.join(&name)) {
                Ok(Content::Intact(fields)) => self.read(&fields),
                Ok(Content::Damaged(error)) => Err(error.to_string()),
                // Another process has removed it.
                Ok(Content::Missing) => continue,
                // What can never be a block.
                Err(error) if error.cause.kind() == io::ErrorKind::InvalidInput => {
                    Err(error.cause.to_string())
                }
                Err(error) => return Err(error),
            };
            match read {
                Err(reason) => report(&name, &reason),
                Ok((block, rows)) => match blocks.get(&block) {
                    None => drop(blocks.insert(block, rows)),
                    Some(other) if *other == rows => {
                        report(&name, "duplicate: counted once");
                    }
                    Some(_) => {
                        report(
                            &name,
                            "contradicts another file of the same block: neither counts",
                        );
                        conflicts.push(block);
                    }
                },
            }
        }
        for block in conflicts {
            blocks.remove(&block);
        }
        Ok(blocks)
    }

    fn read(&self, fields: &Map<String, Value>) -> Result<(Block, Vec<Row>), String> {
        if fields.get("estimate").and_then(Value::as_str) != Some(&self.id) {
            return Err("foreign: of another position, depth, split, batch or columns".to_owned());
        }
        let wrong = |field: &str| format!("false: the field '{field}' does not fit");
        let number = |field: &str| {
            let value = fields.get(field).and_then(Value::as_u64);
            value.ok_or_else(|| wrong(field))
        };
        let block = number("block")?;
        if block > MOST_BLOCKS {
            return Err(wrong("block"));
        }
        let rows = fields.get("rows").and_then(Value::as_array);
        let rows = rows.filter(|rows| rows.len() == BATCHES);
        let rows = rows.map(|rows| rows.iter().map(|row| self.row(row)));
        let rows: Option<Vec<Row>> = rows.and_then(Iterator::collect);
        Ok(((number("seed")?, block), rows.ok_or_else(|| wrong("rows"))?))
    }

    fn row(&self, value: &Value) -> Option<Row> {
        let numbers = value.as_array()?.iter().map(|number| {
            let number: f64 = number.as_str()?.parse().ok()?;
            (number.is_finite() && number >= 0.0).then_some(number)
        });
        let mut leaves: Vec<f64> = numbers.collect::<Option<_>>()?;
        let columns = self.subject.columns.len();
        if leaves.len() != columns + self.subject.controls {
            return None;
        }
        let controls = leaves.split_off(columns);
        Some(Row { leaves, controls })
    }

    /// Stores a block: as a whole, or not at all.
    pub(super) fn save(
        &self,
        block: Block,
        rows: &[Row],
        seconds: f64,
    ) -> Result<(), StorageError> {
        let (seed, number) = block;
        // The shortest text that is read as the same number.
        let row = |row: &Row| -> Value {
            let numbers = row.leaves.iter().chain(&row.controls);
            numbers.map(|number| format!("{number:e}")).collect()
        };
        let fields = json!({
            "estimate": self.id,
            "position": self.subject.position,
            "depth": self.subject.depth,
            "seed": seed,
            "block": number,
            "rows": rows.iter().map(row).collect::<Value>(),
            "version": about::VERSION,
            "seconds": (seconds * 1e3).round() / 1e3,
        });
        let name = format!("{PREFIX}{}-{seed}-{number}{SUFFIX}", self.id);
        sealed::write(&self.folder.join(name), &fields, Durability::Durable)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn subject(depth: u32) -> Subject {
        Subject {
            game: "chess",
            position: "a position".to_owned(),
            depth,
            split: 4,
            batch: 16,
            columns: vec!["nodes"],
            controls: 1,
        }
    }

    fn rows(number: f64) -> Vec<Row> {
        let row = |index| Row {
            leaves: vec![number / 3.0 * f64::from(index)],
            controls: vec![1.0 / f64::from(index)],
        };
        (1..=BATCHES as u32).map(row).collect()
    }

    fn load(store: &Store) -> (Blocks, Vec<String>) {
        let mut reports = Vec::new();
        let blocks = store.load(|_, reason| reports.push(reason.to_owned()));
        (blocks.expect("a folder"), reports)
    }

    #[test]
    fn blocks_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(folder.path(), subject(9)).expect("a folder");
        store.save((1, 2), &rows(1e300), 0.5).expect("a file");
        store
            .save((u64::MAX, 0), &rows(1e-300), 0.5)
            .expect("a file");
        let expected = [((1, 2), rows(1e300)), ((u64::MAX, 0), rows(1e-300))];
        let (blocks, reports) = load(&store);
        assert_eq!(blocks, Blocks::from(expected));
        assert!(reports.is_empty(), "{reports:?}");
    }

    #[test]
    fn what_does_not_belong_is_reported_and_not_counted() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(folder.path(), subject(9)).expect("a folder");
        let other = Store::open(folder.path(), subject(10)).expect("a folder");
        let saved = store.save((0, 0), &rows(1.0), 0.5);
        saved
            .and_then(|()| other.save((0, 1), &rows(1.0), 0.5))
            .expect("files");
        store.save((0, 2), &rows(1.0)[1..], 0.5).expect("a file");
        store.save((0, u64::MAX), &rows(1.0), 0.5).expect("a file");
        let name = |number: u32| {
            folder
                .path()
                .join(format!("estimate-{}-0-{number}.json", store.id))
        };
        let text = fs::read_to_string(name(0)).expect("a file");
        fs::write(name(3), &text).expect("a copy");
        fs::write(name(4), &text[1..]).expect("damage");
        fs::write(folder.path().join("notes.txt"), "").expect("another file");
        let (blocks, reports) = load(&store);
        assert_eq!(blocks, Blocks::from([((0, 0), rows(1.0))]));
        for start in ["foreign", "false", "duplicate", "damaged"] {
            assert!(
                reports.iter().any(|report| report.starts_with(start)),
                "{reports:?}"
            );
        }
        assert_eq!(reports.len(), 5, "{reports:?}");
        // Another file for the same block: it is not known which one is right.
        let elsewhere = tempfile::tempdir().expect("a folder");
        let liar = Store::open(elsewhere.path(), subject(9)).expect("a folder");
        liar.save((0, 0), &rows(2.0), 0.5).expect("a file");
        let from = elsewhere
            .path()
            .join(format!("estimate-{}-0-0.json", liar.id));
        fs::copy(from, name(5)).expect("a copy");
        assert!(load(&store).0.is_empty());
    }
}
