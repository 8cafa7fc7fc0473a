//! A word of a FEN.

use super::error::{FenError, FenErrorKind, Field};

/// A word of the text and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) whole: &'a str,
    pub(super) start: usize,
    pub(super) text: &'a str,
}

impl<'a> Word<'a> {
    /// The words of a part of the text.
    pub(super) fn all(part: Word<'a>) -> impl Iterator<Item = Word<'a>> {
        part.text.split_ascii_whitespace().map(move |text| Word {
            whole: part.whole,
            // The word is a slice of the whole text.
            start: text.as_ptr() as usize - part.whole.as_ptr() as usize,
            text,
        })
    }

    /// The error about the field that it is, `offset` characters behind its start.
    pub(super) fn error(&self, field: Field, offset: usize, kind: FenErrorKind) -> FenError {
        let before = self.whole.get(..self.start).unwrap_or_default();
        FenError {
            field,
            column: before.chars().count() + 1 + offset,
            kind,
        }
    }
}
