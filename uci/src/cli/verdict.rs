//! How a comparison ends: with a verdict and all that is told of it, or with the reason why there
//! is none.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use movegen::chess::CastlingStyle;
use thiserror::Error;

use super::exit::{self, Exit};
use super::replace;
use crate::compare::{self, CommandLine, Disagreement, OtherSide, Page, Trouble};
use crate::game::Rejection;
use crate::report::Report;

/// Why there is no verdict.
#[derive(Debug, Error)]
pub(super) enum Failure {
    /// The position cannot be used.
    #[error("{0}")]
    Input(#[from] Rejection),
    /// The other side cannot be used.
    #[error("{0}")]
    Other(#[from] Trouble),
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
pub(super) struct Telling<'a> {
    /// How castling is written.
    pub(super) style: CastlingStyle,
    /// Whether it is made as small as it gets.
    pub(super) shrink: bool,
    /// What the other side is called.
    pub(super) name: String,
    /// Where a page about it goes.
    pub(super) page: Option<&'a Path>,
}

impl Telling<'_> {
    /// Says what was found, and writes the page.
    pub(super) fn tell<W: Write>(
        &self,
        found: &Disagreement,
        other: &mut dyn OtherSide,
        report: &mut Report<W>,
    ) -> Result<(), Failure> {
        report.line(compare::describe(found, self.style, other))?;
        let shrunk = match self.shrink {
            true => Some(compare::shrink(other, found, self.style)?),
            false => None,
        };
        if let Some(shrunk) = &shrunk {
            let text = compare::describe_shrunk(shrunk, found, self.style, other);
            report.line(text)?;
        }
        let Some(file) = self.page else {
            return Ok(());
        };
        let page = Page {
            found,
            shrunk: shrunk.as_ref(),
            style: self.style,
            other,
            name: &self.name,
            command: &this_command(),
        };
        replace::write(file, page.html().as_bytes()).map_err(|source| Failure::Page {
            file: file.to_owned(),
            source,
        })?;
        report.line(format_args!("\nreport written to {}", file.display()))?;
        Ok(())
    }

    /// Without a disagreement there is nothing to be drawn, and who waits for a page is told so.
    pub(super) fn tell_agreement<W: Write>(&self, report: &mut Report<W>) -> io::Result<()> {
        match self.page {
            Some(file) => report.line(format_args!(
                "no disagreement, and so no report in {}",
                file.display()
            )),
            None => Ok(()),
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

/// How the process ends; `Ok(true)` is an agreement. A failure is told on standard error.
pub(super) fn exit(agrees: Result<bool, Failure>) -> Exit {
    match agrees {
        Ok(true) => Exit::Done,
        Ok(false) => Exit::Disagreement,
        Err(Failure::Output(error)) => exit::output_failed(&error),
        // What is known has been printed.
        Err(Failure::Other(Trouble::Stopped)) => Exit::Interrupted,
        Err(error) => exit::failed(error),
    }
}
