//! Counting without counting ahead: every move is made, the last ones too.

use std::hint::black_box;

use super::MAX_DEPTH;
use crate::chess::Position;
use crate::perft::{Counter, Stop};

/// Makes and looks at every single leaf, for those who time their making of moves against ours.
///
/// Positions are whole ones here, with key and counters, as a search makes them.
///
/// ```
/// use movegen::chess::{EachMove, Position};
/// use movegen::perft::{Counter, Stop};
/// let leaves = EachMove.leaves(&Position::startpos(), 3, &Stop::new());
/// assert_eq!(leaves, Some(8_902));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct EachMove;

impl Counter<Position> for EachMove {
    type Tally = u128;

    const MAX_DEPTH: u32 = MAX_DEPTH;

    fn leaves(&self, position: &Position, depth: u32, stop: &Stop) -> Option<u64> {
        if depth == 0 {
            // Without this a compiler might see that nobody needs the leaf.
            black_box(position);
            return Some(1);
        }
        if depth > 2 && stop.is_stopped() {
            return None;
        }
        let mut total = 0;
        for mv in position.legal_moves() {
            total += self.leaves(&position.play(mv), depth - 1, stop)?;
        }
        Some(total)
    }
}
