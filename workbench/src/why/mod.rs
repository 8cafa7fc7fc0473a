//! Explains wrong counts from a text alone, without the program that counted.

mod evidence;

pub use evidence::{Claim, Counted, Evidence, OtherMoves, UnreadLine};
