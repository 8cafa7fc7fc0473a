//! Which numbers are those of the program. Where the text does not say so, the true counts do.

use super::draft::{Block, Draft};
use super::names::Role;
use super::truth::{Divide, factor};
use crate::ask::DivideText;
use movegen::chess::{CastlingStyle, Position};

/// A number of the program and the one that the text calls right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sides {
    pub(super) got: Option<i128>,
    pub(super) expected: Option<i128>,
}

/// A number of unknown origin that is further from the count than this factor is none.
const FAR: f64 = 50.0;

/// Decides whose numbers these are. `truth` is the true number, if it was counted. Sentences about
/// decisions go to `assumptions`.
pub(super) fn sides(
    numbers: &[(Role, i128)],
    truth: Option<i128>,
    what: &str,
    assumptions: &mut Vec<String>,
) -> Sides {
    let first = |wanted: Role| {
        let mut of_role = numbers.iter().filter(|(role, _)| *role == wanted);
        of_role.next().map(|(_, number)| *number)
    };
    let mut sides = Sides {
        got: first(Role::Got),
        expected: first(Role::Expected),
    };
    let unknown: Vec<i128> = numbers
        .iter()
        .filter(|(role, _)| *role == Role::Unknown)
        .map(|(_, number)| *number)
        .collect();
    for (index, number) in unknown.iter().enumerate() {
        let is_alone = numbers.iter().all(|(_, other)| other == number);
        let is_right = Some(*number) == truth || truth.is_none() && sides.got.is_some();
        if is_right && !is_alone && sides.expected.is_none() {
            sides.expected = Some(*number);
        } else if sides.got.is_none() {
            sides.got = Some(*number);
            let undecided = truth.is_none() || sides.expected != truth;
            let other = unknown.get(index + 1).or(unknown.first());
            if unknown.len() == 2 && undecided && !unknown.iter().any(|it| Some(*it) == truth) {
                let other = other.copied().unwrap_or(*number);
                assumptions.push(format!(
                    "the text does not say whose {what} are; {number} is taken for the program's, and {other} is left out"
                ));
            }
        }
    }
    // What is right needs no explanation.
    if let (Some(got), Some(expected)) = (sides.got, sides.expected)
        && Some(got) == truth
        && expected != got
    {
        assumptions.push(format!(
            "{got} is right, so {expected} is taken for the program's number of {what}"
        ));
        return Sides {
            got: Some(expected),
            expected: Some(got),
        };
    }
    if let (Some(expected), Some(truth)) = (sides.expected, truth)
        && expected != truth
        && sides.got.is_some()
    {
        assumptions.push(format!(
            "the text calls {expected} right; the number of {what} is {truth}"
        ));
    }
    sides
}

/// Whether the only number of a draft cannot be its count.
pub(super) fn is_far(draft: &Draft, truth: Option<i128>) -> Option<i128> {
    let [(Role::Unknown, number)] = draft.totals[..] else {
        return None;
    };
    let truth = truth.filter(|_| draft.blocks.is_empty())?;
    (number > 0 && factor(number, truth) > FAR).then_some(number)
}

/// The divides of a block: one, or two if its lines have two counts each.
pub(super) fn divides(
    block: &Block,
    position: &Position,
    truth: Option<&Divide>,
) -> Vec<(Role, DivideText)> {
    let pairs = block.moves.iter().filter(|it| it.counts.len() == 2);
    let marked = block.moves.iter().any(|it| it.marked);
    let right = |index: usize| {
        let is_right = |it: &&super::moves::Counted| {
            let truth = true_count(position, truth, &it.mv);
            truth.is_some() && it.counts.get(index).map(|count| count.1) == truth
        };
        pairs.clone().filter(is_right).count()
    };
    let (first, second) = (right(0), right(1));
    let number_of_pairs = pairs.clone().count();
    let is_pair = number_of_pairs > 0 && (marked || 2 * first.max(second) >= number_of_pairs);
    if !is_pair {
        return vec![(block.role, one(block))];
    }
    // The side that is right more often is the reference, unless the text says otherwise.
    let said = |index: usize| {
        let mut roles = pairs.clone().map(move |it| it.counts[index].0);
        roles.find(|role| *role != Role::Unknown)
    };
    let (roles, order) = match (said(0), said(1)) {
        (Some(Role::Got), _) | (_, Some(Role::Expected)) if first <= second => {
            ([Role::Got, Role::Expected], [0, 1])
        }
        (Some(Role::Expected), _) | (_, Some(Role::Got)) if second <= first => {
            ([Role::Got, Role::Expected], [1, 0])
        }
        _ if first > second => ([Role::Got, Role::Expected], [1, 0]),
        _ => ([Role::Got, Role::Expected], [0, 1]),
    };
    let column = |index: usize| {
        let lines = block.moves.iter().filter_map(|it| {
            let count = it.counts.get(index).or(it.counts.first())?.1;
            Some(format!("{}: {count}\n", it.mv))
        });
        DivideText::read(&lines.collect::<String>())
    };
    let mut got = column(order[0]);
    got.total = block.total;
    vec![(roles[0], got), (roles[1], column(order[1]))]
}

/// The divide of a block with one count for each move.
fn one(block: &Block) -> DivideText {
    let total = block.total.map_or(String::new(), |total| {
        format!("\nNodes searched: {total}\n")
    });
    let written = DivideText::read(&format!("{}{total}", block.written));
    if written.lines.len() == block.moves.len() && written.unreadable.is_empty() {
        return DivideText {
            total: block.total,
            ..written
        };
    }
    let lines = block.moves.iter().filter_map(|it| {
        let count = it.counts.first()?.1;
        Some(format!("{}: {count}\n", it.mv))
    });
    let lines: String = lines.collect();
    DivideText {
        total: block.total,
        ..DivideText::read(&lines)
    }
}

/// The true count of a move as it was written.
pub(super) fn true_count(position: &Position, truth: Option<&Divide>, mv: &str) -> Option<i128> {
    let legal = position.parse_move(mv).ok()?;
    truth?.get(&position.uci(legal, CastlingStyle::Standard))
}
