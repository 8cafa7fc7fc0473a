//! The hunt: deepens until the answers differ, then follows the difference down to its cause.

use movegen::chess::CastlingStyle;

use super::descent::{AskResult, Descent};
use super::disagreement::Disagreement;
use super::node::Node;
use super::pacing::{Everything, Pacing};
use super::series::earlier_questions;
use crate::ask::{Error, OtherSide, Recording};

/// Compares depth after depth up to `start.depth`, and calls `agreed` with each depth and total on
/// which both sides agree. Then it compares a position after two more moves, played and set up, at
/// depth 1. `None` if they agree everywhere.
///
/// # Errors
/// [`Error`] if the other side gives no usable answer, or if its [stop](OtherSide::stop) is raised.
pub fn hunt(
    other: &mut dyn OtherSide,
    start: &Node,
    style: CastlingStyle,
    agreed: impl FnMut(u32, u128),
) -> Result<Option<Disagreement>, Error> {
    hunt_paced(other, start, style, &mut Everything(agreed))
}

/// As [`hunt`], but only to the first depth that `pacing` does not ask for.
///
/// # Errors
/// As [`hunt`].
pub fn hunt_paced(
    other: &mut dyn OtherSide,
    start: &Node,
    style: CastlingStyle,
    pacing: &mut dyn Pacing,
) -> Result<Option<Disagreement>, Error> {
    let mut recording = Recording::new(other);
    let mut descent = Descent::new(&mut recording, style);
    for depth in 1..=start.depth {
        let node = Node {
            depth,
            ..start.clone()
        };
        let ours = descent.count(&node.position, depth)?;
        if !pacing.asks(ours.total) {
            break;
        }
        match descent.look_for(&node, ours)? {
            AskResult::Unknown => {}
            AskResult::Agrees(total) => pacing.agreed(depth, total),
            AskResult::Differs(first) => {
                let found = descent.descend(*first, start.clone())?;
                return recall(found, &mut recording, style).map(Some);
            }
        }
    }
    // A program that ignores `moves` has been right so far.
    if let Some(child) = descent.after_two_moves(start)
        && let AskResult::Differs(first) = descent.look(&child)?
    {
        let found = descent.descend(*first, child)?;
        return recall(found, &mut recording, style).map(Some);
    }
    Ok(None)
}

/// Adds the transcript, and the earlier questions that matter.
fn recall(
    mut found: Disagreement,
    recording: &mut Recording<'_>,
    style: CastlingStyle,
) -> Result<Disagreement, Error> {
    found.transcript = recording.transcript().cloned().unwrap_or_default();
    if found.remembers && !found.varies {
        (found.earlier, found.varies) = earlier_questions(recording, &found, style)?;
    }
    Ok(found)
}
