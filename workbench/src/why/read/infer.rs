//! The position and the depth that a text does not name.

use movegen::chess::Position;
use movegen::chess::variant::{Rules, VariantPosition};

use super::draft::{Block, Draft};
use super::error::ReadError;
use super::famous::FAMOUS;
use super::names::Role;
use super::place::Place;
use super::truth::{Truth, factor};

/// A number further from a count than this factor says nothing about the depth.
const NEAR: f64 = 1.5;

/// A number further from a count than this factor says nothing about the position.
const VERY_NEAR: f64 = 1.05;

/// The deepest depth at which known positions are searched for a number.
const MOST_PLIES: u32 = 6;

/// The position of [`FAMOUS`] that the numbers without one belong to, and why. Of variants, no position is famous.
///
/// # Errors
/// [`ReadError::NoPosition`] if none fits, or several do.
pub(super) fn position(
    drafts: &[&Draft],
    rules: &'static dyn Rules,
    truth: &mut Truth,
) -> Result<(Place, String), ReadError> {
    if !rules.is_standard() {
        return Err(no_position(drafts, &[]));
    }
    let place = |index: usize| Place::new(rules, FAMOUS[index].fen);
    let fits: Vec<(usize, Fit)> = (0..FAMOUS.len())
        .map(|index| (index, fit(drafts, index, truth)))
        .collect();
    let best = fits.iter().map(|(_, fit)| fit.exact).max().unwrap_or(0);
    if best > 0 {
        let found: Vec<&(usize, Fit)> = fits.iter().filter(|(_, fit)| fit.exact == best).collect();
        if let [(index, fit)] = found[..]
            && let Some((depth, count)) = fit.example
        {
            let name = FAMOUS[*index].name;
            let sentence = format!(
                "the text names no position; {count} is the count of {name} at depth {depth}"
            );
            return Ok((place(*index), sentence));
        }
        return Err(no_position(drafts, &found));
    }
    let near: Vec<&(usize, Fit)> = fits.iter().filter(|(_, fit)| fit.near.is_some()).collect();
    if let [(index, fit)] = near[..]
        && let Some((depth, count, number)) = fit.near
    {
        let name = FAMOUS[*index].name;
        let sentence = format!(
            "the text names no position; of the known ones, only {name} has a count near {number}: {count} at depth {depth}"
        );
        return Ok((place(*index), sentence));
    }
    Err(no_position(drafts, &near))
}

/// How well numbers fit a position.
#[derive(Debug, Default)]
struct Fit {
    /// How many are its counts.
    exact: usize,
    /// The depth and count of the largest of them.
    example: Option<(u32, i128)>,
    /// The depth and count that a number is near to, and the number; none if some number is not.
    near: Option<(u32, i128, i128)>,
}

fn fit(drafts: &[&Draft], index: usize, truth: &mut Truth) -> Fit {
    let mut fit = Fit::default();
    let Ok(position) = FAMOUS[index].fen.parse::<Position>() else {
        return fit;
    };
    let position = VariantPosition::from(position);
    for draft in drafts {
        let totals = draft.totals.iter().map(|(_, total)| *total);
        let of_blocks = draft.blocks.iter().filter_map(|block| block.total);
        for number in totals.chain(of_blocks) {
            let counts = truth.totals(&position, MOST_PLIES, enough(number)).to_vec();
            for (count, depth) in counts.into_iter().map(crate::ask::reported).zip(1..) {
                if draft.depth.is_some_and(|it| it != depth) {
                    continue;
                }
                if count == number {
                    fit.exact += 1;
                    if fit.example.is_none_or(|(_, before)| before < count) {
                        fit.example = Some((depth, count));
                    }
                } else if factor(count, number) < VERY_NEAR && number > 1000 {
                    fit.near = Some((depth, count, number));
                }
            }
        }
        for block in &draft.blocks {
            if let Some((depth, right)) = right_lines(&position, block, draft.depth, truth)
                && 2 * right > block.moves.len()
            {
                fit.exact += right;
                let count = truth.total(&position, depth).unwrap_or(0);
                fit.example = Some((depth, count));
            }
        }
    }
    fit
}

