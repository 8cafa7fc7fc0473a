//! Legal moves and perft for chess, Chess960 and Hive.
//!
//! ```
//! use movegen::chess::{Outcome, Position};
//!
//! let mut position = Position::startpos();
//! assert_eq!(position.perft(4), 197_281);
//! for san in ["f3", "e5", "g4"] {
//!     position = position.play_san(san).unwrap();
//! }
//! assert_eq!(position.legal_moves().len(), 30);
//! let mate = position.play_uci("d8h4").unwrap();
//! assert!(matches!(mate.outcome(), Some(Outcome::Checkmate { .. })));
//! ```
//!
//! # Chess
//!
//! | Task | Use |
//! |---|---|
//! | Read a FEN | `text.parse::<Position>()`, with column and reason if it is wrong |
//! | Write a FEN | [`position.to_string()`](chess::Position), `format!("{position:#}")` in Chess960 style |
//! | List moves | [`legal_moves`](chess::Position::legal_moves), [`capture_moves`](chess::Position::capture_moves), in sets [`generate_moves`](chess::Position::generate_moves) |
//! | Play a move | [`play`](chess::Position::play), checked [`try_play`](chess::Position::try_play), as text [`play_uci`](chess::Position::play_uci), [`play_san`](chess::Position::play_san) |
//! | Read and write moves | [`parse_uci`](chess::Position::parse_uci), [`parse_san`](chess::Position::parse_san), `mv.to_string()`, [`san`](chess::Position::san) |
//! | Why is a move illegal? | the error of each of these, or [`explain`](chess::Position::explain) |
//! | Is the game over? | [`outcome`](chess::Position::outcome), with repetition [`outcome_after`](chess::Position::outcome_after) |
//! | Count leaves | [`perft`](chess::Position::perft), [`divide`](chess::Position::divide) |
//! | Draw the board | [`diagram`](chess::Position::diagram) |
//!
//! A [`Position`](chess::Position) is small and `Copy`. It has no history. Move generation is
//! strictly legal and does not allocate.
//!
//! # Counting
//!
//! [`perft::Perft`] counts with threads, a hash table and progress:
//!
//! ```
//! use movegen::chess::{Kernel, Position};
//! use movegen::perft::{Perft, Stop};
//!
//! let perft = Perft::new(4).threads(2).hash_mb(1);
//! let position = Position::startpos();
//! let outcome = perft.run(&position, &Kernel::best(), &Stop::new(), |_| {}).unwrap();
//! assert_eq!(outcome.total, 197_281);
//! ```
//!
//! It counts any game that implements [`perft::Tree`]: see `examples/custom_game.rs`.
//!
//! # Modules
//!
//! - [`chess`]: the rules of chess and their text formats. It knows no threads.
//! - [`hive`]: the rules of Hive, built in the same way.
//! - [`perft`]: the counting of any game's tree. It knows neither game.
//! - [`random`]: a seedable random number generator; [`chess::random`] makes positions with it.
//! - [`clock`]: the monotonic clock.
//! - [`threads`] and [`memory`]: threads and large tables within the limits of the system.
//!
//! The crate neither reads nor prints anything. The `examples` folder has a program for each of the
//! tasks above.

mod available_memory;
pub mod chess;
pub mod clock;
pub mod hive;
pub mod memory;
pub mod perft;
pub mod random;
pub mod threads;

/// The example of README.md, as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
