//! Perft: counts the leaves of a game's tree at an exact depth, divided by root move.
//!
//! [`Perft`] holds the depth, the number of threads and the size of the table. A [`Tree`] is the
//! game to count, and a [`Counter`] counts its last plies into a [`Tally`]. The rules of counting:
//!
//! - depth 0 is one leaf, the root itself;
//! - a line that ends earlier (mate, stalemate) adds no leaves;
//! - rules that end a game by agreement or by its history (repetition, the fifty-move rule,
//!   insufficient material) do not end a line.
//!
//! A game implements [`Tree`]; [`ChildCounter`] then counts it, with threads, table, divide and
//! progress. A game with a faster way to count its last plies adds a [`Counter`].
//!
//! ```
//! use movegen::perft::{ChildCounter, Perft, Stop, Tree};
//!
//! /// Nim: the number of matches left. A move takes one, two or three of them.
//! #[derive(Clone)]
//! struct Nim(u32);
//!
//! impl Tree for Nim {
//!     type Move = u32;
//!
//!     fn moves(&self) -> Vec<u32> {
//!         (1..=3.min(self.0)).collect()
//!     }
//!
//!     fn child(&self, taken: u32) -> Nim {
//!         Nim(self.0 - taken)
//!     }
//!
//!     fn key(&self) -> u128 {
//!         u128::from(self.0)
//!     }
//!
//!     fn plays_like(&self, other: &Nim) -> bool {
//!         self.0 == other.0
//!     }
//! }
//!
//! let outcome = Perft::new(3).run(&Nim(5), &ChildCounter, &Stop::new(), |_| {}).unwrap();
//! let divide: Vec<_> = outcome.lines.iter().map(|line| (line.mv, line.count)).collect();
//! assert_eq!(divide, [(1, 6), (2, 3), (3, 1)]);
//! ```

mod any_counter;
mod count;
mod each;
pub mod estimate;
mod filtered;
mod outcome;
mod pool;
mod prefix;
mod progress;
mod report;
mod run;
mod shared;
mod split;
mod table;
mod tally;
mod tree;
mod unique;
mod usage;
mod workers;

pub use any_counter::AnyCounter;
pub use filtered::Filtered;
pub use outcome::{Line, Outcome, PerftError};
pub use prefix::{Prefix, PrefixError, prefixes};
pub use progress::Progress;
pub use run::Perft;
pub use table::{Fields, TableSurvey, TableUse};
pub use tally::Tally;
pub use tree::{ChildCounter, Counter, Stop, Tree};
pub use unique::{
    Buckets, Captured, ChildRecord, Full, Key, LastPly, Packable, Portion, Record, Recount,
    Recounted, SideKeyed, SideKeys, SideMove, Slice, Survey, Unique, UniqueError,
};
/// Earlier names.
#[doc(hidden)]
pub use unique::{
    ChildRecord as Identity, SideKeyed as Halved, SideKeys as Halves, SideMove as HalfMove,
};
pub use usage::{ThreadUsage, Usage};
pub use workers::Workers;
