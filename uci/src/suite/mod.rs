//! Perft suites: positions with the counts that other programs agree on.
//!
//! Four formats are in use. A file may mix them, because each line shows its format:
//!
//! ```text
//! FEN ;D1 20 ;D2 400          the classic EPD suites
//! FEN; D1 20; D2 400          the same with the blank after the semicolon
//! FEN ;D1 20 ;c0 "pin-knight"  the same with comments after the counts
//! id startpos                 blocks: a name (it may be missing), a position,
//! epd FEN                     and one line for each depth
//! perft 1 20
//! GameString<TAB>4<TAB>96     a game of Hive and the counts at depth 1, 2 and so on
//! ```
//!
//! Blank lines, lines that start with `#`, a byte order mark and carriage returns are skipped.
//! This module neither opens files nor prints; `cli::suite` does.

mod lines;
mod reader;
mod span;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use movegen::chess::InvalidFen;
use reader::Reader;

use crate::games::{self, AnyPosition, ParseError};
use crate::limits::LimitError;

pub use lines::{Cases, MAX_LINE, ReadError, cases};

/// The built-in suite: positions of standard chess and Chess960 that expose bugs of move generators,
/// each with the name of its subject. Counting it takes a fraction of a second.
///
/// ```
/// let cases = uci::suite::parse(uci::suite::BUILTIN).expect("a suite");
/// assert!(cases.iter().all(|case| case.name.is_some()));
/// ```
pub const BUILTIN: &str = include_str!("builtin.perft");

/// A position of a suite and its expected counts.
#[derive(Clone, Debug)]
pub struct Case {
    /// The line on which the position stands, counted from 1.
    pub line: usize,
    /// The name given by an `id` line.
    pub name: Option<String>,
    /// The text of the position in the suite, such as a FEN or a GameString.
    pub text: String,
    /// The position itself.
    pub root: Arc<dyn AnyPosition>,
    /// Oddities of the FEN that do not make it unreadable, such as castling rights without a rook.
    pub warnings: Vec<String>,
    /// Depths and their counts, in the suite's order. Never empty; no depth occurs twice.
    pub expected: Vec<(u32, u128)>,
}

/// Why a suite cannot be read, and where.
///
/// Lines and columns count from 1, columns in characters.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// A line that belongs to none of the formats.
    #[error(
        "line {line}: found `{found}`; allowed are a FEN with its counts (`FEN ;D1 20 ;D2 400`), \
         {} with tabs and counts behind it, `id NAME`, `epd FEN`, `perft DEPTH COUNT`, \
         `# comment` and blank lines",
        games::suite_positions()
    )]
    UnknownLine {
        /// Where.
        line: usize,
        /// The first word of the line.
        found: String,
    },
    /// A position that cannot be read or has no defined rules.
    #[error("line {line}: cannot use the FEN `{fen}`: {reason}")]
    Fen {
        /// Where.
        line: usize,
        /// The whole FEN; columns in `reason` count from its start.
        fen: String,
        /// What is wrong with it.
        #[source]
        reason: Box<InvalidFen>,
    },
    /// A position of another game that cannot be read.
    #[error("line {line}: cannot use the game `{game}`: {reason}")]
    Game {
        /// Where.
        line: usize,
        /// The whole text of the position.
        game: String,
        /// What is wrong with it.
        #[source]
        reason: ParseError,
    },
    /// Something other than a depth and a count after a FEN or after `perft`.
    #[error("line {line}, column {column}: found `{found}`; allowed is {allowed}")]
    Count {
        /// Where.
        line: usize,
        /// Where in the line.
        column: usize,
        /// The text that stands there.
        found: String,
        /// What may stand there.
        allowed: &'static str,
    },
    /// A text that is not a depth.
    #[error("line {line}, column {column}: {reason}")]
    Depth {
        /// Where.
        line: usize,
        /// Where in the line.
        column: usize,
        /// What is wrong with it.
        #[source]
        reason: LimitError,
    },
    /// A count that is not a number, or not one that fits in 128 bits.
    #[error(
        "line {line}, column {column}: found the count `{found}`; \
         allowed is a whole number of at most 128 bits, digits only"
    )]
    Number {
        /// Where.
        line: usize,
        /// Where in the line.
        column: usize,
        /// The text that stands there.
        found: String,
    },
    /// A second count for the same depth of a position.
    #[error("line {line}, column {column}: depth {depth} is given twice for this position")]
    RepeatedDepth {
        /// Where the second one stands.
        line: usize,
        /// Where in the line.
        column: usize,
        /// The depth.
        depth: u32,
    },
    /// A position without counts: it would pass unchecked.
    #[error(
        "line {line}: the position `{fen}` has no counts; write them behind it (`;D1 20`) \
         or, after `epd`, on lines of their own (`perft 1 20`)"
    )]
    NoCounts {
        /// Where the FEN stands.
        line: usize,
        /// The FEN.
        fen: String,
    },
    /// The same of a game other than chess.
    #[error("line {line}: the game `{game}` has no counts; write them behind it, after tabs")]
    NoGameCounts {
        /// Where.
        line: usize,
        /// The GameString.
        game: String,
    },
    /// A `perft` line with no `epd` line before it.
    #[error("line {line}: `perft` without a position; an `epd FEN` line must come first")]
    NoPosition {
        /// Where.
        line: usize,
    },
    /// An `id` line that no `epd` line follows.
    #[error("line {line}: `id {name}` without a position; an `epd FEN` line must follow")]
    UnusedName {
        /// Where the `id` line stands.
        line: usize,
        /// The name.
        name: String,
    },
}

/// Reads a whole suite.
///
/// ```
/// let text = "8/8/8/8/8/8/8/K1k5 w - - 0 1 ;D1 1 ;D2 5\n";
/// let cases = uci::suite::parse(text).expect("a suite");
/// assert_eq!(cases[0].expected, [(1, 1), (2, 5)]);
/// ```
///
/// # Errors
/// The first line that cannot be read, as a [`SuiteError`]. A text without any position is no
/// error: it has no cases.
pub fn parse(text: &str) -> Result<Vec<Case>, SuiteError> {
    let mut reader = Reader::default();
    let mut cases = Vec::new();
    for (index, line) in text
        .strip_prefix('\u{feff}')
        .unwrap_or(text)
        .lines()
        .enumerate()
    {
        reader.line(index + 1, line)?;
        cases.extend(reader.take());
    }
    reader.end()?;
    cases.extend(std::iter::from_fn(|| reader.take()));
    Ok(cases)
}
