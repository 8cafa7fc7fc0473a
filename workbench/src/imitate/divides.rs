//! Defects in what is reported: a correct divide whose numbers or lines are changed.

use std::rc::Rc;

use movegen::chess::Position;

use super::{Budget, Counts, Defect, Exhausted, Imitation, canonical, position_of};
use crate::ask::Question;

pub(super) const DEFECTS: &[Defect] = &[
    Defect {
        id: "numbers-overflow",
        sentence: "its numbers overflow",
        variants: || {
            let mut variants: Vec<Box<dyn Imitation>> = Vec::new();
            for (bits, signed) in [
                (8, false),
                (8, true),
                (16, false),
                (16, true),
                (32, false),
                (32, true),
            ] {
                let kind = if signed { "signed" } else { "unsigned" };
                for (what, wrap_lines, wrap_total) in [
                    ("its total is", false, true),
                    ("its numbers are", true, true),
                    ("its counts of the moves are", true, false),
                ] {
                    variants.push(said(
                        format!(
                            "{what} computed modulo 2^{bits}, as in a {kind} integer of {bits} bits"
                        ),
                        move |divide| {
                            if wrap_lines {
                                for line in &mut divide.lines {
                                    line.1 = wrap(line.1, bits, signed);
                                }
                                divide.total = divide.lines.iter().map(|line| line.1).sum();
                            }
                            if wrap_total {
                                divide.total = wrap(divide.total, bits, signed);
                            }
                        },
                    ));
                }
            }
            variants
        },
    },
    Defect {
        id: "counter-is-not-reset",
        sentence: "its counter is not reset between questions",
        variants: || {
            let all = [Kept::All, Kept::AllInLines, Kept::Last];
            all.into_iter()
                .map(|kept| -> Box<dyn Imitation> {
                    Box::new(Cumulative {
                        kept,
                        before: 0,
                        ordered: Ordered::default(),
                    })
                })
                .collect()
        },
    },
    Defect {
        id: "counter-is-not-reset-between-moves",
        sentence: "its counter is not reset between the moves of a divide: each line has the sum so far",
        variants: || {
            vec![
                changed(|divide| {
                    add_up(divide);
                }),
                changed(|divide| {
                    let last = add_up(divide);
                    divide.total = last;
                }),
            ]
        },
    },
    Defect {
        id: "one-move-is-skipped",
        sentence: "it leaves out one move of each list",
        variants: || {
            vec![
                Box::new(Capped::new(Limit::AllButOne { everywhere: true })),
                Box::new(Capped::new(Limit::AllButOne { everywhere: false })),
            ]
        },
    },
    Defect {
        id: "last-move-is-not-in-total",
        sentence: "its total leaves out the last move of its list",
        variants: || {
            vec![changed(|divide| {
                divide.total -= divide.lines.last().map_or(0, |line| line.1);
            })]
        },
    },
    Defect {
        id: "first-move-is-not-in-total",
        sentence: "its total leaves out the first move of its list",
        variants: || {
            vec![changed(|divide| {
                divide.total -= divide.lines.first().map_or(0, |line| line.1);
            })]
        },
    },
    Defect {
        id: "list-is-limited",
        sentence: "its list of moves is too short",
        variants: || vec![Box::new(Capped::new(Limit::At(None)))],
    },
    Defect {
        id: "counts-are-off-by-one",
        sentence: "the count of each move is wrong by one",
        variants: || {
            [1, -1]
                .into_iter()
                .map(|by| {
                    let more = if by > 0 { "more" } else { "less" };
                    said(
                        format!("it counts one {more} for each move"),
                        move |divide| {
                            for line in &mut divide.lines {
                                line.1 += by;
                            }
                            divide.total += by * divide.lines.len() as i128;
                        },
                    )
                })
                .collect()
        },
    },
    Defect {
        id: "total-is-number-of-moves",
        sentence: "its total is the number of moves, and not the sum of their counts",
        variants: || vec![changed(|divide| divide.total = divide.lines.len() as i128)],
    },
    Defect {
        id: "total-is-last-count",
        sentence: "its total is the count of the last move",
        variants: || {
            vec![changed(|divide| {
                divide.total = divide.lines.last().map_or(0, |line| line.1);
            })]
        },
    },
    Defect {
        id: "total-is-zero",
        sentence: "its total is always 0",
        variants: || vec![changed(|divide| divide.total = 0)],
    },
];

/// The number as an integer of this many bits has it.
fn wrap(number: i128, bits: u32, signed: bool) -> i128 {
    let range = 1 << bits;
    let rest = number.rem_euclid(range);
    match signed && rest >= range / 2 {
        true => rest - range,
        false => rest,
    }
}

/// Makes each line the sum so far; returns the last one. The total becomes the sum of the lines.
fn add_up(divide: &mut Counts) -> i128 {
    let mut so_far = 0;
    for line in &mut divide.lines {
        so_far += line.1;
        line.1 = so_far;
    }
    divide.total = divide.lines.iter().map(|line| line.1).sum();
    so_far
}

/// The order of the lines, if it is known.
#[derive(Debug, Default)]
struct Ordered {
    texts: Vec<String>,
}

impl Ordered {
    fn expect(&mut self, lines: &[(String, i128)]) {
        self.texts = lines.iter().map(|line| line.0.clone()).collect();
    }

