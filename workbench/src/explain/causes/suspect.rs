//! A defect that may be the cause.

use crate::imitate::{Defect, Imitation};

/// A variant of a defect that gave the same answers.
pub(super) struct Suspect {
    pub(super) defect: Defect,
    pub(super) variant: Box<dyn Imitation>,
    /// Whether it gives at least one of the wrong answers.
    pub(super) explains: bool,
    /// Whether it accounts for all wrong answers.
    pub(super) accounts: bool,
    /// Whether only programs with a hash table can have the defect.
    pub(super) is_in_table: bool,
    /// The number of wrong answers that it has predicted.
    pub(super) confirmations: u32,
    /// Whether it has given the same answers to all further questions about where the defect shows.
    pub(super) checked: bool,
    /// Whether it has given another answer to a further question about a tree.
    pub(super) failed: bool,
}

impl Suspect {
    /// Whether it is more than possible.
    pub(super) fn accounts(&self) -> bool {
        self.is_confirmed() && self.accounts && self.checked
    }

    /// What is said about the program. Variants with different claims are different causes.
    pub(super) fn claim(&self) -> String {
        self.defect.sentence_of(self.variant.as_ref())
    }

    /// A table is blamed only for two wrong answers.
    pub(super) fn is_confirmed(&self) -> bool {
        self.confirmations > u32::from(self.is_in_table)
    }
}
