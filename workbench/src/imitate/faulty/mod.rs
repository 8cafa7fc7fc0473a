//! Defects in the rules and in the state of a classic move generator.
//!
//! A [`Program`](program::Program) is a mailbox generator with make and unmake that has one defect.
//! The generator itself ([`generator`]) and the state ([`state`]) are correct. A defect is one row of a
//! table in [`defects`]: its effects add moves, leave them out, allow moves that leave the king attacked,
//! change what is attacked, or leave a wrong state after a move was made or unmade ([`defect`]). [`walk`]
//! and [`making`] count with these effects. An effect names the [`kinds`] of moves that it concerns: trees without them are counted by
//! the rules ([`subtrees`]). Without a defect, a program counts whatever it is given
//! ([`trusting`]). [`variants`] has the ways in which a program can have a defect.

mod any_order;
mod at_node;
mod board;
mod castling_move;
mod defect;
mod defects;
mod generator;
mod illegal_move;
mod imitator;
mod in_place;
mod kinds;
mod legal_move;
mod made_move;
mod making;
mod missing_step;
mod move_list;
mod no_answer;
mod program;
mod sight;
mod stale;
mod state;
mod subtrees;
#[cfg(test)]
mod tests;
mod together;
pub(super) mod trusting;
mod variants;
mod view;
mod walk;

use super::imitation::imitations;
use super::{Defect, Imitation, Variants};
use defect::GeneratorDefect;

pub(super) use board::Board;
pub(super) use missing_step::DEFECTS as MISSING_STEPS;
pub(super) use program::KingCapture;
pub(crate) use subtrees::Subtrees;
pub(crate) use together::{CountDifference, Seen, Together};

/// The defects of rules and of state.
pub(super) fn defects() -> impl Iterator<Item = Defect> {
    defects::all().map(Defect::from)
}

impl From<&'static GeneratorDefect> for Defect {
    fn from(defect: &'static GeneratorDefect) -> Defect {
        Defect {
            id: defect.id,
            sentence: defect.sentence,
            variants: defect,
        }
    }
}

impl Variants for GeneratorDefect {
    fn all(&'static self) -> Vec<Box<dyn Imitation>> {
        variants::variants(self, |_| true)
    }

    fn together(&'static self) -> Vec<Box<dyn Imitation>> {
        variants::variants(self, together::is_counted)
    }

    fn alone(&'static self) -> Vec<Vec<Box<dyn Imitation>>> {
        let groups = variants::groups(self, |program| !together::is_counted(program));
        groups.into_iter().map(imitations).collect()
    }
}
