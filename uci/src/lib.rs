//! Text in, text out: Canopy's UCI session and its command line.
//!
//! The rules live in `movegen`, the search in `engine`; neither knows of any text protocol. Here
//! a line becomes a [`command::Command`] (pure, never fails, never panics), the
//! [`session::Session`] acts on it, and [`report`] turns what happens into the bytes that
//! Stockfish would print. [`uhp`] is the same for Hive.
#![forbid(unsafe_code)]

pub mod about;
pub mod cli;
pub mod command;
pub mod conversation;
pub mod exit;
pub mod game;
pub mod known;
pub mod limits;
pub mod perft;
pub mod progress;
pub mod report;
pub mod session;
pub mod signals;
pub mod stdout_closed;
pub mod suggest;
pub mod suite;
pub mod uhp;

/// Name and version, as in the banner, in `id name` and in `--version`.
pub const NAME: &str = concat!("Canopy ", env!("CARGO_PKG_VERSION"));

/// Who wrote it, as in the banner and in `id author`.
pub const AUTHORS: &str = "the Canopy authors";
