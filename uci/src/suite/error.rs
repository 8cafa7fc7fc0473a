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
    /// Numbers behind a position that may be a depth and its count, or counts from depth 0 or 1 on.
    #[error("line {line}, column {column}: {}", unlabelled(numbers))]
    Unlabelled {
        /// Where.
        line: usize,
        /// Where in the line.
        column: usize,
        /// The numbers.
        numbers: Vec<u128>,
    },
    /// A count at depth 0 that is not 1: the depths of the file may be one too small.
    #[error(
        "line {line}, column {column}: found the count {found} at depth 0, where a position has one leaf; \
         perhaps depth 0 stands for depth 1"
    )]
    DepthZero {
        /// Where.
        line: usize,
        /// Where in the line.
        column: usize,
        /// The count.
        found: u128,
    },
    /// A part of an entry that has no meaning there, or is there twice.
    #[error(
        "line {line}: cannot tell what `{found}` is: neither a name nor a position nor a count with a depth"
    )]
    Stray {
        /// Where.
        line: usize,
        /// The part.
        found: String,
    },
    /// A table in brackets that cannot be read.
    #[error("line {line}: {reason}")]
    Syntax {
        /// Where.
        line: usize,
        /// What is wrong with it.
        #[source]
        reason: SyntaxError,
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

/// What numbers without labels may be, and how to write them.
fn unlabelled(numbers: &[u128]) -> String {
    match numbers {
        [first, second] => format!(
            "`{first} {second}` may be a depth and its count, or the counts at depth 1 and 2; \
             write `;D{first} {second}` or `;D1 {first} ;D2 {second}`"
        ),
        [first, second, ..] => format!(
            "the numbers from `{first} {second}` on may be counts from depth 0 or 1 on, or a depth and its count; \
             write `;D1 {first} ;D2 {second}`, and so on, with the right depths"
        ),
        _ => "numbers without depths".to_owned(),
    }
}

/// The largest entry in brackets, in bytes.
pub(super) const MAX_ENTRY: usize = 1 << 24;

/// Why a table in brackets cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SyntaxError {
    /// Something that cannot stand there.
    #[error("found `{0}`, which cannot stand there")]
    Unexpected(String),
    /// A key without a value.
    #[error("`{0}` has no value")]
    NoValue(String),
    /// A text without its closing quote.
    #[error("a quote is not closed in this line")]
    Unclosed,
    /// The end of the file inside of brackets, or of the line for a value of YAML or TOML.
    #[error("the bracket that opens here is not closed")]
    Unfinished,
    /// An entry that is too large.
    #[error("an entry of more than {MAX_ENTRY} bytes")]
    TooLong,
    /// Too many brackets in each other.
    #[error("more brackets in each other than are allowed")]
    TooDeep,
}
