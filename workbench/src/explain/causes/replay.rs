//! Asks imitations the questions of a transcript.

use std::collections::HashSet;

use super::answers::Observed;
use crate::ask::{Exchange, Transcript};
use crate::imitate::{Budget, Exhausted, Imitation};

/// The leaves that one imitation may count.
const MOST_LEAVES: u64 = 12_000_000;

/// The leaves that all imitations together may count.
const MOST_LEAVES_OF_ALL: u64 = 30_000_000;

/// The result of asking an imitation all questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// At least one answer is different.
    Refuted,
    /// All answers are the same.
    Accounts,
    /// All wrong answers are the same, but the budget did not suffice for all others.
    Unfinished,
}

/// The answers of the other side, in the orders in which imitations are asked.
pub(super) struct Replay<'a> {
    processes: Vec<Vec<Observed<'a>>>,
    /// Indices of different questions: those with wrong answers first, each part in the order of
    /// its costs, so that most imitations are refuted soon.
    by_cost: Vec<(usize, usize)>,
    /// How many of these answers are wrong.
    wrong: usize,
    /// The budget of all imitations together.
    left: u64,
}

impl<'a> Replay<'a> {
    /// Prepares the questions that were answered.
    pub(super) fn new(transcript: &'a Transcript, budget: &mut Budget) -> Replay<'a> {
        let observed = |process: &'a [Exchange]| process.iter().filter_map(Observed::of).collect();
        let processes: Vec<Vec<Observed<'a>>> = transcript.processes().map(observed).collect();
        let mut replay = Replay {
            by_cost: Vec::new(),
            wrong: 0,
            left: MOST_LEAVES_OF_ALL,
            processes,
        };
        budget.refill(MOST_LEAVES_OF_ALL);
        replay.sort(budget);
        replay
    }

    fn sort(&mut self, budget: &mut Budget) {
        let mut sorted: Vec<(bool, u128, (usize, usize))> = Vec::new();
        for (process, answers) in self.processes.iter().enumerate() {
            for (index, seen) in answers.iter().enumerate() {
                sorted.push((
                    is_right(seen, budget),
                    seen.question.expected,
                    (process, index),
                ));
            }
        }
        sorted.sort();
        let mut asked = HashSet::new();
        sorted
            .retain(|&(_, _, (process, index))| asked.insert(self.processes[process][index].key()));
        self.wrong = sorted.iter().filter(|(right, ..)| !right).count();
        self.by_cost = sorted.into_iter().map(|(_, _, at)| at).collect();
    }

    /// Asks one imitation.
    pub(super) fn ask(&mut self, imitation: &mut dyn Imitation, budget: &mut Budget) -> Outcome {
        let allowed = self.left.min(MOST_LEAVES);
        budget.refill(allowed);
        let outcome = match imitation.remembers() {
            true => self.in_order(imitation, budget),
            false => self.cheap_first(imitation, budget),
        };
        self.left -= allowed - budget.left();
        outcome
    }

    fn in_order(&self, imitation: &mut dyn Imitation, budget: &mut Budget) -> Outcome {
        for process in &self.processes {
            imitation.reset();
            for seen in process {
                if seen.agrees(imitation, budget) != Ok(true) {
                    return Outcome::Refuted;
                }
            }
        }
        imitation.reset();
        Outcome::Accounts
    }

    fn cheap_first(&self, imitation: &mut dyn Imitation, budget: &mut Budget) -> Outcome {
        for (number, &(process, index)) in self.by_cost.iter().enumerate() {
            let seen = &self.processes[process][index];
            match seen.agrees(imitation, budget) {
                Ok(true) => {}
                Err(Exhausted) if number >= self.wrong => return Outcome::Unfinished,
                _ => return Outcome::Refuted,
            }
        }
        Outcome::Accounts
    }
}

/// Whether the answer is Canopy's. One that is too expensive to count again is taken as wrong.
fn is_right(seen: &Observed, budget: &mut Budget) -> bool {
    let question = &seen.question;
    budget
        .divide(&seen.position, question.depth, question.expected)
        .is_ok_and(|counts| seen.matches(&counts))
}
