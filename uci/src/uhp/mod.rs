//! The Universal Hive Protocol: a Hive engine on standard input and output.
//!
//! Unlike UCI, the engine speaks first, and answers every line with some lines and an `ok`. What
//! arrives while a command is carried out waits its turn.
//!
//! Source: the UHP page of the Mzinga wiki (Jon Thysell). `perft` is Mzinga's own addition; its
//! rows are in the form that uhp-utils reads.

mod command;
mod job;
mod options;
mod session;

pub use job::Update;
pub use session::{Event, Session};
