//! Which numbers are those of the program. The true counts decide only where the text does not.

use super::draft::Block;
use super::names::Role;
use super::truth::{Divide, factor};
use crate::ask::DivideText;
use movegen::chess::CastlingStyle;
use movegen::chess::variant::VariantPosition;

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
    let is_true = |number: i128| Some(number) == truth;
    match (sides.got, sides.expected, &unknown[..]) {
        (None, None, &[one, other, ..]) => {
            let (got, right) = if is_true(one) {
                (other, one)
            } else {
                (one, other)
            };
            sides.got = Some(got);
            sides.expected = Some(right).filter(|_| truth.is_none() || is_true(right));
            if !is_true(right) {
                assumptions.push(format!(
                    "the text does not say whose {what} are; {got} is taken for the program's, and {right} is left out"
                ));
            }
        }
        (None, expected, others) => {
            let mut others = others.iter().copied();
            let first = others.clone().next();
            sides.got = others.find(|other| Some(*other) != expected).or(first);
        }
        (Some(got), None, others) => {
            let mut others = others.iter().copied().filter(|other| *other != got);
            sides.expected = others.find(|other| truth.is_none() || is_true(*other));
        }
        (Some(_), Some(_), _) => {}
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

/// Whether a number of unknown origin cannot be the count.
pub(super) fn is_far((role, number): &(Role, i128), truth: Option<i128>) -> bool {
    let is_far = |truth| *number > 0 && factor(*number, truth) > FAR;
    *role == Role::Unknown && truth.is_some_and(is_far)
}

/// The divides of a block: one, or two if its lines have two counts each.
pub(super) fn divides(
    block: &Block,
    position: &VariantPosition,
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
    // Where the text does not say it, the side that is right more often is the reference.
    let said = |index: usize| {
        let mut roles = pairs.clone().map(move |it| it.counts[index].0);
        roles.find(|role| *role != Role::Unknown)
    };
    let order = match (said(0), said(1)) {
        (Some(Role::Got), _) | (_, Some(Role::Expected)) => [0, 1],
        (Some(Role::Expected), _) | (_, Some(Role::Got)) => [1, 0],
        _ if first > second => [1, 0],
        _ => [0, 1],
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
    vec![(Role::Got, got), (Role::Expected, column(order[1]))]
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
pub(super) fn true_count(
    position: &VariantPosition,
    truth: Option<&Divide>,
    mv: &str,
) -> Option<i128> {
    let legal = position.parse_move(mv).ok()?;
    truth?.get(&position.uci(legal, CastlingStyle::Standard))
}
