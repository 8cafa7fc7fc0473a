//! Perft suites: positions with the counts that other programs agree on.
//!
//! These formats are the usual ones. A file may mix them, because each line shows its format:
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
//! `forms` reads lines of other programs, `pairs` `key=value` lines, `table` tables with a heading, `brackets` JSON and
//! tables of source code, and `fields` YAML and TOML. `packed` turns a binary corpus into lines. Blank lines, lines that start with `#` or `//`, a byte order mark
//! and carriage returns are skipped.
//! This module neither opens files nor prints; `cli::suite` does.

mod brackets;
mod case;
mod entry;
mod error;
mod fields;
mod forms;
mod lines;
mod numbers;
mod packed;
mod pairs;
mod reader;
mod record;
mod span;
mod table;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_formats;

pub use case::Case;
pub use error::{SuiteError, SyntaxError};
pub use lines::{Cases, MAX_LINE, ReadError, cases};
use movegen::chess::variant::Standard;
pub use packed::{MAGIC, Packed};
use reader::Reader;

/// The built-in suite: positions of standard chess and Chess960 that expose bugs of move generators,
/// each with the name of its subject. Counting it takes a fraction of a second.
///
/// ```
/// let cases = uci::suite::parse(uci::suite::BUILTIN).expect("a suite");
/// assert!(cases.iter().all(|case| case.name.is_some()));
/// ```
pub const BUILTIN: &str = include_str!("builtin.perft");

/// Reads a whole suite of chess.
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
    let mut reader = Reader::new(&Standard);
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
