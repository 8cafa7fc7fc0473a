//! What a format is given, and what it writes.

use std::fmt;

use serde_json::Value;

use super::json::JSON;
use crate::cli::json::Line;
use crate::cli::output::OutputArgs;
use crate::exit::Exit;
use crate::known::Comparison;
use crate::perft::Diagnosis;
use crate::perft::depths::{DepthRow, Ending};
use crate::perft::statistics::StatisticsRows;
use crate::report::{Digits, stdout_width};

/// An output format: its name and the reports that it can write.
pub(in crate::cli) struct Format {
    /// The name for `--format`.
    pub(in crate::cli) name: &'static str,
    /// One line for the help of `--format`.
    pub(in crate::cli) summary: &'static str,
    /// The report without `--stats`.
    pub(in crate::cli) report: ReportFormat,
    /// The report with `--stats`, if the format can write it.
    pub(in crate::cli) statistics: Option<StatisticsFormat>,
    /// The format in force with `--json`, if that flag makes sense.
    pub(in crate::cli) as_json: Option<&'static Format>,
}

impl Format {
    /// The format in force, with `--json` or without.
    pub(in crate::cli) fn with_json(&'static self, json: bool) -> &'static Format {
        self.as_json.filter(|_| json).unwrap_or(self)
    }

    /// How failures are reported: `--format json` is another way to write `--json`.
    pub(in crate::cli) fn output(&self, output: OutputArgs) -> OutputArgs {
        OutputArgs {
            json: output.json || self.name == JSON.name,
        }
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The report that a format writes without `--stats`.
#[derive(Clone, Copy)]
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
    fn heading(&self, _layout: &Layout) -> Option<&'static str> {
        None
    }

    /// The lines of a root move and of what is below it; `None` if the format has only an end.
    fn branch(&self, branch: &Branch, layout: &Layout) -> Option<String>;

    /// The text after the last move, if any.
    fn end(&self, divide: &DivideReport<'_>, layout: &Layout) -> Option<String>;
}

/// Writes the counts of all depths. Texts are without the last line end.
pub(in crate::cli) trait DepthsFormat: Sync {
    /// The text above the first row, if any.
    fn heading(&self) -> Option<String> {
        None
    }

    /// One row.
    fn row(&self, row: &DepthRow, layout: &Layout) -> String;

    /// The text after the last row, if any.
    fn end(&self, depths: &DepthsReport<'_>, layout: &Layout) -> Option<String>;
}

/// Writes statistics: the whole report, without the last line end.
pub(in crate::cli) type StatisticsFormat = fn(&StatisticsReport<'_>, &Layout) -> String;

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

impl Layout {
    /// The layout for standard output.
    pub(in crate::cli) fn of_stdout(san: bool) -> Layout {
        Layout {
            san,
            digits: Digits::of_stdout(),
            width: stdout_width(),
        }
    }
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
    pub(in crate::cli) position: &'a [(String, Value)],
    /// The depth that was asked for.
    pub(in crate::cli) depth: u32,
    /// How the count ended.
    pub(in crate::cli) exit: Exit,
    /// Whether everything was counted.
    pub(in crate::cli) complete: bool,
    /// The published values.
    pub(in crate::cli) comparison: &'a Comparison,
}

impl Summary<'_> {
    /// The last line under `--json`, with the fields that every report has.
    pub(super) fn json(&self) -> Line {
        Line::result(self.command, self.exit)
            .fields(self.position.iter().cloned())
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

/// The moves from the root to a line of a nested divide.
#[derive(Default)]
pub(super) struct Path<'a> {
    texts: Vec<&'a str>,
    sans: Vec<&'a str>,
}

impl Path<'_> {
    pub(super) fn text(&self) -> String {
        self.texts.join(" ")
    }

    pub(super) fn san(&self) -> String {
        self.sans.join(" ")
    }

    /// The moves in the notation that the user reads.
    pub(super) fn shown(&self, layout: &Layout) -> String {
        match layout.san {
            true => self.san(),
            false => self.text(),
        }
    }
}

/// A line for a root move and for every line of moves below it. Every line names all moves from the
/// root on: readers of divides expect one move and a count on a line, or skip it.
pub(super) fn lines(branch: &Branch, line: &dyn Fn(&Path<'_>, u128) -> String) -> String {
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
