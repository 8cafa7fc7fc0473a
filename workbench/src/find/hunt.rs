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

/// As [`hunt`], but only to the first depth that `pacing` does not ask for, or only at the greatest depth that it asks for.
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
    let asks_once = pacing.asks_once();
    let depths = 1..=start.depth;
    let depths: Vec<u32> = match asks_once {
        true => depths.rev().collect(),
        false => depths.collect(),
    };
    for depth in depths {
        let node = Node {
            depth,
            ..start.clone()
        };
        let ours = descent.count(&node.position, depth)?;
        if !pacing.asks(ours.total) {
            if asks_once {
                continue;
            }
            break;
        }
        match descent.look_for(&node, ours)? {
            AskResult::Unknown => {}
            AskResult::Agrees(total) => {
                pacing.agreed(depth, total);
                if asks_once {
                    break;
                }
            }
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

#[cfg(test)]
mod tests {
    use movegen::chess::Position;

    use super::*;
    use crate::ask::{Answer, Question};
    use crate::find::right_divide;
    use crate::imitate::position_of;

    /// A correct program that notes the depths that it is asked for.
    #[derive(Default)]
    struct Notes(Vec<u32>);

    impl OtherSide for Notes {
        fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
            self.0.push(question.depth);
            let position = position_of(question).expect("a position");
            Ok(Answer::Divide(right_divide(position, question.depth)?))
        }

        fn plays_moves(&self) -> bool {
            true
        }
    }

    /// Has time for this many leaves.
    struct AsksOnce(u128);

    impl Pacing for AsksOnce {
        fn asks(&mut self, leaves: u128) -> bool {
            leaves <= self.0
        }

        fn asks_once(&self) -> bool {
            true
        }
    }

    #[test]
    fn a_program_that_answers_slowly_is_asked_for_the_greatest_depth_that_it_has_time_for() {
        let style = CastlingStyle::Standard;
        let start = Node::root(Position::startpos(), None, 3, style);
        let depths = |pacing: &mut dyn Pacing| {
            let mut notes = Notes::default();
            let found = hunt_paced(&mut notes, &start, style, pacing).expect("answers");
            assert!(found.is_none());
            // The position after two moves is asked about at depth 1, played and set up.
            notes.0
        };
        assert_eq!(depths(&mut ()), [1, 2, 3, 1, 1]);
        assert_eq!(depths(&mut AsksOnce(8902)), [3, 1, 1]);
        assert_eq!(depths(&mut AsksOnce(8901)), [2, 1, 1]);
    }
}
