//! Programs whose order of moves is not known.

use std::rc::Rc;

use super::imitator::{Imitator, comparable};
use super::no_answer::NoAnswer;
use crate::ask::Question;
use crate::imitate::{Budget, Counts, Imitation, Orders, Unpredicted};

/// The same program with several orders of moves. It answers as they do if they agree.
pub(super) struct AnyOrder {
    programs: Vec<Imitator>,
}

impl AnyOrder {
    pub(super) fn new(programs: Vec<Imitator>) -> AnyOrder {
        AnyOrder { programs }
    }
}

impl Imitation for AnyOrder {
    fn ask(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Unpredicted> {
        let mut common: Option<Result<Counts, Unpredicted>> = None;
        let mut doubtful = false;
        for program in &self.programs {
            let answer = program.answer(question, budget);
            let is_common = common.is_none() && program.answers_in_any_order(question.depth);
            let answer = match answer {
                Ok((mut counts, _)) => {
                    counts.lines.sort_unstable();
                    Ok(counts)
                }
                Err(NoAnswer::Unpredicted(
                    unpredicted @ (Unpredicted::Exhausted | Unpredicted::Unknown),
                )) => return Err(unpredicted),
                Err(NoAnswer::Unpredicted(Unpredicted::Doubtful)) => {
                    doubtful = true;
                    Err(Unpredicted::Different)
                }
                Err(NoAnswer::Unpredicted(Unpredicted::Different))
                | Err(NoAnswer::DifferentInThisOrder) => Err(Unpredicted::Different),
            };
            if common.as_ref().is_some_and(|common| *common != answer) {
                return Err(Unpredicted::Unknown);
            }
            common = Some(answer);
            if is_common {
                break;
            }
        }
        match common {
            Some(Err(Unpredicted::Different)) if doubtful => Err(Unpredicted::Doubtful),
            Some(answer) => answer,
            None => Err(Unpredicted::Unknown),
        }
    }

    fn is_unaffected(&mut self, question: &Question, budget: &mut Budget) -> bool {
        let first = self.programs.first_mut();
        first.is_some_and(|program| program.is_unaffected(question, budget))
    }

    fn guess(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Unpredicted> {
        match self.programs.first_mut() {
            Some(program) => program.guess(question, budget),
            None => Err(Unpredicted::Unknown),
        }
    }

    fn expect(&mut self, lines: &[(String, i128)]) {
        let theirs = comparable(lines);
        for program in &mut self.programs {
            program.theirs = Rc::clone(&theirs);
        }
    }

    fn learn(&mut self, orders: &Rc<Orders>) {
        for program in &mut self.programs {
            program.learn(orders);
        }
    }

    fn unmakes(&self) -> bool {
        true
    }

    fn adds_up(&self) -> bool {
        true
    }

    fn sentence(&self) -> Option<String> {
        self.programs.first()?.sentence()
    }
}
