//! Faulty programs that play variants: rules of which one part is changed.
//!
//! To add a defect: a row in the table of its variant. What it changes is a function of the position and of the right
//! result.

mod antichess;
mod atomic;
mod crazyhouse;
mod ends;
mod horde;
mod racing_kings;
mod rules;
#[cfg(test)]
mod tests;

use movegen::chess::variant::Rules;

pub use rules::Altered;

/// The known defects of programs that play this variant.
pub fn altered(rules: &dyn Rules) -> impl Iterator<Item = &'static Altered> {
    let name = rules.name();
    let tables = [
        ends::DEFECTS,
        racing_kings::DEFECTS,
        atomic::DEFECTS,
        horde::DEFECTS,
        antichess::DEFECTS,
        crazyhouse::DEFECTS,
    ];
    let all = tables.into_iter().flatten();
    all.filter(move |defect| defect.base.name() == name)
}
