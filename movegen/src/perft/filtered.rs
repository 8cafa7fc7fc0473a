//! Counting some lines of a tree only: those whose moves pass a test.

use super::Tree;

/// A tree without the moves that fail a test: a game with one rule less.
///
/// Counts of such a tree are the counts of a program without that rule. It is counted like any other
/// tree, with threads and a table, by [`ChildCounter`](super::ChildCounter).
///
/// ```
/// use movegen::chess::{Move, MoveKind, Position};
/// use movegen::perft::{ChildCounter, Filtered, Perft, Stop};
/// // . . . . . . . .
/// // . . p . . . . .
/// // . . . p . . . .
/// // K P . . . . . r
/// // . R . . . p . k
/// // . . . . . . . .
/// // . . . . P . P .
/// // . . . . . . . .
/// let position: Position = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -".parse().unwrap();
/// let no_en_passant = |mv: Move| mv.kind() != MoveKind::EnPassant;
/// let tree = Filtered::new(position, no_en_passant);
/// let outcome = Perft::new(3).run(&tree, &ChildCounter, &Stop::new(), |_| {}).unwrap();
/// assert_eq!(outcome.total, 2812 - 2);
/// ```
#[derive(Clone, Debug)]
pub struct Filtered<T, F> {
    tree: T,
    keeps: F,
}

impl<T, F> Filtered<T, F> {
    /// The tree with those moves only for which `keeps` returns true, at every ply.
    pub fn new(tree: T, keeps: F) -> Filtered<T, F> {
        Filtered { tree, keeps }
    }
}

impl<T: Tree, F: Fn(T::Move) -> bool + Clone + Send + Sync> Tree for Filtered<T, F> {
    type Move = T::Move;

    fn moves(&self) -> Vec<T::Move> {
        let mut moves = self.tree.moves();
        moves.retain(|&mv| (self.keeps)(mv));
        moves
    }

    fn child(&self, mv: T::Move) -> Self {
        Filtered::new(self.tree.child(mv), self.keeps.clone())
    }

    /// The test is the same in the whole tree, so that it need not be part of the key.
    fn key(&self) -> u128 {
        self.tree.key()
    }

    fn plays_like(&self, other: &Self) -> bool {
        self.tree.plays_like(&other.tree)
    }

    fn keyed_moves(&self, mut visit: impl FnMut(T::Move, u128)) {
        self.tree.keyed_moves(|mv, key| {
            if (self.keeps)(mv) {
                visit(mv, key);
            }
        });
    }

    fn keyed_child(&self, mv: T::Move, key: u128) -> Self {
        Filtered::new(self.tree.keyed_child(mv, key), self.keeps.clone())
    }
}
