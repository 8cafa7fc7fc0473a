//! The end of a comparison: a verdict with its report, or the reason why there is none.

use std::fmt::{self, Display};
use std::io::{self, Write};
use std::path::Path;

use movegen::chess::CastlingStyle;
use movegen::chess::variant::Rules;
use serde_json::{Value, json};
use workbench::ask::{self, CommandLine, OtherSide};
use workbench::explain::Diagnosis;
use workbench::find::{Shrunk, shrink, trace_failure};
use workbench::tell::{self, Page, PageFinding};

use super::error::CliError;
use super::exit::Exit;
use super::json::Line;
use super::junit::Outcome;
use super::output::{OutputArgs, end_with};
use super::suite::KILLER;
use crate::report::Report;
use crate::storage::replace;

/// Traces the failure of a [recorded](ask::Recording) program to its cause, if that is possible.
pub(super) fn traced(
    error: ask::Error,
    other: &mut dyn OtherSide,
    rules: &'static dyn Rules,
    style: CastlingStyle,
) -> CliError {
    match trace_failure(other, rules, style, error) {
        Ok(found) => CliError::NoAnswer(Box::new(found)),
        Err(error) => error.into(),
    }
}

/// How disagreements are reported.
pub(super) struct Presentation<'a> {
    /// How castling is written.
    pub(super) style: CastlingStyle,
    /// The name of the other program.
    pub(super) name: String,
    /// The file of the HTML report.
    pub(super) page: Option<&'a Path>,
    /// Text or JSON.
    pub(super) output: OutputArgs,
}

/// Where a run takes its positions from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// [`Embedded::Killer`](corpus::Embedded::Killer).
    Killer,
    /// Random positions of a seed.
    Seed(u64),
}

impl Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Killer => f.write_str(KILLER),
            Origin::Seed(seed) => write!(f, "seed {seed}"),
        }
    }
}

/// The position of a run that a disagreement comes from.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    /// Where it is from.
    pub(super) origin: Origin,
    /// Its number there, from 1.
    pub(super) number: u64,
    /// Its FEN.
    pub(super) fen: String,
}

impl Drawn {
    /// `position 7 of seed 1`.
    pub(super) fn place(&self) -> String {
        format!("position {} of {}", self.number, self.origin)
    }

    /// As a value of a JSON line.
    pub(super) fn json(&self) -> Value {
        let (suite, seed) = match self.origin {
            Origin::Killer => (Some(self.origin.to_string()), None),
            Origin::Seed(seed) => (None, Some(seed)),
        };
        json!({ "number": self.number, "suite": suite, "seed": seed, "fen": self.fen })
    }
}

impl Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place(), self.fen)
    }
}

/// A disagreement and everything that is reported about it.
pub(super) struct Reported {
    pub(super) diagnosis: Diagnosis,
    pub(super) shrunk: Option<Shrunk<Diagnosis>>,
    pub(super) drawn: Option<Drawn>,
    /// Where the same was found again.
    pub(super) again: Vec<Drawn>,
}

impl Reported {
    /// A disagreement for which no smaller position has been searched.
    pub(super) fn new(diagnosis: Diagnosis, drawn: Option<Drawn>) -> Reported {
        Reported {
            diagnosis,
            shrunk: None,
            drawn,
            again: Vec::new(),
        }
    }

    /// Searches for a smaller position.
    pub(super) fn shrink(
        &mut self,
        style: CastlingStyle,
        other: &mut dyn OtherSide,
    ) -> Result<(), ask::Error> {
        let shrunk = shrink(other, &self.diagnosis.found, style)?;
        self.shrunk = Some(shrunk.diagnose(&self.diagnosis, other));
        Ok(())
    }

    /// The report about the position that was found.
    pub(super) fn found_text(&self) -> String {
        let origin = self.drawn.as_ref().map(Drawn::to_string);
        tell::describe_drawn(&self.diagnosis, origin.as_deref())
    }

