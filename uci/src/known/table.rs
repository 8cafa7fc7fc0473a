//! The table of published results.

use std::num::ParseIntError;
use std::sync::LazyLock;

use movegen::chess::{self, Setup};
use movegen::hive::{self, GameError};

use super::{Quantity, Root};

/// The published results, their format and their sources.
const PUBLISHED: &str = include_str!("known.tsv");

/// Published results.
#[derive(Clone, Debug)]
pub struct Known(Vec<Row>);

/// One published number.
#[derive(Clone, Debug)]
struct Row {
    position: Position,
    depth: u32,
    quantity: Quantity,
    value: u128,
    source: String,
}

/// What a result belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Position {
    /// Without move counters.
    Chess(Box<Setup>),
    Hive(Box<hive::Position>),
}

impl From<Root<'_>> for Position {
    fn from(root: Root<'_>) -> Position {
        match root {
            Root::Chess(position) => {
                let mut setup = position.to_setup();
                (setup.halfmoves, setup.fullmoves) = (0, 1);
                Position::Chess(Box::new(setup))
            }
            Root::Hive(position) => Position::Hive(Box::new(*position)),
        }
    }
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
    /// Another game.
    #[error("line {line}: '{found}' is not a game; chess and hive are")]
    Game {
        /// The line, from 1.
        line: usize,
        /// The field.
        found: String,
    },
    /// A position of chess that cannot be used.
    #[error("line {line}: {reason}")]
    Chess {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: chess::InvalidFen,
    },
    /// A position of Hive that cannot be used.
    #[error("line {line}: {reason}")]
    Hive {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: GameError,
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
    pub(super) fn values(
        &self,
        root: Root<'_>,
        depth: u32,
        quantity: Quantity,
    ) -> Vec<(u128, &str)> {
        let rows = self.0.iter();
        let mut rows = rows
            .filter(|row| row.depth == depth && row.quantity == quantity)
            .peekable();
        if rows.peek().is_none() {
            return Vec::new();
        }
        let position = Position::from(root);
        rows.filter(|row| row.position == position)
            .map(|row| (row.value, &*row.source))
            .collect()
    }
}

impl Row {
    fn parse(text: &str, line: usize) -> Result<Row, RowError> {
        let fields: Vec<&str> = text.split('\t').collect();
        let [game, position, depth, what, value, source] = fields[..] else {
            let found = fields.len();
            return Err(RowError::Fields { line, found });
        };
        let number = |reason, found: &str| RowError::Number {
            line,
            found: found.to_owned(),
            reason,
        };
        let position = match game {
            "chess" => {
                let position = position.parse::<chess::Position>();
                let position = position.map_err(|reason| RowError::Chess { line, reason })?;
                Position::from(Root::Chess(&position))
            }
            "hive" => {
                let game = position.parse::<hive::Game>();
                let game = game.map_err(|reason| RowError::Hive { line, reason })?;
                Position::from(Root::Hive(game.position()))
            }
            _ => {
                let found = game.to_owned();
                return Err(RowError::Game { line, found });
            }
        };
        let quantity = Quantity::of_name(what).ok_or_else(|| RowError::Quantity {
            line,
            found: what.to_owned(),
        })?;
        Ok(Row {
            position,
            depth: depth.parse().map_err(|reason| number(reason, depth))?,
            quantity,
            value: value.parse().map_err(|reason| number(reason, value))?,
            source: source.to_owned(),
        })
    }
}
