//! What a comparison has found, as fields of JSON lines.

use movegen::chess::CastlingStyle;
use movegen::chess::explain::MoveHistory;
use serde_json::{Value, json};
use workbench::ask::{self, Failure, OtherSide};
use workbench::explain::Explanation;
use workbench::find::{Difference, Disagreement, Finding, Node, Shrunk, Smallest, TwoWays};
use workbench::tell;

use super::json::Line;

/// The line of a disagreement.
pub(super) fn found(found: &Disagreement, style: CastlingStyle, other: &dyn OtherSide) -> Line {
    let line = Line::new("disagreement")
        .field("depth", found.depth)
        .count("leaves", found.total);
    situation(line, found, style, other)
}

/// The line of what is left of it.
pub(super) fn smallest(shrunk: &Shrunk, style: CastlingStyle, other: &dyn OtherSide) -> Line {
    let outcome = match &shrunk.smallest {
        Smallest::Found(_) => "found",
        Smallest::Same => "same",
        Smallest::Unsteady => "unsteady",
    };
    let trouble = shrunk.trouble.as_ref().map(ask::Error::to_string);
    let line = Line::new("smallest")
        .field("outcome", outcome)
        .field("questions", shrunk.questions)
        .field("trouble", trouble);
    match &shrunk.smallest {
        Smallest::Found(smallest) => situation(line, smallest, style, other),
        Smallest::Same | Smallest::Unsteady => line,
    }
}

/// Where the two part, what is wrong there and why, and how to see it by hand.
fn situation(
    line: Line,
    found: &Disagreement,
    style: CastlingStyle,
    other: &dyn OtherSide,
) -> Line {
    let explained = Explanation::of(found, style);
    let step = &found.step;
    let difference = difference(step, found.past(), found.finding.difference(), style);
    line.field("path", found.path.clone())
        .field("position", position(step))
        .field("finding", kind(&found.finding))
        .field("difference", difference)
        .field("in_common", explained.in_common)
        .field("cause", explained.bug)
        .field(
            "two_ways",
            found.two_ways.as_ref().map(|ways| two_ways(ways, style)),
        )
        .field("remembers", found.remembers)
        .field("commands", tell::commands(found, style, other))
}

/// A position as the other side was given it, and as one FEN.
fn position(step: &Node) -> Value {
    json!({
        "fen": step.fen,
        "moves": step.moves,
        "set_up": step.set_up,
        "depth": step.depth,
    })
}

fn kind(finding: &Finding) -> &'static str {
    match finding {
        Finding::Moves(_) => "moves",
        Finding::Leaves(_) => "leaves",
        Finding::Total(_) => "total",
        Finding::Refused(_) => "refused",
        Finding::Tree(_) => "tree",
        Finding::Counts(_) => "counts",
    }
}

fn difference(
    step: &Node,
    past: Option<MoveHistory>,
    difference: &Difference,
    style: CastlingStyle,
) -> Value {
    let explained = Explanation::of_step(&step.position, past.as_ref(), difference, style);
    let uci = |mv| step.position.uci(mv, style);
    let missing = explained.missing.into_iter();
    let missing = missing.map(|(mv, why)| json!({ "move": uci(mv), "reason": why }));
    let extra = explained.extra.into_iter();
    let extra = extra.map(|(text, why)| json!({ "move": text, "reason": why }));
    let repeated = difference.repeated.iter().map(|&mv| uci(mv));
    let counts = difference.counts.iter().map(|&(mv, ours, theirs)| {
        json!({ "move": uci(mv), "ours": ours.to_string(), "theirs": theirs.to_string() })
    });
    let total = difference
        .total
        .map(|(sum, total)| json!({ "sum": sum.to_string(), "total": total.to_string() }));
    json!({
        "missing": missing.collect::<Vec<_>>(),
        "extra": extra.collect::<Vec<_>>(),
        "repeated": repeated.collect::<Vec<_>>(),
        "counts": counts.collect::<Vec<_>>(),
        "total": total,
        "refused": difference.refused,
    })
}

fn two_ways(ways: &TwoWays, style: CastlingStyle) -> Value {
    let step = &ways.step;
    json!({
        "position": position(step),
        "played": difference(step, step.past(), &ways.played, style),
        "set_up": difference(step, step.past(), &ways.set_up, style),
    })
}

/// Adds what is known about trouble with the other side.
pub(super) fn add_trouble(line: Line, trouble: &ask::Error) -> Line {
    let (failure, input, last) = match trouble {
        ask::Error::Start { .. } => ("start", None, None),
        ask::Error::Failed {
            failure,
            input,
            last,
        } => (failure_kind(failure), Some(input.as_str()), last.as_deref()),
        ask::Error::Read { .. } => ("read", None, None),
        ask::Error::NoDivide { .. } => ("no_divide", None, None),
        ask::Error::Stopped => ("stopped", None, None),
        ask::Error::Count(_) => ("count", None, None),
    };
    line.field("failure", failure)
        .field("input", input)
        .field("last_line", last)
}

fn failure_kind(failure: &Failure) -> &'static str {
    match failure {
        Failure::Ended { .. } => "ended",
        Failure::Late { .. } => "late",
        Failure::Refused => "refused",
        Failure::Searched => "searched",
        Failure::NoVerdict(_) => "no_verdict",
    }
}
