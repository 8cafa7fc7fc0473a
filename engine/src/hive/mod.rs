//! A small search that plays Hive: alpha-beta with iterative deepening, a transposition table, and
//! an evaluation of mobility and the safety of the queens.
//!
//! It sees a few plies ahead and knows no openings; a practised player beats it. Its purpose is to
//! give users of a Hive viewer an opponent.
//!
//! ```
//! use engine::Control;
//! use engine::hive::{Limits, search};
//! use movegen::hive::Game;
//!
//! let game: Game = "Base+M;InProgress;White[2];wM;bA1 wM-".parse().unwrap();
//! let limits = Limits { depth: Some(2), ..Limits::default() };
//! let outcome = search(game.position(), &limits, &Control::new());
//! assert!(game.position().legal_moves().contains(&outcome.best_move.unwrap()));
//! ```

mod evaluate;
mod search;
mod table;

pub use evaluate::evaluate;
pub use search::{Limits, MAX_DEPTH, MEMORY, Outcome, search};

/// The score of a won game. A win in `n` plies scores `WIN - n`.
pub const WIN: i32 = 30_000;
