//! Finds bugs in chess move generators, and explains them.
//!
//! Implement [`ask::MoveGenerator`] for a generator in Rust and [`check`] it in a test. The message of
//! a failing test names the position, the wrong moves and the rule that each of them breaks:
//!
//! ```
//! use movegen::chess::Position;
//! use workbench::{ask::MoveGenerator, check};
//!
//! struct OnlyQueens; // A generator that forgets under-promotions.
//!
//! impl MoveGenerator for OnlyQueens {
//!     type Position = Position;
//!     fn set_up(&mut self, fen: &str) -> Result<Position, String> {
//!         fen.parse().map_err(|error| format!("{error:?}"))
//!     }
//!     fn legal_moves(&mut self, position: &Position) -> Vec<String> {
//!         let moves = position.legal_moves().iter().map(ToString::to_string).collect::<Vec<_>>();
//!         moves.into_iter().filter(|mv| mv.len() == 4 || mv.ends_with('q')).collect()
//!     }
//!     fn play(&mut self, position: &Position, mv: &str) -> Position {
//!         position.play(position.parse_uci(mv).unwrap())
//!     }
//! }
//!
//! let error = check(&mut OnlyQueens, &["7k/P7/8/8/8/8/8/K7 w - - 0 1"], 3).unwrap_err();
//! assert!(error.to_string().contains("all 3 missing moves are under-promotions"));
//! ```
//!
//! Six modules, each of which uses only those before it:
//!
//! - [`ask`] asks the other side for its counts: a UCI engine, a script, a program that answers by
//!   its exit code, a saved divide, a generator in Rust.
//! - [`find`] compares the answers with Canopy's counts, follows a difference down to the position
//!   that causes it, and shrinks that position.
//! - [`imitate`] answers like programs with one known defect each.
//! - [`explain`] names the rule behind each wrong move and the defects that account for every
//!   number.
//! - [`tell`] shows the [`explain::Diagnosis`] as text, as an HTML page or as JSON.
//! - [`why`] explains counts from a text, without the program.
#![forbid(unsafe_code)]

mod amount;
pub mod ask;
mod check;
pub mod explain;
pub mod find;
mod fits;
pub mod imitate;
mod pins;
mod positions;
pub mod tell;
pub mod why;

pub use amount::amount;
pub use check::{CheckError, check, check_positions, check_random, check_variant};
