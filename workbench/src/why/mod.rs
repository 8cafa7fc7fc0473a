//! Explains wrong counts from a text alone, without the program that counted.

mod evidence;
mod read;

pub use evidence::{Claim, Counted, Evidence, OtherMoves, UnreadLine};
pub use read::{Given, ReadError, read};
