//! The known defects that answers have refuted. They stay refuted whatever else the program answers.

use std::collections::HashSet;

/// The programs that gave other answers than those seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::explain) struct Refuted(HashSet<(&'static str, usize)>);

impl Refuted {
    /// Adds a program: the id of its defect, and its place among the variants.
    pub(super) fn insert(&mut self, defect: &'static str, variant: usize) {
        self.0.insert((defect, variant));
    }

    pub(super) fn contains(&self, defect: &'static str, variant: usize) -> bool {
        self.0.contains(&(defect, variant))
    }
}
