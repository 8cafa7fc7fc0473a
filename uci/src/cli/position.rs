//! Reads a position for any subcommand.

use movegen::chess::{ParsedPosition, PositionText, PositionTextError};

use crate::diagnostics::warning;

/// Reads a position and writes its warnings to standard error.
pub(super) fn read(text: &PositionText) -> Result<ParsedPosition, PositionTextError> {
    let parsed = ParsedPosition::from_text(text)?;
    parsed.warnings.iter().for_each(warning);
    Ok(parsed)
}
