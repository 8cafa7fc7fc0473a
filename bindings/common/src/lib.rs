//! The functions that Canopy's bindings for other languages have in common.
//!
//! A [`Place`] is a position with its history. The functions take text and return text and numbers, so
//! that a binding only converts types:
//!
//! ```
//! use bindings::{Counting, Place, explain};
//!
//! let place = Place::new("startpos", "e2e4 e7e5", None).unwrap();
//! assert_eq!(Counting::new(3).perft(&place).unwrap(), 24_825);
//! assert_eq!(place.moves()[0].uci, "a2a3");
//! assert!(!explain(&place, "e4e5").unwrap().legal);
//! ```
//!
//! Rust programs use `canopy-movegen` and `canopy-workbench` directly.
#![forbid(unsafe_code)]

mod bug;
mod compare;
mod count;
mod error;
mod estimate;
mod place;

pub use bug::{Bug, BugKind, Positions, find_bug};
pub use compare::{ComparedLine, DivideComparison, compare_divide};
pub use count::Counting;
pub use error::Error;
pub use estimate::{Estimated, Estimation};
pub use movegen::chess::Statistics;
pub use movegen::chess::explain::{Verdict, VerdictReason};
pub use movegen::perft::{Progress, Stop};
pub use place::{MoveNames, Place, explain};
pub use workbench::ask::Question;
