//! The cause that remains if a hash table gives wrong counts that no known defect predicts.

use super::causes::{Cause, Certainty, Tables};
use super::series;
use crate::ask::{Exchange, OtherSide, Question};
use crate::find::{Difference, Disagreement, count};
use crate::imitate::position_of;

/// Longer series of questions are not repeated.
const MOST_QUESTIONS: usize = 3000;

/// Nor are those with more leaves.
const MOST_LEAVES: u128 = 5_000_000;

/// Whether the hash table confuses positions, for whatever reason. Leaves the other side as it is
/// after a reset.
pub(super) fn positions(
    found: &Disagreement,
    other: &mut dyn OtherSide,
    tables: Tables,
) -> Option<Cause> {
    let confused = match tables {
        Tables::Excluded => false,
        Tables::Proven => true,
        Tables::Possible => {
            let depends = found.remembers && depends_on_counting(found, other) == Some(true);
            // An error shows at the next question.
            let _ = other.reset();
            depends
        }
    };
    confused.then(|| {
        let only = series::another(found).and_then(|another| another.only);
        let (id, sentence) = match only {
            Some(only) if only.part == series::DEPTH => (
                "count-of-another-depth",
                "its hash table takes counts of another depth".to_owned(),
            ),
            Some(only) if only.is_of_key() => (
                "key-too-short",
                format!(
                    "its hash table confuses positions that differ only in {}, which the key does not contain in full",
                    only.part
                ),
            ),
            _ => (
                "key-too-short",
                "its hash table confuses positions: too few bits of the key are compared, or a part of the position is missing in the key".to_owned(),
            ),
        };
        Cause {
            id,
            sentence,
            certainty: Certainty::Fits,
        }
    })
}

/// Whether the answer becomes wrong by counting other positions before. It is not enough to set them
/// up: that could as well leave a part of the position behind. `None` if it cannot be told.
fn depends_on_counting(found: &Disagreement, other: &mut dyn OtherSide) -> Option<bool> {
    let (before, last) = found
        .transcript
        .processes()
        .rev()
        .find_map(|process| wrong_after_others(process, found))?;
    let leaves: u128 = before.iter().map(|exchange| exchange.expected).sum();
    if before.len() > MOST_QUESTIONS || leaves > MOST_LEAVES {
        return None;
    }
    let shallow: Vec<Exchange> = before
        .iter()
        .filter_map(|exchange| {
            Some(Exchange {
                depth: 1,
                expected: count(position_of(&exchange.question())?, 1).ok()?.total,
                ..exchange.clone()
            })
        })
        .collect();
    Some(is_right_after(&shallow, last, other)? && !is_right_after(before, last, other)?)
}

/// The questions of a process before the one about the position that was found.
fn wrong_after_others<'a>(
    process: &'a [Exchange],
    found: &Disagreement,
) -> Option<(&'a [Exchange], &'a Exchange)> {
    let node = &found.node;
    let same = |exchange: &Exchange| {
        exchange.fen == node.fen && exchange.moves == node.moves && exchange.depth == node.depth
    };
    let place = process.iter().rposition(same)?;
    (place > 0).then(|| (&process[..place], &process[place]))
}

/// Whether the last answer is right in a fresh process that was asked the other questions first.
fn is_right_after(before: &[Exchange], last: &Exchange, other: &mut dyn OtherSide) -> Option<bool> {
    other.reset().ok()?;
    for exchange in before {
        other.ask(&exchange.question()).ok()?;
    }
    let question: Question = last.question();
    let position = position_of(&question)?;
    let ours = count(position, question.depth).ok()?;
    let answer = other.ask(&question).ok()?;
    Some(Difference::between(position, &ours, &answer)?.is_none())
}
