//! The rules of games, and the counting of their trees.
//!
//! Three wings that meet in one small trait, [`perft::Tree`]:
//!
//! - [`chess`] knows the rules: text to [`chess::Setup`] to [`chess::Position`], one strictly
//!   legal generator, notation. It knows no threads.
//! - [`hive`] knows the rules of another game, in the same way. The two know nothing of each other.
//! - [`perft`] counts the tree of anything that implements [`perft::Tree`]: divided by root
//!   move, in parallel, with or without a table of counts. It knows neither game.
//!
//! [`threads`] starts threads within the system's limits, and [`memory`] allocates large tables.
//! Neither depends on the others.
//!
//! Nothing in this crate reads or prints.
//!
//! ```
//! use movegen::chess::{Kernel, Position};
//! use movegen::perft::{Perft, Stop};
//!
//! let position = Position::startpos();
//! let outcome = Perft::new(4).run(&position, &Kernel::best(), &Stop::new(), |_| {}).unwrap();
//! assert_eq!(outcome.total, 197_281);
//! ```

pub mod chess;
pub mod hive;
pub mod memory;
pub mod perft;
pub mod random;
pub mod threads;
