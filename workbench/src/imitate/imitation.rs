//! Known defects, and programs that have one.

use std::rc::Rc;

use super::budget::{Budget, Unpredicted};
use super::counts::Counts;
use super::orders::Orders;
use crate::ask::Question;

/// A known defect of move generators.
#[derive(Clone, Copy)]
pub struct Defect {
    /// A stable name for programs to read: `"mates-are-leaves"`.
    pub id: &'static str,
    /// What programs with this defect do, without a full stop: "positions without legal moves are
    /// counted as leaves at every depth".
    pub sentence: &'static str,
    /// The ways in which a program can have this defect.
    pub variants: &'static dyn Variants,
}

impl Defect {
    /// What a program with this defect does: its own sentence if it has a more precise one.
    pub(crate) fn sentence_of(&self, program: &dyn Imitation) -> String {
        let precise = program.sentence();
        precise.unwrap_or_else(|| self.sentence.to_owned())
    }
}

/// Whether a sentence about a defect says the same as a wider one of part of the moves: "... (only for White)".
pub(crate) fn is_narrower(sentence: &str, wider: &str) -> bool {
    let rest = sentence.strip_prefix(wider);
    rest.is_some_and(|rest| rest.starts_with(" (only "))
}

/// What a program does that has a defect for part of the moves only: "... (only for White on the h-file side)". One bit of
/// `colors` for White and one for Black, one of `sides` for the a-file and one for the h-file; `for_color` says "for White".
pub(super) fn limited(
    sentence: &str,
    (colors, sides): (u8, u8),
    for_color: impl Fn(&str) -> String,
) -> String {
    let color = match colors {
        1 => Some(for_color("White")),
        2 => Some(for_color("Black")),
        _ => None,
    };
    let side = match sides {
        1 => Some("a-file"),
        2 => Some("h-file"),
        _ => None,
    };
    match (color, side) {
        (None, None) => sentence.to_owned(),
        (Some(color), None) => format!("{sentence} (only {color})"),
        (None, Some(side)) => format!("{sentence} (only on the {side} side)"),
        (Some(color), Some(side)) => format!("{sentence} (only {color} on the {side} side)"),
    }
}

/// The ways in which a program can have a defect.
pub trait Variants: Sync {
    /// Each as a program that was just started.
    fn all(&'static self) -> Vec<Box<dyn Imitation>>;

    /// Those whose trees are counted together.
    fn together(&'static self) -> Vec<Box<dyn Imitation>> {
        Vec::new()
    }

    /// Those that are not, in groups of programs that differ only in the order of their moves.
    fn alone(&'static self) -> Vec<Vec<Box<dyn Imitation>>> {
        self.all()
            .into_iter()
            .map(|program| vec![program])
            .collect()
    }
}

impl<F: Fn() -> Vec<Box<dyn Imitation>> + Sync> Variants for F {
    fn all(&'static self) -> Vec<Box<dyn Imitation>> {
        self()
    }
}

/// Programs as imitations.
pub(super) fn imitations<I: Imitation + 'static>(
    programs: impl IntoIterator<Item = I>,
) -> Vec<Box<dyn Imitation>> {
    let programs = programs.into_iter();
    programs.map(|program| Box::new(program) as _).collect()
}

/// A table of defects. Each row has the id, the sentence, and the programs that have the defect.
macro_rules! defect_table {
    ($($id:literal $sentence:literal $programs:expr;)*) => {
        pub(in crate::imitate) const DEFECTS: &[$crate::imitate::Defect] = &[$(
            $crate::imitate::Defect {
                id: $id,
                sentence: $sentence,
                variants: &|| $crate::imitate::imitation::imitations($programs),
            },
        )*];
    };
}
pub(super) use defect_table;

/// The numbers of moves of the last ply that are of a kind. One move can be of several kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastPly {
    /// With those en passant.
    pub captures: i128,
    /// Captures en passant.
    pub en_passant: i128,
    /// Castling moves.
    pub castles: i128,
    /// Promotions.
    pub promotions: i128,
}

/// A program with one defect.
pub trait Imitation {
    /// The answer to one question, at the cost of the budget.
    ///
    /// # Errors
    /// [`Unpredicted`] if it cannot tell the answer.
    fn ask(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Unpredicted>;

    /// Whether the answer is certainly the right one, since the defect concerns no move of the tree. Found without a walk
    /// through the tree; `false` if that is not possible.
    fn is_unaffected(&mut self, _question: &Question, _budget: &mut Budget) -> bool {
        false
    }

    /// The most likely answer if the answer is unknown, to choose further questions by.
    ///
    /// # Errors
    /// [`Unpredicted`] if it cannot tell.
    fn guess(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Unpredicted> {
        self.ask(question, budget)
    }

    /// The moves of the last ply by kind; `None` if that is not known.
    fn last_ply(&mut self, _question: &Question, _budget: &mut Budget) -> Option<LastPly> {
        None
    }

    /// The lines of the other side's answer to the next question, in the order in which it wrote them:
    /// that is the order in which it walks through the moves of the root. The imitation may end with
    /// [`Unpredicted::Different`] as soon as one of its lines is different.
    fn expect(&mut self, _lines: &[(String, i128)]) {}

    /// The order in which the other side lists the moves of some positions, if the order of moves
    /// matters to the imitation.
    fn learn(&mut self, _orders: &Rc<Orders>) {}

    /// Whether it visits each leaf. Others change correct counts, or visit only the nodes above the leaves.
    fn visits_leaves(&self) -> bool {
        true
    }

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
