//! The format that perftree expects from its script: `e2e4 20`, an empty line, the total.

use super::format::{
    Branch, DivideFormat, DivideReport, Format, Layout, ReportFormat, StatisticsFormat, lines,
};

/// Output for perftree.
pub(in crate::cli) struct Perftree;

impl Format for Perftree {
    fn name(&self) -> &'static str {
        "perftree"
    }

    fn summary(&self) -> &'static str {
        "As perftree expects it from its script: `e2e4 20`, an empty line, the total"
    }

    fn report(&self) -> ReportFormat {
        ReportFormat::Divide(&Perftree)
    }

    fn statistics(&self) -> Option<&'static dyn StatisticsFormat> {
        None
    }

    fn as_json(&self) -> Option<&'static dyn Format> {
        None
    }
}

impl DivideFormat for Perftree {
    fn nests(&self) -> bool {
        false
    }

    fn ends_moves_at_blanks(&self) -> bool {
        true
    }

    fn heading(&self, _layout: &Layout) -> Option<&'static str> {
        None
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
