//! The search that plays chess: an [`Engine`] takes a [`Request`], reports [`Info`]s on the way, and
//! returns an [`Outcome`].
//!
//! Iterative deepening with a principal variation search, a transposition table shared by all
//! threads, quiescence search, and a small neural network (NNUE) for evaluation. [`Control`] ends a
//! search from any other thread. The crate neither reads nor prints text. [`hive`] and [`variant`] are small
//! searches for other games.
//!
//! ```
//! use engine::{Control, Engine, Info, Limits, Request, Score, Settings};
//!
//! let position = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1".parse().unwrap();
//! let request = Request {
//!     position,
//!     history: Vec::new(),
//!     limits: Limits { depth: Some(3), ..Limits::default() },
//!     settings: Settings::default(),
//! };
//! let engine = Engine::new(1).unwrap();
//! let mut last = None;
//! let outcome = engine.search(&request, &Control::new(), &mut |info: &Info| last = Some(info.clone()));
//! let last = last.unwrap();
//! assert_eq!(last.score, Score::Mate(1));
//! assert_eq!(outcome.best_move, last.pv.first().copied());
//! ```

#![forbid(unsafe_code)]

mod accumulator;
mod control;
mod correction_history;
mod draw;
mod endgame;
mod engine;
mod evaluate;
mod history;
mod history_table;
pub mod hive;
mod learning;
mod move_picker;
pub mod network;
mod node;
mod oversights;
mod pruning;
mod quiescence;
mod reduction;
pub mod regular_file;
mod request;
mod root;
mod root_tables;
mod score;
mod search;
mod search_tables;
mod see;
mod shared;
mod singular;
mod static_eval;
mod strength;
mod tablebase;
mod tablebase_probe;
mod thinking_time;
mod threads;
mod time;
mod transposition;
pub mod variant;
mod win_draw_loss;
mod worker;

pub use control::Control;
pub use engine::Engine;
pub use movegen::memory::TableError;
pub use movegen::threads::Shortage;
pub use network::Network;
pub use request::{Info, Limits, Listener, Outcome, Request, Settings};
pub use root::MAX_DEPTH;
pub use score::{Bound, Score};
pub use strength::ELO_RANGE;
pub use tablebase::{Fault, TablebaseError, Tablebases, Wdl};
pub use win_draw_loss::Material;
