//! The plain way down: make each move on a copy, count the last ply by set sizes.

use std::marker::PhantomData;

use crate::chess::attacks::{Portable, Sliders};
use crate::chess::board::Board;
use crate::chess::color::Side;
use crate::chess::legal::{Count, Each, Visit, generate};
use crate::chess::{MoveKind, PieceKind};
use crate::perft::Stop;

/// An instruction set to count with. The recursion is tied through this trait, so that only the
/// outermost function of each turn names CPU features and everything else is inlined into it.
pub(super) trait InstructionSet: Copy {
    /// How this instruction set looks up sliders.
    type Sliders: Sliders;

    /// Positions whose count may be put off until more of them have come together.
    type Pending;

    /// The lookup.
    fn sliders(self) -> Self::Sliders;

    /// Nothing put off.
    fn pending(self) -> Self::Pending;

    /// Counts below a node of one ply or more, all but what it leaves pending.
    fn enter<S: Side>(
        self,
        board: &Board,
        depth: u32,
        stop: &Stop,
        pending: &mut Self::Pending,
    ) -> u64;

    /// Counts the moves of `S` in whatever is pending.
    fn settle<S: Side>(self, pending: &mut Self::Pending) -> u64;

    /// Counts the moves of a leaf's parent.
    fn replies<S: Side>(self, board: &Board) -> u64;

    /// Counts two plies by a shorter way, where there is one.
    #[inline(always)]
    fn depth_two<S: Side>(self, _board: &Board, _pending: &mut Self::Pending) -> Option<u64> {
        None
    }

    /// Leaves at exactly `depth` plies below the board.
    #[inline(always)]
    fn count<S: Side>(self, board: &Board, depth: u32, stop: &Stop) -> u64 {
        let mut pending = self.pending();
        let count = self.enter::<S>(board, depth, stop, &mut pending);
        // Whoever makes the last move is S again after an even number of plies.
        count
            + if depth % 2 == 1 {
                self.settle::<S>(&mut pending)
            } else {
                self.settle::<S::Opponent>(&mut pending)
            }
    }

    /// Leaves at exactly two plies below each of the boards, to the end of `counts`.
    #[inline(always)]
    fn count_each<'a, S: Side>(
        self,
        boards: impl Iterator<Item = &'a Board>,
        stop: &Stop,
        counts: &mut Vec<u64>,
    ) {
        let mut pending = self.pending();
        for board in boards {
            let count = self.enter::<S>(board, 2, stop, &mut pending);
            counts.push(count + self.settle::<S::Opponent>(&mut pending));
        }
    }
}

/// No instruction beyond what the target has anyway.
#[derive(Clone, Copy)]
pub(super) struct Baseline;

impl InstructionSet for Baseline {
    type Sliders = Portable;
    type Pending = ();

    #[inline(always)]
    fn sliders(self) -> Portable {
        Portable
    }

    fn pending(self) {}

    fn enter<S: Side>(self, board: &Board, depth: u32, stop: &Stop, pending: &mut ()) -> u64 {
        walk::<S, Self>(self, board, depth, stop, pending)
    }

    fn settle<S: Side>(self, _pending: &mut ()) -> u64 {
        0
    }

    fn replies<S: Side>(self, board: &Board) -> u64 {
        replies::<S, Self>(self, board)
    }
}

/// The remaining depth from which on a node looks whether it should stop: the tree below a node
/// of three plies takes well under a millisecond.
const WATCH_DEPTH: u32 = 4;

/// Leaves at exactly `depth` plies below the board, all but what is left pending.
#[inline(always)]
pub(super) fn walk<S: Side, D: InstructionSet>(
    descend: D,
    board: &Board,
    depth: u32,
    stop: &Stop,
    pending: &mut D::Pending,
) -> u64 {
    match depth {
        0 => 1,
        1 => replies::<S, D>(descend, board),
        2 => match descend.depth_two::<S>(board, pending) {
            Some(count) => count,
            None => two_plies::<S, D>(descend, board),
        },
        _ if depth >= WATCH_DEPTH && stop.is_stopped() => 0,
        _ => play::<S, D>(descend, board, depth, stop, pending),
    }
}

/// Makes every move and adds up what lies below.
#[inline(always)]
fn play<S: Side, D: InstructionSet>(
    descend: D,
    board: &Board,
    depth: u32,
    stop: &Stop,
    pending: &mut D::Pending,
) -> u64 {
    let mut sink = Each(Play::<S, D> {
        descend,
        board,
        depth,
        stop,
        pending,
        total: 0,
        side: PhantomData,
    });
    generate::<S, _, _>(board, descend.sliders(), &mut sink);
    sink.0.total
}

/// The visitor that makes moves.
struct Play<'a, S, D: InstructionSet> {
    descend: D,
    board: &'a Board,
    depth: u32,
    stop: &'a Stop,
    pending: &'a mut D::Pending,
    total: u64,
    side: PhantomData<S>,
}

impl<S: Side, D: InstructionSet> Visit for Play<'_, S, D> {
    #[inline(always)]
    fn visit(&mut self, kind: MoveKind, piece: PieceKind, from: usize, to: usize) {
        let child = self.board.after::<S>(kind, piece, 1 << from, 1 << to);
        self.total +=
            self.descend
                .enter::<S::Opponent>(&child, self.depth - 1, self.stop, self.pending);
    }
}

/// Makes every move and counts the replies.
#[inline(always)]
pub(super) fn two_plies<S: Side, D: InstructionSet>(descend: D, board: &Board) -> u64 {
    let mut sink = Each(Replies::<S, D> {
        descend,
        board,
        total: 0,
        side: PhantomData,
    });
    generate::<S, _, _>(board, descend.sliders(), &mut sink);
    sink.0.total
}

/// The visitor that makes the last moves but one.
struct Replies<'a, S, D> {
    descend: D,
    board: &'a Board,
    total: u64,
    side: PhantomData<S>,
}

impl<S: Side, D: InstructionSet> Visit for Replies<'_, S, D> {
    #[inline(always)]
    fn visit(&mut self, kind: MoveKind, piece: PieceKind, from: usize, to: usize) {
        let child = self.board.after::<S>(kind, piece, 1 << from, 1 << to);
        self.total += self.descend.replies::<S::Opponent>(&child);
    }
}

/// How many legal moves the side has.
#[inline(always)]
pub(super) fn replies<S: Side, D: InstructionSet>(descend: D, board: &Board) -> u64 {
    let mut count = Count::default();
    generate::<S, _, _>(board, descend.sliders(), &mut count);
    u64::from(count.0)
}
