//! Defects in counters and totals: a correct divide with numbers that were added up incorrectly.

use super::imitation::defect_table;
use super::ordered::{Ordered, altered_divide};
use super::{Budget, Counts, Imitation, Unpredicted};
use crate::ask::Question;

defect_table! {
    "counter-is-not-reset"
        "its counter is not reset between questions"
        [
            CounterDefect::All,
            CounterDefect::AllInLines,
            CounterDefect::InLines,
            CounterDefect::Last,
        ]
        .map(|defect| Cumulative {
            defect,
            before: 0,
            ordered: Ordered::default(),
        });
    "counter-is-not-reset-between-moves"
        "its counter is not reset between the moves of a divide: each line has the sum so far"
        [
            altered_divide(|divide| {
                add_up(divide);
            }),
            altered_divide(|divide| divide.total = add_up(divide)),
        ];
    "last-move-is-not-in-total"
        "its total leaves out the last move of its list"
        [altered_divide(|divide| divide.total -= divide.lines.last().map_or(0, |line| line.1))];
    "first-move-is-not-in-total"
        "its total leaves out the first move of its list"
        [altered_divide(|divide| divide.total -= divide.lines.first().map_or(0, |line| line.1))];
    "counts-are-off-by-one"
        "the count of each move is wrong by one"
        [(1, "more"), (-1, "less")].map(|(by, more)| {
            let shifted = altered_divide(move |divide| {
                divide.lines.iter_mut().for_each(|line| line.1 += by);
                divide.total += by * divide.lines.len() as i128;
            });
            shifted.said(format!("it counts one {more} for each move"))
        });
    "total-is-number-of-moves"
        "its total is the number of moves, and not the sum of their counts"
        [altered_divide(|divide| divide.total = divide.lines.len() as i128)];
    "total-is-last-count"
        "its total is the count of the last move"
        [altered_divide(|divide| divide.total = divide.lines.last().map_or(0, |line| line.1))];
    "first-move-is-twice-in-total"
        "its total has the first move of its list twice"
        [altered_divide(|divide| divide.total += divide.lines.first().map_or(0, |line| line.1))];
    "last-move-is-twice-in-total"
        "its total has the last move of its list twice"
        [altered_divide(|divide| divide.total += divide.lines.last().map_or(0, |line| line.1))];
    "total-includes-root-moves"
        "its total also counts the moves of the root"
        [altered_divide(|divide| divide.total += divide.lines.len() as i128)];
    "total-is-first-count"
        "its total is the count of the first move"
        [altered_divide(|divide| divide.total = divide.lines.first().map_or(0, |line| line.1))];
    "total-is-greatest-count"
        "its total is the greatest count of a move"
        [altered_divide(|divide| {
            let counts = divide.lines.iter().map(|line| line.1);
            divide.total = counts.max().unwrap_or(0);
        })];
    "counts-are-doubled"
        "it counts each leaf twice"
        [
            altered_divide(|divide| {
                divide.lines.iter_mut().for_each(|line| line.1 *= 2);
                divide.total *= 2;
            }),
            altered_divide(|divide| divide.total *= 2).said("its total counts each leaf twice"),
        ];
    "counts-belong-to-next-move"
        "its lines have the count of the next move of its list"
        [altered_divide(|divide| shift_counts(divide, 1))];
    "counts-belong-to-previous-move"
        "its lines have the count of the previous move of its list"
        [altered_divide(|divide| {
            let last = divide.lines.len().saturating_sub(1);
            shift_counts(divide, last);
        })];
    "lines-have-the-total"
        "each of its lines has the total"
        [altered_divide(|divide| {
            let total = divide.total;
            divide.lines.iter_mut().for_each(|line| line.1 = total);
        })];
    "lines-have-one"
        "each of its lines has the count 1"
        [altered_divide(|divide| divide.lines.iter_mut().for_each(|line| line.1 = 1))];
    "total-is-zero"
        "its total is always 0"
        [altered_divide(|divide| divide.total = 0)];
}

/// Gives each move the count of the one that is this number of places behind it, round the end of the
/// list.
fn shift_counts(divide: &mut Counts, places: usize) {
    let mut counts: Vec<i128> = divide.lines.iter().map(|line| line.1).collect();
    if !counts.is_empty() {
        counts.rotate_left(places);
    }
    for (line, count) in divide.lines.iter_mut().zip(counts) {
        line.1 = count;
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

    fn visits_leaves(&self) -> bool {
        false
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
