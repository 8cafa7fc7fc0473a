//! How a game counts its kinds of leaves.

use std::time::Duration;

use movegen::perft::{Perft, PerftError, Progress, Stop, Tree};

use super::plan::PerftPlan;

/// A column of the statistics.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The heading, which is also the name in JSON. It contains no blank, so that scripts can split
    /// lines there.
    pub name: &'static str,
    /// Whether these leaves belong to the column before as well. Where all of that column do, a
    /// diagnosis names that one alone.
    pub narrows_previous: bool,
    /// Whether a line ends at these leaves, so that some programs count them at every depth.
    pub ends_line: bool,
}

/// A count of something else than the leaves: what a program with a certain mistake would print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// What is counted, to follow "the count of".
    pub text: String,
    /// The number.
    pub count: u128,
    /// The kinds of leaves that are missing or counted in addition, or else the text alone.
    pub(super) causes: Vec<String>,
}

impl Variant {
    /// A variant that is not a difference by kinds of leaves.
    pub fn new(text: impl Into<String>, count: u128) -> Variant {
        let text = text.into();
        Variant {
            causes: vec![text.clone()],
            text,
            count,
        }
    }
}

/// A number for each column; `None` after a stop.
pub type StatisticsRow = Result<Option<Vec<u128>>, PerftError>;

/// Receives the index of a position, its numbers and the time that they took.
pub type OnRow<'a> = &'a (dyn Fn(usize, &[u128], Duration) + Sync);

/// Counts under other rules; `None` after a stop.
pub type CountedVariants = Result<Option<Vec<Variant>>, PerftError>;

/// How a game counts its kinds of leaves.
#[derive(Clone, Copy)]
pub struct StatisticsSource<T: Tree> {
    /// The columns; the first one has all leaves.
    pub columns: &'static [Column],
    /// Counts one depth.
    pub count: fn(&PerftPlan<T>, &Progress, &Stop) -> StatisticsRow,
    /// Counts many positions to the same depth, as [`Perft::run_each`].
    pub count_each: fn(&Perft, &[T], &Stop, OnRow<'_>) -> Result<(), PerftError>,
    /// Writes the numbers of the leaves so few plies below a position that it takes no time, into the
    /// columns.
    pub leaves: fn(&T, u32, &Stop, &mut [f64]),
    /// Counts what programs with common mistakes in the rules count, given the right count. Takes about
    /// as long as ten counts that make every move.
    pub rule_variants: fn(&PerftPlan<T>, u128, &Progress, &Stop) -> CountedVariants,
    /// What was done for each leaf, for the line with the speed.
    pub description: &'static str,
}
