//! Counting the leaves of a game's tree at an exact depth, divided by root move.
//!
//! One plan for every way of counting: [`Perft`] says how deep, on how many threads and with how
//! large a table; a [`Tree`] says what there is to count, and a [`Counter`] counts the last plies, into a [`Tally`]. The rules of counting:
//!
//! - depth 0 is one leaf, the root itself;
//! - a line that ends earlier (mate, stalemate) adds nothing;
//! - whatever ends a game by agreement or by its history (repetition, move counters, material)
//!   does not end a line.

mod count;
mod divide;
mod pool;
mod progress;
mod report;
mod split;
mod table;
mod tally;
mod tree;
mod unique;

pub use divide::{Line, Outcome, Perft, PerftError};
pub use progress::Progress;
pub use table::{TableError, TableSurvey, TableUse};
pub use tally::Tally;
pub use tree::{Children, Counter, Stop, Tree};
pub use unique::{Packable, Unique, UniqueError};
