//! Syzygy tablebases (Ronald de Man, 2013): the result of every position with a few men, and the
//! distance to the next capture or pawn move.
//!
//! The reader is written in safe Rust and trusts no file: each number that it reads is checked, so
//! that a damaged table is an error and never ends the process. The format has no checks within the
//! data, so a changed bit may still go unnoticed.
//!
//! | step | module |
//! |---|---|
//! | the table for a material | `material` |
//! | the result and the distance of a position, captures searched | `probe` |
//! | the header of a file | `table` |
//! | from a position to its number | `layout`, `squares` |
//! | from the number to the value | `pairs` |

mod fault;
mod layout;
mod material;
mod pairs;
mod probe;
mod source;
mod squares;
mod table;

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use movegen::chess::Position;

pub use self::fault::Fault;
use self::material::Material;
use self::table::{Content, Distance, Table};

/// The result of a position with best play, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Lost, but drawn by the fifty-move rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but drawn by the fifty-move rule.
    CursedWin,
    /// Won.
    Win,
}

impl Wdl {
    /// The result as a number from -2 to 2.
    fn from_number(number: i32) -> Wdl {
        match number {
            2.. => Wdl::Win,
            1 => Wdl::CursedWin,
            0 => Wdl::Draw,
            -1 => Wdl::BlessedLoss,
            ..=-2 => Wdl::Loss,
        }
    }
}

/// A file or folder that cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablebaseError {
    /// The file or folder.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: Fault,
}

impl fmt::Display for TablebaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}': {}", self.path.display(), self.fault)
    }
}

impl std::error::Error for TablebaseError {}

/// A file whose table is read when first needed.
#[derive(Debug)]
struct LazyTable {
    path: PathBuf,
    /// `None` inside if the header is damaged.
    table: OnceLock<Option<Table>>,
    /// Whether the file was found to be damaged. Then it is not asked again, and its error not repeated.
    damaged: AtomicBool,
}

/// The files of one material.
#[derive(Debug, Default)]
struct Files {
    wdl: Option<LazyTable>,
    dtz: Option<LazyTable>,
}

/// The tables of some folders.
///
/// Threads share it without locks. A table that turns out to be damaged is reported by
/// [`take_errors`](Tablebases::take_errors), and positions that need it have no value from then on.
///
/// ```
/// use engine::Tablebases;
/// let tables = Tablebases::open([concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy")]);
/// assert!(tables.take_errors().is_empty());
/// assert_eq!(tables.largest(), 4);
/// assert_eq!(Tablebases::open(["no such folder"]).take_errors().len(), 1);
/// ```
#[derive(Debug, Default)]
pub struct Tablebases {
    files: HashMap<Material, Files>,
    largest: usize,
    errors: Mutex<Vec<TablebaseError>>,
}

impl Tablebases {
    /// Finds the tables in these folders; of files with the same name, the first is taken.
    ///
    /// Reads the length and the first bytes of every table. A folder that cannot be read, or a file
    /// that is incomplete, is left out and reported by [`take_errors`](Tablebases::take_errors).
    pub fn open<P: AsRef<Path>>(folders: impl IntoIterator<Item = P>) -> Tablebases {
        let mut tables = Tablebases::default();
        for folder in folders {
            let folder = folder.as_ref();
            if let Err(error) = tables.add_folder(folder) {
                tables.report(folder, Fault::Unreadable(error.kind()));
            }
        }
        // A table of distances is of no use without the results.
        tables.files.retain(|_, files| files.wdl.is_some());
        let men = tables.files.keys().map(|material| material.men());
        tables.largest = men.max().unwrap_or(0);
        tables
    }

    fn add_folder(&mut self, folder: &Path) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let Some((material, content)) = table_of(&path) else {
                continue;
            };
            if let Err(fault) = table::check_file(&path, content) {
                self.report(&path, fault);
                continue;
            }
            let files = self.files.entry(material).or_default();
            let file = match content {
                Content::Wdl => &mut files.wdl,
                Content::Dtz => &mut files.dtz,
            };
            file.get_or_insert(LazyTable {
                path,
                table: OnceLock::new(),
                damaged: AtomicBool::new(false),
            });
        }
        Ok(())
    }

    /// The number of materials with a table of results, and of those with one of distances.
    pub fn counts(&self) -> (usize, usize) {
        let distances = self.files.values().filter(|files| files.dtz.is_some());
        (self.files.len(), distances.count())
    }

    /// The greatest number of men, kings included, of any table; 0 without tables.
    pub fn largest(&self) -> usize {
        self.largest
    }

    /// The errors since the last call.
    pub fn take_errors(&self) -> Vec<TablebaseError> {
        let mut errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut errors)
    }

    fn report(&self, path: &Path, fault: Fault) {
        let mut errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let path = path.to_owned();
        errors.push(TablebaseError { path, fault });
    }

    /// Whether a table can have the position: few men, and no castling.
    fn can_probe(&self, position: &Position) -> bool {
        position.occupied().len() as usize <= self.largest && position.castling_rooks().is_empty()
    }

    /// The result that a table has; `None` if it is missing or damaged.
    fn stored_wdl(&self, position: &Position) -> Option<i32> {
        let material = Material::of(position);
        if material.men() == 2 {
            return Some(0);
        }
        self.ask(material, Content::Wdl, |table, mirrored| {
            table.wdl(position, mirrored)
        })
    }

    /// The distance that a table has for a position with this result; `None` as above.
    fn stored_dtz(&self, position: &Position, wdl: i32) -> Option<Distance> {
        let material = Material::of(position);
        self.ask(material, Content::Dtz, |table, mirrored| {
            table.dtz(position, mirrored, wdl)
        })
    }

    /// Asks a table, with the colors exchanged if that is how it is stored.
    fn ask<T>(
        &self,
        material: Material,
        content: Content,
        question: impl FnOnce(&Table, bool) -> Result<T, Fault>,
    ) -> Option<T> {
        let (name, mirrored) = match self.files.contains_key(&material) {
            true => (material, false),
            false => (material.mirrored(), true),
        };
        let files = self.files.get(&name)?;
        let file = match content {
            Content::Wdl => files.wdl.as_ref()?,
            Content::Dtz => files.dtz.as_ref()?,
        };
        if file.damaged.load(Ordering::Relaxed) {
            return None;
        }
        let report = |fault| {
            if !file.damaged.swap(true, Ordering::Relaxed) {
                self.report(&file.path, fault);
            }
        };
        let table = file
            .table
            .get_or_init(|| Table::open(&file.path, content, name).map_err(report).ok());
        question(table.as_ref()?, mirrored).map_err(report).ok()
    }
}

/// What the table in a file is about, by the file's name; `None` if it is no table.
fn table_of(path: &Path) -> Option<(Material, Content)> {
    let extension = path.extension()?.to_str()?;
    let contents = [Content::Wdl, Content::Dtz];
    let content = contents
        .into_iter()
        .find(|content| content.extension() == extension)?;
    Some((Material::from_name(path.file_stem()?.to_str()?)?, content))
}
