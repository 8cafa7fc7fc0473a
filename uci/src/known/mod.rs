//! Published perft results, and how counts compare with them.
//!
//! A result belongs to exactly one position: the same pieces, side to move, castling rights and
//! en passant square. Notation and move counters make no difference.

mod comparison;
mod table;

pub use comparison::Comparison;
pub use table::{Known, RowError};

use movegen::{chess, hive};

use crate::perft::statistics;

/// A position that is counted.
#[derive(Clone, Copy, Debug)]
pub enum Root<'a> {
    /// Chess, Chess960 included.
    Chess(&'a chess::Position),
    /// Hive.
    Hive(&'a hive::Position),
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Different positions.
    Unique,
    /// Leaves, in a column of the statistics: `nodes` are all of them.
    Leaves(&'static str),
}

impl Quantity {
    /// All leaves.
    pub const NODES: Quantity = Quantity::Leaves("nodes");

    /// As the table and the output write it.
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
        let column = statistics::column_names().find(|&column| column == name)?;
        Some(Quantity::Leaves(column))
    }
}
