//! `canopy merge`: adds up the results of units.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::super::exit::{self, Exit};
use super::super::json::{Line, Status};
use super::super::known;
use super::super::output::{self, OutputArgs};
use super::super::perft::formats::{
    self, Branch, DivideFormat, DivideReport, Format, Layout, ReportFormat, StatisticsFormat,
    StatisticsReport, Summary,
};
use super::input::read;
use crate::diagnostics;
use crate::known::{Comparison, Known, Quantity};
use crate::perft::statistics::StatisticsRows;
use crate::report::{self, Digits, Report};
use crate::units::{self, Merge, Selection, UnitFile};

const AFTER_HELP: &str = "\
Every result is checked against its unit. Damaged, foreign, false and duplicate results are
reported on standard error and never counted; a unit with different results is not counted either.
The output does not depend on which machines have counted the units, nor on the order.

Exit codes: 0 done; 1 results differ, or the count differs from a published one; 2 unusable input or
a failed write; 75 results are missing.";

/// The arguments of `canopy merge`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct MergeArgs {
    /// The file that canopy units has written
    file: PathBuf,
    /// The folder with the results
    dir: PathBuf,
    /// Results that a unit needs; two must agree, with different seeds and from different hosts
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    require: u8,
    /// Print the missing units only, as ranges such as 3,7-9
    #[arg(long, conflicts_with = "format")]
    missing: bool,
    /// Output format
    #[arg(long, value_parser = formats::divide_parser(), default_value = formats::DEFAULT.name)]
    format: &'static Format,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs the command.
pub fn merge(arguments: &MergeArgs) -> Exit {
    let output = OutputArgs {
        json: arguments.output.json || arguments.format.name == formats::JSON.name,
    };
    let file = match read(&arguments.file, &Selection::All) {
        Ok(file) => file,
        Err(error) => return output.failed("merge", error),
    };
    if let Some(reason) = arguments.form().refusal(file.statistics.is_some()) {
        return output.failed("merge", reason);
    }
    let merged = match units::merge(&file, &arguments.dir, arguments.require > 1) {
        Ok(merged) => merged,
        Err(error) => {
            let (folder, cause) = (arguments.dir.display(), error.cause);
            return output.failed(
                "merge",
                format_args!("cannot read the folder of results '{folder}': {cause}"),
            );
        }
    };
    for (name, reason) in &merged.rejected {
        diagnostics::error(format_args!("{name}: {reason}"));
    }
    merged.conflicts.iter().for_each(diagnostics::error);
    if arguments.missing {
        return arguments.print_missing(&merged);
    }
    if !merged.is_complete() {
        diagnostics::error(format_args!("missing units: {}", merged.missing()));
    }
    match arguments.form().print(&file, &merged, &mut io::stdout()) {
        Ok(exit) => exit,
        Err(PrintError::Output(error)) => exit::output_failed(&error),
        Err(error) => output.failed("merge", error),
    }
}

impl MergeArgs {
    fn print_missing(&self, merged: &Merge) -> Exit {
        let status = status(merged, &Comparison::default(), &Status::Incomplete);
        let missing = merged.missing().to_string();
        match self.output.json {
            true => {
                let line = Line::result("merge", &status).field("missing", missing);
                output::print(line, status.exit())
            }
            false => output::print(missing, status.exit()),
        }
    }

    fn form(&self) -> Form {
        Form {
            command: "merge",
            format: self.format.with_json(self.output.json),
            incomplete: Status::Incomplete,
        }
    }
}

/// How a count that was added up is printed.
pub(in crate::cli) struct Form {
    pub(in crate::cli) command: &'static str,
    pub(in crate::cli) format: &'static Format,
    /// The status if results are missing.
    pub(in crate::cli) incomplete: Status,
}

