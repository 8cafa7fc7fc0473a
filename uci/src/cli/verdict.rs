//! How a comparison ends: with a verdict and all that is told of it, or with the reason why there
//! is none.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use movegen::chess::CastlingStyle;
use movegen::chess::PositionTextError;
use thiserror::Error;
use workbench::ask::{self, CommandLine, OtherSide};
use workbench::find::{Disagreement, shrink};
use workbench::tell::{self, Page};

use super::disagreement;
use super::exit::{self, Exit};
use super::json::{Line, Status};
use super::output::OutputArgs;
use super::replace;
use crate::report::Report;

/// Why there is no verdict.
#[derive(Debug, Error)]
pub(super) enum Failure {
    /// The position cannot be used.
    #[error("{0}")]
    Input(#[from] PositionTextError),
    /// The other side cannot be used.
    #[error("{0}")]
    Other(#[from] ask::Error),
    /// Standard output cannot be written to.
    #[error("{0}")]
    Output(#[from] io::Error),
    /// The page cannot be written.
    #[error("{}: {source}", file.display())]
    Page {
        /// Where it should go.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// How a disagreement is told.
pub(super) struct Presentation<'a> {
    /// How castling is written.
    pub(super) style: CastlingStyle,
    /// Whether it is made as small as it gets.
    pub(super) shrink: bool,
    /// What the other side is called.
    pub(super) name: String,
    /// Where a page about it goes.
    pub(super) page: Option<&'a Path>,
    /// Whether in text or in JSON.
    pub(super) output: OutputArgs,
}

impl Presentation<'_> {
    /// Says what was found, and writes the page.
    pub(super) fn tell<W: Write>(
        &self,
        found: &Disagreement,
        other: &mut dyn OtherSide,
        report: &mut Report<W>,
    ) -> Result<(), Failure> {
        let style = self.style;
        report.line(match self.output.json {
            true => disagreement::found(found, style, other).to_string(),
            false => tell::describe(found, style, other),
        })?;
        let shrunk = match self.shrink {
            true => Some(shrink(other, found, style)?),
            false => None,
        };
        if let Some(shrunk) = &shrunk {
            report.line(match self.output.json {
                true => disagreement::smallest(shrunk, style, other).to_string(),
                false => tell::describe_shrunk(shrunk, found, style, other),
            })?;
        }
        let Some(file) = self.page else {
            return Ok(());
        };
        let page = Page {
            found,
            shrunk: shrunk.as_ref(),
            style,
            other,
            name: &self.name,
            command: &this_command(),
        };
        replace::write(file, page.html().as_bytes()).map_err(|source| Failure::Page {
            file: file.to_owned(),
            source,
        })?;
        if !self.output.json {
            report.line(format_args!("\nreport written to {}", file.display()))?;
        }
        Ok(())
    }

    /// Says that the two agree to this depth, and on what total.
    pub(super) fn agreed(&self, depth: u32, total: u128) -> String {
        match self.output.json {
            true => Line::new("depth")
                .field("depth", depth)
                .count("leaves", total)
                .to_string(),
            false => tell::agreed(depth, total),
        }
    }

    /// Without a disagreement there is nothing to be drawn, and who waits for a page is told so.
    pub(super) fn tell_agreement<W: Write>(&self, report: &mut Report<W>) -> io::Result<()> {
        match self.page {
            Some(file) if !self.output.json => report.line(format_args!(
                "no disagreement, and so no report in {}",
                file.display()
            )),
            _ => Ok(()),
        }
    }
}

/// What was typed, as a shell wants it.
fn this_command() -> String {
    let arguments = std::env::args_os().skip(1);
    let command = CommandLine {
        program: "canopy".to_owned(),
        arguments: arguments
            .map(|argument| argument.to_string_lossy().into_owned())
            .collect(),
    };
    command.to_string()
}

/// How the process ends. A failure is told on standard error, and in the result under `--json`.
pub(super) fn exit(command: &str, output: OutputArgs, ended: Result<Status, Failure>) -> Exit {
    match ended {
        Ok(status) => status.exit(),
        Err(Failure::Output(error)) => exit::output_failed(&error),
        // What is known has been printed.
        Err(Failure::Other(ask::Error::Stopped)) => Exit::Interrupted,
        Err(error) => {
            if output.json {
                let line = Line::result(command, &Status::Error(error.to_string()));
                let line = match &error {
                    Failure::Other(trouble) => disagreement::add_trouble(line, trouble),
                    _ => line,
                };
                // Standard error has it too.
                let _ = Report::new(io::stdout()).line(line);
            }
            exit::failed(error)
        }
    }
}
