//! Counts that are split into units: positions some plies below the root, which any number of processes
//! count in any order, and whose results add up to the count and its divide.
//!
//! [`create`] writes the units, [`Run`] counts them and stores results, [`merge()`] adds results up.
//! Nothing here knows hosts, queues or retries: a unit that is counted twice or not at all does no harm.

mod count;
mod create;
mod file;
mod merge;
pub mod results;
mod selection;
mod unit;

pub use count::{Counted, Run, RunError};
pub use create::{CreateError, choose_split, create};
pub use file::{FileError, UnitError, UnitFile};
pub use merge::{Conflict, Merge, Source, merge};
pub use selection::{Ranges, Selection, SelectionError, Shard};
pub use unit::{Unit, Units};
