//! The errors of suites.

use movegen::chess::InvalidFen;

use crate::games::{self, ParseError};
use crate::limits::LimitError;

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
    /// An entry of a table, of `key=value` pairs or of JSON that lacks something.
    #[error("line {line}: the entry has no {what}")]
    Incomplete {
        /// Where.
        line: usize,
        /// What is missing.
        what: &'static str,
    },
    /// A line of a table with more columns than its heading.
    #[error("line {line}: {found} columns, but the heading has {allowed}")]
    Columns {
        /// Where.
        line: usize,
        /// The number of columns.
        found: usize,
        /// The number of columns in the heading.
        allowed: usize,
    },
    /// Two numbers behind a position that may be a depth and a count, or two counts.
    #[error(
        "line {line}, column {column}: `{0} {1}` may be a depth and its count, or the counts at depth 1 and 2; \
         write `;D{0} {1}` or `;D1 {0} ;D2 {1}`",
        .numbers.0, .numbers.1
    )]
    Unlabelled {
        /// Where.
        line: usize,
        /// Where in the line.
        column: usize,
        /// Both numbers.
        numbers: (u128, u128),
    },
    /// A suite in JSON that cannot be read.
    #[error("line {line}: {reason}")]
    Json {
        /// Where the object begins.
        line: usize,
        /// What is wrong with it.
        #[source]
        reason: JsonError,
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

/// The largest object, in bytes: an array of some 100,000 positions inside an object.
pub(super) const MAX_OBJECT: usize = 1 << 24;

/// Why a suite in JSON cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum JsonError {
    /// A character between the objects that does not belong there.
    #[error("found `{0}` between the objects of JSON")]
    Between(char),
    /// An object that is not JSON.
    #[error("{0}")]
    Syntax(#[from] serde_json::Error),
    /// The end of the file inside an object.
    #[error("the file ends inside this object of JSON")]
    Unfinished,
    /// An object that is too large.
    #[error("an object of more than {MAX_OBJECT} bytes")]
    TooLong,
}
