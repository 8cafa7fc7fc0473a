//! By how much each program differs from the rules in all numbers at once.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::Together;
use super::answer::{Root, Seen};
use super::tree::Tally;
use crate::ask::Question;
use crate::imitate::{Defect, Unpredicted};

/// The differences of a program in all numbers, each times a factor of its own. Two programs that give the same differences
/// have the same sum, and others have the same one with a chance of 1 to 2^64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CountDifference {
    pub(crate) sum: u64,
    /// How many numbers are different.
    pub(crate) numbers: u32,
}

impl CountDifference {
    /// Adds the difference in one number: that of a move of a claim, or of a total (an empty text).
    pub(crate) fn add(&mut self, claim: usize, text: &str, difference: i128) {
        let mut hasher = DefaultHasher::new();
        (claim, text).hash(&mut hasher);
        let factor = hasher.finish() | 1;
        self.sum = self
            .sum
            .wrapping_add(factor.wrapping_mul(difference as u64));
        self.numbers += u32::from(difference != 0);
    }
}

impl Together {
    /// Adds the differences of all programs in the numbers of an answer, those of wrong and small lines first. `can_stop` gets
    /// the text of each number after it was added (empty for a total), and the differences so far. Whether it never stopped.
    ///
    /// # Errors
    /// As [`retain`](Together::retain).
    pub(crate) fn add_differences(
        &mut self,
        claim: usize,
        question: &Question,
        seen: &Seen,
        all: &mut Vec<CountDifference>,
        mut can_stop: impl FnMut(&str, &[CountDifference]) -> bool,
    ) -> Result<bool, Unpredicted> {
        all.resize(self.programs.len(), CountDifference::default());
        let root = self.root(question)?;
        let Some(lines) = seen.lines else {
            let tally = self.whole(&root)?;
            add(&tally, claim, "", all);
            return Ok(!can_stop("", all));
        };
        let legal = root.texts();
        let mut known: Vec<usize> = (0..legal.len()).collect();
        known.retain(|&index| seen.has(&legal[index]));
        known.sort_by_key(|&index| {
            let correct = seen.correct.get(&legal[index]);
            (lines.get(&legal[index]) == correct, correct)
        });
        for index in known {
            let mut tally = Tally::default();
            self.add_line(&mut tally, &root, index)?;
            tally.settle();
            add(&tally, claim, &legal[index], all);
            if can_stop(&legal[index], all) {
                return Ok(false);
            }
        }
        for (program, extra) in self.extra(&root)?.into_iter().enumerate() {
            // A legal move that is listed twice counts in its own line.
            let others = extra.iter().filter(|line| !legal.contains(line.0));
            for (text, count) in others.filter(|line| seen.has(line.0)) {
                all[program].add(claim, text, *count);
            }
        }
        // All programs have all of these lines now: only the answer after the last one counts.
        let extra = lines.keys().filter(|text| !legal.contains(text));
        let stops = extra.map(|text| can_stop(text, all)).last();
        Ok(!stops.unwrap_or(false))
    }

    /// The programs that were counted completely: their defects, and their numbers in
    /// [`Variants::together`](crate::imitate::Variants::together).
    pub(crate) fn counted_programs(&self) -> Vec<Option<(Defect, usize)>> {
        let programs = 0..self.programs.len();
        let known = programs.map(|program| self.name(program).filter(|_| self.is_left[program]));
        known.collect()
    }
}

fn add(tally: &Tally, claim: usize, text: &str, all: &mut [CountDifference]) {
    for &(program, difference) in &tally.differences {
        all[program].add(claim, text, i128::from(difference));
    }
}

impl Root {
    /// The legal moves as lines are compared.
    pub(super) fn texts(&self) -> Vec<String> {
        let legal = self.node.legal();
        legal.map(|made| self.text(made.mv)).collect()
    }
}

impl Seen<'_> {
    /// Whether the count of a move is known.
    pub(super) fn has(&self, text: &str) -> bool {
        self.is_complete || self.lines.is_some_and(|lines| lines.contains_key(text))
    }
}
