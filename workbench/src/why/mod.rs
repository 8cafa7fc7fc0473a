//! Explains wrong counts from a text alone, without the program that counted.
//!
//! All positions are under the rules that [`Given`] names: those of chess, or of a variant, which has defects of its own.
//!
//! [`read()`] finds the claims in the text, and [`explain`] compares every program of the catalogue of known
//! [defects](crate::imitate) with all of their numbers. [`why`] does both:
//!
//! ```
//! use movegen::perft::Stop;
//! use workbench::why::{Given, why};
//!
//! let given = Given { depth: Some(3), ..Given::default() };
//! let text = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8: I get 62416";
//! let why = why(text, &given, &[], 1, &Stop::new()).unwrap();
//! assert!(why.to_string().contains("the castling right is kept after the rook was captured"));
//! ```

mod answer;
mod data;
mod evidence;
mod facts;
mod next;
mod read;
#[cfg(test)]
mod tests;
mod text;

pub use crate::fits::{NotCompared, Pairs, WhyCause, WrongColumn};
pub use answer::{Comparison, Why, WhyError, explain, why};
pub use evidence::{Claim, Counted, Evidence, OtherMoves, UnreadLine};
pub use next::NextQuestion;
pub use read::{Given, ReadError, read};
