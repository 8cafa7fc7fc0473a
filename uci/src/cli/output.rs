//! The output of a command: text or, with `--json`, JSON Lines.

use std::fmt::Display;
use std::io;

use clap::Args;

use super::exit::{self, Exit};
use super::json::{Line, Status};
use crate::report::Report;

/// The flag that chooses.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct OutputArgs {
    /// Print JSON Lines instead of text: one object per line, the result last
    #[arg(long)]
    pub(super) json: bool,
}

impl OutputArgs {
    /// Prints the reason of a failure on standard error, and with `--json` also on standard output.
    pub(super) fn failed(self, command: &str, why: impl Display) -> Exit {
        if self.json {
            let status = Status::Error(why.to_string());
            // Standard error has it too.
            let _ = Report::new(io::stdout()).line(Line::result(command, &status));
        }
        exit::failed(why)
    }
}

/// Prints the whole output of a command.
pub(super) fn print(text: impl Display, exit: Exit) -> Exit {
    match Report::new(io::stdout()).line(text) {
        Ok(()) => exit,
        Err(error) => exit::output_failed(&error),
    }
}
