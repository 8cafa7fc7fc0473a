//! The questions before a wrong answer on which it depends.

use movegen::chess::CastlingStyle;

use super::trace::Trace;
use crate::ask::{Error, OtherSide};
use crate::find::disagreement::{Comparison, Disagreement};
use crate::find::node::Node;

/// The questions that have to be asked before the position that an ordinary hunt has found, which
/// is right when it is asked first. Empty if they are not found. Also whether the answer varies although the same
/// questions are asked. The process is a fresh one afterwards.
pub(in crate::find) fn earlier_questions(
    other: &mut dyn OtherSide,
    found: &Disagreement,
    style: CastlingStyle,
) -> Result<(Vec<Comparison>, bool), Error> {
    let Some(before) = asked_before(found, style) else {
        return Ok((Vec::new(), false));
    };
    let mut trace = Trace::new(other, style);
    let same = |asked: &Comparison| asked.difference == *found.finding.difference();
    let mut search = || -> Result<_, Error> {
        if !trace.is_right_alone(&found.node)? {
            return Ok((Vec::new(), false));
        }
        let shortest = trace.shortest(&before, &found.node, same)?;
        let Some(mut series) = shortest else {
            return Ok((Vec::new(), false));
        };
        if trace.varies(&series)? {
            return Ok((Vec::new(), true));
        }
        series.pop();
        Ok((series, false))
    };
    let earlier = search();
    other.reset()?;
    match earlier {
        Err(Error::Stopped) => Err(Error::Stopped),
        // The finding holds anyway.
        Err(_) => Ok((Vec::new(), false)),
        earlier => earlier,
    }
}

/// The questions before the wrong answer in the same process.
fn asked_before(found: &Disagreement, style: CastlingStyle) -> Option<Vec<Node>> {
    let Comparison { node, answer, .. } = found.trail.last()?;
    let mut processes = found.transcript.processes().rev();
    processes.find_map(|process| {
        let at = process.iter().rposition(|exchange| {
            (&exchange.fen, &exchange.moves, exchange.depth) == (&node.fen, &node.moves, node.depth)
                && exchange.answer.as_ref() == Some(answer)
        })?;
        let before = process[..at].iter();
        before
            .map(|exchange| Node::of(exchange, node.position.rules(), style))
            .collect()
    })
}