/// Why a count that was added up is not printed.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum PrintError {
    #[error("the count overflows 128 bits")]
    Overflow,
    #[error("--format {0} shows all depths, but units are counted to one depth")]
    Depths(&'static str),
    #[error("{0}")]
    Output(#[from] io::Error),
}

impl Form {
    /// Why the format does not fit the count, if it does not.
    pub(in crate::cli) fn refusal(&self, statistics: bool) -> Option<String> {
        let name = self.format.name;
        match (statistics, self.format.report) {
            (true, _) if self.format.statistics.is_none() => {
                Some(format!("--format {name} cannot show statistics"))
            }
            (false, ReportFormat::Depths(_)) => Some(PrintError::Depths(name).to_string()),
            _ => None,
        }
    }

    /// Prints the count.
    pub(in crate::cli) fn print(
        &self,
        file: &UnitFile,
        merged: &Merge,
        out: &mut dyn Write,
    ) -> Result<Exit, PrintError> {
        let totals = merged.totals(file).ok_or(PrintError::Overflow)?;
        let columns = file.columns().into_iter();
        let counts = columns.zip(&totals);
        let counts = counts.map(|(name, &total)| (file.depth, Quantity::Leaves(name), total));
        let comparison = match merged.is_complete() {
            true => Comparison::new(Known::published(), &*file.position, counts),
            false => Comparison::default(),
        };
        let summary = Summary {
            command: self.command,
            position: &file.root,
            depth: file.depth,
            status: status(merged, &comparison, &self.incomplete),
            complete: merged.is_complete(),
            comparison: &comparison,
        };
        let exit = summary.status.exit();
        let mut report = Report::new(out);
        match (self.format.statistics, self.format.report) {
            (Some(format), _) if file.statistics.is_some() => {
                let text = statistics(file, merged, totals, summary, format);
                report.line(text)?;
            }
            (_, ReportFormat::Divide(format)) => {
                let divide = merged.divide(file).ok_or(PrintError::Overflow)?;
                let branches = branches(file, &divide);
                let divide = DivideReport {
                    summary,
                    branches: &branches,
                    total: totals.first().copied().unwrap_or(0),
                    roots: file.moves.len(),
                    difference: None,
                };
                for text in texts(&divide, format) {
                    report.line(text)?;
                }
            }
            (_, ReportFormat::Depths(_)) => return Err(PrintError::Depths(self.format.name)),
        }
        if merged.is_complete() {
            known::report(&comparison, false);
        }
        Ok(exit)
    }
}

fn layout() -> Layout {
    Layout {
        san: false,
        digits: Digits::of_stdout(),
        width: report::stdout_width(),
    }
}

/// The texts of a divide, from the heading to the end.
fn texts(divide: &DivideReport<'_>, format: &dyn DivideFormat) -> Vec<String> {
    let layout = layout();
    let heading = format.heading(&layout).map(str::to_owned);
    let lines = divide.branches.iter();
    let lines = lines.filter_map(|branch| format.branch(branch, &layout));
    let end = format.end(divide, &layout);
    heading.into_iter().chain(lines).chain(end).collect()
}

fn statistics(
    file: &UnitFile,
    merged: &Merge,
    totals: Vec<u128>,
    summary: Summary<'_>,
    format: StatisticsFormat,
) -> String {
    let rows = StatisticsRows {
        columns: file.statistics.unwrap_or_default(),
        rows: match merged.is_complete() {
            true => vec![(file.depth, totals)],
            false => Vec::new(),
        },
        depth: file.depth,
        complete: merged.is_complete(),
    };
    let statistics = StatisticsReport {
        summary,
        rows: &rows,
        diagnosis: None,
    };
    format(&statistics, &layout())
}

/// The root moves below which everything is counted.
fn branches(file: &UnitFile, divide: &[Option<u128>]) -> Vec<Branch> {
    let lines = file.moves.iter().zip(divide);
    let branch = |(text, count): (&String, &Option<u128>)| {
        count.map(|count| Branch {
            text: text.clone(),
            san: None,
            count,
            below: Vec::new(),
        })
    };
    lines.filter_map(branch).collect()
}

fn status(merged: &Merge, comparison: &Comparison, incomplete: &Status) -> Status {
    if comparison.differs() || !merged.conflicts.is_empty() {
        Status::Disagreement
    } else if merged.is_complete() {
        Status::Ok
    } else {
        incomplete.clone()
    }
}
