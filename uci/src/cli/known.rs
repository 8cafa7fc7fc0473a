//! Reports how counts compare with published results.

use crate::diagnostics::{self, note};
use crate::known::Comparison;

/// Writes to standard error how complete counts compare with published results. If nothing is
/// published, only `verbose` says so.
pub(super) fn report(comparison: &Comparison, verbose: bool) {
    match comparison.text() {
        Some(text) if comparison.differs() => text.lines().for_each(diagnostics::error),
        Some(text) => note(text),
        None if verbose => note("no published value for this position and depth"),
        None => {}
    }
}
