//! Canopy's front end: the UCI session, the UHP session and the command line.
//!
//! `movegen` knows the rules, `engine` searches, `workbench` compares move generators; none of them
//! knows a protocol. In a session, a line becomes a [`command::Command`] (parsing never fails and
//! never panics), the [`session::Session`] carries it out, and [`report`] holds the text of the
//! answers. [`conversation`] is the event loop that it shares with [`uhp`], the session for Hive.
//! [`cli`] is the command line.
#![forbid(unsafe_code)]

pub mod about;
pub mod certificate;
pub mod cli;
pub mod command;
pub mod conversation;
pub mod devices;
pub mod diagnostics;
pub mod exit;
pub mod games;
pub mod known;
pub mod limits;
pub mod parent;
pub mod perft;
pub mod progress;
pub mod report;
pub mod resources;
pub mod session;
pub mod signals;
pub mod stdout_closed;
pub mod storage;
pub mod suggest;
pub mod suite;
pub mod uhp;
pub mod unique_disk;
pub mod units;

/// The name and version in the banner, in `id name` and in `--version`.
pub const NAME: &str = concat!("Canopy ", env!("CARGO_PKG_VERSION"));

/// The authors in the banner and in `id author`.
pub const AUTHORS: &str = "the Canopy authors";

/// The examples of README.md, as doctests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// The Rust examples of the tutorial about the library, as doctests.
#[cfg(doctest)]
#[doc = include_str!("../../docs/tutorials/library.md")]
struct LibraryTutorial;
