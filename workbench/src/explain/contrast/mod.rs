//! What the positions with wrong answers have in common, and those with right answers do not.
//!
//! Without a known defect that accounts for the answers, the other side is asked about many positions:
//! those that differ from the one that was found in the place of one piece, and random ones. The
//! result is an observation: a trait of all that are wrong, and how many of the others have it too.

mod samples;
mod traits;

use std::time::Duration;

use movegen::chess::{CastlingStyle, Position};
use movegen::clock::Instant;

use self::traits::{OF_POSITIONS, OF_TREES};
use super::patterns::Patterns;
use crate::ask::OtherSide;
use crate::find::{Difference, Disagreement, Finding, count};

/// With fewer wrong or right answers, a common trait is a coincidence.
const LEAST_WRONG: usize = 4;
const LEAST_RIGHT: usize = 20;

/// The others that may have the trait as well, in percent.
const MOST_OTHERS: usize = 40;

/// The questions that are asked even if they take longer than [`PATIENCE`].
const SOME_QUESTIONS: usize = 60;

/// How long the questions go on after [`SOME_QUESTIONS`].
const PATIENCE: Duration = Duration::from_secs(5);

/// The traits of one position or tree, in the order of their tables, and whether its answer is wrong.
struct Sample {
    traits: Vec<bool>,
    is_wrong: bool,
}

/// What all wrong answers have in common, as a sentence. Adds their wrong moves to those that are `in_common`. Leaves
/// the other side as it is after a reset.
pub(super) fn facts(
    found: &Disagreement,
    in_common: &mut Patterns,
    other: &mut dyn OtherSide,
    style: CastlingStyle,
) -> Option<String> {
    let (is_tree, depth) = match &found.finding {
        Finding::Moves(_) => (false, 1),
        Finding::Tree(_) => (true, found.node.depth),
        _ => return None,
    };
    let position = found.node.position.as_standard()?;
    other.reset().ok()?;
    let samples = ask((position, depth), is_tree, in_common, other, style);
    // An error shows at the next question.
    let _ = other.reset();
    sentence(&samples, is_tree)
}

/// Asks about the samples until there are enough, or until an answer fails.
fn ask(
    (position, depth): (&Position, u32),
    is_tree: bool,
    in_common: &mut Patterns,
    other: &mut dyn OtherSide,
    style: CastlingStyle,
) -> Vec<Sample> {
    let started = Instant::now();
    let mut samples: Vec<Sample> = Vec::new();
    for node in samples::around(position, depth, style) {
        if samples.len() >= SOME_QUESTIONS && started.elapsed() >= PATIENCE {
            break;
        }
        let Some(chess) = node.position.as_standard() else {
            continue;
        };
        let Ok(ours) = count(*chess, node.depth) else {
            break;
        };
        let Ok(answer) = other.ask(&node.question(ours.total)) else {
            break;
        };
        let Some(difference) = Difference::between(*chess, &ours, &answer) else {
            continue;
        };
        if !is_tree {
            in_common.add(*chess, None, &difference);
        }
        samples.push(Sample {
            traits: match is_tree {
                true => traits::of_tree(chess, node.depth),
                false => traits::of_position(chess),
            },
            is_wrong: !difference.is_none(),
        });
    }
    samples
}

/// The trait, or the two traits, that tell the wrong samples best from the others.
fn sentence(samples: &[Sample], is_tree: bool) -> Option<String> {
    let names: Vec<&str> = match is_tree {
        true => OF_TREES.iter().map(|row| row.0).collect(),
        false => OF_POSITIONS.iter().map(|row| row.0).collect(),
    };
    let (wrong, right): (Vec<&Sample>, Vec<&Sample>) =
        samples.iter().partition(|sample| sample.is_wrong);
    if wrong.len() < LEAST_WRONG || right.len() < LEAST_RIGHT {
        return None;
    }
    let common: Vec<usize> = (0..names.len())
        .filter(|&index| wrong.iter().all(|sample| sample.traits[index]))
        .collect();
    let others = |all: &[usize]| {
        let have = |sample: &&&Sample| all.iter().all(|&index| sample.traits[index]);
        right.iter().filter(have).count()
    };
    let &first = common.iter().min_by_key(|&&index| others(&[index]))?;
    let second = common.iter().min_by_key(|&&index| others(&[first, index]));
    // A second trait is worth its words if it excludes half of the others.
    let chosen = match second {
        Some(&second) if 2 * others(&[first, second]) < others(&[first]) => vec![first, second],
        _ => vec![first],
    };
    let others = others(&chosen);
    if 100 * others > MOST_OTHERS * right.len() {
        return None;
    }
    let chosen: Vec<&str> = chosen.into_iter().map(|index| names[index]).collect();
    let (what, last) = match is_tree {
        true => (
            "similar and random trees have wrong counts",
            " before the last ply",
        ),
        false => ("similar and random positions have wrong moves", ""),
    };
    let but = match others {
        0 => "and in none".to_owned(),
        others => format!("but only in {others}"),
    };
    Some(format!(
        "{} of {} {what}: in all of these {}{last}, {but} of the others",
        wrong.len(),
        samples.len(),
        chosen.join(" and "),
    ))
}

#[cfg(test)]
mod tests;
