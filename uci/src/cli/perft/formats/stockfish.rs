//! The format of Stockfish's `go perft`: `e2e4: 20` and the total.

use super::format::{
    Branch, DivideFormat, DivideReport, Format, Layout, ReportFormat, StatisticsFormat,
    StatisticsReport, lines,
};
use super::json::Json;
use crate::perft::statistics;
use crate::report;

/// The name.
pub(in crate::cli) const NAME: &str = "stockfish";

/// The default format.
pub(in crate::cli) struct Stockfish;

impl Format for Stockfish {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "As Stockfish's `go perft`"
    }

    fn report(&self) -> ReportFormat {
        ReportFormat::Divide(&Stockfish)
    }

    fn statistics(&self) -> Option<&'static dyn StatisticsFormat> {
        Some(&Stockfish)
    }

    fn as_json(&self) -> Option<&'static dyn Format> {
        Some(&Json)
    }
}

impl DivideFormat for Stockfish {
    fn heading(&self, _layout: &Layout) -> Option<&'static str> {
        None
    }

    fn branch(&self, branch: &Branch, layout: &Layout) -> Option<String> {
        Some(lines(branch, &|path, count| {
            format!("{}: {}", path.shown(layout), layout.digits.write(count))
        }))
    }

    fn end(&self, divide: &DivideReport<'_>, layout: &Layout) -> Option<String> {
        let total = layout.digits.write(divide.total);
        Some(match divide.summary.complete {
            true => report::perft_total(total),
            false => report::perft_partial(divide.branches.len(), divide.roots, total),
        })
    }
}

impl StatisticsFormat for Stockfish {
    fn text(&self, statistics: &StatisticsReport<'_>, layout: &Layout) -> String {
        let table = statistics::text(statistics.rows, layout.digits, layout.width);
        match statistics.diagnosis {
            Some(diagnosis) => format!("{table}\n{}", diagnosis.text()),
            None => table,
        }
    }
}
