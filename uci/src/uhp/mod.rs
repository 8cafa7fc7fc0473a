//! The Universal Hive Protocol: a Hive engine on standard input and output.
//!
//! Unlike in UCI, the engine speaks first, and it answers every line with some lines and an `ok`.
//! Lines that arrive while a command is carried out wait for their turn.
//!
//! Source: the UHP page of the Mzinga wiki (Jon Thysell). `perft` is an extension of Mzinga; its
//! rows have the form that uhp-utils reads.

mod command;
mod job;
mod options;
mod session;

pub use options::Options;
pub use session::Session;
