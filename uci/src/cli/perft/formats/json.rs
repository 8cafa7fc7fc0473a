//! JSON Lines: docs/json.md describes the fields.

use serde_json::{Map, Value, json};

use super::format::{
    Branch, DivideFormat, DivideReport, Format, Layout, ReportFormat, StatisticsReport,
};
use crate::cli::json::Line;

/// Output for programs, which `--json` stands for.
pub(in crate::cli) static JSON: Format = Format {
    name: "json",
    summary: "The same as --json",
    report: ReportFormat::Divide(&Divide),
    statistics: Some(statistics),
    as_json: Some(&JSON),
};

struct Divide;

/// A divide is one object at the end.
impl DivideFormat for Divide {
    fn branch(&self, _branch: &Branch, _layout: &Layout) -> Option<String> {
        None
    }

    fn end(&self, divide: &DivideReport<'_>, _layout: &Layout) -> Option<String> {
        let line = divide
            .summary
            .json()
            // A wrong kernel is reported even if the count was stopped.
            .field("complete", divide.summary.complete)
            .field("moves", moves(divide.branches))
            .count("total", divide.total)
            .field("known", divide.summary.comparison.json())
            .optional("difference", divide.difference.clone());
        Some(line.to_string())
    }
}

fn moves(branches: &[Branch]) -> Value {
    let object = |branch: &Branch| {
        let mut object = Map::new();
        object.insert("move".to_owned(), json!(branch.text));
        if let Some(san) = &branch.san {
            object.insert("san".to_owned(), json!(san));
        }
        object.insert("count".to_owned(), json!(branch.count.to_string()));
        if !branch.below.is_empty() {
            object.insert("moves".to_owned(), moves(&branch.below));
        }
        Value::Object(object)
    };
    branches.iter().map(object).collect()
}

/// A line for each depth, and the result.
fn statistics(statistics: &StatisticsReport<'_>, _layout: &Layout) -> String {
    let rows = statistics.rows;
    let mut text = String::new();
    for (depth, row) in &rows.rows {
        let line = Line::new("depth").field("depth", *depth);
        let numbers = rows.named(row);
        let line = numbers.fold(line, |line, (name, number)| line.count(name, number));
        text += &format!("{line}\n");
    }
    let diagnosis = statistics.diagnosis.map(|found| found.fields.clone());
    let total = rows.rows.last().map(|_| rows.nodes().to_string());
    let result = statistics
        .summary
        .json()
        .field("total", total)
        .field("known", statistics.summary.comparison.json_list())
        .optional("diagnosis", diagnosis);
    text + &result.to_string()
}
