//! Counting without bulk counting: every move is made, including those of the last ply.

use std::hint::black_box;

use super::MAX_DEPTH;
use crate::chess::Position;
use crate::perft::{Counter, Stop};

/// Makes every move down to the leaves, to compare the speed of making moves with other programs.
///
/// It plays on complete positions, with zobrist key and move counters, as a search does.
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
            // Keeps the compiler from removing the last move because its result is unused.
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
