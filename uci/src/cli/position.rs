//! Reads a position for any subcommand.

use movegen::chess::{ParsedPosition, PositionText, PositionTextError};

use super::notes::note;

/// Reads a position and writes its warnings to standard error.
pub(super) fn read(text: &PositionText) -> Result<ParsedPosition, PositionTextError> {
    let parsed = ParsedPosition::from_text(text)?;
    for warning in &parsed.warnings {
        note(format_args!("canopy: warning: {warning}"));
    }
    Ok(parsed)
}
