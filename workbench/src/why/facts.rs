//! What the numbers prove, whatever the cause: moves that are missing or not legal, and what the moves with wrong counts
//! have in common.

use movegen::chess::{CastlingStyle, Move, Statistics, StatisticsCounter};
use movegen::perft::{Perft, Stop};

use super::claims::Compared;
use super::evidence::Counted;
use crate::ask::reported;
use crate::explain::{MoveReasons, Patterns, common};
use crate::find::Difference;

/// Trees with more leaves than this are not counted again for statistics.
const MOST_LEAVES: u128 = 10_000_000;

/// The facts of one claim, each a sentence without a full stop.
pub(super) fn facts(compared: &Compared) -> Vec<String> {
    let mut facts = Vec::new();
    if let Some(difference) = &compared.difference {
        of_moves(compared, difference, &mut facts);
        of_counts(compared, difference, &mut facts);
    }
    if compared.expected <= MOST_LEAVES {
        of_statistics(compared, &mut facts);
    }
    facts
}

/// The rules behind the wrong moves of the root.
fn of_moves(compared: &Compared, difference: &Difference, facts: &mut Vec<String>) {
    let style = CastlingStyle::new(compared.position.needs_chess960());
    let reasons = MoveReasons::new(&compared.position, None, difference, style, None);
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
    patterns.add(&compared.position, None, difference);
    facts.extend(patterns.sentences());
}

/// What the moves with wrong counts have in common, and a number that divides all differences.
fn of_counts(compared: &Compared, difference: &Difference, facts: &mut Vec<String>) {
    let counts = &difference.counts;
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
    let by = |(_, ours, theirs): &(Move, u128, i128)| theirs - reported(*ours);
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

/// The columns of statistics that are wrong, and those that a wrong total differs by.
fn of_statistics(compared: &Compared, facts: &mut Vec<String>) {
    let total = compared
        .total
        .filter(|total| *total != reported(compared.expected));
    let columns: &[(&str, i128)] = match &compared.claim.counted {
        Counted::Statistics(columns, _) => columns,
        _ => &[],
    };
    if total.is_none() && columns.is_empty() {
        return;
    }
    let perft = Perft::new(compared.claim.depth);
    let counted = perft.run(&compared.position, &StatisticsCounter, &Stop::new(), |_| {});
    let Ok(counted) = counted else { return };
    let right: Vec<(&str, i128)> = Statistics::NAMES
        .into_iter()
        .zip(counted.total.values().map(reported))
        .collect();
    for (name, value) in columns {
        let right = right.iter().find(|right| right.0 == *name);
        if let Some((_, right)) = right.filter(|right| right.1 != *value) {
            facts.push(format!("{name}: {value}, right is {right}"));
        }
    }
    let Some(total) = total else { return };
    let by = total - reported(compared.expected);
    let (more, by) = (if by > 0 { "more" } else { "less" }, by.abs());
    let equal = right
        .iter()
        .filter(|(name, value)| *name != "nodes" && *value == by);
    let names: Vec<&str> = equal.map(|(name, _)| *name).collect();
    if let [first, rest @ ..] = &names[..] {
        let or = rest
            .iter()
            .map(|name| format!(" and of {name}"))
            .collect::<String>();
        facts.push(format!(
            "the total is {by} {more}, which is the number of {first}{or} at the last ply"
        ));
    }
}
