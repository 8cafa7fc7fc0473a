//! Faulty move generators in miniature: for each known defect, programs that have it.
//!
//! An [`Imitation`] is asked the same questions as the other side. If it gives the same answers, line
//! by line, its defect accounts for them: see [`explain`](crate::explain).

mod budget;
mod counting;
mod divides;
mod faulty;
mod input;
mod lists;
mod notation;
mod numbers;
mod ordered;
mod orders;
mod question;
mod tables;

pub use budget::{Budget, Exhausted, Unpredicted};
pub(crate) use faulty::POSITIONS;
pub use orders::Orders;
pub(crate) use question::{canonical, position_of};

use std::rc::Rc;

use crate::ask::Question;

/// A known defect of move generators.
#[derive(Clone, Copy, Debug)]
pub struct Defect {
    /// A stable name for programs to read: `"mates-are-leaves"`.
    pub id: &'static str,
    /// What programs with this defect do, without a full stop: "positions without legal moves are
    /// counted as leaves at every depth".
    pub sentence: &'static str,
    /// The ways in which a program can have this defect, each as a program that was just started.
    pub variants: fn() -> Vec<Box<dyn Imitation>>,
}

/// The known defects of hash tables: only programs with a table of counts can have them.
pub fn table_defects() -> impl Iterator<Item = &'static Defect> {
    tables::DEFECTS.iter()
}

/// All other known defects.
pub fn defects() -> impl Iterator<Item = &'static Defect> {
    // Each module has a table of its defects.
    [
        counting::DEFECTS,
        divides::DEFECTS,
        lists::DEFECTS,
        numbers::DEFECTS,
        notation::DEFECTS,
        input::DEFECTS,
        faulty::DEFECTS,
        faulty::HOLES,
    ]
    .into_iter()
    .flatten()
}

/// The answer of an [`Imitation`]. Numbers can be negative, as in programs that count in signed
/// integers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Move and count, in any order. Moves are in UCI notation and lower case; castling may be
    /// written in either way.
    pub lines: Vec<(String, i128)>,
    /// The total.
    pub total: i128,
}

impl Counts {
    /// Lines and their sum.
    pub fn of_lines(lines: Vec<(String, i128)>) -> Counts {
        Counts {
            total: lines.iter().map(|line| line.1).sum(),
            lines,
        }
    }
}

/// A program with one defect.
pub trait Imitation {
    /// The answer to one question, at the cost of the budget.
    ///
    /// # Errors
    /// [`Unpredicted`] if it cannot tell the answer.
    fn ask(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Unpredicted>;

    /// The most likely answer if the answer is unknown, to choose further questions by.
    ///
    /// # Errors
    /// [`Unpredicted`] if it cannot tell.
    fn guess(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Unpredicted> {
        self.ask(question, budget)
    }

    /// The lines of the other side's answer to the next question, in the order in which it wrote them:
    /// that is the order in which it walks through the moves of the root. The imitation may end with
    /// [`Unpredicted::Different`] as soon as one of its lines is different.
    fn expect(&mut self, _lines: &[(String, i128)]) {}

    /// The order in which the other side lists the moves of some positions, if the order of moves
    /// matters to the imitation.
    fn learn(&mut self, _orders: &Rc<Orders>) {}

    /// Whether its total is always the sum of its lines.
    fn adds_up(&self) -> bool {
        false
    }

    /// Whether the defect shows only in the counts of trees, since it is in unmaking moves.
    fn unmakes(&self) -> bool {
        false
    }

    /// Forgets all earlier questions, like a new process.
    fn reset(&mut self) {}

    /// Whether its answers depend on earlier questions.
    fn remembers(&self) -> bool {
        false
    }

    /// A sentence that is more precise than that of its [`Defect`], with the number of this variant:
    /// "it lists at most 64 moves".
    fn sentence(&self) -> Option<String> {
        None
    }
}
