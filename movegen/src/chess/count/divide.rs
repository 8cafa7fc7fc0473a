//! Counting with the fastest kernel.

use super::Kernel;
use crate::chess::{Move, Position};
use crate::perft::{Counter as _, Stop, Tree as _};

impl Position {
    /// The number of leaves at exactly `depth` plies, on one thread and with the fastest
    /// [`Kernel`]. For threads, a hash table or progress see [`Perft`](crate::perft::Perft).
    ///
    /// ```
    /// use movegen::chess::Position;
    /// assert_eq!(Position::startpos().perft(4), 197_281);
    /// ```
    pub fn perft(&self, depth: u32) -> u128 {
        count(self, depth, &Kernel::best(), &Stop::new())
    }

    /// The number of leaves at exactly `depth` plies below each legal move, in the order in which
    /// Stockfish prints them; none at depth 0.
    ///
    /// ```
    /// use movegen::chess::Position;
    /// let counts = Position::startpos().divide(3);
    /// assert_eq!(counts.len(), 20);
    /// assert_eq!(format!("{}: {}", counts[0].0, counts[0].1), "a2a3: 380");
    /// ```
    pub fn divide(&self, depth: u32) -> Vec<(Move, u128)> {
        let Some(below) = depth.checked_sub(1) else {
            return Vec::new();
        };
        let (kernel, stop) = (Kernel::best(), Stop::new());
        let moves = self.moves_in_report_order().into_iter();
        moves
            .map(|mv| (mv, count(&self.play(mv), below, &kernel, &stop)))
            .collect()
    }
}

fn count(position: &Position, depth: u32, kernel: &Kernel, stop: &Stop) -> u128 {
    if depth <= Kernel::MAX_DEPTH {
        let leaves = kernel.leaves(position, depth, stop);
        return leaves.expect("nothing stops this count").into();
    }
    let mut total = 0;
    position.children(|child| total += count(&child, depth - 1, kernel, stop));
    total
}
