//! Faulty move generators in miniature: for each known defect, programs that have it.
//!
//! An [`Imitation`] is asked the same questions as the other side. If it gives the same answers, line
//! by line, its defect accounts for them: see [`explain`](crate::explain).

mod budget;
mod counting;
mod divides;
mod faulty;
mod input;
mod question;

pub use budget::{Budget, Exhausted};
pub(crate) use faulty::POSITIONS;
pub(crate) use question::{canonical, position_of};

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

impl Defect {
    /// Whether only programs with a hash table can have it.
    pub fn is_in_table(&self) -> bool {
        self.id.starts_with("hash-")
    }
}

/// All known defects.
pub fn defects() -> impl Iterator<Item = &'static Defect> {
    // Each module has a table of its defects.
    [
        counting::DEFECTS,
        divides::DEFECTS,
        input::DEFECTS,
        faulty::DEFECTS,
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
    /// [`Exhausted`] if the budget does not suffice; then none is left. Also if it cannot imitate the
    /// answer, or gives up.
    fn ask(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Exhausted>;

    /// The lines of the other side's answer to the next question, in the order in which it wrote them:
    /// that is the order in which it walks through the moves of the root. The imitation may give up
    /// as soon as one of its lines is different.
    fn expect(&mut self, _lines: &[(String, i128)]) {}

    /// Whether its total is always the sum of its lines.
    fn adds_up(&self) -> bool {
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
