//! Everything that is printed, as text, and the one writer of standard output.

mod digits;
mod hash;
mod help;
mod perft;
mod position;
mod search;
mod tablebases;

use std::fmt;
use std::io::{self, Write};

pub use digits::{Digits, stdout_width};
pub use hash::table;
pub use help::{
    CONSOLE_HELP, CONSOLE_WELCOME, HELP, LICENSE, compiler, needs_console, no_such_option, unknown,
};
pub use perft::{
    DivideForm, MIXED_NOTATIONS, divide_line_refused, mixes_notations, perft_incomplete,
    perft_partial, perft_progress, perft_refused, perft_total,
};
pub use position::{
    board, evaluation, move_list, moves, no_board, no_evaluation, variant, variant_moves,
};
pub use search::{
    NO_MOVE, SearchForm, best_move, current_move, end_of_game_info, ignored_search_move,
    search_info,
};
pub use tablebases::{tablebase_errors, tablebases_found};
use vampirc_uci::{Serializable, UciMessage};
pub use workbench::amount;

use crate::{AUTHORS, NAME};

/// The prefix of a line that no GUI and no perft script takes for an answer.
const REMARK: &str = "info string ";

/// The only writer of standard output: whole lines, each flushed, because a GUI waits for them.
#[derive(Debug)]
pub struct Report<W> {
    out: W,
    /// Whether to remove the prefix of remarks, which means nothing to a person.
    plain: bool,
}

impl<W: Write> Report<W> {
    /// A report that is written to `out`.
    pub fn new(out: W) -> Report<W> {
        Report { out, plain: false }
    }

    /// A report for a person instead of a program.
    pub fn plain(out: W) -> Report<W> {
        Report { out, plain: true }
    }

    /// Writes one line, or several that belong together.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn line(&mut self, text: impl fmt::Display) -> io::Result<()> {
        let mut text = format!("{text}\n");
        if self.plain {
            let lines = text.split_inclusive('\n');
            text = lines
                .map(|line| line.strip_prefix(REMARK).unwrap_or(line))
                .collect();
        }
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    /// Writes a remark, which no GUI and no perft script takes for an answer.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn remark(&mut self, text: impl fmt::Display) -> io::Result<()> {
        // Quoted input may hold anything; the remark must stay one line.
        let text = text.to_string().replace(|c: char| c.is_control(), "?");
        self.line(format_args!("{REMARK}{text}"))
    }

    /// Gives back what the report was written to.
    #[cfg(test)]
    pub(crate) fn into_inner(self) -> W {
        self.out
    }
}

/// `Canopy 0.1.0 by the Canopy authors`: the one line that is printed before any input is read.
pub fn banner() -> String {
    format!("{NAME} by {AUTHORS}")
}

/// The answer to `uci`, with these `option name ...` lines.
pub fn introduction(options: &[String]) -> String {
    let mut text = UciMessage::id_name(NAME).serialize() + "\n";
    text += &(UciMessage::id_author(AUTHORS).serialize() + "\n\n");
    for line in options {
        text += line;
        text.push('\n');
    }
    text + &UciMessage::UciOk.serialize()
}

/// The answer to `isready`.
pub fn ready() -> String {
    UciMessage::ReadyOk.serialize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_is_one_line() {
        let mut report = Report::new(Vec::new());
        report.remark("a\nb\tc").expect("a vector can be written");
        assert_eq!(report.into_inner(), b"info string a?b?c\n");
    }
}
