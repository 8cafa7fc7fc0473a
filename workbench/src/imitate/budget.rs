//! The limit of an imitation's work.

/// Leaves that may still be counted.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    leaves: u64,
}

/// The budget does not suffice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted;

impl Budget {
    /// A budget of this many leaves.
    pub fn new(leaves: u64) -> Budget {
        Budget { leaves }
    }

    /// Spends leaves, or visits of nodes that cost as much.
    ///
    /// # Errors
    /// [`Exhausted`] if fewer remain; then none remain.
    pub fn spend(&mut self, leaves: u64) -> Result<(), Exhausted> {
        let rest = self.leaves.checked_sub(leaves);
        self.leaves = rest.unwrap_or(0);
        rest.map(|_| ()).ok_or(Exhausted)
    }

    /// The leaves that remain.
    pub fn left(&self) -> u64 {
        self.leaves
    }
}
