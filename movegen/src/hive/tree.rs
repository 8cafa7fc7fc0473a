//! The interface of Hive to the perft driver.

use super::{Move, Position};
use crate::perft::Tree;

impl Tree for Position {
    type Move = Move;

    fn moves(&self) -> Vec<Move> {
        self.legal_moves()
    }

    fn child(&self, mv: Move) -> Position {
        self.play(mv)
    }

    fn key(&self) -> u128 {
        Position::key(self)
    }

    fn plays_like(&self, other: &Position) -> bool {
        self.is_congruent(other)
    }
}
