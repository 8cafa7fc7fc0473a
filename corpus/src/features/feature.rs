//! One feature.

use std::fmt;

use super::facts::Facts;

/// A property of positions that some move generators get wrong.
pub struct Feature {
    /// The name, lower case with hyphens.
    pub id: &'static str,
    /// What positions with the feature have in common, in one line.
    pub description: &'static str,
    /// The FEN of a position that has it.
    pub example: &'static str,
    /// The FEN of a similar position that does not have it.
    pub counterexample: &'static str,
    /// Decides it.
    pub holds: fn(&Facts) -> bool,
}

impl fmt::Debug for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Feature").field(&self.id).finish()
    }
}
