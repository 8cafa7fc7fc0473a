//! The answer of a callback.

use std::fmt::Write as _;

/// The divide that a callback answers with; `canopy_answer_add` adds a move.
#[expect(non_camel_case_types, reason = "the name in C")]
#[derive(Debug, Default)]
pub struct canopy_answer {
    text: String,
}

impl canopy_answer {
    pub(crate) fn add(&mut self, mv: &str, leaves: u64) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{mv}: {leaves}");
    }

    pub(crate) fn into_text(self) -> String {
        self.text
    }
}
