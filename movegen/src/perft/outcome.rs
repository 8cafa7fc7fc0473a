//! The result of a run.

use super::{TableSurvey, TableUse, Usage};
use crate::memory::TableError;

/// One line of a divided count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<M, N = u128> {
    /// The root move.
    pub mv: M,
    /// Leaves below it.
    pub count: N,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<M, N = u128> {
    /// The number of leaves. After a stop, the leaves counted until then: a lower bound, which
    /// exceeds the sum of the lines if an unfinished root move was counted in part.
    pub total: N,
    /// The finished root moves in report order.
    pub lines: Vec<Line<M, N>>,
    /// The number of root moves.
    pub roots: usize,
    /// Whether every root move was finished.
    pub complete: bool,
    /// How the table was used, if there was one.
    pub table: Option<TableUse>,
    /// The contents of the table at the end, if [`Perft::survey`](super::Perft::survey) was set.
    pub survey: Option<TableSurvey>,
    /// How the threads spent their time. Empty below depth 2 and for a run that was stopped before
    /// it counted.
    pub usage: Usage,
}

/// Why a run has no result.
#[derive(Debug, thiserror::Error)]
pub enum PerftError {
    /// There is not enough memory for the table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There is not enough memory for the tasks into which the tree is split.
    #[error("cannot split the tree into tasks: {0}")]
    Split(#[source] std::io::Error),
    /// The count exceeds 128 bits.
    #[error("the count at this depth overflows 128 bits")]
    Overflow,
}
