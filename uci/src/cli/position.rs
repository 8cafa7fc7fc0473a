//! Reads a position for any subcommand.

use movegen::chess::{ParsedPosition, PositionText, PositionTextError};

use crate::diagnostics;

/// Reads a position and writes its warnings to standard error.
pub(super) fn read(text: &PositionText) -> Result<ParsedPosition, PositionTextError> {
    let parsed = ParsedPosition::from_text(text)?;
    for warning in &parsed.warnings {
        diagnostics::warning(warning);
    }
    Ok(parsed)
}
