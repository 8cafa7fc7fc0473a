//! Finding the position where another program's move generator goes wrong, and explaining why.
//!
//! - [`ask`] talks to the other program: a UCI engine, a script, a saved text.
//! - [`find`] compares its counts with our own, follows a difference down to the position that
//!   causes it, and shrinks that position.
//! - [`explain`] names the rule behind each wrong move and the kind of bug.
//! - [`tell`] shows all of that as text or as a page.
#![forbid(unsafe_code)]

pub mod ask;
pub mod explain;
pub mod find;
pub mod tell;
