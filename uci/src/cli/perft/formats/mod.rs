//! The output formats of `canopy perft`.
//!
//! A format turns the data of a report into text. There are three kinds of reports: the divide, the
//! counts of all depths ([`DepthRow`]), and the statistics. Formats know nothing of the games:
//! moves reach them as text.
//!
//! To add a format: implement [`Format`] in a file of this folder, and add a line to [`FORMATS`].

mod csv;
mod json;
mod perftree;
mod stockfish;
mod table;

use std::fmt;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde_json::Value;

use super::super::json::{Line, Status};
use crate::known::Comparison;
use crate::perft::depths::{DepthRow, Ending};
use crate::perft::diagnosis::Diagnosis;
use crate::perft::statistics::StatisticsRows;
use crate::report::Digits;

/// All formats in the order of the help. The first one is the default.
const FORMATS: [&dyn Format; 5] = [
    &stockfish::Stockfish,
    &perftree::Perftree,
    &json::Json,
    &csv::Csv,
    &table::Table,
];

/// The name of the default.
pub(in crate::cli) const DEFAULT: &str = "stockfish";

/// The name of the format that `--json` stands for.
pub(in crate::cli) const JSON: &str = "json";

/// An output format: its name and the reports that it can write.
pub(in crate::cli) trait Format: Sync {
    /// The name for `--format`.
    fn name(&self) -> &'static str;

    /// One line for the help of `--format`.
    fn summary(&self) -> &'static str;

    /// The report without `--stats`.
    fn report(&self) -> ReportFormat;

    /// The report with `--stats`, if the format can write it.
    fn statistics(&self) -> Option<&'static dyn StatisticsFormat>;

    /// The format in force with `--json`, if that flag makes sense.
    fn as_json(&self) -> Option<&'static dyn Format>;
}

impl fmt::Debug for dyn Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The report that a format writes without `--stats`.
pub(in crate::cli) enum ReportFormat {
    /// The moves of the root with their counts.
    Divide(&'static dyn DivideFormat),
    /// The counts of all depths.
    Depths(&'static dyn DepthsFormat),
}

/// Writes a divide. Texts are without the last line end.
pub(in crate::cli) trait DivideFormat: Sync {
    /// Whether a line can hold more than one move.
    fn nests(&self) -> bool {
        true
    }

    /// Whether readers take the first blank of a line for the end of the move.
    fn ends_moves_at_blanks(&self) -> bool {
        false
    }

    /// The text above the first move, if any.
    fn heading(&self, layout: &Layout) -> Option<&'static str>;

    /// The lines of a root move and of what is below it; `None` if the format has only an end.
    fn branch(&self, branch: &Branch, layout: &Layout) -> Option<String>;

    /// The text after the last move, if any.
    fn end(&self, divide: &DivideReport<'_>, layout: &Layout) -> Option<String>;
}

/// Writes the counts of all depths. Texts are without the last line end.
pub(in crate::cli) trait DepthsFormat: Sync {
    /// The text above the first row, if any.
    fn heading(&self) -> Option<String>;

    /// One row.
    fn row(&self, row: &DepthRow, layout: &Layout) -> String;

    /// The text after the last row, if any.
    fn end(&self, depths: &DepthsReport<'_>, layout: &Layout) -> Option<String>;
}

/// Writes statistics. The text is without the last line end.
pub(in crate::cli) trait StatisticsFormat: Sync {
    /// The whole report.
    fn text(&self, statistics: &StatisticsReport<'_>, layout: &Layout) -> String;
}

/// The choices of the user that concern the look.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Layout {
    /// Whether moves are written in the second notation of the game.
    pub(in crate::cli) san: bool,
    /// How numbers are written for people.
    pub(in crate::cli) digits: Digits,
    /// The width of the terminal, if standard output is one.
    pub(in crate::cli) width: Option<usize>,
}

/// A move of a divide as text, and what is below it in the order of output.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Branch {
    /// The move.
    pub(in crate::cli) text: String,
    /// The move in the second notation, with `--san`.
    pub(in crate::cli) san: Option<String>,
    /// Leaves below it.
    pub(in crate::cli) count: u128,
    /// The replies, if the divide goes that deep.
    pub(in crate::cli) below: Vec<Branch>,
}

/// What every report has.
pub(in crate::cli) struct Summary<'a> {
    /// The name of the command.
    pub(in crate::cli) command: &'static str,
    /// The fields that describe the position.
    pub(in crate::cli) position: &'a [(&'static str, Value)],
    /// The depth that was asked for.
    pub(in crate::cli) depth: u32,
    /// How the count ended.
    pub(in crate::cli) status: Status,
    /// Whether everything was counted.
    pub(in crate::cli) complete: bool,
    /// The published values.
    pub(in crate::cli) comparison: &'a Comparison,
}

