//! The search that plays chess: a [`Request`] goes in, [`Info`]s come out on the way, an
//! [`Outcome`] at the end.
//!
//! Iterative deepening with a principal variation search, a shared table of what is already
//! known, quiescence, and a small neural network for evaluation.
//! [`Control`] is the handle by which any other thread ends it. The crate reads and prints no text.
//! [`hive`] is a small search for another game.
//!
//! ```
//! use engine::{Control, Info, Limits, Memory, Request, Score, Settings, search};
//!
//! let position = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1".parse().unwrap();
//! let request = Request {
//!     position,
//!     history: Vec::new(),
//!     limits: Limits { depth: Some(3), ..Limits::default() },
//!     settings: Settings::default(),
//! };
//! let memory = Memory::new(1).unwrap();
//! let mut last = None;
//! let outcome = search(&request, &memory, &Control::new(), &mut |info: &Info| last = Some(info.clone()));
//! let last = last.unwrap();
//! assert_eq!(last.score, Score::Mate(1));
//! assert_eq!(outcome.best, last.pv.first().copied());
//! ```

#![forbid(unsafe_code)]

mod accumulator;
mod clock;
mod control;
mod crew;
mod draw;
mod evaluate;
mod exchange;
mod history;
pub mod hive;
mod job;
mod memory;
pub mod network;
mod order;
mod prune;
mod quiescence;
mod reduction;
mod root;
mod search;
mod strength;
mod table;
mod worker;

pub use control::Control;
pub use evaluate::{evaluate, worths};
pub use job::{Bound, Info, Limits, Listener, Outcome, Request, Score, Settings};
pub use memory::Memory;
pub use movegen::threads::Shortage;
pub use root::{MAX_DEPTH, search};
pub use strength::ELO;
pub use table::TableError;
