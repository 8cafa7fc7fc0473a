//! Positions that expose bugs of chess move generators, with their perft counts and feature tags.
//!
//! - [`features`] decides what is special about a position.
//! - [`Explorer`] walks through positions with rare features.
//! - [`generate`] makes positions with given features.
//! - [`code`] stores walks and counts in few bytes.
//! - [`Embedded`] is what comes with the program.
#![forbid(unsafe_code)]

mod bytes;
pub mod code;
mod embedded;
mod explore;
pub mod features;
pub mod generate;
mod sample;
mod start;

pub use embedded::Embedded;
pub use explore::{Explorer, Source, Step, origin};
pub use sample::Sample;
pub use start::Start;
