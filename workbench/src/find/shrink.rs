//! From a position where the other side is wrong to the smallest one found that shows the same.
//!
//! A part stays out if the other side is still wrong in the same way.

use std::mem::{Discriminant, discriminant};
use std::time::Duration;

use movegen::chess::{CastlingStyle, Move};
use movegen::clock::Instant;

use super::Node;
use super::descent::Descent;
use super::disagreement::{Disagreement, Finding};
use super::hunt::hunt;
use super::reduce::{Case, Reducer};
use super::series::shrink_series;
use super::shrunk::{Shrunk, Smallest};
use crate::ask::{Error, OtherSide};

/// The limit of questions, without the few at the end: several times what a full board needs.
pub const MOST_QUESTIONS: u32 = 2000;

/// The questions that are asked even if they take longer than [`PATIENCE`]: their result does not depend on the time.
const SOME_QUESTIONS: u32 = 100;

/// How long the search goes on after [`SOME_QUESTIONS`]: large counts take long.
const PATIENCE: Duration = Duration::from_secs(20);

/// How often the other side may fail to answer about a smaller position: programs crash on unusual
/// positions, but one that hangs must not take all day.
const MOST_FAILURES: u32 = 3;

/// Leaves out pieces, castling rights, the en passant square, moves on the way and depth while the
/// other side's answer stays wrong in the same way. It asks at most
/// [`MOST_QUESTIONS`] times, fewer if the answers take long, and never about an invalid position or one with a warning that the
/// first position does not have. If the wrong answer takes earlier questions, these become smaller
/// too.
///
/// # Errors
/// [`Error`] if the other side cannot repeat its answer, or cannot be started again.
pub fn shrink(
    other: &mut dyn OtherSide,
    found: &Disagreement,
    style: CastlingStyle,
) -> Result<Shrunk, Error> {
    if !found.earlier.is_empty() {
        return shrink_series(other, found, style);
    }
    let mut shrunk = Shrunk {
        smallest: Smallest::NotReproducible,
        questions: 0,
        error: None,
    };
    let depends = found.remembers || found.varies;
    let (Some(case), false) = (Case::of(&found.node), depends) else {
        return Ok(shrunk);
    };
    let wrong = Wrong::of(&found.finding, &found.node, style);
    let mut descent = Descent::new(other, style);
    let first = case.clone();
    let mut failures = 0;
    let started = Instant::now();
    let mut is_wrong = |node: &Node| {
        let is_over = descent.questions() >= SOME_QUESTIONS && started.elapsed() >= PATIENCE;
        Ok(!is_over && still_wrong(&mut descent, &mut failures, &wrong, node, style)?)
    };
    let mut reducer = Reducer::new(case, style, &mut is_wrong);
    let ended = reducer.run();
    let case = reducer.into_case();
    shrunk.error = match ended {
        Ok(()) => None,
        Err(Error::Stopped) => return Err(Error::Stopped),
        Err(error) => Some(error),
    };
    shrunk.questions = descent.questions();
    if case == first {
        shrunk.smallest = Smallest::Same;
        return Ok(shrunk);
    }
    // Once more from the beginning: the result must not depend on the questions so far.
    other.reset()?;
    if let Some(node) = case.node(style)
        && let Some(again) = hunt(other, &node, style, |_, _| {})?
        && again.path.is_empty()
        && wrong.covers(&Wrong::of(&again.finding, &again.node, style))
    {
        shrunk.smallest = Smallest::Found(Box::new(again));
    }
    Ok(shrunk)
}

/// What makes the position smaller: "4 pieces instead of 18".
pub(crate) fn gain(smallest: &Disagreement, found: &Disagreement) -> String {
    let pieces = |found: &Disagreement| found.node.position.chess().occupied().len() as usize;
    let moves = |found: &Disagreement| found.node.moves.len();
    let plies = |found: &Disagreement| found.node.depth as usize;
    [
        (pieces(smallest), pieces(found), "pieces"),
        (moves(smallest), moves(found), "moves before it"),
        (plies(smallest), plies(found), "plies deep"),
    ]
    .into_iter()
    .find(|(now, before, _)| now < before)
    .map_or_else(
        || "with a simpler FEN".to_owned(),
        |(now, before, unit)| format!("{now} {unit} instead of {before}"),
    )
}

/// Whether the other side is wrong in the same way about this question. Fails if it has failed to
/// answer too often.
fn still_wrong(
    hunt: &mut Descent<'_>,
    failures: &mut u32,
    wrong: &Wrong,
    node: &Node,
    style: CastlingStyle,
) -> Result<bool, Error> {
    if hunt.questions() >= MOST_QUESTIONS {
        return Ok(false);
    }
    match hunt.finding_at(node.clone()) {
        Ok(finding) => {
            Ok(finding.is_some_and(|finding| wrong.covers(&Wrong::of(&finding, node, style))))
        }
        Err(error) => {
            *failures += 1;
            if *failures > MOST_FAILURES {
                return Err(error);
            }
            hunt.start_again()?;
            Ok(false)
        }
    }
}

/// How a smaller question must be wrong.
struct Wrong {
    kind: Discriminant<Finding>,
    missing: Vec<String>,
    extra: Vec<String>,
    repeated: Vec<String>,
}

impl Wrong {
    fn of(finding: &Finding, node: &Node, style: CastlingStyle) -> Wrong {
        let difference = finding.difference();
        let texts = |moves: &[Move]| -> Vec<String> {
            let text = |mv: &Move| node.position.uci(*mv, style);
            moves.iter().map(text).collect()
        };
        Wrong {
            kind: discriminant(finding),
            missing: texts(&difference.missing),
            extra: difference.extra.clone(),
            repeated: texts(&difference.repeated),
        }
    }

    /// Whether the other question is wrong in the same way: in at least one of the same moves, and in
    /// no list that is right here. Otherwise it could show a different bug.
    fn covers(&self, other: &Wrong) -> bool {
        let lists = [
            (&self.missing, &other.missing),
            (&self.extra, &other.extra),
            (&self.repeated, &other.repeated),
        ];
        let new = |(all, some): &(&Vec<String>, &Vec<String>)| all.is_empty() && !some.is_empty();
        let shared =
            |(all, some): &(&Vec<String>, &Vec<String>)| some.iter().any(|text| all.contains(text));
        let none = lists.iter().all(|(all, _)| all.is_empty());
        self.kind == other.kind && !lists.iter().any(new) && (none || lists.iter().any(shared))
    }
}

#[cfg(test)]
mod tests;