    /// The report about the smallest position, if it was searched for.
    fn smallest_text(&self) -> Option<String> {
        let shrunk = self.shrunk.as_ref()?;
        Some(tell::describe_shrunk(shrunk, &self.diagnosis))
    }

    /// The whole report.
    pub(super) fn text(&self) -> String {
        match self.smallest_text() {
            Some(smallest) => format!("{}\n{smallest}", self.found_text()),
            None => self.found_text(),
        }
    }

    fn found_json(&self) -> Line {
        let drawn = self.drawn.as_ref().map(Drawn::json);
        Line::with("disagreement", tell::disagreement_fields(&self.diagnosis))
            .optional("drawn", drawn)
    }

    fn smallest_json(&self) -> Option<Line> {
        let shrunk = self.shrunk.as_ref()?;
        let fields = tell::shrunk_fields(shrunk, &self.diagnosis);
        Some(Line::with("smallest", fields))
    }
}

impl Presentation<'_> {
    /// Prints the report about the position that was found.
    pub(super) fn print_found<W: Write>(
        &self,
        found: &Reported,
        report: &mut Report<W>,
    ) -> io::Result<()> {
        match self.output.json {
            true => report.line(found.found_json()),
            false => report.line(found.found_text()),
        }
    }

    /// Prints the report about the smallest position, if it was searched for.
    pub(super) fn print_smallest<W: Write>(
        &self,
        found: &Reported,
        report: &mut Report<W>,
    ) -> io::Result<()> {
        let text = match self.output.json {
            true => found.smallest_json().map(|line| line.to_string()),
            false => found.smallest_text(),
        };
        text.map_or(Ok(()), |text| report.line(text))
    }

    /// Writes the HTML report. The page also has the lines of JSON, of which `results` are the last.
    pub(super) fn write_page<W: Write>(
        &self,
        found: &[Reported],
        summary: Option<&str>,
        results: &[Line],
        report: &mut Report<W>,
    ) -> Result<(), CliError> {
        let Some(file) = self.page else {
            return Ok(());
        };
        let lines = found
            .iter()
            .flat_map(|found| [Some(found.found_json()), found.smallest_json()]);
        let lines = lines
            .flatten()
            .chain(results.iter().cloned())
            .map(Value::from);
        let again: Vec<Vec<String>> = found
            .iter()
            .map(|found| found.again.iter().map(Drawn::to_string).collect())
            .collect();
        let findings: Vec<PageFinding<'_>> = found
            .iter()
            .zip(&again)
            .map(|(found, again)| PageFinding {
                diagnosis: &found.diagnosis,
                shrunk: found.shrunk.as_ref(),
                origin: found.drawn.as_ref().map(Drawn::to_string),
                again,
            })
            .collect();
        let page = Page {
            name: &self.name,
            command: &this_command(),
            summary,
            findings: &findings,
            json: &lines.collect(),
        };
        replace::write_report(file, page.html().as_bytes())?;
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

/// The exit code of a command. Under `--json`, the result has what the other program did instead of an answer.
pub(super) fn end(command: &str, output: OutputArgs, ended: Result<Exit, CliError>) -> Exit {
    end_with(command, output, ended, |line, error| match error {
        CliError::Other(error) => add_failure(line, error),
        CliError::NoAnswer(found) => {
            add_failure(line, &found.error).fields(tell::no_answer_fields(found))
        }
        _ => line,
    })
}

/// A failure as the result of a JUnit test case.
pub(super) fn outcome(error: &CliError) -> Outcome {
    match error {
        CliError::Interrupted => Outcome::Skipped(error.to_string()),
        error => {
            let text = error.to_string();
            let message = text.lines().next().unwrap_or_default();
            Outcome::Error {
                message: message.to_owned(),
                text: Some(text.clone()),
            }
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
        ask::Error::NoDialect { .. } => ("no_dialect", None, None),
        ask::Error::NoVariant { .. } => ("no_variant", None, None),
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
        ask::Failure::Endless => "endless",
        ask::Failure::NoEnd => "no_end",
        ask::Failure::Searched => "searched",
        ask::Failure::NoVerdict(_) => "no_verdict",
    }
}
