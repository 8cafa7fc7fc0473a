//! Chess as a tree to be counted.

use super::{Move, Position};
use crate::perft::Tree;

impl Tree for Position {
    type Move = Move;

    fn moves(&self) -> Vec<Move> {
        self.moves_in_report_order()
    }

    fn child(&self, action: Move) -> Position {
        self.play(action)
    }

    fn children(&self, visit: impl FnMut(Position)) {
        self.legal_moves()
            .into_iter()
            .map(|action| self.play(action))
            .for_each(visit);
    }

    fn key(&self) -> u128 {
        Position::key(self)
    }
}
