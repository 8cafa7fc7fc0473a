//! Facts about a wrong answer that takes earlier questions: what these have in common with the last
//! one, and whether numbers of their answers come back.

use std::fmt;

use movegen::chess::Setup;

use crate::ask::{Answer, DivideText};
use crate::find::{Comparison, Disagreement};

/// The part of two questions that is no part of a position.
pub(super) const DEPTH: &str = "the depth";

const CLOCK: &str = "the clock of the fifty-move rule";

/// Whether moves are played, or the position is set up.
const WAY: &str = "how the position is reached";

/// For each earlier question, how it differs from the last one, and which numbers are equal. These are
/// observations, not causes: numbers can coincide.
pub(super) fn facts(found: &Disagreement) -> Vec<String> {
    let Some(last) = found.trail.last() else {
        return Vec::new();
    };
    let mut facts = Vec::new();
    for (earlier, number) in found.earlier.iter().zip(1..) {
        facts.push(relation(earlier, last, number));
        facts.extend(repeated(earlier, last, number));
    }
    facts
}

/// The only part in which two questions differ, and perhaps the clock of the fifty-move rule, on which no count depends.
pub(super) struct OnlyDifference {
    pub(super) part: &'static str,
    clock: bool,
}

impl OnlyDifference {
    /// Whether the key of a hash table has to contain the part.
    pub(super) fn is_of_key(&self) -> bool {
        ![CLOCK, DEPTH, WAY].contains(&self.part)
    }
}

impl fmt::Display for OnlyDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.part)?;
        match self.clock {
            true => write!(f, " and {CLOCK}"),
            false => Ok(()),
        }
    }
}

/// Fewer equal counts can be a coincidence.
const LEAST_COUNTS: usize = 3;

/// Two positions can have the same moves, if they are fewer.
const LEAST_LINES: usize = 10;

/// An earlier question whose counts come back in the wrong answer.
pub(super) struct Another {
    /// The only part in which it differs from the last question; `None` for several.
    pub(super) only: Option<OnlyDifference>,
    /// How many wrong counts come back; `None` if the whole answer does.
    counts: Option<usize>,
}

/// The earlier question that has all counts that are wrong in the last answer, and differs in one part only, or has the
/// whole answer.
pub(super) fn another(found: &Disagreement) -> Option<Another> {
    let last = found.trail.last()?;
    let of_one_part = found.earlier.iter().find_map(|earlier| {
        let only = Some(only_difference(earlier, last)?);
        if is_repeated(earlier, last) {
            return Some(Another { only, counts: None });
        }
        let (again, all) = counts_again(earlier, last)?;
        let counts = Some(all);
        (again == all && all >= LEAST_COUNTS).then_some(Another { only, counts })
    });
    of_one_part.or_else(|| {
        let lines = match &last.answer {
            Answer::Divide(wrong) => wrong.listed(),
            Answer::Verdict(_) | Answer::Unknown => 0,
        };
        let mut earlier = found.earlier.iter().filter(|_| lines >= LEAST_LINES);
        let is_another = |earlier: &Comparison| !differences(earlier, last).is_empty();
        earlier
            .any(|earlier| is_another(earlier) && is_repeated(earlier, last))
            .then_some(Another {
                only: None,
                counts: None,
            })
    })
}

impl fmt::Display for Another {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.counts {
            None => f.write_str("it gives the answer to an earlier question")?,
            Some(counts) => {
                write!(
                    f,
                    "its {counts} wrong counts are those of an earlier question"
                )?;
            }
        }
        match &self.only {
            Some(only) => write!(f, " that differs only in {only}"),
            None => f.write_str(" about another position"),
        }
    }
}

fn only_difference(earlier: &Comparison, last: &Comparison) -> Option<OnlyDifference> {
    let (part, clock) = match differences(earlier, last)[..] {
        [part] => (part, false),
        [part, CLOCK] | [CLOCK, part] => (part, true),
        _ => return None,
    };
    Some(OnlyDifference { part, clock })
}

