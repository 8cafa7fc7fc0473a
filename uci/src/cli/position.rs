//! Reads a position for any subcommand.

use movegen::chess::{ParsedPosition, PositionText, PositionTextError};

use crate::diagnostics::warning;

/// Reads a position and writes its warnings to standard error.
pub(super) fn read(text: &PositionText) -> Result<ParsedPosition, PositionTextError> {
    warned(ParsedPosition::from_text(text))
}

/// Writes the warnings about a position to standard error.
pub(super) fn warned<P>(
    parsed: Result<ParsedPosition<P>, PositionTextError>,
) -> Result<ParsedPosition<P>, PositionTextError> {
    let parsed = parsed?;
    parsed.warnings.iter().for_each(warning);
    Ok(parsed)
}
