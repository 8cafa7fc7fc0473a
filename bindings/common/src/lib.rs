//! The functions that Canopy's bindings for other languages have in common.
//!
//! A [`Game`] is a start position and the moves played from there. The functions take text and return text and numbers, so
//! that a binding only converts types:
//!
//! ```
//! use bindings::{Counting, Game, explain};
//!
//! let game = Game::new("startpos", "e2e4 e7e5", None).unwrap();
//! assert_eq!(Counting::new(3).perft(&game).unwrap(), 24_825);
//! assert_eq!(game.moves()[0].uci, "a2a3");
//! assert!(!explain(&game, "e4e5").unwrap().legal);
//! ```
//!
//! Rust programs use `canopy-movegen` and `canopy-workbench` directly.
#![forbid(unsafe_code)]

mod bug;
mod compare;
mod count;
mod error;
mod estimate;
mod game;
mod why;

pub use bug::{Bug, BugKind, Positions, find_bug};
pub use compare::{ComparedLine, DivideComparison, compare_divide};
pub use count::Counting;
pub use error::Error;
pub use estimate::{Estimated, Estimation};
pub use game::{Game, MoveNames, explain, rules, split_variant};
pub use movegen::chess::explain::{Verdict, VerdictReason};
pub use movegen::perft::{PerftError, Progress, Stop};
pub use why::why;
pub use workbench::ask::Question;
pub use workbench::why::{Comparison, Given, Why};
