//! The known defects that give exactly the numbers of a program that is not asked.

mod cause;
mod claim;
mod columns;
mod compared;
mod pairs;
mod search;

pub use cause::WhyCause;
pub use claim::{Claim, Counted, OtherMoves};
pub use compared::{NotCompared, WrongColumn};
pub use pairs::Pairs;

pub(crate) use cause::causes;
pub(crate) use columns::{OfColumns, retain_by_columns};
pub(crate) use compared::{Compared, MOST_LEAVES};
pub(crate) use pairs::pairs;
pub(crate) use search::{Fit, search};
#[cfg(test)]
pub(crate) use {compared::Verdict, search::verdict};
