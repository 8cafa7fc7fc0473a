//! The format that perftree expects from its script: `e2e4 20`, an empty line, the total.

use super::format::{Branch, DivideFormat, DivideReport, Format, Layout, ReportFormat, lines};

/// Output for perftree.
pub(super) static PERFTREE: Format = Format {
    name: "perftree",
    summary: "As perftree expects it from its script: `e2e4 20`, an empty line, the total",
    report: ReportFormat::Divide(&Divide),
    statistics: None,
    as_json: None,
};

struct Divide;

impl DivideFormat for Divide {
    fn nests(&self) -> bool {
        false
    }

    fn ends_moves_at_blanks(&self) -> bool {
        true
    }

    fn branch(&self, branch: &Branch, layout: &Layout) -> Option<String> {
        Some(lines(branch, &|path, count| {
            format!("{} {count}", path.shown(layout))
        }))
    }

    fn end(&self, divide: &DivideReport<'_>, _layout: &Layout) -> Option<String> {
        let total = divide.total;
        Some(match divide.summary.complete {
            true => format!("\n{total}"),
            false => format!("\n{total} (incomplete)"),
        })
    }
}
