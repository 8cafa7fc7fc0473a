//! The results as a table and as JSON, with what they depend on.

use serde_json::{Value, json};

use super::{Contestant, Measurement, Row};
use crate::cli::bench::machine::Machine;
use crate::cli::exit::Exit;
use crate::cli::json::Line;
use crate::report::amount;

/// A table, and how far the kernels are ahead of the fastest of the programs.
pub(super) fn text(machine: &Machine, measurement: &Measurement) -> Vec<String> {
    let mut lines = machine.text();
    let cores = match measurement.pinned {
        true => "pinned to one core",
        false => "not pinned to a core",
    };
    lines.push(format!(
        "million leaves a second, one thread, no table; CPU time, {cores}; medians of: {}\n",
        amount(measurement.repetitions, "repetition", "repetitions"),
    ));
    let names: Vec<String> = measurement
        .contestants
        .iter()
        .map(Contestant::name)
        .collect();
    let cells = names.iter().map(|name| format!("  {name:>9}"));
    lines.push(format!(
        "{:<25} {:>5} {:>10}{}",
        "board",
        "depth",
        "leaves",
        cells.collect::<String>()
    ));
    lines.extend(measurement.rows.iter().map(|row| table_line(row, &names)));
    lines.extend(summary(measurement));
    for (board, who, counted) in measurement.wrong() {
        let (name, depth, leaves) = (board.name, board.depth, board.leaves);
        lines.push(format!(
            "error: {who} counts {counted} leaves on {name} at depth {depth}, which has {leaves}"
        ));
    }
    if !measurement.complete {
        lines.push("(incomplete)".to_owned());
    }
    lines
}

fn table_line(row: &Row, names: &[String]) -> String {
    let board = &row.board;
    let cell = |(index, name): (usize, &String)| {
        let width = name.len().max(9);
        match row.speed(index) {
            Some(speed) => format!("  {speed:>width$.0}"),
            None => format!("  {:>width$}", "-"),
        }
    };
    let cells: String = names.iter().enumerate().map(cell).collect();
    format!(
        "{:<25} {:>5} {:>10}{cells}",
        board.name, board.depth, board.leaves
    )
}

/// A line for each kernel: its ratio to the fastest program in the geometric mean, and where it is least.
fn summary(measurement: &Measurement) -> Vec<String> {
    let mut lines = Vec::new();
    let kernels = measurement.contestants.iter().enumerate();
    for (index, kernel) in kernels.filter(|(_, who)| matches!(who, Contestant::Kernel(_))) {
        let ratios = measurement.rows.iter().filter_map(|row| {
            let ratio = measurement.ratio(row, index)?;
            Some((ratio, row.board.name))
        });
        let mut ratios: Vec<(f64, &str)> = ratios.collect();
        ratios.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
        let Some((least, board)) = ratios.first() else {
            continue;
        };
        let logarithms: f64 = ratios.iter().map(|(ratio, _)| ratio.ln()).sum();
        let mean = (logarithms / ratios.len() as f64).exp();
        let best = match measurement.programs().count() {
            1 => "the program",
            _ => "the fastest program of each board",
        };
        lines.push(format!(
            "{} to {best}: {mean:.2} in the geometric mean, least {least:.2} on {board}",
            kernel.name()
        ));
    }
    if !lines.is_empty() {
        lines.insert(0, String::new());
    }
    lines
}

/// JSON Lines. Counts are strings, since they may exceed what a JSON number holds.
pub(super) fn json(machine: &Machine, measurement: &Measurement, exit: Exit) -> Vec<String> {
    let mut lines = vec![Line::with("machine", machine.json()).to_string()];
    for row in &measurement.rows {
        let results = measurement
            .contestants
            .iter()
            .enumerate()
            .map(|(index, who)| {
                json!({
                    "by": who.name(),
                    "is_kernel": matches!(who, Contestant::Kernel(_)),
                    "seconds": row.seconds[index],
                    "million_leaves_per_second": row.speed(index),
                    "ratio": measurement.ratio(row, index),
                })
            });
        let Value::Object(fields) = json!({
            "board": row.board.name,
            "fen": row.board.fen,
            "depth": row.board.depth,
            "leaves": row.board.leaves.to_string(),
            "pinned": measurement.pinned,
            "results": results.collect::<Vec<_>>(),
            "wrong": row.wrong.iter().map(|(who, counted)| json!({
                "by": measurement.contestants[*who].name(),
                "leaves": counted.to_string(),
            })).collect::<Vec<_>>(),
        }) else {
            continue;
        };
        lines.push(Line::with("board", fields).to_string());
    }
    lines.push(Line::result("bench", exit).to_string());
    lines
}
