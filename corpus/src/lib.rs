//! Positions that expose bugs of chess move generators, with their perft counts and feature tags.
//!
//! - [`features`] decides what is special about a position.
//! - [`Explorer`] walks through positions with rare features.
//! - [`code`] stores walks and counts in few bytes.
#![forbid(unsafe_code)]

pub mod code;
mod explore;
pub mod features;
mod sample;
mod start;

pub use explore::{Explorer, Source, Step};
pub use sample::Sample;
pub use start::Start;
