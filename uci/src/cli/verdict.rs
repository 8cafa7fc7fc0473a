//! How a comparison ends: with a verdict and all that is told of it, or with the reason why there
//! is none.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use movegen::chess::CastlingStyle;
use thiserror::Error;

use crate::compare::{self, CommandLine, Disagreement, OtherSide, Page, Trouble};
use crate::game::Rejection;
use crate::report::Report;

/// The exit code if the two disagree.
pub(super) const DISAGREEMENT: u8 = 1;
/// The exit code if the input or the other side cannot be used.
const UNUSABLE: u8 = 2;

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
        std::fs::write(file, page.html()).map_err(|source| Failure::Page {
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

/// What the process ends with, `Ok(true)` being an agreement; a failure is told on standard error.
pub(super) fn exit_code(agrees: Result<bool, Failure>) -> ExitCode {
    match agrees {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(DISAGREEMENT),
        Err(Failure::Output(error)) => unheard(&error),
        Err(error) => unusable(&error),
    }
}

/// Says what cannot be used, and ends.
pub(super) fn unusable(error: &dyn Display) -> ExitCode {
    eprintln!("canopy: {error}");
    ExitCode::from(UNUSABLE)
}

/// The verdict could not be written. Who has stopped reading knows that, but has not seen an
/// agreement.
pub(super) fn unheard(error: &io::Error) -> ExitCode {
    if error.kind() != ErrorKind::BrokenPipe {
        eprintln!("canopy: {error}");
    }
    ExitCode::from(UNUSABLE)
}
