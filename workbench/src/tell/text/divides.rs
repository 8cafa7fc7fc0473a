//! The difference of two divides as text.

use std::fmt::Display;

use crate::find::DivideDiff;

/// Where two divides differ, under the names of their files.
pub fn describe_divide_diff(
    difference: &DivideDiff,
    first: &dyn Display,
    second: &dyn Display,
) -> String {
    let mut lines = Vec::new();
    for (text, count) in &difference.only_first {
        lines.push(format!("{text}: {count} in {first}, not in {second}"));
    }
    for (text, count) in &difference.only_second {
        lines.push(format!("{text}: {count} in {second}, not in {first}"));
    }
    for (text, one, other) in &difference.counts {
        lines.push(format!("{text}: {one} in {first}, {other} in {second}"));
    }
    if let Some((one, other)) = difference.totals {
        lines.push(format!("total: {one} in {first}, {other} in {second}"));
    }
    lines.join("\n")
}
