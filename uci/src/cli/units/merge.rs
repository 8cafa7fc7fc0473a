//! `canopy merge`: adds up the results of units.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::super::error::CliError;
use super::super::exit::Exit;
use super::super::json::Line;
use super::super::known;
use super::super::output::{self, OutputArgs};
use super::super::perft::formats::{
    self, Branch, DivideFormat, DivideReport, Format, Layout, ReportFormat, StatisticsFormat,
    StatisticsReport, Summary,
};
use super::input::read;
use crate::certificate::{self, CountCertificate};
use crate::diagnostics;
use crate::known::{Comparison, Known, Quantity};
use crate::perft::statistics::StatisticsRows;
use crate::report::Report;
use crate::storage::{StorageError, replace};
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
    /// Write a certificate of the count, which canopy verify checks
    #[arg(long, value_name = "FILE", conflicts_with = "missing")]
    certificate: Option<PathBuf>,
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
pub(in crate::cli) fn run(arguments: &MergeArgs) -> Result<Exit, CliError> {
    let file = read(&arguments.file, &Selection::All)?;
    let form = arguments.form();
    form.check(file.statistics.is_some())?;
    form.certificate.map_or(Ok(()), replace::check)?;
    let merged = merge(&file, &arguments.dir, arguments.require > 1).map_err(|error| {
        let (folder, cause) = (arguments.dir.display(), error.cause);
        format!("cannot read the folder of results '{folder}': {cause}")
    })?;
    if arguments.missing {
        return arguments.print_missing(&merged);
    }
    if !merged.is_complete() {
        diagnostics::error(format_args!("missing units: {}", merged.missing()));
    }
    form.print(&file, &merged, &mut io::stdout())
}

/// As [`units::merge`]. Writes to standard error what does not count.
pub(in crate::cli) fn merge(
    file: &UnitFile,
    folder: &Path,
    proved: bool,
) -> Result<Merge, StorageError> {
    let merged = units::merge(file, folder, proved)?;
    for (name, reason) in &merged.rejected {
        diagnostics::error(format_args!("{name}: {reason}"));
    }
    merged.conflicts.iter().for_each(diagnostics::error);
    Ok(merged)
}

impl MergeArgs {
    /// How failures are reported.
    pub(in crate::cli) fn output(&self) -> OutputArgs {
        self.format.output(self.output)
    }

    fn print_missing(&self, merged: &Merge) -> Result<Exit, CliError> {
        let exit = exit(merged, &Comparison::default(), Exit::Retry);
        let missing = merged.missing().to_string();
        if self.output.json {
            let line = Line::result("merge", exit).field("missing", missing);
            return output::print(line, exit);
        }
        output::print(missing, exit)
    }

    fn form(&self) -> Form<'_> {
        Form {
            command: "merge",
            format: self.format.with_json(self.output.json),
            incomplete: Exit::Retry,
            certificate: self.certificate.as_deref(),
        }
    }
}

/// How a count that was added up is printed.
pub(in crate::cli) struct Form<'a> {
    pub(in crate::cli) command: &'static str,
    pub(in crate::cli) format: &'static Format,
    /// The end if results are missing.
    pub(in crate::cli) incomplete: Exit,
    /// Where a certificate goes.
    pub(in crate::cli) certificate: Option<&'a Path>,
}

impl Form<'_> {
    /// Checks that the format fits the count.
    pub(in crate::cli) fn check(&self, statistics: bool) -> Result<(), String> {
        match (statistics, self.format.report) {
            (true, _) if self.format.statistics.is_none() => {
                let name = self.format.name;
                Err(format!("--format {name} cannot show statistics"))
            }
            (false, ReportFormat::Depths(_)) => Err(self.shows_depths()),
            _ => Ok(()),
        }
    }

    /// Writes the certificate, if it is wanted.
    fn certify(&self, file: &UnitFile, merged: &Merge) -> Result<(), CliError> {
        let Some(path) = self.certificate else {
            return Ok(());
        };
        match CountCertificate::new(file, merged) {
            Some(certificate) => certificate::write(path, &certificate.text(file))?,
            None => diagnostics::error(format_args!(
                "{} was not written: units are missing",
                path.display()
            )),
        }
        Ok(())
    }

    fn shows_depths(&self) -> String {
        let name = self.format.name;
        format!("--format {name} shows all depths, but units are counted to one depth")
    }

    /// Prints the count.
    pub(in crate::cli) fn print(
        &self,
        file: &UnitFile,
        merged: &Merge,
        out: &mut dyn Write,
    ) -> Result<Exit, CliError> {
        let overflow = || "the count overflows 128 bits".to_owned();
        let totals = merged.totals(file).ok_or_else(overflow)?;
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
            exit: exit(merged, &comparison, self.incomplete),
            complete: merged.is_complete(),
            comparison: &comparison,
        };
        let exit = summary.exit;
        let mut report = Report::new(out);
        match (self.format.statistics, self.format.report) {
            (Some(format), _) if file.statistics.is_some() => {
                let text = statistics(file, merged, totals, summary, format);
                report.line(text)?;
            }
            (_, ReportFormat::Divide(format)) => {
                let divide = merged.divide(file).ok_or_else(overflow)?;
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
            (_, ReportFormat::Depths(_)) => return Err(self.shows_depths().into()),
        }
        if merged.is_complete() {
            known::report(&comparison, false);
        }
        self.certify(file, merged)?;
        Ok(exit)
    }
}

/// The texts of a divide, from the heading to the end.
fn texts(divide: &DivideReport<'_>, format: &dyn DivideFormat) -> Vec<String> {
    let layout = Layout::of_stdout(false);
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
    format(&statistics, &Layout::of_stdout(false))
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

fn exit(merged: &Merge, comparison: &Comparison, incomplete: Exit) -> Exit {
    let agrees = !comparison.differs() && merged.conflicts.is_empty();
    match Exit::of(merged.is_complete(), agrees) {
        Exit::Interrupted => incomplete,
        exit => exit,
    }
}
