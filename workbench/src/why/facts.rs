//! What the numbers prove, whatever the cause: moves that are missing or not legal, and what the moves with wrong counts
//! have in common.

use movegen::chess::{CastlingStyle, Move};
use movegen::perft::Stop;

use crate::ask::reported;
use crate::explain::{MoveReasons, Patterns, common};
use crate::find::Difference;
use crate::fits::{Compared, WrongColumn};

/// Trees with more leaves than this are not counted again for statistics.
const MOST_LEAVES: u128 = 200_000_000;

/// The number of values of a 32-bit counter.
const RANGE: i128 = 1 << 32;

/// A smaller difference is often the number of some kind of leaves by chance.
const LEAST_TELLING: i128 = 5;

/// The facts of one claim, each a sentence without a full stop.
pub(super) fn facts(compared: &mut Compared, stop: &Stop) -> Vec<String> {
    let mut facts = Vec::new();
    if let Some(difference) = &compared.difference {
        of_moves(compared, difference, &mut facts);
        of_counts(compared, difference, &mut facts);
    }
    of_overflow(compared, &mut facts);
    let is_small = compared.expected <= MOST_LEAVES || !compared.columns.is_empty();
    if compared.position.as_standard().is_some() && is_small {
        of_statistics(compared, &mut facts, stop);
    }
    facts
}

/// The rules behind the wrong moves of the root.
fn of_moves(compared: &Compared, difference: &Difference, facts: &mut Vec<String>) {
    let style = CastlingStyle::new(compared.position.chess().needs_chess960());
    let reasons = MoveReasons::new(compared.position, None, difference, style, None);
    let missing = reasons
        .missing
        .into_iter()
        .map(|(_, reason)| format!("missing: {reason}"));
    let extra = reasons
        .extra
        .into_iter()
        .map(|(_, reason)| format!("extra: {reason}"));
    facts.extend(missing.chain(extra));
    let mut patterns = Patterns::default();
    patterns.add(compared.position, None, difference);
    facts.extend(patterns.sentences());
}

/// What the moves with wrong counts have in common, and a number that divides all differences.
fn of_counts(compared: &Compared, difference: &Difference, facts: &mut Vec<String>) {
    let counts = difference.counts.iter();
    let counts: Vec<_> = counts
        .filter(|(_, ours, theirs)| !has_overflowed(*theirs, *ours))
        .collect();
    if let Some((sum, total)) = difference.total {
        facts.push(format!(
            "the total {total} is not the sum of the lines, {sum}"
        ));
    }
    if counts.len() < 2 {
        return;
    }
    let moves: Vec<Move> = counts.iter().map(|count| count.0).collect();
    if moves.len() < compared.correct.len()
        && let Some(shared) = common(&compared.position, &moves)
    {
        facts.push(format!(
            "all {} moves with wrong counts {shared}",
            moves.len()
        ));
    }
    let by = |(_, ours, theirs): &&(Move, u128, i128)| theirs - reported(*ours);
    let divisor = counts.iter().map(by).fold(0, greatest_common_divisor);
    let what = match divisor {
        2 => "; castling and en passant often come in pairs",
        4 => "; promotions come in fours",
        _ => "",
    };
    if divisor > 1 {
        facts.push(format!("all differences are multiples of {divisor}{what}"));
    }
    let too_many = counts.iter().map(by).filter(|by| *by > 0).count();
    let few = counts.len() - too_many;
    match (too_many, few) {
        (0, _) => facts.push("no count is too large: leaves are missing".to_owned()),
        (_, 0) => facts.push("no count is too small: there are too many leaves".to_owned()),
        _ => {}
    }
}

fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Numbers that are the right ones in their last 32 bits.
fn of_overflow(compared: &Compared, facts: &mut Vec<String>) {
    let lines = compared.difference.iter().flat_map(|it| &it.counts);
    let lines = lines.filter(|(_, ours, theirs)| has_overflowed(*theirs, *ours));
    match lines.count() {
        0 => {}
        1 => facts.push(
            "one count of a move is the right one in its last 32 bits: a 32-bit counter has overflowed".to_owned(),
        ),
        number => facts.push(format!(
            "{number} counts of moves are the right ones in their last 32 bits: a 32-bit counter has overflowed"
        )),
    }
    if let Some(total) = compared.total
        && has_overflowed(total, compared.expected)
    {
        let less = match (reported(compared.expected) - total) / RANGE {
            1 => "2^32".to_owned(),
            times => format!("{times} * 2^32"),
        };
        facts.push(format!(
            "the total is the right one less {less}: a 32-bit counter has overflowed"
        ));
    }
}

/// Whether a number is the right one in a 32-bit counter, with or without a sign.
fn has_overflowed(counted: i128, expected: u128) -> bool {
    let by = reported(expected) - counted;
    by > 0 && by % RANGE == 0 && (-RANGE / 2..RANGE).contains(&counted)
}

/// The wrong columns of statistics, and the columns that a wrong number differs by.
fn of_statistics(compared: &mut Compared, facts: &mut Vec<String>, stop: &Stop) {
    let wrong_total = compared
        .total
        .filter(|total| *total != reported(compared.expected));
    if wrong_total.is_none() && compared.columns.is_empty() {
        return;
    }
    let Ok(right) = compared.statistics(stop) else {
        return;
    };
    let right = right.iter().filter(|(name, _)| *name != "nodes");
    let right: Vec<(&str, i128)> = right.copied().collect();
    if let Some(total) = wrong_total {
        let by = total - reported(compared.expected);
        if let Some(columns) = columns_of(&right, by) {
            facts.push(format!("the total is {columns}"));
        }
    }
    let is_sum = is_sum_of_plies(compared, stop);
    if is_sum {
        let depth = compared.claim.depth;
        facts.push(format!(
            "each wrong statistic is its sum over all plies, 1 to {depth}: it has to be counted at the last ply only"
        ));
    }
    for wrong in &compared.columns {
        let by = wrong.counted - wrong.expected;
        let columns = (!is_sum).then(|| columns_of(&right, by)).flatten();
        let what = columns.map_or(String::new(), |columns| format!(": {columns}"));
        let (name, counted, expected) = (wrong.name, wrong.counted, wrong.expected);
        facts.push(format!("{name}: {counted}, right is {expected}{what}"));
    }
}

/// Whether all wrong statistics are too large by those of the earlier plies.
fn is_sum_of_plies(compared: &Compared, stop: &Stop) -> bool {
    let by = |wrong: &WrongColumn| wrong.counted - wrong.expected;
    let columns = &compared.columns;
    if columns.iter().map(|wrong| by(wrong).abs()).sum::<i128>() < LEAST_TELLING {
        return false;
    }
    let earlier = (1..compared.claim.depth).map(|depth| compared.statistics_at(depth, stop));
    let Ok(earlier) = earlier.collect::<Result<Vec<_>, _>>() else {
        return false;
    };
    columns.iter().all(|wrong| {
        let values = earlier.iter().flatten();
        let values = values.filter(|(name, _)| *name == wrong.name);
        values.map(|(_, value)| value).sum::<i128>() == by(wrong)
    })
}

/// The columns that have the number of leaves by which a count is wrong, unless it is small: some column has a small number by chance.
fn columns_of(right: &[(&str, i128)], by: i128) -> Option<String> {
    if by.abs() < LEAST_TELLING {
        return None;
    }
    let equal = right.iter().filter(|(_, value)| *value == by.abs());
    let names: Vec<&str> = equal.map(|(name, _)| *name).collect();
    let (first, rest) = names.split_first()?;
    let others = rest.iter().map(|name| format!(" and of {name}"));
    let way = if by > 0 { "more" } else { "less" };
    let by = by.abs();
    Some(format!(
        "{by} {way}, which is the number of {first}{} at the last ply",
        others.collect::<String>()
    ))
}