    /// The correct divide, in that order. Moves without a place come last.
    fn divide(
        &self,
        question: &Question,
        budget: &mut Budget,
    ) -> Result<(Position, Counts), Exhausted> {
        let position = position_of(question).ok_or(Exhausted)?;
        let correct = budget.divide(&position, question.depth, question.expected)?;
        let mut divide = Rc::unwrap_or_clone(correct);
        let texts: Vec<String> = self
            .texts
            .iter()
            .map(|text| canonical(&position, text))
            .collect();
        divide.lines.sort_by_cached_key(|line| {
            let place = texts.iter().position(|text| *text == line.0);
            place.unwrap_or(texts.len())
        });
        Ok((position, divide))
    }
}

/// A correct divide after a change.
struct Changed<F> {
    change: F,
    sentence: Option<String>,
    ordered: Ordered,
}

/// A program that changes correct divides, with a sentence of its own.
fn said(sentence: impl Into<String>, change: impl Fn(&mut Counts) + 'static) -> Box<dyn Imitation> {
    Box::new(Changed {
        change,
        sentence: Some(sentence.into()),
        ordered: Ordered::default(),
    })
}

/// A program that changes correct divides.
fn changed(change: impl Fn(&mut Counts) + 'static) -> Box<dyn Imitation> {
    Box::new(Changed {
        change,
        sentence: None,
        ordered: Ordered::default(),
    })
}

impl<F: Fn(&mut Counts)> Imitation for Changed<F> {
    fn ask(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Exhausted> {
        let (_, mut divide) = self.ordered.divide(question, budget)?;
        (self.change)(&mut divide);
        Ok(divide)
    }

    fn expect(&mut self, lines: &[(String, i128)]) {
        self.ordered.expect(lines);
    }

    fn sentence(&self) -> Option<String> {
        self.sentence.clone()
    }
}

/// What a counter keeps from one question to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    /// The leaves of all earlier questions, which are added to the total.
    All,
    /// The same, and each line has the counter so far.
    AllInLines,
    /// Only the leaves of the question before are added to the total.
    Last,
}

/// A counter that keeps its value.
struct Cumulative {
    kept: Kept,
    before: i128,
    ordered: Ordered,
}

impl Imitation for Cumulative {
    fn ask(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Exhausted> {
        let (_, mut divide) = self.ordered.divide(question, budget)?;
        let (own, before) = (divide.total, self.before);
        self.before = match self.kept {
            Kept::Last => own,
            Kept::All | Kept::AllInLines => before + own,
        };
        if self.kept == Kept::AllInLines {
            let mut so_far = before;
            for line in &mut divide.lines {
                so_far += line.1;
                line.1 = so_far;
            }
        }
        divide.total = before + own;
        Ok(divide)
    }

    fn expect(&mut self, lines: &[(String, i128)]) {
        self.ordered.expect(lines);
    }

    fn reset(&mut self) {
        self.before = 0;
    }

    fn remembers(&self) -> bool {
        true
    }
}

/// A list that leaves out moves at its end. Which moves these are shows in the answer only.
struct Capped {
    limit: Limit,
    ordered: Ordered,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limit {
    /// One move is missing in every position, or at the root only.
    AllButOne { everywhere: bool },
    /// The number of moves is limited; `None` until an answer shows the limit.
    At(Option<usize>),
}

impl Capped {
    fn new(limit: Limit) -> Capped {
        Capped {
            limit,
            ordered: Ordered::default(),
        }
    }

    /// How many of this number of moves are listed.
    fn listed(&self, legal: usize, root: bool) -> usize {
        match self.limit {
            Limit::AllButOne { everywhere } if root || everywhere => legal.saturating_sub(1),
            Limit::AllButOne { .. } => legal,
            Limit::At(limit) => limit.map_or(legal, |limit| legal.min(limit)),
        }
    }

    /// The leaves below a position, as long as it does not matter which moves are left out.
    fn below(
        &self,
        position: &Position,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<i128, Exhausted> {
        if depth == 0 {
            return Ok(1);
        }
        let moves = position.legal_moves();
        budget.spend(1)?;
        let listed = self.listed(moves.len(), false);
        if depth == 1 {
            return Ok(listed as i128);
        }
        if listed < moves.len() {
            return Err(Exhausted);
        }
        moves.iter().try_fold(0, |sum, &mv| {
            Ok(sum + self.below(&position.play(mv), depth - 1, budget)?)
        })
    }
}

impl Imitation for Capped {
    fn ask(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Exhausted> {
        let (position, mut divide) = self.ordered.divide(question, budget)?;
        let legal = divide.lines.len();
        let theirs = self.ordered.texts.len();
        if self.limit == Limit::At(None) && question.depth == 1 && (8..legal).contains(&theirs) {
            self.limit = Limit::At(Some(theirs));
        }
        divide.lines.truncate(self.listed(legal, true));
        for line in &mut divide.lines {
            let mv = position.parse_uci(&line.0).map_err(|_| Exhausted)?;
            line.1 = self.below(&position.play(mv), question.depth - 1, budget)?;
        }
        Ok(Counts::of_lines(divide.lines))
    }

    fn expect(&mut self, lines: &[(String, i128)]) {
        self.ordered.expect(lines);
    }

    fn sentence(&self) -> Option<String> {
        match self.limit {
            Limit::At(Some(limit)) => Some(format!(
                "its list has room for {limit} moves: in positions with more, the others are left out"
            )),
            _ => None,
        }
    }
}
