//! Comma-separated values: a heading and a line for each move.

use super::format::{Branch, DivideFormat, DivideReport, Format, Layout, ReportFormat, lines};
use crate::perft::statistics;

/// Output for spreadsheets and scripts.
pub(super) static CSV: Format = Format {
    name: "csv",
    summary: "A heading and a line for each move, with commas",
    report: ReportFormat::Divide(&Divide),
    statistics: Some(|report, _| statistics::csv(report.rows)),
    as_json: None,
};

struct Divide;

impl DivideFormat for Divide {
    fn heading(&self, layout: &Layout) -> Option<&'static str> {
        Some(match layout.san {
            true => "move,san,count",
            false => "move,count",
        })
    }

    fn branch(&self, branch: &Branch, layout: &Layout) -> Option<String> {
        Some(lines(branch, &|path, count| match layout.san {
            true => format!("{},{},{count}", path.text(), path.san()),
            false => format!("{},{count}", path.text()),
        }))
    }

    /// Every line is a move, so there is no end unless the count was stopped. A reader of the counts
    /// as numbers must then fail on the last line instead of taking the others for a whole divide.
    fn end(&self, divide: &DivideReport<'_>, layout: &Layout) -> Option<String> {
        let incomplete = match layout.san {
            true => "total,,incomplete",
            false => "total,incomplete",
        };
        (!divide.summary.complete).then(|| incomplete.to_owned())
    }
}
