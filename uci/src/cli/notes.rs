//! Notes on standard error; `--quiet` suppresses them.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

/// Set once, before the command runs.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Suppresses notes and progress bars from now on.
pub(super) fn silence() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Whether notes are suppressed.
pub(super) fn are_silent() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Writes a note: a speed, a warning, a detail.
pub(super) fn note(text: impl Display) {
    if !are_silent() {
        // The reader of standard error may have gone; the answer is out.
        let _ = writeln!(io::stderr(), "{text}");
    }
}
