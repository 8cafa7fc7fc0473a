//! How a game counts its kinds of leaves.

use std::time::Duration;

use movegen::perft::{Perft, PerftError, Progress, Stop, Tree};
use serde_json::{Map, Value};

use super::plan::PerftPlan;

/// The names of the columns of statistics: headings, and names in JSON. They contain no blank, so that scripts can
/// split lines there.
pub type Columns = &'static [&'static str];

/// What a wrong total means.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// Several lines for people.
    pub text: String,
    /// The same as fields for programs.
    pub fields: Map<String, Value>,
}

/// A number for each column; `None` after a stop.
pub type StatisticsRow = Result<Option<Vec<u128>>, PerftError>;

/// Receives the index of a position, its numbers and the time that they took.
pub type OnRow<'a> = &'a (dyn Fn(usize, &[u128], Duration) + Sync);

/// Explains the wrong total of a count, whose root has this text for other programs; an error says why there is no
/// explanation.
pub type Diagnose<T> = fn(&PerftPlan<T>, &str, u128, &Progress, &Stop) -> Result<Diagnosis, String>;

/// How a game counts its kinds of leaves.
#[derive(Clone, Copy)]
pub struct StatisticsSource<T: Tree> {
    /// The columns; the first one has all leaves.
    pub columns: Columns,
    /// Counts one depth.
    pub count: fn(&PerftPlan<T>, &Progress, &Stop) -> StatisticsRow,
    /// Counts many positions to the same depth, as [`Perft::run_each`].
    pub count_each: fn(&Perft, &[T], &Stop, OnRow<'_>) -> Result<(), PerftError>,
    /// Writes the numbers of the leaves so few plies below a position that it takes no time, into the
    /// columns.
    pub leaves: fn(&T, u32, &Stop, &mut [f64]),
    /// Explains a wrong total.
    pub diagnose: Diagnose<T>,
    /// What was done for each leaf, for the line with the speed.
    pub description: &'static str,
}
