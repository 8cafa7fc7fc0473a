//! The rows of a series, as text and as JSON.

use std::time::Duration;

use serde_json::{Map, Value, json};

use super::sample::{Comparison, Series};
use crate::limits::HashSize;

/// The series as lines: a heading, a row for each number of threads, and their table use.
pub(super) fn text(series: &Series) -> Vec<String> {
    let results = series.results();
    let Some(first) = results.first() else {
        return Vec::new();
    };
    let (position, leaves) = (&series.position, first.median.leaves);
    let table = match first.median.table {
        Some(_) => format!("table of at most {} MB", series.hash),
        None if series.hash == HashSize::NONE => "no table".to_owned(),
        None => "too small for a table".to_owned(),
    };
    let (name, depth) = (position.name, position.depth);
    let mut lines = vec![
        format!("\n{name}, depth {depth}, {table}, {leaves} leaves"),
        format!(
            "{:>7} {:>8} {:>6} {:>8} {:>9} {:>8} {:>6} {:>6} {:>6} {:>6} {:>6} {:>7} {:>7}",
            "threads",
            "wall_s",
            "spread",
            "cpu_s",
            "Mleaves/s",
            "speed-up",
            "effic.",
            "serial",
            "idle",
            "slower",
            "tasks",
            "long_ms",
            "tail_ms"
        ),
    ];
    lines.extend(results.iter().map(row));
    let used: Vec<String> = results.iter().filter_map(table_row).collect();
    if !used.is_empty() {
        lines.push(format!(
            "{:>7} {:>14} {:>14} {:>14} {:>13} {:>8}",
            "threads", "probes", "hits", "stores", "probes/kleaf", "GB/s"
        ));
        lines.extend(used);
    }
    lines
}

fn row(result: &Comparison) -> String {
    let (median, shares) = (result.median, result.shares);
    let percent = |share: f64| format!("{:.1}%", 100.0 * share);
    let milliseconds = |time: Duration| 1e3 * time.as_secs_f64();
    format!(
        "{:>7} {:>8.3} {:>6} {:>8.3} {:>9.0} {:>8.2} {:>6} {:>6} {:>6} {:>6} {:>6} {:>7.1} {:>7.1}",
        result.threads,
        median.wall.as_secs_f64(),
        percent(result.spread()),
        median.cpu.as_secs_f64(),
        median.leaves_per_second() / 1e6,
        result.speed_up,
        percent(shares.efficiency),
        percent(shares.serial),
        percent(shares.idle),
        percent(shares.slower),
        median.usage.tasks,
        milliseconds(median.usage.longest_task()),
        milliseconds(median.usage.tail()),
    )
}

fn table_row(result: &Comparison) -> Option<String> {
    let median = result.median;
    let (used, bytes) = (median.table?, median.table_bytes_per_second()?);
    Some(format!(
        "{:>7} {:>14} {:>14} {:>14} {:>13.3} {:>8.3}",
        result.threads,
        used.probes,
        used.hits,
        used.stores,
        1e3 * used.probes as f64 / median.leaves as f64,
        bytes / 1e9,
    ))
}

/// The fields of a line for each number of threads.
pub(super) fn json_rows(series: &Series) -> Vec<Map<String, Value>> {
    let results = series.results();
    results
        .iter()
        .map(|result| fields(series, result))
        .collect()
}

fn fields(series: &Series, result: &Comparison) -> Map<String, Value> {
    let (position, median, shares) = (&series.position, result.median, result.shares);
    let usage = &median.usage;
    let seconds = |time: Duration| time.as_secs_f64();
    let walls: Vec<f64> = result
        .samples
        .iter()
        .map(|sample| seconds(sample.wall))
        .collect();
    let threads: Vec<Value> = usage
        .threads
        .iter()
        .map(|thread| {
            json!({
                "tasks": thread.tasks,
                "busy_seconds": seconds(thread.busy),
                "longest_task_seconds": seconds(thread.longest_task),
            })
        })
        .collect();
    let table = median.table.map(|used| {
        json!({
            "limit_mb": series.hash.megabytes(),
            "probes": used.probes,
            "hits": used.hits,
            "stores": used.stores,
            "bytes_per_second": median.table_bytes_per_second(),
        })
    });
    let value = json!({
        "position": position.name,
        "fen": position.fen,
        "depth": position.depth,
        "threads": result.threads,
        "leaves": median.leaves.to_string(),
        "samples_seconds": walls,
        "wall_seconds": seconds(median.wall),
        "cpu_seconds": seconds(median.cpu),
        "leaves_per_second": median.leaves_per_second(),
        "speed_up": result.speed_up,
        "efficiency": shares.efficiency,
        "serial": shares.serial,
        "idle": shares.idle,
        "slower": shares.slower,
        "tasks": usage.tasks,
        "split_seconds": seconds(usage.split),
        "start_seconds": seconds(usage.start),
        "counting_seconds": seconds(usage.counting()),
        "tail_seconds": seconds(usage.tail()),
        "longest_task_seconds": seconds(usage.longest_task()),
        "shortage": median.shortage,
        "table": table,
        "per_thread": threads,
    });
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{Series, positions, tests::sample};
    use super::*;

    #[test]
    fn a_series_as_text() {
        let mut series = Series::new(
            positions(7)[0],
            HashSize::new(256).expect("a size"),
            &[1, 2],
        );
        assert!(text(&series).is_empty());
        series.rows[0].samples.push(sample(1100, &[1090]));
        series.rows[0].samples.push(sample(1000, &[990]));
        series.rows[1].samples.push(sample(600, &[580, 590]));
        assert_eq!(
            text(&series),
            [
                "\nstartpos, depth 7, table of at most 256 MB, 3195901860 leaves",
                "threads   wall_s spread    cpu_s Mleaves/s speed-up effic. serial   idle slower  tasks long_ms tail_ms",
                "      1    1.000  10.0%    0.990      3196     1.00 100.0%   1.0%   0.0%  -1.0%     64     5.0     0.0",
                "      2    0.600   0.0%    1.170      5327     1.67  83.3%   1.7%   0.8%  14.2%    128     5.0    10.0",
                "threads         probes           hits         stores  probes/kleaf     GB/s",
                "      1        2000000        1500000         500000         0.626    0.160",
                "      2        2000000        1500000         500000         0.626    0.267",
            ]
        );
    }
}