/// Whether both answers are the same, line by line.
fn is_repeated(earlier: &Comparison, last: &Comparison) -> bool {
    match (&earlier.answer, &last.answer) {
        (Answer::Divide(before), Answer::Divide(wrong)) => {
            wrong.listed() > 0 && sorted(before) == sorted(wrong)
        }
        _ => false,
    }
}

/// The parts in which an earlier question differs from the last one.
fn relation(earlier: &Comparison, last: &Comparison, number: usize) -> String {
    let parts = differences(earlier, last);
    match &parts[..] {
        [] => format!("question {number} is the same question"),
        [part] => format!("question {number} differs from the last one only in {part}"),
        [parts @ .., end] => format!(
            "question {number} differs from the last one in {} and {end}",
            parts.join(", ")
        ),
    }
}

fn differences(earlier: &Comparison, last: &Comparison) -> Vec<&'static str> {
    let setup = |asked: &Comparison| -> Setup {
        let position = asked.node.position.chess().to_setup();
        // The FEN also names a square where no capture is legal.
        asked.node.set_up.parse().unwrap_or(position)
    };
    let (one, other) = (setup(earlier), setup(last));
    let same_moves = earlier.node.moves.is_empty() == last.node.moves.is_empty();
    let parts = [
        (one.board != other.board, "the pieces"),
        (one.turn != other.turn, "the side to move"),
        (one.castling != other.castling, "the castling rights"),
        (one.en_passant != other.en_passant, "the en passant square"),
        (one.halfmoves != other.halfmoves, CLOCK),
        (
            earlier.node.position.state() != last.node.position.state(),
            "the pocket or the counters of the variant",
        ),
        (earlier.node.depth != last.node.depth, DEPTH),
        (!same_moves, WAY),
    ];
    let parts = parts.into_iter().filter(|(differs, _)| *differs);
    parts.map(|(_, part)| part).collect()
}

/// The numbers of an earlier answer that the wrong answer repeats.
fn repeated(earlier: &Comparison, last: &Comparison, number: usize) -> Option<String> {
    let (Answer::Divide(before), Answer::Divide(wrong)) = (&earlier.answer, &last.answer) else {
        return None;
    };
    let asked_again = differences(earlier, last).is_empty();
    if asked_again && earlier.difference.is_none() {
        // The right numbers say nothing.
        return None;
    }
    if is_repeated(earlier, last) {
        return Some(format!(
            "the wrong answer is that to question {number}, line by line"
        ));
    }
    match counts_again(earlier, last)? {
        (0, _) => {
            let total = total(wrong);
            (total != i128::try_from(last.ours.total).ok() && total == self::total(before))
                .then(|| format!("the wrong total equals that of the answer to question {number}"))
        }
        (again, all) => Some(format!(
            "{again} of {all} wrong counts equal those of the same moves in the answer to question \
             {number}"
        )),
    }
}

/// How many of the wrong counts are those of the same moves in an earlier answer.
fn counts_again(earlier: &Comparison, last: &Comparison) -> Option<(usize, usize)> {
    let (Answer::Divide(before), Answer::Divide(wrong)) = (&earlier.answer, &last.answer) else {
        return None;
    };
    let counts = &last.difference.counts;
    let line_of = |text: &str| before.lines.iter().find(|line| line.0 == text);
    let texts = |count: i128| wrong.lines.iter().filter(move |line| line.1 == count);
    let again = counts.iter().filter(|(mv, _, theirs)| {
        let text = mv.to_string();
        let mut lines = texts(*theirs).filter(|line| line.0 == text);
        lines.any(|(text, count)| line_of(text).is_some_and(|line| line.1 == *count))
    });
    Some((again.count(), counts.len()))
}

fn sorted(divide: &DivideText) -> Vec<&(String, i128)> {
    let mut lines: Vec<_> = divide.lines.iter().collect();
    lines.sort();
    lines
}

fn total(divide: &DivideText) -> Option<i128> {
    let sum = (divide.listed() > 0).then(|| divide.sum_of_lines());
    divide.total.or(sum)
}
