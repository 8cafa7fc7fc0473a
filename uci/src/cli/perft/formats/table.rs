//! The counts of all depths: a row for each, as text or as JSON.

use super::format::{DepthsFormat, DepthsReport, Format, Layout, ReportFormat};
use crate::cli::json::Line;
use crate::perft::depths::{self, DepthRow, Ending};

/// Rows for people.
pub(super) static TABLE: Format = table(ReportFormat::Depths(&Rows));

/// The same rows as JSON Lines: `--format table --json`.
static JSON_ROWS: Format = table(ReportFormat::Depths(&JsonRows));

struct Rows;

struct JsonRows;

const fn table(report: ReportFormat) -> Format {
    Format {
        name: "table",
        summary: "No moves: a line for each depth up to DEPTH, with the running total, time and speed",
        report,
        statistics: None,
        as_json: Some(&JSON_ROWS),
    }
}

impl DepthsFormat for Rows {
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
