//! Counting trees: what is counted and how, and the results as data. It knows no game.

pub mod depths;
mod plan;
mod source;
pub mod statistics;

pub use plan::{Branch, Divide, DivideProgress, PerftPlan};
pub use source::{Columns, Diagnose, Diagnosis, OnRow, StatisticsRow, StatisticsSource};
