//! Two divides side by side.

use maud::{Markup, html};
use movegen::chess::CastlingStyle;

use super::board::Mark;
use crate::ask::{Answer, reported};
use crate::find::Comparison;

/// A move and its two counts.
struct Row {
    text: String,
    ours: Option<i128>,
    theirs: Option<i128>,
    mark: Option<Mark>,
}

/// The number of moves with different counts that are not folded.
const SHOWN: usize = 16;

/// A table of the moves with different counts, and a fold with the others; a sentence if the moves
/// are not known.
pub(super) fn side_by_side(asked: &Comparison, style: CastlingStyle, engine: &str) -> Markup {
    let rows = rows(asked, style);
    let theirs = their_total(asked);
    if rows.is_empty() {
        return html! {
            p { (engine) " reports no count for each move." (totals(asked, theirs)) }
        };
    }
    let different = rows.iter().filter(|row| row.mark.is_some()).count();
    let (shown, others) = rows.split_at(match different {
        // A fold with a single move would save nothing.
        0..SHOWN if different + 1 >= rows.len() => rows.len(),
        0..=SHOWN => different,
        _ => SHOWN,
    });
    html! {
        table {
            (column_heads(engine))
            tbody { @for row in shown { (table_row(row)) } }
            tfoot {
                tr {
                    th scope="row" { "total" }
                    td { (asked.ours.total) }
                    td { (count(theirs)) }
                    td { @if theirs.is_some_and(|total| total != reported(asked.ours.total)) { "differs" } }
                }
            }
        }
        @if !others.is_empty() {
            details {
                summary { (folded(others, different - shown.len())) }
                table {
                    (column_heads(engine))
                    tbody { @for row in others { (table_row(row)) } }
                }
            }
        }
    }
}

/// `29 moves with equal counts`, `40 more moves, 11 of them with different counts`
fn folded(others: &[Row], different: usize) -> String {
    match different {
        0 => format!("{} moves with equal counts", others.len()),
        _ => format!(
            "{} more moves, {different} of them with different counts",
            others.len()
        ),
    }
}

fn column_heads(engine: &str) -> Markup {
    html! {
        thead {
            tr {
                th scope="col" { "move" }
                th scope="col" { "Canopy" }
                th scope="col" { (engine) }
                th scope="col" { span class="unseen" { "difference" } }
            }
        }
    }
}

fn table_row(row: &Row) -> Markup {
    html! {
        tr class=[row.mark.map(Mark::class)] {
            th scope="row" { (row.text) }
            td { (count(row.ours)) }
            td { (count(row.theirs)) }
            td { @if let Some(mark) = row.mark { (mark.word()) } }
        }
    }
}

/// The other program's total, if it is known.
pub(super) fn their_total(asked: &Comparison) -> Option<i128> {
    match &asked.answer {
        Answer::Divide(divide) => Some(divide.sum()),
        Answer::Verdict(_) | Answer::Unknown => None,
    }
}

fn count(count: Option<i128>) -> Markup {
    html! {
        @match count {
            Some(count) => (count),
            None => { span aria-label="none" { "–" } }
        }
    }
}

fn totals(asked: &Comparison, theirs: Option<i128>) -> String {
    let ours = asked.ours.total;
    match theirs {
        Some(theirs) => format!(" Canopy counts {ours}; it counts {theirs}."),
        None => format!(" Canopy counts {ours}; it disagrees."),
    }
}

fn rows(asked: &Comparison, style: CastlingStyle) -> Vec<Row> {
    let difference = &asked.difference;
    let Answer::Divide(divide) = &asked.answer else {
        return Vec::new();
    };
    if difference.refused {
        return Vec::new();
    }
    let ours = asked.ours.lines.iter().map(|line| {
        let other = difference.counts.iter().find(|count| count.0 == line.mv);
        let (theirs, mark) = if difference.missing.contains(&line.mv) {
            (None, Some(Mark::Missing))
        } else if difference.repeated.contains(&line.mv) {
            (
                Some(other.map_or(reported(line.count), |count| count.2)),
                Some(Mark::Repeated),
            )
        } else if let Some(&(_, _, theirs)) = other {
            (Some(theirs), Some(Mark::Count))
        } else {
            (Some(reported(line.count)), None)
        };
        Row {
            text: asked.node.position.uci(line.mv, style),
            ours: Some(reported(line.count)),
            theirs,
            mark,
        }
    });
    let extra = difference.extra.iter().map(|text| {
        let line = divide.lines.iter().find(|(other, _)| other == text);
        Row {
            text: text.clone(),
            ours: None,
            theirs: line.map(|(_, count)| *count),
            mark: Some(Mark::Extra),
        }
    });
    let mut rows: Vec<Row> = ours.chain(extra).collect();
    rows.sort_by_key(|row| row.mark.is_none());
    rows
}
