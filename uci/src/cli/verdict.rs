//! The end of a comparison: a verdict with its report, or the reason why there is none.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use movegen::chess::CastlingStyle;
use movegen::chess::PositionTextError;
use serde_json::{Map, Value};
use thiserror::Error;
use workbench::ask::{self, CommandLine, OtherSide};
use workbench::explain::Diagnosis;
use workbench::find::{Disagreement, shrink};
use workbench::tell::{self, Page};

use super::exit::{self, Exit};
use super::json::{Line, Status};
use super::output::OutputArgs;
use super::replace;
use crate::report::Report;

/// Why there is no verdict.
#[derive(Debug, Error)]
pub(super) enum Failure {
    /// The position is not usable.
    #[error("{0}")]
    Input(#[from] PositionTextError),
    /// The other program gave no usable answer.
    #[error("{0}")]
    Other(#[from] ask::Error),
    /// Standard output cannot be written.
    #[error("{0}")]
    Output(#[from] io::Error),
    /// The HTML report cannot be written.
    #[error("{}: {source}", file.display())]
    Page {
        /// Its path.
        file: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

/// How a disagreement is reported.
pub(super) struct Presentation<'a> {
    /// How castling is written.
    pub(super) style: CastlingStyle,
    /// Whether the position is shrunk.
    pub(super) shrink: bool,
    /// The name of the other program.
    pub(super) name: String,
    /// The file of the HTML report.
    pub(super) page: Option<&'a Path>,
    /// Text or JSON.
    pub(super) output: OutputArgs,
}

impl Presentation<'_> {
    /// Reports what was found, and writes the HTML report.
    pub(super) fn report<W: Write>(
        &self,
        found: Disagreement,
        other: &mut dyn OtherSide,
        report: &mut Report<W>,
    ) -> Result<(), Failure> {
        let style = self.style;
        let diagnosis = Diagnosis::new(found, style, other);
        report.line(match self.output.json {
            true => json_line("disagreement", tell::disagreement_fields(&diagnosis)),
            false => tell::describe(&diagnosis),
        })?;
        let shrunk = match self.shrink {
            true => {
                let shrunk = shrink(other, &diagnosis.found, style)?;
                Some(shrunk.diagnose(style, other))
            }
            false => None,
        };
        if let Some(shrunk) = &shrunk {
            report.line(match self.output.json {
                true => json_line("smallest", tell::shrunk_fields(shrunk)),
                false => tell::describe_shrunk(shrunk, &diagnosis.found),
            })?;
        }
        let Some(file) = self.page else {
            return Ok(());
        };
        let page = Page {
            diagnosis: &diagnosis,
            shrunk: shrunk.as_ref(),
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

    /// The line about a depth at which both sides agree.
    pub(super) fn agreed(&self, depth: u32, total: u128) -> String {
        match self.output.json {
            true => Line::new("depth")
                .field("depth", depth)
                .count("leaves", total)
                .to_string(),
            false => tell::agreed(depth, total),
        }
    }

    /// Says that there is no HTML report, since there is no disagreement.
    pub(super) fn report_agreement<W: Write>(&self, report: &mut Report<W>) -> io::Result<()> {
        match self.page {
            Some(file) if !self.output.json => report.line(format_args!(
                "no disagreement, so no report was written to {}",
                file.display()
            )),
            _ => Ok(()),
        }
    }
}

/// One line of JSON of this type.
fn json_line(kind: &str, fields: Map<String, Value>) -> String {
    let add = |line: Line, (name, value): (String, Value)| line.field(&name, value);
    fields.into_iter().fold(Line::new(kind), add).to_string()
}

/// The command line as it was entered, quoted for a shell.
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

/// The exit code. A failure goes to standard error, and under `--json` also to the result.
pub(super) fn exit(command: &str, output: OutputArgs, ended: Result<Status, Failure>) -> Exit {
    match ended {
        Ok(status) => status.exit(),
        Err(Failure::Output(error)) => exit::output_failed(&error),
        // The results so far have been printed.
        Err(Failure::Other(ask::Error::Stopped)) => Exit::Interrupted,
        Err(error) => {
            if output.json {
                let line = Line::result(command, &Status::Error(error.to_string()));
                let line = match &error {
                    Failure::Other(error) => add_failure(line, error),
                    _ => line,
                };
                // Standard error has it too.
                let _ = Report::new(io::stdout()).line(line);
            }
            exit::failed(error)
        }
    }
}

/// Adds the failure of the other program.
fn add_failure(line: Line, error: &ask::Error) -> Line {
    let (failure, input, last) = match error {
        ask::Error::Start { .. } => ("start", None, None),
        ask::Error::Failed {
            failure,
            input,
            last,
        } => (failure_kind(failure), Some(input.as_str()), last.as_deref()),
        ask::Error::Read { .. } => ("read", None, None),
        ask::Error::NoDivide { .. } => ("no_divide", None, None),
        ask::Error::Generator { .. } => ("generator", None, None),
        ask::Error::Stopped => ("stopped", None, None),
        ask::Error::Count(_) => ("count", None, None),
    };
    line.field("failure", failure)
        .field("input", input)
        .field("last_line", last)
}

fn failure_kind(failure: &ask::Failure) -> &'static str {
    match failure {
        ask::Failure::Ended { .. } => "ended",
        ask::Failure::Late { .. } => "late",
        ask::Failure::Refused => "refused",
        ask::Failure::Searched => "searched",
        ask::Failure::NoVerdict(_) => "no_verdict",
    }
}
