//! Counting the leaves of a game's tree at an exact depth, divided by root move.
//!
//! [`Perft`] holds the depth, the number of threads and the size of the table. A [`Tree`] is the
//! game to count, and a [`Counter`] counts its last plies into a [`Tally`]. The rules of counting:
//!
//! - depth 0 is one leaf, the root itself;
//! - a line that ends earlier (mate, stalemate) adds nothing;
//! - whatever ends a game by agreement or by its history (repetition, move counters, material)
//!   does not end a line.

mod count;
mod pool;
mod progress;
mod report;
mod run;
mod split;
mod table;
mod tally;
mod tree;
mod unique;

pub use progress::Progress;
pub use run::{Line, Outcome, Perft, PerftError};
pub use table::{TableSurvey, TableUse};
pub use tally::Tally;
pub use tree::{ChildCounter, Counter, Stop, Tree};
pub use unique::{Packable, Unique, UniqueError};
