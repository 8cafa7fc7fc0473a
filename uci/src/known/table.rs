//! The table of published results.

use std::num::ParseIntError;
use std::sync::{Arc, LazyLock};

use super::Quantity;
use crate::games::{self, AnyPosition, ParseError};

/// The names of all games.
fn names() -> Vec<&'static str> {
    games::all().iter().map(|game| game.name).collect()
}

/// The published results, their format and their sources.
const PUBLISHED: &str = include_str!("known.tsv");

/// Published results.
#[derive(Clone, Debug)]
pub struct Known(Vec<Row>);

/// One published number.
#[derive(Clone, Debug)]
struct Row {
    position: Arc<dyn AnyPosition>,
    depth: u32,
    quantity: Quantity,
    value: u128,
    source: String,
}

/// Why a text is not a table of results.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct TableError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: RowError,
}

/// Why a line is not a result.
#[derive(Debug, thiserror::Error)]
pub enum RowError {
    /// Fields are missing, or there are too many.
    #[error("found {0} fields, expected 6, separated by tabs")]
    Fields(usize),
    /// The name of no game.
    #[error("'{0}' is not a game; allowed: {allowed}", allowed = names().join(", "))]
    Game(String),
    /// A position that the rules of its game do not accept.
    #[error(transparent)]
    Position(#[from] ParseError),
    /// A depth or a value that is not a number.
    #[error("'{0}': {1}")]
    Number(String, ParseIntError),
    /// Neither a column of the statistics nor `unique`.
    #[error("'{0}' is neither unique nor a column of the statistics")]
    Quantity(String),
}

impl Known {
    /// The results that are built into the program.
    pub fn published() -> &'static Known {
        static KNOWN: LazyLock<Known> =
            LazyLock::new(|| Known::parse(PUBLISHED).expect("the built-in table is well-formed"));
        &KNOWN
    }

    /// Reads a table. Empty lines and lines that begin with `#` are skipped.
    ///
    /// # Errors
    /// [`TableError`] at the first line that is not a result.
    pub fn parse(text: &str) -> Result<Known, TableError> {
        let lines = text.lines().zip(1..);
        let rows = lines.filter(|(text, _)| !text.is_empty() && !text.starts_with('#'));
        let row = |(text, line)| Row::parse(text).map_err(|reason| TableError { line, reason });
        rows.map(row).collect::<Result<_, _>>().map(Known)
    }

    /// The published values of one quantity with their sources: none, one, or several if sources
    /// disagree.
    pub fn values(
        &self,
        root: &dyn AnyPosition,
        depth: u32,
        quantity: Quantity,
    ) -> Vec<(u128, &str)> {
        let rows = self.0.iter();
        rows.filter(|row| row.depth == depth && row.quantity == quantity)
            .filter(|row| row.position.is_same(root))
            .map(|row| (row.value, &*row.source))
            .collect()
    }
}

impl Row {
    fn parse(text: &str) -> Result<Row, RowError> {
        let fields: Vec<&str> = text.split('\t').collect();
        let [game, position, depth, quantity, value, source] = fields[..] else {
            return Err(RowError::Fields(fields.len()));
        };
        let number = |found: &str| {
            let found = found.to_owned();
            move |reason| RowError::Number(found, reason)
        };
        let parsed = games::parse(game, position);
        let known = Quantity::of_name(quantity);
        Ok(Row {
            position: Arc::from(parsed.ok_or_else(|| RowError::Game(game.to_owned()))??),
            depth: depth.parse().map_err(number(depth))?,
            quantity: known.ok_or_else(|| RowError::Quantity(quantity.to_owned()))?,
            value: value.parse().map_err(number(value))?,
            source: source.to_owned(),
        })
    }
}
