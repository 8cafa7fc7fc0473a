//! The rules of Hive, with the three expansions.
//!
//! A [`Position`] is what the rules depend on: the place of every piece, the ply, and the piece
//! that was moved last. A [`Game`] adds the moves that led to it, and reads and writes the texts of
//! the Universal Hive Protocol (UHP).
//!
//! Moves are generated, made and taken back on a private board, which keeps for every hex which
//! neighbours are occupied (see `RESULTS.md` in this folder for the method and its speed).
//! `position.rs` and `board.rs` refer to each other: a position generates its moves on a board,
//! and a board is built from a position.
//!
//! ```
//! use movegen::hive::{GameType, GroupedPlacements, Position};
//! use movegen::perft::{Perft, Stop};
//!
//! let start = Position::new(GameType::BASE);
//! let outcome = Perft::new(4).run(&start, &GroupedPlacements, &Stop::new(), |_| {}).unwrap();
//! assert_eq!(outcome.total, 21_600);
//! ```

mod board;
mod count;
mod game;
mod game_type;
mod hex;
mod legal;
mod moves;
mod notation;
mod piece;
mod place;
mod position;
mod reach;
mod ring;
mod symmetry;
mod tree;

pub use count::{Bulk, GroupedPlacements};
pub use game::{Game, GameError};
pub use game_type::{GameType, GameTypeError};
pub use hex::Hex;
pub use moves::Move;
pub use notation::{IllegalReason, MoveError};
pub use piece::{Bug, Color, Piece, PieceError};
pub use position::{Position, State};
