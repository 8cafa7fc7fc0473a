//! What a position is worth without looking ahead.

use movegen::chess::Position;

use crate::accumulator::Accumulators;

/// No evaluation goes beyond this, so that none is taken for a mate however many queens there are.
const LIMIT: i32 = 20_000;

/// The static evaluation in centipawns, from the view of the side to move.
///
/// ```
/// use engine::evaluate;
/// let up_a_queen = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1".parse().unwrap();
/// assert!(evaluate(&up_a_queen) > 400);
/// ```
pub fn evaluate(position: &Position) -> i32 {
    at_ply(&mut Accumulators::new(0), position, 0)
}

/// The same, from the accumulators of a line.
pub(crate) fn at_ply(accumulators: &mut Accumulators, position: &Position, ply: usize) -> i32 {
    accumulators.evaluate(position, ply).clamp(-LIMIT, LIMIT)
}
