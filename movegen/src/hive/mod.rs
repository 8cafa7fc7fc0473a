//! The rules of Hive, with the three expansions.
//!
//! A [`Position`] is where the pieces are; the moves of a position are found, made and taken back
//! on a board that knows for every hex which neighbours are occupied.

mod board;
mod count;
mod game;
mod game_type;
mod hex;
mod legal;
mod moves;
mod notation;
mod piece;
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
