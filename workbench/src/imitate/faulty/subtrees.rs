//! The trees below positions by the rules: how many leaves they have, and which kinds of moves.
//!
//! A program counts a tree by the rules if its defect concerns none of the moves there.

use std::collections::HashMap;

use super::board::{Board, NONE, kind, kind_of, piece};
use super::kinds::Kinds;
use super::sight::Sight;
use super::together::Node;

/// More trees are forgotten: they would take hundreds of megabytes.
const MOST: usize = 1_000_000;

/// Deeper trees are not counted as a whole: that would take long, and a program may be ruled out by a part.
const DEEPEST: u32 = 3;

/// All that decides what a program without a defect counts below a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    squares: [u8; 64],
    rights: [u8; 4],
    /// Where kings and rooks stood at the start.
    homes: [u8; 2],
    corners: [u8; 4],
    en_passant: u8,
    turn: u8,
    depth: u8,
}

impl Key {
    pub(super) fn new(board: &Board, depth: u32) -> Key {
        Key {
            squares: board.squares,
            rights: board.rights,
            homes: board.homes,
            corners: board.corners,
            en_passant: board.en_passant,
            turn: board.turn,
            depth: u8::try_from(depth).unwrap_or(u8::MAX),
        }
    }
}

/// The tree below a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subtree {
    pub(super) leaves: u64,
    /// The pseudo-legal moves in all positions, and 1 for a position without any: what a program spends.
    pub(super) visits: u64,
    /// The kinds of these moves.
    pub(super) kinds: Kinds,
}

/// The trees that were counted.
#[derive(Debug, Default)]
pub(crate) struct Subtrees {
    known: HashMap<Key, Subtree>,
}

impl Subtrees {
    /// The tree below a board; `None` if it is not [regular](is_regular), or is too deep.
    pub(super) fn find(&mut self, board: &Board, depth: u32) -> Option<Subtree> {
        if depth > DEEPEST {
            return None;
        }
        let stands =
            |color: u8| board.at(board.kings[usize::from(color)]) == piece(kind::KING, color);
        if !stands(0) || !stands(1) || !board.is_consistent() {
            return None;
        }
        match self.known.get(&Key::new(board, depth)) {
            Some(known) => Some(*known),
            None => is_regular(board).then(|| self.below(board, depth)),
        }
    }

    /// The tree below a regular board, at depth 1 or more.
    fn below(&mut self, board: &Board, depth: u32) -> Subtree {
        let key = Key::new(board, depth);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let node = Node::new(board);
        let mut all = Subtree {
            leaves: 0,
            visits: node.moves.len().max(1) as u64,
            kinds: node.kinds,
        };
        for made in node.legal() {
            if depth == 1 {
                all.leaves += 1;
                continue;
            }
            let child = self.below(node.after(made), depth - 1);
            all.leaves += child.leaves;
            all.visits += child.visits;
            all.kinds = all.kinds.and(child.kinds);
        }
        if self.known.len() == MOST {
            self.known.clear();
        }
        self.known.insert(key, all);
        all
    }
}

/// Whether a program without a defect counts the position by the rules, whatever it does with a king
/// that can be captured: none can.
pub(super) fn is_regular(board: &Board) -> bool {
    let mut kings = [NONE; 2];
    for (square, &standing) in board.squares.iter().enumerate() {
        if kind_of(standing) == kind::KING {
            let king = &mut kings[usize::from(standing >> 3)];
            if *king != NONE {
                return false;
            }
            *king = square as u8;
        }
    }
    let other = kings[usize::from(board.turn ^ 1)];
    board.kings == kings
        && !kings.contains(&NONE)
        && board.is_consistent()
        && !Sight::by_rules().attacked(board, other, board.turn)
}
