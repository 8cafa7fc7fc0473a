//! Numbers without labels: the rules of chess decide which depths they belong to.

use movegen::chess::Position;

use super::case::{Case, add_count};
use super::error::SuiteError;
use super::span::Span;

/// The largest number that may be a depth without a label.
const MAX_UNLABELLED_DEPTH: u128 = 12;

/// No position of a game has more moves.
const MAX_MOVES: u128 = 218;

/// What numbers without labels are.
enum Meaning {
    /// A depth and its count.
    DepthAndCount,
    /// The counts from this depth on.
    CountsFrom(u32),
    /// More than one of these.
    Unclear,
}

/// Adds numbers to a case, either as counts from depth 0 or 1 on, or as a depth and its count.
///
/// # Errors
/// If the numbers can be several of these.
pub(super) fn add(numbers: &[Span<'_>], case: &mut Case) -> Result<(), SuiteError> {
    let values = numbers.iter().map(|number| number.number());
    let values = values.collect::<Result<Vec<u128>, _>>()?;
    let meaning = match case.root.downcast::<Position>() {
        Some(position) => meaning(&values, position),
        None => Meaning::CountsFrom(1),
    };
    match (meaning, numbers) {
        (Meaning::DepthAndCount, &[depth, count]) => add_count(depth, count, case),
        (Meaning::CountsFrom(first), _) => {
            for (depth, &count) in (first..).zip(numbers) {
                let depth = u32::to_string(&depth);
                add_count(Span::line(count.line, &depth), count, case)?;
            }
            Ok(())
        }
        (_, &[first, ..]) => Err(SuiteError::Unlabelled {
            line: first.line,
            column: first.column(),
            numbers: values,
        }),
        (_, []) => Ok(()),
    }
}

/// The meaning of the numbers behind a position. `1, 48` cannot be the counts of a position with 48 moves.
fn meaning(numbers: &[u128], position: &Position) -> Meaning {
    let &[first, second, ref more @ ..] = numbers else {
        return Meaning::CountsFrom(1);
    };
    let moves = position.perft(1);
    let from_one = || first == moves && second == position.perft(2);
    let from_zero = first == 1 && second == moves;
    match (from_zero, more.is_empty()) {
        (_, true) if (first, second) == (0, 1) => return Meaning::DepthAndCount,
        // The counts at depth 0 and 1 are a depth and its count as well.
        (true, true) if first != moves => return Meaning::DepthAndCount,
        (true, false) if first != moves => return Meaning::CountsFrom(0),
        (true, _) => return Meaning::Unclear,
        (false, _) if from_one() => return Meaning::CountsFrom(1),
        (false, _) => {}
    }
    let small = |number: u128| number <= MAX_UNLABELLED_DEPTH;
    match (more.is_empty(), first == moves) {
        // A count and its depth.
        (true, _) if small(second) && second > 0 => Meaning::Unclear,
        (true, true) if small(first) && second > moves * MAX_MOVES => Meaning::DepthAndCount,
        (true, true) if small(first) => Meaning::Unclear,
        (true, false) if small(first) => Meaning::DepthAndCount,
        // A depth, its count and counts of something else.
        (false, false) if small(first) => Meaning::Unclear,
        _ => Meaning::CountsFrom(1),
    }
}
