//! The table from which lines are drawn: the different positions near the root.

use super::super::prefix::Level;
use super::super::{Stop, Tree};
use super::{Plan, SamplerError};

/// The different positions some plies down with the number of lines to each.
pub(super) struct Table<T> {
    pub found: Vec<(T, u64)>,
    /// The plies to these positions.
    pub plies: u32,
    /// The most positions of a ply on the way, the last one included.
    pub widest: usize,
}

impl<T: Tree> Table<T> {
    /// The positions as many plies down as the plan wants, as long as a level fits into its memory.
    pub(super) fn new(root: &T, plan: &Plan, stop: &Stop) -> Result<Table<T>, SamplerError> {
        let (plies, limit) = (plan.plies(), plan.table_bytes());
        let mut level = vec![(root.clone(), 1)];
        let mut widest = 1;
        for ply in 0..plies {
            let mut next = Level::<T, u64>::default();
            for (position, lines) in &level {
                if stop.is_stopped() {
                    return Err(SamplerError::Stopped);
                }
                for mv in position.moves() {
                    // The first ply is always done.
                    if ply > 0 && next.next_bytes() > limit {
                        return Ok(Table {
                            found: level,
                            plies: ply,
                            widest,
                        });
                    }
                    let added = next.add(position.child(mv), lines, Vec::new);
                    added.ok_or(SamplerError::Overflow)?;
                    if next.found.len() > plan.widest {
                        let widest = plan.widest;
                        return Err(SamplerError::Wide { widest, plies });
                    }
                }
            }
            let found = next.found.into_iter();
            level = found.map(|found| (found.position, found.paths)).collect();
            widest = widest.max(level.len());
        }
        Ok(Table {
            found: level,
            plies,
            widest,
        })
    }
}
