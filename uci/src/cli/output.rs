//! How a command answers: as text or, under `--json`, as JSON Lines.

use std::fmt::Display;
use std::io;

use clap::Args;

use super::exit::{self, Exit};
use super::json::{Line, Status};
use crate::report::Report;

/// The choice between the two.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct OutputArgs {
    /// Print JSON Lines instead of text: one object per line, the result last
    #[arg(long)]
    pub(super) json: bool,
}

impl OutputArgs {
    /// Prints why there is no answer. Standard error always has it; with `--json`, standard output
    /// as well.
    pub(super) fn failed(self, command: &str, why: impl Display) -> Exit {
        if self.json {
            let status = Status::Error(why.to_string());
            // Standard error has it too.
            let _ = Report::new(io::stdout()).line(Line::result(command, &status));
        }
        exit::failed(why)
    }
}

/// Prints all that a command has to say.
pub(super) fn print(text: impl Display, exit: Exit) -> Exit {
    match Report::new(io::stdout()).line(text) {
        Ok(()) => exit,
        Err(error) => exit::output_failed(&error),
    }
}
