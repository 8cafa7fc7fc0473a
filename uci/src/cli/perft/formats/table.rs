//! The counts of all depths: a row for each, as text or as JSON.

use super::format::{DepthsFormat, DepthsReport, Format, Layout, ReportFormat, StatisticsFormat};
use crate::cli::json::Line;
use crate::perft::depths::{self, DepthRow, Ending};

/// Rows for people.
pub(in crate::cli) struct Table;

/// The same rows as JSON Lines: `--format table --json`.
struct JsonRows;

impl Format for Table {
    fn name(&self) -> &'static str {
        "table"
    }

    fn summary(&self) -> &'static str {
        "No moves: a line for each depth up to DEPTH, with the running total, time and speed"
    }

    fn report(&self) -> ReportFormat {
        ReportFormat::Depths(&Table)
    }

    fn statistics(&self) -> Option<&'static dyn StatisticsFormat> {
        None
    }

    fn as_json(&self) -> Option<&'static dyn Format> {
        Some(&JsonRows)
    }
}

impl Format for JsonRows {
    fn name(&self) -> &'static str {
        Table.name()
    }

    fn summary(&self) -> &'static str {
        Table.summary()
    }

    fn report(&self) -> ReportFormat {
        ReportFormat::Depths(&JsonRows)
    }

    fn statistics(&self) -> Option<&'static dyn StatisticsFormat> {
        None
    }

    fn as_json(&self) -> Option<&'static dyn Format> {
        Some(&JsonRows)
    }
}

impl DepthsFormat for Table {
    fn heading(&self) -> Option<String> {
        Some(depths::heading())
    }

    fn row(&self, row: &DepthRow, layout: &Layout) -> String {
        row.text(layout.digits)
    }

    fn end(&self, depths: &DepthsReport<'_>, layout: &Layout) -> Option<String> {
        match depths.ending {
            Ending::Complete => None,
            Ending::Stopped { depth, counted } => {
                Some(depths::stopped(depth, counted, layout.digits))
            }
        }
    }
}

impl DepthsFormat for JsonRows {
    fn heading(&self) -> Option<String> {
        None
    }

    fn row(&self, row: &DepthRow, _layout: &Layout) -> String {
        Line::new("depth")
            .field("depth", row.depth)
            .count("nodes", row.nodes)
            .count("running_total", row.running_total)
            .field("branching_factor", row.branching_factor())
            .field("seconds", row.elapsed.as_secs_f64())
            .field("nodes_per_second", row.speed().to_string())
            .to_string()
    }

    fn end(&self, depths: &DepthsReport<'_>, _layout: &Layout) -> Option<String> {
        let line = depths
            .summary
            .json()
            .field("total", depths.total.map(|nodes| nodes.to_string()))
            .field("known", depths.summary.comparison.json_list());
        Some(line.to_string())
    }
}
