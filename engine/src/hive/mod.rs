//! A small search that plays Hive: alpha-beta with iterative deepening and a table, and an
//! evaluation of how free the queens are and how many moves there are.
//!
//! It sees a few plies ahead, knows no openings and no plans, and a practised player beats it. It
//! is there so that a Hive viewer has something to play against.
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

/// The score of a game won at the root; one less for every ply until then.
pub const WIN: i32 = 30_000;
