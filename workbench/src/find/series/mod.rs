//! Series of related questions to one process, which show what it keeps from one question to the
//! next: a hash table with bad keys, a clock, a right, a counter.
//!
//! A wrong answer is asked again in a fresh process. If it is wrong there too, the ordinary hunt goes
//! on. If not, the questions before it matter, and the fewest that still show it are searched for:
//! also after an ordinary hunt.

mod draw;
mod earlier;
mod reduce;
mod trace;
mod variations;

pub use draw::RandomSeries;
pub(super) use earlier::earlier_questions;

use movegen::chess::CastlingStyle;

use self::trace::Trace;
use super::descent::Descent;
use super::disagreement::{Comparison, Disagreement, Finding};
use super::hunt::hunt;
use super::node::Node;
use super::pacing::Pacing;
use super::shrunk::{Shrunk, Smallest};
use crate::ask::{Error, OtherSide, Recording, Transcript};

/// Asks these questions one after another without a reset, but for those that `pacing` leaves out.
/// `None` if both sides agree on all of them.
///
/// The process may have been asked before: if the questions alone do not show the wrong answer again,
/// all questions since its start do.
///
/// # Errors
/// [`Error`] if the other side gives no usable answer, or if its [stop](OtherSide::stop) is raised.
pub fn hunt_series(
    other: &mut dyn OtherSide,
    questions: &[Node],
    style: CastlingStyle,
    pacing: &mut dyn Pacing,
) -> Result<Option<Disagreement>, Error> {
    let mut recording = Recording::new(other);
    for (number, node) in questions.iter().enumerate() {
        let mut asker = Descent::new(&mut recording, style);
        let node = asker.as_accepted(node.clone());
        let ours = asker.count(&node.position, node.depth)?;
        if !pacing.asks(ours.total) {
            continue;
        }
        let depth = node.depth;
        match asker.ask(node, ours)? {
            None => {}
            Some(asked) if asked.difference.is_none() => pacing.agreed(depth, asked.ours.total),
            Some(wrong) => {
                return explore(&mut recording, &questions[..number], wrong, style).map(Some);
            }
        }
    }
    Ok(None)
}

fn is_wrong(asked: &Comparison) -> bool {
    !asked.difference.is_none()
}

/// Finds out whether a wrong answer is wrong on its own, and if not, what has to be asked before.
fn explore(
    recording: &mut Recording<'_>,
    before: &[Node],
    wrong: Comparison,
    style: CastlingStyle,
) -> Result<Disagreement, Error> {
    let since_start = recording.transcript().map(|transcript| {
        let last = transcript.processes().next_back().unwrap_or_default();
        last[..last.len().saturating_sub(1)].to_vec()
    });
    let since_start = since_start.unwrap_or_default();
    let mut trace = Trace::new(recording, style);
    let alone = trace.ask(std::slice::from_ref(&wrong.node))?;
    if let Some(asked) = alone.last()
        && is_wrong(asked)
    {
        let asked = asked.clone();
        recording.reset()?;
        let found = hunt(recording, &wrong.node, style, |_, _| {})?;
        return Ok(found.unwrap_or_else(|| disagreement(asked, Vec::new(), &[], recording)));
    }
    let mut shortest = trace.shortest(before, &wrong.node, is_wrong)?;
    if shortest.is_none() {
        let nodes = since_start.iter();
        let nodes: Vec<Node> = nodes
            .filter_map(|exchange| Node::of(exchange, wrong.node.position.rules(), style))
            .collect();
        shortest = trace.shortest(&nodes, &wrong.node, is_wrong)?;
    }
    let varies = trace.varies(&alone)?
        || match &shortest {
            Some(series) => trace.varies(series)?,
            None => false,
        };
    let mut series = shortest.unwrap_or_default();
    let last = series.pop().unwrap_or(wrong);
    if varies {
        series.clear();
    }
    let found = disagreement(last, series, &alone, recording);
    Ok(Disagreement { varies, ..found })
}

/// Makes the positions and depths of all questions smaller while the last answer is wrong, and right
/// when it is asked first.
pub(super) fn shrink_series(
    other: &mut dyn OtherSide,
    found: &Disagreement,
    style: CastlingStyle,
) -> Result<Shrunk, Error> {
    let mut trace = Trace::new(other, style);
    let series: Vec<Comparison> = found
        .earlier
        .iter()
        .chain(found.trail.last())
        .cloned()
        .collect();
    let (smaller, error) = match trace.reduce(series) {
        (_, Err(Error::Stopped)) => return Err(Error::Stopped),
        (smaller, ended) => (smaller, ended.err()),
    };
    let mut shrunk = Shrunk {
        smallest: Smallest::Same,
        questions: trace.questions(),
        error,
    };
    if let Some(mut series) = smaller
        && let Some(last) = series.pop()
    {
        let alone = trace.ask(std::slice::from_ref(&last.node))?;
        shrunk.smallest = Smallest::Found(Box::new(disagreement(last, series, &alone, other)));
    }
    Ok(shrunk)
}

/// The disagreement of one wrong answer. The process is a fresh one afterwards, if it can be started.
fn disagreement(
    wrong: Comparison,
    earlier: Vec<Comparison>,
    alone: &[Comparison],
    other: &mut dyn OtherSide,
) -> Disagreement {
    let mut transcript = Transcript::default();
    add(&mut transcript, alone);
    if !alone.is_empty() {
        transcript.reset();
    }
    add(&mut transcript, &earlier);
    add(&mut transcript, std::slice::from_ref(&wrong));
    // An error shows at the next question.
    let _ = other.reset();
    transcript.reset();
    Disagreement {
        start: wrong.node.clone(),
        depth: wrong.node.depth,
        total: wrong.ours.total,
        path: Vec::new(),
        node: wrong.node.clone(),
        finding: wrong
            .finding()
            .unwrap_or_else(|| Finding::Counts(wrong.difference.clone())),
        two_ways: None,
        related: Vec::new(),
        remembers: !alone.is_empty(),
        varies: false,
        last_moves: other.last_moves().cloned(),
        trail: vec![wrong],
        earlier,
        transcript,
    }
}

fn add(transcript: &mut Transcript, asked: &[Comparison]) {
    for one in asked {
        transcript.add(&one.question(), Some(one.answer.clone()));
    }
}

#[cfg(test)]
mod tests;
