//! The results of finished classes: a small file for each class and check in the state folder.
//!
//! A file has a line for each value: its name, a tab and the value. It is written under another name first and then
//! renamed, so a program that is killed leaves no damaged result.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::class::Class;

/// The values of a file.
pub(crate) struct Record {
    path: PathBuf,
    values: Vec<(String, String)>,
}

/// Why a file of the state folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RecordError {
    #[error("{}: {error}", .path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("{}:{line}: '{found}' is not a name, a tab and a value", .path.display())]
    Line {
        path: PathBuf,
        line: usize,
        found: String,
    },
    #[error("{}: '{found}' for {name}: expected a whole number", .path.display())]
    Number {
        path: PathBuf,
        name: &'static str,
        found: String,
    },
}

impl Record {
    /// The value of this name; empty if there is none.
    pub(crate) fn text(&self, name: &str) -> &str {
        let mut values = self.values.iter();
        let value = values.find(|(other, _)| other == name);
        value.map_or("", |(_, value)| value)
    }

    /// A value that is a number.
    pub(crate) fn number(&self, name: &'static str) -> Result<u64, RecordError> {
        let found = self.text(name);
        found.parse().map_err(|_| RecordError::Number {
            path: self.path.clone(),
            name,
            found: found.to_owned(),
        })
    }
}

/// The state folder.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Creates the folder if it does not exist.
    pub(crate) fn new(path: &Path) -> Result<Folder, RecordError> {
        fs::create_dir_all(path).map_err(at(path))?;
        Ok(Folder(path.to_owned()))
    }

    /// The result of a class, if there is one.
    pub(crate) fn read(&self, class: &Class, check: &str) -> Result<Option<Record>, RecordError> {
        let path = self.path(class, check);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.map_err(at(&path))?,
        };
        let values = (1..).zip(text.lines()).map(|(line, text)| {
            let (name, value) = text.split_once('\t').ok_or_else(|| RecordError::Line {
                path: path.clone(),
                line,
                found: text.to_owned(),
            })?;
            Ok((name.to_owned(), value.to_owned()))
        });
        let values = values.collect::<Result<_, RecordError>>()?;
        Ok(Some(Record { path, values }))
    }

    /// Stores the result of a class.
    pub(crate) fn write<'a>(
        &self,
        class: &Class,
        check: &str,
        values: impl IntoIterator<Item = (&'a str, String)>,
    ) -> Result<(), RecordError> {
        let mut text = String::new();
        for (name, value) in values {
            writeln!(text, "{name}\t{value}").expect("a string takes any text");
        }
        let path = self.path(class, check);
        let unfinished = path.with_extension("unfinished");
        fs::write(&unfinished, text).map_err(at(&unfinished))?;
        fs::rename(&unfinished, &path).map_err(at(&path))
    }

    fn path(&self, class: &Class, check: &str) -> PathBuf {
        self.0.join(format!("{class}.{check}.tsv"))
    }
}

fn at(path: &Path) -> impl Fn(io::Error) -> RecordError {
    move |error| RecordError::Io {
        path: path.to_owned(),
        error,
    }
}
