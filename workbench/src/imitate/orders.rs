//! The orders in which a program lists the moves of positions.

use std::collections::{HashMap, HashSet};

use movegen::chess::{Bitboard, Position};

use super::faulty::Board;

/// The pieces of a position and the side to move: the order of moves depends on no more.
type Pieces = ([u8; 64], u8);

/// The order of the moves of some positions, as a program lists them. Most programs walk through the
/// tree in the same order.
#[derive(Clone, Debug, Default)]
pub struct Orders {
    lists: HashMap<Pieces, Vec<String>>,
    /// The occupied squares of these positions: most other positions differ in them.
    occupied: HashSet<u64>,
}

impl Orders {
    /// Adds the list of a position. The first one stays.
    pub(crate) fn add(&mut self, position: &Position, lines: &[(String, i128)]) {
        let board = Board::new(&position.to_setup());
        let texts = lines.iter().map(|line| line.0.clone()).collect();
        self.occupied.insert(occupied(position));
        self.lists.entry(board.pieces()).or_insert(texts);
    }

    /// Whether the list of this position is known.
    pub(crate) fn knows(&self, position: &Position) -> bool {
        self.of_position(position).is_some()
    }

    /// The moves of a position in their order.
    pub(super) fn of_position(&self, position: &Position) -> Option<&[String]> {
        match self.occupied.contains(&occupied(position)) {
            true => self.of(&Board::new(&position.to_setup())),
            false => None,
        }
    }

    /// The moves of a board in their order.
    pub(super) fn of(&self, board: &Board) -> Option<&[String]> {
        self.lists.get(&board.pieces()).map(Vec::as_slice)
    }
}

fn occupied(position: &Position) -> u64 {
    let Bitboard(squares) = position.occupied();
    squares
}
