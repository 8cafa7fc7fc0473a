//! Published perft results, and how counts compare with them.
//!
//! A result belongs to one position: in chess the same pieces, side to move, castling rights and en
//! passant square. Notation and move counters make no difference.

mod comparison;
mod table;

pub use comparison::Comparison;
pub use table::{Known, RowError, TableError};

use crate::games;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Distinct positions.
    Unique,
    /// Leaves, in a column of the statistics; `nodes` is all of them.
    Leaves(&'static str),
}

impl Quantity {
    /// All leaves.
    pub const NODES: Quantity = Quantity::Leaves("nodes");

    /// The name in the table and in the output.
    pub fn name(self) -> &'static str {
        match self {
            Quantity::Unique => "unique",
            Quantity::Leaves(column) => column,
        }
    }

    fn of_name(name: &str) -> Option<Quantity> {
        if name == Quantity::Unique.name() {
            return Some(Quantity::Unique);
        }
        let games = games::all().into_iter();
        let columns = games.flat_map(|game| game.columns.unwrap_or_default());
        columns
            .copied()
            .chain([Quantity::NODES.name()])
            .find(|&column| column == name)
            .map(Quantity::Leaves)
    }
}
