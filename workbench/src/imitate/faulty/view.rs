//! What stands around a square: all that decides whether it is attacked, whatever a program sees.

use super::board::{Board, EMPTY, LEAPS, NONE, RAYS, step};

/// The pieces around a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    pub(super) square: u8,
    /// The nearest piece in each direction of `STEPS`, `EMPTY` for none.
    pub(super) nearest: [u8; 8],
    /// The number of empty squares before it.
    pub(super) distances: [u8; 8],
    /// The pieces at the distance of each leap of `LEAPS`.
    pub(super) leapers: [u8; 8],
    /// The squares on which a change can be seen from here.
    squares: u64,
}

impl View {
    /// From this square; nothing is seen from `NONE`.
    pub(super) fn new(board: &Board, square: u8) -> View {
        let mut view = View {
            square,
            nearest: [EMPTY; 8],
            distances: [0; 8],
            leapers: [EMPTY; 8],
            squares: 0,
        };
        let Some(rays) = RAYS.get(usize::from(square)) else {
            return view;
        };
        for (way, ray) in rays.iter().enumerate() {
            for (distance, &seen) in ray.as_slice().iter().enumerate() {
                view.squares |= 1 << seen;
                let standing = board.squares[usize::from(seen)];
                if standing != EMPTY {
                    (view.nearest[way], view.distances[way]) = (standing, distance as u8);
                    break;
                }
            }
        }
        for (index, &leap) in LEAPS.iter().enumerate() {
            let from = step(square, leap);
            if from != NONE {
                view.squares |= 1 << from;
                view.leapers[index] = board.squares[usize::from(from)];
            }
        }
        view
    }

    /// Whether a piece that leaves or reaches this square can be noticed.
    pub(super) fn has(&self, square: u8) -> bool {
        square < NONE && self.squares >> square & 1 != 0
    }
}
