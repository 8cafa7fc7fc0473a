//! Which wrong state explains wrong answers.

use movegen::chess::CastlingStyle;

use super::Disagreement;

/// What kind of bug it must be, if it is none of the rules.
pub(super) fn bug(_found: &Disagreement, _style: CastlingStyle) -> Option<String> {
    None
}
