//! Asking the other side for its counts: the trait [`OtherSide`] and the kinds that implement it.

mod auto;
mod command_line;
mod conversation;
mod detect;
mod dialect;
mod digit_groups;
mod divide_fn;
mod divide_text;
mod error;
mod exit_code;
mod greeting;
mod interactive;
mod launch;
mod line_reader;
mod move_generator;
mod move_text;
mod notation;
mod notices;
mod one_shot;
#[cfg(target_os = "linux")]
mod orphans;
mod other_side;
#[cfg_attr(not(any(unix, windows)), path = "no_processes.rs")]
mod process_tree;
mod program;
#[cfg(test)]
mod san_styles;
mod saved;
mod shell;
mod template;
mod text_line;
mod transcript;

pub use auto::{AutoProgram, DialectHint};
pub use command_line::CommandLine;
pub use dialect::{DIALECTS, Dialect, Ending, Handshake, Ping, Protocol, SetUp};
pub(crate) use digit_groups::{without_blanks, without_fixed_blanks};
pub use divide_fn::DivideFn;
pub use divide_text::DivideText;
pub use error::{Attempt, Error, Failure, StartHint};
pub use exit_code::ExitCodeProgram;
pub use interactive::InteractiveProgram;
pub use launch::Launch;
pub use line_reader::{LineReader, PatternError};
pub use move_generator::{InProcess, MoveGenerator};
pub(crate) use move_text::is_coordinates;
pub use move_text::{MoveText, Spelling};
pub use notices::Notices;
pub use one_shot::OneShot;
#[cfg(target_os = "linux")]
pub use orphans::adopt_orphans;
pub use other_side::{Answer, OtherSide, Question};
pub use saved::SavedDivide;
pub(crate) use shell::Shell;
pub use template::{Template, TemplateError};
pub use text_line::TextLine;
pub(crate) use text_line::number;
pub use transcript::{Exchange, Recording, Transcript};

use std::time::Duration;

/// Canopy's count as a program reports it, with a sign: a counter that has overflowed can be negative.
pub fn reported(count: u128) -> i128 {
    // No count of leaves comes close to the limit.
    i128::try_from(count).unwrap_or(i128::MAX)
}

/// Only Linux lets a process adopt orphans: nothing happens.
#[cfg(not(target_os = "linux"))]
pub fn adopt_orphans() {}

/// The line without blanks around it, for a message; the beginning of a long one.
fn excerpt(line: &str) -> String {
    const MOST_LETTERS: usize = 300;
    let line = line.trim();
    match line.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_owned(),
    }
}

/// The time limit for an answer: the program's own, or the shorter one of a search.
fn shorter(timeout: Duration, limit: Option<Duration>) -> Duration {
    limit.map_or(timeout, |limit| limit.min(timeout))
}