impl Summary<'_> {
    /// The last line under `--json`, with the fields that every report has.
    fn json(&self) -> Line {
        let line = Line::result(self.command, &self.status);
        let fields = self.position.iter();
        fields
            .fold(line, |line, (name, value)| line.field(name, value.clone()))
            .field("depth", self.depth)
    }
}

/// A finished or stopped divide.
pub(in crate::cli) struct DivideReport<'a> {
    pub(in crate::cli) summary: Summary<'a>,
    /// The finished root moves in the order of output.
    pub(in crate::cli) branches: &'a [Branch],
    /// The leaves that were counted.
    pub(in crate::cli) total: u128,
    /// The number of root moves.
    pub(in crate::cli) roots: usize,
    /// The wrong count that a counter found by checking itself.
    pub(in crate::cli) difference: Option<Value>,
}

/// The finished or stopped count of all depths.
pub(in crate::cli) struct DepthsReport<'a> {
    pub(in crate::cli) summary: Summary<'a>,
    pub(in crate::cli) ending: Ending,
    /// The leaves of the last depth, as far as they were counted.
    pub(in crate::cli) total: Option<u128>,
}

/// Statistics, and what they say about a claimed total.
pub(in crate::cli) struct StatisticsReport<'a> {
    pub(in crate::cli) summary: Summary<'a>,
    pub(in crate::cli) rows: &'a StatisticsRows,
    pub(in crate::cli) diagnosis: Option<&'a Diagnosis>,
}

/// Accepts the name of a format.
pub(in crate::cli) fn parser() -> impl TypedValueParser<Value = &'static dyn Format> {
    parser_of(|_| true)
}

/// Accepts the name of a format that shows a divide.
pub(in crate::cli) fn divide_parser() -> impl TypedValueParser<Value = &'static dyn Format> {
    parser_of(|format| matches!(format.report(), ReportFormat::Divide(_)))
}

fn parser_of(
    accepts: fn(&dyn Format) -> bool,
) -> impl TypedValueParser<Value = &'static dyn Format> {
    let formats = FORMATS.into_iter().filter(move |format| accepts(*format));
    let values = formats.map(|format| PossibleValue::new(format.name()).help(format.summary()));
    PossibleValuesParser::new(values).try_map(|name| {
        let mut formats = FORMATS.into_iter();
        formats
            .find(|format| format.name() == name)
            .ok_or("no such format")
    })
}

/// The moves from the root to a line of a nested divide.
#[derive(Default)]
struct Path<'a> {
    texts: Vec<&'a str>,
    sans: Vec<&'a str>,
}

impl Path<'_> {
    fn text(&self) -> String {
        self.texts.join(" ")
    }

    fn san(&self) -> String {
        self.sans.join(" ")
    }

    /// The moves in the notation that the user reads.
    fn shown(&self, layout: &Layout) -> String {
        match layout.san {
            true => self.san(),
            false => self.text(),
        }
    }
}

/// A line for a root move and for every line of moves below it. Every line names all moves from the
/// root on: readers of divides expect one move and a count on a line, or skip it.
fn lines(branch: &Branch, line: &dyn Fn(&Path<'_>, u128) -> String) -> String {
    fn add<'a>(
        branch: &'a Branch,
        path: &mut Path<'a>,
        line: &dyn Fn(&Path<'_>, u128) -> String,
        lines: &mut Vec<String>,
    ) {
        path.texts.push(&branch.text);
        path.sans.extend(branch.san.as_deref());
        lines.push(line(path, branch.count));
        for below in &branch.below {
            add(below, path, line, lines);
        }
        path.texts.pop();
        path.sans.pop();
    }
    let mut all = Vec::new();
    add(branch, &mut Path::default(), line, &mut all);
    all.join("\n")
}
