//! Asks imitations the questions of a transcript.

use std::collections::{HashMap, HashSet};

use super::answers::Observed;
use crate::ask::{Exchange, Transcript};
use crate::imitate::{Budget, Imitation, Unpredicted};

/// The leaves that one imitation may count.
const MOST_LEAVES: u64 = 12_000_000;

/// The leaves that all imitations together may count, except for the first ones of each.
const MOST_LEAVES_OF_ALL: u64 = 30_000_000;

/// The leaves that each imitation may count in any case: enough for the smallest wrong answer.
const FIRST_LEAVES: u64 = 20_000;

/// An imitation needs fewer visits for each leaf of the answer, even if it tries several orders of moves and most of them leave
/// the king in check. One that needs more has a piece twice in a list, and again in each ply.
const VISITS_OF_LEAF: u64 = 100;

/// This many right answers that have refuted programs are compared first: they often refute similar programs as well.
const MOST_REFUTING: usize = 8;

/// The result of asking an imitation all questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// At least one answer is different, or all wrong answers are.
    Refuted,
    /// The budget was too small for every wrong answer.
    Unexamined,
    /// No answer is different.
    Agrees {
        /// Whether at least one wrong answer is the same.
        explains: bool,
        /// Whether all wrong answers are the same, and the budget was enough for all answers.
        accounts: bool,
    },
}

/// The answers of the other side, in the orders in which imitations are asked.
pub(super) struct Replay<'a> {
    processes: Vec<Vec<Observed<'a>>>,
    /// Indices of different questions: those with wrong answers first, each part in the order of
    /// its costs, so that most imitations are refuted soon.
    by_cost: Vec<(usize, usize)>,
    /// How many of these answers are wrong.
    wrong: usize,
    /// Whether one question was answered in two ways: programs that remember nothing cannot do that.
    varies: bool,
    /// Which right answers have refuted programs lately, the last one first: their places in `by_cost`.
    refuting: Vec<usize>,
    /// The budget of all imitations together.
    left: u64,
}

/// What is known about one imitation so far.
#[derive(Default)]
struct Tally {
    /// The wrong answers that it gives too: their places in [`Replay::by_cost`].
    explained: Vec<usize>,
    /// Whether it cannot tell some wrong answer.
    unknown: bool,
    exhausted: bool,
}

impl Tally {
    fn outcome(&self) -> Outcome {
        match (self.explained.is_empty(), self.exhausted) {
            (true, true) => Outcome::Unexamined,
            (true, false) if !self.unknown => Outcome::Refuted,
            (unexplained, exhausted) => Outcome::Agrees {
                explains: !unexplained,
                accounts: !exhausted && !self.unknown && self.explained.contains(&0),
            },
        }
    }
}

impl<'a> Replay<'a> {
    /// Prepares the questions that were answered. `remembers`: whether a question is known to have two answers.
    pub(super) fn new(
        transcript: &'a Transcript,
        remembers: bool,
        budget: &mut Budget,
    ) -> Replay<'a> {
        let observed = |process: &&'a [Exchange]| process.iter().filter_map(Observed::of).collect();
        let processes = without_repetition(transcript.processes().collect());
        let processes: Vec<Vec<Observed<'a>>> = processes.iter().map(observed).collect();
        let mut replay = Replay {
            by_cost: Vec::new(),
            wrong: 0,
            varies: false,
            refuting: Vec::new(),
            left: MOST_LEAVES_OF_ALL,
            processes,
        };
        replay.varies = remembers || varies(replay.answers());
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

    /// Gives the next imitations a budget of their own.
    pub(super) fn renew_budget(&mut self) {
        self.left = MOST_LEAVES_OF_ALL;
    }

