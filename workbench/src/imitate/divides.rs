//! Defects in counters and totals: a correct divide with numbers that were added up incorrectly.

use super::ordered::{Ordered, altered_divide, altered_divide_with_sentence};
use super::{Budget, Counts, Defect, Imitation, Unpredicted};
use crate::ask::Question;

pub(super) const DEFECTS: &[Defect] = &[
    Defect {
        id: "counter-is-not-reset",
        sentence: "its counter is not reset between questions",
        variants: &|| {
            let all = [
                CounterDefect::All,
                CounterDefect::AllInLines,
                CounterDefect::InLines,
                CounterDefect::Last,
            ];
            all.into_iter()
                .map(|defect| -> Box<dyn Imitation> {
                    Box::new(Cumulative {
                        defect,
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
        variants: &|| {
            vec![
                altered_divide(|divide| {
                    add_up(divide);
                }),
                altered_divide(|divide| {
                    let last = add_up(divide);
                    divide.total = last;
                }),
            ]
        },
    },
    Defect {
        id: "last-move-is-not-in-total",
        sentence: "its total leaves out the last move of its list",
        variants: &|| {
            vec![altered_divide(|divide| {
                divide.total -= divide.lines.last().map_or(0, |line| line.1);
            })]
        },
    },
    Defect {
        id: "first-move-is-not-in-total",
        sentence: "its total leaves out the first move of its list",
        variants: &|| {
            vec![altered_divide(|divide| {
                divide.total -= divide.lines.first().map_or(0, |line| line.1);
            })]
        },
    },
    Defect {
        id: "counts-are-off-by-one",
        sentence: "the count of each move is wrong by one",
        variants: &|| {
            [1, -1]
                .into_iter()
                .map(|by| {
                    let more = if by > 0 { "more" } else { "less" };
                    altered_divide_with_sentence(
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
        variants: &|| {
            vec![altered_divide(|divide| {
                divide.total = divide.lines.len() as i128
            })]
        },
    },
    Defect {
        id: "total-is-last-count",
        sentence: "its total is the count of the last move",
        variants: &|| {
            vec![altered_divide(|divide| {
                divide.total = divide.lines.last().map_or(0, |line| line.1);
            })]
        },
    },
    Defect {
        id: "total-is-zero",
        sentence: "its total is always 0",
        variants: &|| vec![altered_divide(|divide| divide.total = 0)],
    },
];

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

/// What a counter keeps from one question to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CounterDefect {
    /// The leaves of all earlier questions, which are added to the total.
    All,
    /// The same, and each line has the counter so far.
    AllInLines,
    /// Each line has the counter so far, but the total is that of the question alone.
    InLines,
    /// Only the leaves of the question before are added to the total.
    Last,
}

/// A counter that keeps its value.
struct Cumulative {
    defect: CounterDefect,
    before: i128,
    ordered: Ordered,
}

impl Imitation for Cumulative {
    fn ask(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Unpredicted> {
        let (_, mut divide) = self.ordered.divide(question, budget)?;
        let (own, before) = (divide.total, self.before);
        self.before = match self.defect {
            CounterDefect::Last => own,
            CounterDefect::All | CounterDefect::AllInLines | CounterDefect::InLines => before + own,
        };
        if matches!(
            self.defect,
            CounterDefect::AllInLines | CounterDefect::InLines
        ) {
            let mut so_far = before;
            for line in &mut divide.lines {
                so_far += line.1;
                line.1 = so_far;
            }
        }
        divide.total = match self.defect {
            CounterDefect::InLines => own,
            _ => before + own,
        };
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
