//! The plain way down: make each move on a copy, count the last ply by set sizes.

use crate::chess::attacks::{Portable, Sliders};
use crate::chess::board::Board;
use crate::chess::color::Side;
use crate::chess::legal::{Count, Each, generate};
use crate::perft::Stop;

/// An instruction set to count with. The recursion is tied through this trait, so that only the
/// outermost function of each turn names CPU features and everything else is inlined into it.
pub(super) trait Descend: Copy {
    /// How this instruction set looks up sliders.
    type Sliders: Sliders;

    /// The lookup.
    fn sliders(self) -> Self::Sliders;

    /// Counts below a node of one ply or more.
    fn enter<S: Side>(self, board: &Board, depth: u32, stop: &Stop) -> u64;
}

/// No instruction beyond what the target has anyway.
#[derive(Clone, Copy)]
pub(super) struct Baseline;

impl Descend for Baseline {
    type Sliders = Portable;

    #[inline(always)]
    fn sliders(self) -> Portable {
        Portable
    }

    fn enter<S: Side>(self, board: &Board, depth: u32, stop: &Stop) -> u64 {
        walk::<S, Self>(self, board, depth, stop)
    }
}

/// The remaining depth from which on a node looks whether it should stop: the tree below a node
/// of three plies takes well under a millisecond.
const WATCH_DEPTH: u32 = 4;

/// Leaves at exactly `depth` plies below the board.
#[inline(always)]
pub(super) fn walk<S: Side, D: Descend>(descend: D, board: &Board, depth: u32, stop: &Stop) -> u64 {
    match depth {
        0 => 1,
        1 => replies::<S, D>(descend, board),
        2 => {
            let mut total = 0;
            generate::<S, _, _>(
                board,
                descend.sliders(),
                &mut Each(|kind, piece, from: usize, to: usize| {
                    let child = board.after::<S>(kind, piece, 1 << from, 1 << to);
                    total += replies::<S::Opponent, D>(descend, &child);
                }),
            );
            total
        }
        _ => {
            if depth >= WATCH_DEPTH && stop.is_stopped() {
                return 0;
            }
            let mut total = 0;
            generate::<S, _, _>(
                board,
                descend.sliders(),
                &mut Each(|kind, piece, from: usize, to: usize| {
                    let child = board.after::<S>(kind, piece, 1 << from, 1 << to);
                    total += descend.enter::<S::Opponent>(&child, depth - 1, stop);
                }),
            );
            total
        }
    }
}

/// How many legal moves the side has.
#[inline(always)]
fn replies<S: Side, D: Descend>(descend: D, board: &Board) -> u64 {
    let mut count = Count::default();
    generate::<S, _, _>(board, descend.sliders(), &mut count);
    u64::from(count.0)
}
