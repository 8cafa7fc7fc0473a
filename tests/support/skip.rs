//! Tests that leave something out because a program, data or a device is missing.

use std::fmt::Display;
use std::io::Write;

/// Says on the terminal what the current test leaves out, and why. Not with `eprintln!`, whose output the harness hides if a
/// test passes.
pub(crate) fn skipped(reason: impl Display) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    writeln!(std::io::stderr(), "{test}: skipped: {reason}").expect("standard error");
}
