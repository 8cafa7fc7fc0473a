//! Counting trees: what is counted and how, and the results as data.

pub mod depths;
pub mod diagnosis;
mod plan;
pub mod statistics;

pub use plan::*;
