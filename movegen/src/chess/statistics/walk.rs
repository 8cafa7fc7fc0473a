//! The recursion down to the last ply.

use std::marker::PhantomData;

use super::last_ply::{self, Observer};
use crate::chess::board::attacks::Portable;
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::{Black, Side, White};
use crate::chess::count::cpu::{Cpu, Task};
use crate::chess::count::run_task;
use crate::chess::rules::legal::{Each, Visit, generate};
use crate::chess::{Color, Move, MoveKind, PieceKind, Position};
use crate::perft::Stop;

/// As for plain counts: no category has more than all leaves.
pub(super) const MAX_DEPTH: u32 = 6;

/// The least depth at which the stop flag is read: two plies take well under a millisecond.
const STOP_DEPTH: u32 = 3;

/// Observes the last moves of all lines of `depth` plies, at least one. Returns `None` if stopped.
pub(super) fn lines<O: Observer>(
    position: &Position,
    depth: u32,
    stop: &Stop,
    observer: &mut O,
) -> Option<()> {
    let board = position.board();
    match position.turn() {
        Color::White => run_task(Node::<White, O>::new(board, depth, stop, observer)),
        Color::Black => run_task(Node::<Black, O>::new(board, depth, stop, observer)),
    }
    (!stop.is_stopped()).then_some(())
}

/// Observes one legal move.
pub(super) fn one<O: Observer>(position: &Position, mv: Move, observer: &mut O) {
    let board = position.board();
    match position.turn() {
        Color::White => last_ply::observe_one::<White, _, _>(board, Portable, mv, observer),
        Color::Black => last_ply::observe_one::<Black, _, _>(board, Portable, mv, observer),
    }
}

/// A board and the number of plies below it, at least one.
struct Node<'a, S, O> {
    board: &'a Board,
    depth: u32,
    stop: &'a Stop,
    observer: &'a mut O,
    side: PhantomData<S>,
}

impl<'a, S, O> Node<'a, S, O> {
    #[inline(always)]
    fn new(board: &'a Board, depth: u32, stop: &'a Stop, observer: &'a mut O) -> Self {
        Node {
            board,
            depth,
            stop,
            observer,
            side: PhantomData,
        }
    }
}

impl<S: Side, O: Observer> Task for Node<'_, S, O> {
    type Output = ();

    #[inline(always)]
    fn run_on<C: Cpu>(self, cpu: C) {
        if self.depth == 1 {
            last_ply::observe::<S, C, O>(self.board, cpu, self.observer);
        } else if self.depth < STOP_DEPTH || !self.stop.is_stopped() {
            generate::<S, _, _>(self.board, cpu, &mut Each(Children { node: self, cpu }));
        }
    }
}

/// Makes every move and goes on below it.
struct Children<'a, S, C, O> {
    node: Node<'a, S, O>,
    cpu: C,
}

impl<S: Side, C: Cpu, O: Observer> Visit for Children<'_, S, C, O> {
    #[inline(always)]
    fn visit(&mut self, kind: MoveKind, piece: PieceKind, from: usize, to: usize) {
        let node = &mut self.node;
        let child = node.board.after::<S>(kind, piece, 1 << from, 1 << to);
        let (depth, stop) = (node.depth - 1, node.stop);
        let below = Node::<S::Opponent, O>::new(&child, depth, stop, node.observer);
        self.cpu.run(below);
    }
}
