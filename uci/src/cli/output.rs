//! The output of a command: text or, with `--json`, JSON Lines. The end of every command: its exit code, and the
//! reason on standard error if there is no answer.

use std::fmt::Display;
use std::io;

use clap::Args;

use super::error::CliError;
use super::json::Line;
use crate::exit::{self, Exit};
use crate::report::Report;

/// The flag that chooses.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct OutputArgs {
    /// Print JSON Lines instead of text: one object per line, the result last
    #[arg(long)]
    pub(super) json: bool,
}

/// The output of a command that has no such flag.
pub(super) const TEXT: OutputArgs = OutputArgs { json: false };

/// Prints the whole output of a command that ends like this.
pub(super) fn print(text: impl Display, exit: Exit) -> Result<Exit, CliError> {
    Report::new(io::stdout()).line(text)?;
    Ok(exit)
}

/// The exit code of a command. The reason of a failure goes to standard error, and with `--json` also to standard
/// output.
pub(super) fn end(command: &str, output: OutputArgs, ended: Result<Exit, CliError>) -> Exit {
    end_with(command, output, ended, |line, _| line)
}

/// As [`end`]. With `--json`, `details` adds what programs want to know besides the message.
pub(super) fn end_with(
    command: &str,
    output: OutputArgs,
    ended: Result<Exit, CliError>,
    details: fn(Line, &CliError) -> Line,
) -> Exit {
    match ended {
        Ok(exit) => exit,
        Err(CliError::Interrupted) => Exit::Interrupted,
        Err(CliError::Output(error)) => exit::output_failed(&error),
        Err(error) => {
            if output.json {
                let line = details(Line::failure(command, &error), &error);
                // Standard error has it too.
                let _ = Report::new(io::stdout()).line(line);
            }
            exit::failed(error)
        }
    }
}
