//! The right answers, which the programs of tests give or change.

use movegen::chess::variant::VariantPosition;

use super::count;
use crate::ask::{DivideText, Error, reported};

/// The divide of a position, as a program without a bug gives it.
pub(crate) fn right_divide(
    position: impl Into<VariantPosition>,
    depth: u32,
) -> Result<DivideText, Error> {
    let lines = count(position, depth)?.lines;
    let lines = lines
        .iter()
        .map(|line| (line.mv.to_string(), reported(line.count)));
    Ok(DivideText {
        lines: lines.collect(),
        ..DivideText::default()
    })
}
