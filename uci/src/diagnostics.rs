//! Lines on standard error: errors, warnings and notes. `--quiet` leaves only errors.
//!
//! `eprintln!` panics if standard error is closed or full. These functions ignore it: the exit code still reports
//! a failure.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

/// Set once, before the command runs.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Suppresses warnings, notes and progress bars from now on.
pub fn silence() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Whether warnings and notes are suppressed.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Prints `canopy: <text>`: why there is no answer, or something wrong that was found.
pub fn error(text: impl Display) {
    line(format_args!("canopy: {text}"));
}

/// Prints `canopy: warning: <text>`: there is an answer, but not as it was asked for.
pub fn warning(text: impl Display) {
    note(format_args!("canopy: warning: {text}"));
}

/// Prints a note as it is: a speed, a detail.
pub fn note(text: impl Display) {
    if !is_quiet() {
        line(text);
    }
}

/// Prints a line that a command is documented to print on standard error.
pub fn line(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}
