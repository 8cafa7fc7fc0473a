//! The format of Stockfish's `go perft`: `e2e4: 20` and the total.

use super::format::{
    Branch, DivideFormat, DivideReport, Format, Layout, ReportFormat, StatisticsReport, lines,
};
use super::json::JSON;
use crate::perft::statistics;
use crate::report;

/// The default format.
pub(in crate::cli) static STOCKFISH: Format = Format {
    name: "stockfish",
    summary: "As Stockfish's `go perft`",
    report: ReportFormat::Divide(&Divide),
    statistics: Some(statistics),
    as_json: Some(&JSON),
};

struct Divide;

impl DivideFormat for Divide {
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

fn statistics(report: &StatisticsReport<'_>, layout: &Layout) -> String {
    let table = statistics::text(report.rows, layout.digits, layout.width);
    match report.diagnosis {
        Some(diagnosis) => format!("{table}\n{}", diagnosis.text),
        None => table,
    }
}
