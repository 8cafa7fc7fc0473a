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

/// A table of all moves, different ones first; a sentence if the moves are not known.
pub(super) fn side_by_side(asked: &Comparison, style: CastlingStyle, engine: &str) -> Markup {
    let rows = rows(asked, style);
    let theirs = their_total(asked);
    if rows.is_empty() {
        return html! {
            p { (engine) " reports no count for each move." (totals(asked, theirs)) }
        };
    }
    html! {
        div class="scroll" tabindex="0" role="region" aria-label="divides side by side" {
            table {
                thead {
                    tr {
                        th scope="col" { "move" }
                        th scope="col" { "Canopy" }
                        th scope="col" { (engine) }
                        th scope="col" { span class="unseen" { "difference" } }
                    }
                }
                tbody {
                    @for row in &rows {
                        tr class=[row.mark.map(Mark::class)] {
                            th scope="row" { (row.text) }
                            td { (count(row.ours)) }
                            td { (count(row.theirs)) }
                            td { @if let Some(mark) = row.mark { (mark.word()) } }
                        }
                    }
                }
                tfoot {
                    tr {
                        th scope="row" { "total" }
                        td { (asked.ours.total) }
                        td { (count(theirs)) }
                        td { @if theirs.is_some_and(|total| total != reported(asked.ours.total)) { "differs" } }
                    }
                }
            }
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
