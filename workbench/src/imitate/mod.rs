//! Faulty move generators in miniature: for each known defect, programs that have it.
//!
//! An [`Imitation`] is asked the same questions as the other side. If it gives the same answers, line
//! by line, its defect accounts for them: see [`explain`](crate::explain).

mod altered;
mod budget;
mod counting;
mod counts;
mod divides;
mod faulty;
mod imitation;
mod input;
mod lists;
mod notation;
mod numbers;
mod ordered;
mod orders;
mod question;
mod tables;
#[cfg(test)]
mod tests;

pub use altered::{Altered, altered};
pub use budget::{Budget, Exhausted, Unpredicted};
pub use counts::Counts;
pub(crate) use faulty::{CountDifference, Seen, Subtrees, Together};
pub(crate) use imitation::is_narrower;
pub use imitation::{Defect, Imitation, LastPly, Variants};
pub use orders::Orders;
pub(crate) use question::{canonical, position_of};

/// The known defects of hash tables: only programs with a table of counts can have them.
pub fn table_defects() -> impl Iterator<Item = Defect> {
    tables::DEFECTS.iter().copied()
}

/// All other known defects.
pub fn defects() -> impl Iterator<Item = Defect> {
    // Each module has a table of its defects.
    let before = [
        counting::DEFECTS,
        divides::DEFECTS,
        lists::DEFECTS,
        numbers::DEFECTS,
        notation::DEFECTS,
        input::DEFECTS,
    ];
    let before = before.into_iter().flatten().copied();
    let after = faulty::MISSING_STEPS.iter().copied();
    before.chain(faulty::defects()).chain(after)
}
