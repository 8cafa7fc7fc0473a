//! Answers of the other side in a form in which they can be compared with those of imitations.

use std::hash::Hash;

use movegen::chess::Position;

use crate::ask::{Answer, Exchange, Question};
use crate::imitate::{Budget, Counts, Imitation, Unpredicted, canonical, position_of};

/// A question with its position, and the answer of the other side.
#[derive(Debug)]
pub(super) struct Observed<'a> {
    pub(super) question: Question<'a>,
    pub(super) position: Position,
    /// The lines as they were written.
    lines: &'a [(String, i128)],
    seen: Seen,
}

/// The part of an answer that is known.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Seen {
    /// Whether its total is Canopy's.
    Verdict(bool),
    Total(i128),
    /// The lines in the order of their texts, and the total, if there was one.
    Lines(Vec<(String, i128)>, Option<i128>),
}

impl Seen {
    fn total(&self) -> Option<i128> {
        match self {
            Seen::Verdict(_) => None,
            Seen::Total(total) => Some(*total),
            Seen::Lines(_, total) => *total,
        }
    }
}

impl<'a> Observed<'a> {
    /// The answer of an exchange; `None` if there was none.
    pub(super) fn of(exchange: &'a Exchange) -> Option<Observed<'a>> {
        Observed::new(exchange.question(), exchange.answer.as_ref()?)
    }

    /// `None` if nothing is known, or if the position cannot be read.
    pub(super) fn new(question: Question<'a>, answer: &'a Answer) -> Option<Observed<'a>> {
        let position = position_of(&question)?;
        let lines = match answer {
            Answer::Divide(divide) => &divide.lines[..],
            Answer::Verdict(_) | Answer::Unknown => &[],
        };
        let seen = match answer {
            Answer::Unknown => return None,
            Answer::Verdict(agrees) => Seen::Verdict(*agrees),
            Answer::Divide(divide) => match divide.total {
                Some(total) if !divide.unreadable.is_empty() => Seen::Total(total),
                None if !divide.unreadable.is_empty() => return None,
                Some(total) if divide.lines.is_empty() && total != 0 => Seen::Total(total),
                total => Seen::Lines(sorted(&position, &divide.lines), total),
            },
        };
        Some(Observed {
            question,
            position,
            lines,
            seen,
        })
    }

    /// The lines in the order in which they were written, if every move is among them.
    pub(super) fn in_order(&self) -> Option<&'a [(String, i128)]> {
        matches!(self.seen, Seen::Lines(..)).then_some(self.lines)
    }

    /// The number of leaves in the answer, if it has one.
    pub(super) fn total(&self) -> Option<i128> {
        self.seen.total()
    }

    /// Equal for the same question.
    pub(super) fn question_key(&self) -> impl Eq + Hash + use<'a> {
        (self.question.fen, self.question.moves, self.question.depth)
    }

    /// Equal for the same question with the same answer.
    pub(super) fn key(&self) -> impl Eq + Hash {
        (self.question_key(), &self.seen)
    }

    /// Whether no program can have given both answers to one question, unless it remembers something.
    pub(super) fn differs(&self, other: &Observed) -> bool {
        let differ = |one: Option<i128>, other: Option<i128>| {
            one.zip(other).is_some_and(|(one, other)| one != other)
        };
        match (&self.seen, &other.seen) {
            (Seen::Lines(lines, total), Seen::Lines(others, other_total)) => {
                lines != others || differ(*total, *other_total)
            }
            (Seen::Verdict(one), Seen::Verdict(other)) => one != other,
            (one, other) => differ(one.total(), other.total()),
        }
    }

    /// Whether the imitation answers the question in the same way, as far as the answer is known.
    ///
    /// # Errors
    /// [`Unpredicted::Exhausted`] and [`Unpredicted::Unknown`].
    pub(super) fn agrees(
        &self,
        imitation: &mut dyn Imitation,
        budget: &mut Budget,
    ) -> Result<bool, Unpredicted> {
        let lines = match &self.seen {
            Seen::Lines(lines, Some(total)) if imitation.adds_up() => {
                let sum: i128 = lines.iter().map(|line| line.1).sum();
                if sum != *total {
                    return Ok(false);
                }
                self.lines
            }
            Seen::Lines(..) => self.lines,
            // Some lines may be unreadable.
            Seen::Verdict(_) | Seen::Total(_) => &[],
        };
        imitation.expect(lines);
        match imitation.ask(&self.question, budget) {
            Ok(imitated) => Ok(self.matches(&imitated)),
            Err(Unpredicted::Different) => Ok(false),
            Err(unpredicted) => Err(unpredicted),
        }
    }

    /// Whether these are the same counts, as far as they are known.
    pub(super) fn matches(&self, imitated: &Counts) -> bool {
        match &self.seen {
            Seen::Verdict(agrees) => {
                *agrees == (u128::try_from(imitated.total) == Ok(self.question.expected))
            }
            Seen::Total(total) => *total == imitated.total,
            Seen::Lines(lines, total) => {
                total.is_none_or(|total| total == imitated.total)
                    && *lines == sorted(&self.position, &imitated.lines)
            }
        }
    }
}

/// The lines in the order of their texts, with one way to write castling. Programs differ in whether they
/// list moves that count 0.
pub(super) fn sorted(position: &Position, lines: &[(String, i128)]) -> Vec<(String, i128)> {
    let line = |(text, count): &(String, i128)| (canonical(position, text), *count);
    let counted = lines.iter().filter(|(_, count)| *count != 0);
    let mut lines: Vec<_> = counted.map(line).collect();
    lines.sort_unstable();
    lines
}
