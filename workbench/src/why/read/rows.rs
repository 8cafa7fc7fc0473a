//! Counts, and rows of numbers alone.

use super::names::Role;
use super::words::Word;

/// A count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    /// The number.
    pub(super) value: i128,
    /// Whose it is.
    pub(super) role: Role,
    /// The kind of leaves, by its name in Canopy; `None` for all leaves.
    pub(super) kind: Option<&'static str>,
    /// The depth that the same phrase names.
    pub(super) depth: Option<u32>,
}

/// The deepest depth that is taken for one.
pub(super) const MOST_PLIES: i128 = 15;

/// Rows of numbers alone: `3 8902`, `3: 8902 (8000)`, and several of them in a line.
pub(super) fn rows(words: &[Word]) -> Vec<Said> {
    let is_plain = |word: &Word| match word {
        Word::Number(_) | Word::Other => true,
        Word::Mark(mark) => ":-=|()/,".contains(*mark),
        _ => false,
    };
    if !words.iter().all(is_plain) {
        return Vec::new();
    }
    for separator in ['/', ',', '|'] {
        let parts = words.split(|word| *word == Word::Mark(separator));
        let parts: Vec<&[Word]> = parts.filter(|part| !part.is_empty()).collect();
        let read: Vec<Vec<Said>> = parts.iter().map(|part| row(part)).collect();
        if parts.len() > 1 && read.iter().all(|row| !row.is_empty()) {
            return read.concat();
        }
    }
    row(words)
}

/// A depth with one or two numbers; nothing if it is something else.
fn row(words: &[Word]) -> Vec<Said> {
    let numbers: Vec<i128> = words.iter().filter_map(Word::number).collect();
    let (depth, values) = match numbers[..] {
        [depth, first] => (depth, vec![first]),
        [depth, first, second] => (depth, vec![first, second]),
        _ => return Vec::new(),
    };
    let begins = matches!(words.first(), Some(Word::Number(_) | Word::Mark('|' | ':')));
    if !begins || !(1..=MOST_PLIES).contains(&depth) {
        return Vec::new();
    }
    let depth = u32::try_from(depth).ok();
    values
        .into_iter()
        .map(|value| Said {
            value,
            role: Role::Unknown,
            kind: None,
            depth,
        })
        .collect()
}
