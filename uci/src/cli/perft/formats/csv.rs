//! Comma-separated values: a heading and a line for each move.

use super::format::{
    Branch, DivideFormat, DivideReport, Format, Layout, ReportFormat, StatisticsFormat,
    StatisticsReport, lines,
};
use crate::perft::statistics;

/// Output for spreadsheets and scripts.
pub(in crate::cli) struct Csv;

impl Format for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn summary(&self) -> &'static str {
        "A heading and a line for each move, with commas"
    }

    fn report(&self) -> ReportFormat {
        ReportFormat::Divide(&Csv)
    }

    fn statistics(&self) -> Option<&'static dyn StatisticsFormat> {
        Some(&Csv)
    }

    fn as_json(&self) -> Option<&'static dyn Format> {
        None
    }
}

impl DivideFormat for Csv {
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

impl StatisticsFormat for Csv {
    fn text(&self, statistics: &StatisticsReport<'_>, _layout: &Layout) -> String {
        statistics::csv(statistics.rows)
    }
}