    /// All answers.
    pub(super) fn answers(&self) -> impl Iterator<Item = &Observed<'a>> {
        self.processes.iter().flatten()
    }

    /// Asks one imitation.
    pub(super) fn ask(&mut self, imitation: &mut dyn Imitation, budget: &mut Budget) -> Outcome {
        if self.varies && !imitation.remembers() {
            return Outcome::Refuted;
        }
        let allowed = self.left.clamp(FIRST_LEAVES, MOST_LEAVES);
        budget.refill(allowed);
        let outcome = match imitation.remembers() {
            true => self.in_order(imitation, budget),
            false => self.cheap_first(imitation, budget),
        };
        self.left = self.left.saturating_sub(allowed - budget.left());
        outcome
    }

    fn in_order(&self, imitation: &mut dyn Imitation, budget: &mut Budget) -> Outcome {
        let mut tally = Tally::default();
        let place: Vec<(usize, usize)> = self.by_cost[..self.wrong].to_vec();
        for (process, answers) in self.processes.iter().enumerate() {
            imitation.reset();
            for (index, seen) in answers.iter().enumerate() {
                match seen.agrees(imitation, budget) {
                    Ok(true) => {
                        let wrong = place.iter().position(|&at| at == (process, index));
                        tally.explained.extend(wrong);
                    }
                    Ok(false) | Err(Unpredicted::Different) => return Outcome::Refuted,
                    Err(Unpredicted::Unknown | Unpredicted::Doubtful) => {
                        tally.unknown |= place.contains(&(process, index));
                    }
                    Err(Unpredicted::Exhausted) => {
                        tally.exhausted = true;
                        return tally.outcome();
                    }
                }
            }
        }
        imitation.reset();
        tally.outcome()
    }

    fn cheap_first(&mut self, imitation: &mut dyn Imitation, budget: &mut Budget) -> Outcome {
        let mut tally = Tally::default();
        for number in 0..self.wrong {
            if let Some(outcome) = self.compare(number, &mut tally, imitation, budget) {
                return outcome;
            }
        }
        if tally.explained.is_empty() && !tally.unknown {
            return Outcome::Refuted;
        }
        let first = self.refuting.clone();
        let others = self.wrong..self.by_cost.len();
        let others = others.filter(|number| !first.contains(number));
        for number in first.iter().copied().chain(others) {
            if let Some(outcome) = self.compare(number, &mut tally, imitation, budget) {
                if outcome == Outcome::Refuted {
                    self.ask_first(number);
                }
                return outcome;
            }
        }
        tally.outcome()
    }

    /// Puts a right answer before the others, unless it costs much.
    fn ask_first(&mut self, number: usize) {
        let (process, index) = self.by_cost[number];
        if self.processes[process][index].question.expected <= u128::from(FIRST_LEAVES) {
            self.refuting.retain(|&known| known != number);
            self.refuting.truncate(MOST_REFUTING - 1);
            self.refuting.insert(0, number);
        }
    }

    /// Compares the answer of this number; `Some` if nothing further has to be compared.
    fn compare(
        &self,
        number: usize,
        tally: &mut Tally,
        imitation: &mut dyn Imitation,
        budget: &mut Budget,
    ) -> Option<Outcome> {
        let (process, index) = self.by_cost[number];
        let (seen, is_wrong) = (&self.processes[process][index], number < self.wrong);
        // The same for most of the right answers, in a fraction of the time.
        if !is_wrong && imitation.is_unaffected(&seen.question, budget) {
            return None;
        }
        let agrees = |budget: &mut Budget| seen.agrees(imitation, budget);
        match budget.limited(most_leaves(seen), agrees) {
            Ok(true) if is_wrong => tally.explained.push(number),
            Ok(true) => {}
            Err(Unpredicted::Unknown | Unpredicted::Doubtful) => tally.unknown |= is_wrong,
            Ok(false) | Err(Unpredicted::Different) => return Some(Outcome::Refuted),
            Err(Unpredicted::Exhausted) => {
                tally.exhausted = true;
                return Some(tally.outcome());
            }
        }
        None
    }
}

/// The leaves that an imitation may count for one answer.
fn most_leaves(seen: &Observed) -> u64 {
    let total = seen.total().and_then(|total| u128::try_from(total).ok());
    let leaves = seen.question.expected.max(total.unwrap_or(0));
    u64::try_from(leaves)
        .unwrap_or(u64::MAX)
        .saturating_mul(VISITS_OF_LEAF)
        .saturating_add(FIRST_LEAVES)
}

/// Whether one question was answered in two ways.
fn varies<'a>(answers: impl Iterator<Item = &'a Observed<'a>>) -> bool {
    let mut first: HashMap<_, &Observed> = HashMap::new();
    for answer in answers {
        let known = first.entry(answer.question_key()).or_insert(answer);
        if known.differs(answer) {
            return true;
        }
    }
    false
}

/// Leaves out processes that were asked what another one was asked first, with the same answers: questions
/// are repeated to see whether the answers vary, and imitations never do.
fn without_repetition(processes: Vec<&[Exchange]>) -> Vec<&[Exchange]> {
    let is_repeated = |index: usize, process: &[Exchange]| {
        let mut others = processes.iter().enumerate();
        others.any(|(other, exchanges)| {
            (exchanges.len(), index) > (process.len(), other) && exchanges.starts_with(process)
        })
    };
    let kept = processes.iter().enumerate();
    kept.filter(|&(index, process)| !is_repeated(index, process))
        .map(|(_, process)| *process)
        .collect()
}

/// Whether the answer is Canopy's. One that is too expensive to count again is taken as wrong.
fn is_right(seen: &Observed, budget: &mut Budget) -> bool {
    let question = &seen.question;
    budget
        .divide(&seen.position, question.depth, question.expected)
        .is_ok_and(|counts| seen.matches(&counts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Answer, DivideText, Question};
    use crate::imitate;

    /// The outcome for a program without memory after a tree that is too large for it, with these totals.
    fn outcome(totals: &[i128]) -> Outcome {
        let question = Question {
            fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            moves: &[],
            depth: 7,
            expected: 3_195_901_860,
        };
        let mut transcript = Transcript::default();
        for &total in totals {
            let divide = DivideText {
                total: Some(total),
                ..DivideText::default()
            };
            transcript.add(&question, Some(Answer::Divide(divide)));
        }
        let mut budget = Budget::default();
        let mut replay = Replay::new(&transcript, false, &mut budget);
        let defect =
            imitate::defects().find(|defect| defect.id == "en-passant-with-king-on-rank-missing");
        let mut variants = defect.expect("a known defect").variants.all();
        replay.ask(variants[0].as_mut(), &mut budget)
    }

    #[test]
    fn a_program_that_remembers_nothing_gives_one_answer() {
        assert_eq!(outcome(&[3_195_901_859]), Outcome::Unexamined);
        let twice = [3_195_901_859, 3_195_901_859];
        assert_eq!(outcome(&twice), Outcome::Unexamined);
        let varies = [3_195_901_859, 3_195_901_860];
        assert_eq!(outcome(&varies), Outcome::Refuted);
    }
}
