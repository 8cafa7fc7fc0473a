//! The table of published results.

use std::num::ParseIntError;
use std::sync::{Arc, LazyLock};

use super::Quantity;
use crate::games::{self, AnyPosition};

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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// Fields are missing, or there are too many.
    #[error("line {line}: found {found} fields, expected 6, separated by tabs")]
    Fields {
        /// The line, from 1.
        line: usize,
        /// How many fields it has.
        found: usize,
    },
    /// The name of no game.
    #[error("line {line}: '{found}' is not a game; allowed: {}", names().join(", "))]
    Game {
        /// The line, from 1.
        line: usize,
        /// The field.
        found: String,
    },
    /// A position that the rules of its game do not accept.
    #[error("line {line}: {reason}")]
    Position {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A depth or a value that is not a number.
    #[error("line {line}: '{found}': {reason}")]
    Number {
        /// The line, from 1.
        line: usize,
        /// The field.
        found: String,
        /// What is wrong with it.
        reason: ParseIntError,
    },
    /// Neither a column of the statistics nor `unique`.
    #[error("line {line}: '{found}' is neither unique nor a column of the statistics")]
    Quantity {
        /// The line, from 1.
        line: usize,
        /// The field.
        found: String,
    },
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
    /// [`RowError`] at the first line that is not a result.
    pub fn parse(text: &str) -> Result<Known, RowError> {
        let lines = text.lines().zip(1..);
        let rows = lines.filter(|(text, _)| !text.is_empty() && !text.starts_with('#'));
        rows.map(|(text, line)| Row::parse(text, line))
            .collect::<Result<_, _>>()
            .map(Known)
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
    fn parse(text: &str, line: usize) -> Result<Row, RowError> {
        let fields: Vec<&str> = text.split('\t').collect();
        let [game, position, depth, quantity, value, source] = fields[..] else {
            let found = fields.len();
            return Err(RowError::Fields { line, found });
        };
        let number = |reason, found: &str| RowError::Number {
            line,
            found: found.to_owned(),
            reason,
        };
        let parsed = games::parse(game, position).ok_or_else(|| RowError::Game {
            line,
            found: game.to_owned(),
        })?;
        let parsed = parsed.map_err(|error| RowError::Position {
            line,
            reason: error.to_string(),
        })?;
        let quantity = Quantity::of_name(quantity).ok_or_else(|| RowError::Quantity {
            line,
            found: quantity.to_owned(),
        })?;
        Ok(Row {
            position: Arc::from(parsed),
            depth: depth.parse().map_err(|reason| number(reason, depth))?,
            quantity,
            value: value.parse().map_err(|reason| number(reason, value))?,
            source: source.to_owned(),
        })
    }
}