fn no_position(drafts: &[&Draft], fits: &[&(usize, Fit)]) -> ReadError {
    let draft = drafts.first();
    ReadError::NoPosition {
        line: draft.and_then(|it| it.lines).map_or(1, |(first, _)| first),
        text: draft.map(|it| it.text.clone()).unwrap_or_default(),
        candidates: fits
            .iter()
            .map(|(index, _)| FAMOUS[*index].name.to_owned())
            .collect(),
    }
}

/// The depth at which most lines of a divide are right, and how many are.
fn right_lines(
    position: &VariantPosition,
    block: &Block,
    depth: Option<u32>,
    truth: &mut Truth,
) -> Option<(u32, usize)> {
    let mut best: Option<(u32, usize)> = None;
    let most = truth.totals(position, MOST_PLIES, enough(sum(block))).len();
    for it in (1..).take(most) {
        if depth.is_some_and(|depth| depth != it) {
            continue;
        }
        let Some(divide) = truth.divide(position, it) else {
            break;
        };
        let is_right = |mv: &str, counts: &[(Role, i128)]| {
            let legal = position.parse_move(mv).ok()?;
            let text = position.uci(legal, movegen::chess::CastlingStyle::Standard);
            let count = divide.get(&text)?;
            counts
                .iter()
                .any(|(_, number)| *number == count)
                .then_some(())
        };
        let right = block
            .moves
            .iter()
            .filter(|it| is_right(&it.mv, &it.counts).is_some());
        let right = right.count();
        if right > best.map_or(0, |(_, before)| before) {
            best = Some((it, right));
        }
    }
    best
}

/// The depth of numbers that the text does not give one, and why.
///
/// # Errors
/// [`ReadError::NoDepth`] if no count is near.
pub(super) fn depth(
    draft: &Draft,
    place: &Place,
    position: &VariantPosition,
    truth: &mut Truth,
) -> Result<(u32, String), ReadError> {
    for block in &draft.blocks {
        if let Some((depth, right)) = right_lines(position, block, None, truth)
            && 2 * right >= block.moves.len()
        {
            let sentence = format!(
                "the text names no depth; {right} of {} lines are right at depth {depth}",
                block.moves.len()
            );
            return Ok((depth, sentence));
        }
    }
    let sums = draft.blocks.iter().map(sum);
    let totals = draft.totals.iter().map(|(_, total)| *total);
    let numbers: Vec<i128> = totals.chain(sums).collect();
    let largest = numbers.iter().max().copied().unwrap_or(0);
    let counts: Vec<u128> = truth.totals(position, MOST_PLIES, enough(largest)).to_vec();
    let nearest = |number: i128| {
        let with_depth = counts.iter().zip(1..).map(|(count, depth)| {
            let count = crate::ask::reported(*count);
            (factor(count, number), depth, count)
        });
        with_depth.min_by(|one, other| one.0.total_cmp(&other.0))
    };
    let found = numbers
        .iter()
        .filter_map(|number| Some((*number, nearest(*number)?)));
    let best = found.min_by(|one, other| one.1.0.total_cmp(&other.1.0));
    match best {
        Some((number, (ratio, depth, count))) if ratio < NEAR => {
            let near = match number == count {
                true => format!("{number} is the count at depth {depth}"),
                false => format!("{number} is nearest to the count at depth {depth}, {count}"),
            };
            Ok((depth, format!("the text names no depth; {near}")))
        }
        _ => Err(ReadError::NoDepth {
            line: draft.lines.map_or(1, |(first, _)| first),
            count: numbers.first().copied().unwrap_or(0),
            fen: place.fen.clone(),
            counts,
        }),
    }
}

/// The total of a divide, or else the sum of its lines.
fn sum(block: &Block) -> i128 {
    let counts = block.moves.iter().filter_map(|it| it.counts.first());
    let sum = counts.fold(0_i128, |sum, (_, count)| sum.saturating_add(*count));
    block.total.unwrap_or(sum)
}

/// A count above this one is not near to the number.
fn enough(number: i128) -> u128 {
    const FAR: u128 = 16;
    number.unsigned_abs().saturating_mul(FAR)
}
