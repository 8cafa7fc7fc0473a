//! The file of units: which positions are to be counted, and how their counts add up.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::selection::{Selection, SelectionError};
use super::unit::{Unit, Units, id};
use crate::about;
use crate::games::{self, AnyPosition};
use crate::perft::Columns;
use crate::storage::sealed::{self, SealError};

/// The version of the format.
const FORMAT: u64 = 1;

/// The name of the first column, and the only one without statistics.
const NODES: &str = "nodes";

/// A count split into units.
#[derive(Debug)]
pub struct UnitFile {
    /// The fields that describe the root in JSON; the first one is its text.
    pub root: Vec<(String, Value)>,
    /// The same position.
    pub position: Box<dyn AnyPosition>,
    /// The depth of the count.
    pub depth: u32,
    /// The plies from the root to the units.
    pub split: u32,
    /// The columns of the statistics; `None` if only leaves are counted.
    pub statistics: Option<Columns>,
    /// The root moves in report order.
    pub moves: Vec<String>,
    /// The units in tree order.
    pub units: Units,
}

/// Why a text is not a file of units.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The first line is missing, damaged or of another kind of file.
    #[error("line 1: not the header of a file of units: {0}")]
    Header(#[source] SealError),
    /// The header lacks a field, or its value makes no sense.
    #[error("line 1: the field '{0}' is missing or wrong")]
    Field(&'static str),
    /// A format of another version of this program.
    #[error("line 1: format {found}, expected {FORMAT}: written by another version")]
    Format {
        /// The format found.
        found: u64,
    },
    /// The root is not a position.
    #[error("line 1: the root is not a position: {0}")]
    Root(String),
    /// The units are not those that the header describes.
    #[error("the units do not match the checksum in line 1: the file is incomplete or was changed")]
    Body,
    /// A line is not a unit.
    #[error("line {line}: not a unit: {reason}")]
    Unit {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: UnitError,
    },
    /// The header announces another number of units.
    #[error("line 1: 'units' is {header}, but {found} lines follow")]
    Count {
        /// The number in the header.
        header: u64,
        /// The number of lines below it.
        found: usize,
    },
    /// The header announces another number of lines of play.
    #[error("line 1: 'paths' is {header}, but the units have {found}")]
    Paths {
        /// The text in the header.
        header: String,
        /// The sum over all units.
        found: u128,
    },
    /// The file lacks a unit that was selected.
    #[error(transparent)]
    Selection(#[from] SelectionError),
}

/// What is wrong with the line of a unit.
#[derive(Debug, thiserror::Error)]
pub enum UnitError {
    /// It is not JSON.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// A field is missing, or does not fit the header or the other fields.
    #[error("the field '{0}' is missing or wrong")]
    Field(&'static str),
    /// The position has two lines.
    #[error("the same position as in line {0}")]
    Repeated(usize),
}

impl UnitFile {
    /// The names of the columns that a result has.
    pub fn columns(&self) -> Vec<&'static str> {
        match self.statistics {
            Some(columns) => columns.to_vec(),
            None => vec![NODES],
        }
    }

    /// The name of the game.
    pub fn game(&self) -> &'static str {
        self.position.game().name
    }

    /// The depth to which every unit is counted.
    pub fn unit_depth(&self) -> u32 {
        self.depth - self.split
    }

    /// The number of lines that lead to units.
    pub fn paths(&self) -> u128 {
        self.units.iter().map(|(_, unit)| unit.times()).sum()
    }

    /// Whether both are the same count, split in the same way.
    pub fn is_same_count(&self, other: &UnitFile) -> bool {
        let same = |one: &UnitFile| (one.game(), one.depth, one.split, one.columns());
        same(self) == same(other)
            && self.root == other.root
            && self.moves == other.moves
            && self.units == other.units
    }

    /// The text of the file: a header, and a line for each unit.
    pub fn text(&self) -> String {
        let body = self.body();
        let root: Map<String, Value> = self.root.iter().cloned().collect();
        let header = json!({
            "type": "units",
            "format": FORMAT,
            "version": about::VERSION,
            "game": self.game(),
            "root": root,
            "depth": self.depth,
            "split": self.split,
            "columns": self.columns(),
            "units": self.units.count(),
            "paths": self.paths().to_string(),
            "moves": self.moves,
            "sha256": sealed::digest(&body),
        });
        format!("{}\n{body}", sealed::seal(&header))
    }

    /// The SHA-256 of the lines of the units.
    pub fn sha256(&self) -> String {
        sealed::digest(&self.body())
    }

    fn body(&self) -> String {
        let mut body = String::new();
        for (index, unit) in self.units.iter() {
            let moves = unit.paths.iter();
            let moves = moves.map(|&(root, times)| (self.moves[root].clone(), times.into()));
            let line = json!({
                "index": index,
                "unit": unit.id,
                "position": unit.position,
                "paths": unit.times().to_string(),
                "moves": moves.collect::<Map<String, Value>>(),
            });
            // Writing to a string cannot fail.
            let _ = writeln!(body, "{line}");
        }
        body
    }

    /// Reads the selected units of a file, and checks that the file is complete and unchanged.
    ///
    /// # Errors
    /// [`FileError`] at the first thing that is wrong.
    pub fn parse(text: &str, selection: &Selection) -> Result<UnitFile, FileError> {
        let (header, body) = text.split_once('\n').unwrap_or((text, ""));
        let header = sealed::open(header).map_err(FileError::Header)?;
        if header.get("type").and_then(Value::as_str) != Some("units") {
            return Err(FileError::Field("type"));
        }
        let found = number(&header, "format")?;
        if found != FORMAT {
            return Err(FileError::Format { found });
        }
        if header.get("sha256").and_then(Value::as_str) != Some(&sealed::digest(body)) {
            return Err(FileError::Body);
        }
        let root = header.get("root").and_then(Value::as_object);
        let root = root.ok_or(FileError::Field("root"))?;
        let game = header.get("game").and_then(Value::as_str);
        let position = game.and_then(|game| games::parse_root(game, root));
        let position = position.ok_or(FileError::Field("game"))?;
        let position = position.map_err(|error| FileError::Root(error.to_string()))?;
        let moves = texts(&header, "moves")?;
        let depth = small(&header, "depth")?;
        let split = small(&header, "split")?;
        if split == 0 || split >= depth {
            return Err(FileError::Field("split"));
        }
        // The lines are counted before anything is allocated by their number.
        let (announced, found) = (number(&header, "units")?, body.lines().count());
        if announced != found as u64 {
            let header = announced;
            return Err(FileError::Count { header, found });
        }
        let repeated = (1..moves.len()).any(|index| moves[..index].contains(&moves[index]));
        if repeated {
            return Err(FileError::Field("moves"));
        }
        let mut file = UnitFile {
            root: root.clone().into_iter().collect(),
            statistics: statistics(&texts(&header, "columns")?, position.game().columns)?,
            position,
            depth,
            split,
            units: Units::with_count(found),
            moves,
        };
        let mut selected = selection
            .indices(file.units.count())?
            .into_iter()
            .peekable();
        let mut lines = HashMap::new();
        for (index, text) in body.lines().enumerate() {
            if selected.next_if_eq(&index).is_some() {
                let line = index + 2;
                let wrong = |reason| FileError::Unit { line, reason };
                let unit = file.unit(index, text).map_err(wrong)?;
                if let Some(first) = lines.insert(unit.id.clone(), line) {
                    return Err(wrong(UnitError::Repeated(first)));
                }
                file.units.add(index, unit);
            }
        }
        // A process that counts a few units has not read the others.
        if *selection == Selection::All {
            let (found, paths) = (file.paths(), header.get("paths"));
            if paths.and_then(Value::as_str) != Some(&found.to_string()) {
                let header = paths.map(Value::to_string).unwrap_or_default();
                return Err(FileError::Paths { header, found });
            }
        }
        Ok(file)
    }

    fn unit(&self, index: usize, text: &str) -> Result<Unit, UnitError> {
        let line: Value = serde_json::from_str(text)?;
        let text = |field| line[field].as_str().ok_or(UnitError::Field(field));
        if line["index"].as_u64() != Some(index as u64) {
            return Err(UnitError::Field("index"));
        }
        let path = |(mv, times): (&String, &Value)| {
            let root = self.moves.iter().position(|root| root == mv)?;
            Some((root, times.as_u64().filter(|times| *times > 0)?))
        };
        let moves = line["moves"].as_object();
        let paths = moves.and_then(|moves| moves.iter().map(path).collect());
        let unit = Unit {
            id: text("unit")?.to_owned(),
            position: text("position")?.to_owned(),
            paths: paths.ok_or(UnitError::Field("moves"))?,
        };
        let columns = self.columns();
        if unit.id != id(self.game(), &unit.position, self.unit_depth(), &columns) {
            return Err(UnitError::Field("unit"));
        }
        if unit.times() == 0 || text("paths")? != unit.times().to_string() {
            return Err(UnitError::Field("paths"));
        }
        Ok(unit)
    }
}

/// The columns of a game that these names stand for.
fn statistics(names: &[String], columns: Option<Columns>) -> Result<Option<Columns>, FileError> {
    if names == [NODES] {
        return Ok(None);
    }
    let same = |columns: &Columns| columns.iter().copied().eq(names);
    match columns.filter(same) {
        Some(columns) => Ok(Some(columns)),
        None => Err(FileError::Field("columns")),
    }
}

fn number(header: &Map<String, Value>, field: &'static str) -> Result<u64, FileError> {
    let number = header.get(field).and_then(Value::as_u64);
    number.ok_or(FileError::Field(field))
}

/// A number of plies or units.
fn small(header: &Map<String, Value>, field: &'static str) -> Result<u32, FileError> {
    number(header, field)?
        .try_into()
        .map_err(|_| FileError::Field(field))
}

fn texts(header: &Map<String, Value>, field: &'static str) -> Result<Vec<String>, FileError> {
    let list = header.get(field).and_then(Value::as_array);
    let texts = list.and_then(|list| {
        let texts = list.iter().map(|text| text.as_str().map(str::to_owned));
        texts.collect()
    });
    texts.ok_or(FileError::Field(field))
}
