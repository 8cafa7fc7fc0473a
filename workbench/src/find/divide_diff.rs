//! Compares two divides. Without their position, the notations have to be alike.

use movegen::chess::CastlingStyle;
use movegen::chess::variant::VariantPosition;

use super::difference::read_move;
use crate::ask::{DivideText, is_coordinates};

/// Where two divides differ. If all fields are empty, they are the same. A move with count 0 that only one
/// of them lists is no difference: some programs list pseudo-legal moves with 0, some leave out legal ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DivideDiff {
    /// Lines only in the first divide: move and count.
    pub only_first: Vec<(String, i128)>,
    /// Lines only in the second divide.
    pub only_second: Vec<(String, i128)>,
    /// Moves with different counts: move, first count, second count.
    pub counts: Vec<(String, i128, i128)>,
    /// The totals, if both have one and they differ.
    pub totals: Option<(i128, i128)>,
}

/// Castling in its two spellings, for both sides and colours.
const CASTLING: [(&str, &str); 4] = [
    ("e1g1", "e1h1"),
    ("e1c1", "e1a1"),
    ("e8g8", "e8h8"),
    ("e8c8", "e8a8"),
];

impl DivideDiff {
    /// Whether the divides are the same.
    pub fn is_none(&self) -> bool {
        *self == DivideDiff::default()
    }
}

/// Compares two divides, ignoring their order. A move that only one of them has as
/// `e1g1` and only the other as `e1h1` is the same castling.
pub fn diff_divides(first: &DivideText, second: &DivideText) -> DivideDiff {
    let mut difference = DivideDiff::default();
    let mut unmatched = second.lines.clone();
    let mut take = |text: &str| {
        let index = unmatched.iter().position(|(other, _)| other == text)?;
        Some(unmatched.remove(index).1)
    };
    let (mut matched, mut left) = (Vec::new(), Vec::new());
    for (text, count) in &first.lines {
        match take(text) {
            Some(other) => matched.push((text, *count, other)),
            None => left.push((text, *count)),
        }
    }
    for (text, count) in left {
        let other_spelling = CASTLING
            .iter()
            .find_map(|&(one, other)| match text.as_str() {
                text if text == one => Some(other),
                text if text == other => Some(one),
                _ => None,
            });
        match other_spelling.and_then(&mut take) {
            Some(other) => matched.push((text, count, other)),
            None => difference.only_first.push((text.clone(), count)),
        }
    }
    difference.only_second = unmatched;
    for only in [&mut difference.only_first, &mut difference.only_second] {
        only.retain(|(_, count)| *count != 0);
    }
    difference.counts = matched
        .into_iter()
        .filter(|(_, count, other)| count != other)
        .map(|(text, count, other)| (text.clone(), count, other))
        .collect();
    difference.totals = first
        .total
        .zip(second.total)
        .filter(|(first, second)| first != second);
    difference
}

/// The same divide with the moves of a position by their squares: `Nf3` as `g1f3`. What is not a legal move there stays as it
/// is.
///
/// ```
/// use movegen::chess::Position;
/// use workbench::ask::DivideText;
/// use workbench::find::{diff_divides, in_squares};
///
/// let start = Position::startpos();
/// let san = in_squares(&DivideText::read("Nf3: 20\nNh3: 20"), &start);
/// assert!(diff_divides(&san, &DivideText::read("g1f3: 20\ng1h3: 20")).is_none());
/// ```
pub fn in_squares(divide: &DivideText, position: impl Into<VariantPosition>) -> DivideText {
    let position = position.into();
    let style = CastlingStyle::new(position.chess().needs_chess960());
    let mut divide = divide.clone();
    for (text, _) in &mut divide.lines {
        if !is_coordinates(text)
            && let Some(mv) = read_move(&position, text)
        {
            *text = position.uci(mv, style);
        }
    }
    divide
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_castling_notation_do_not_matter() {
        let first = DivideText::read("e1g1: 3\na2a3: 1\nNodes searched: 4");
        let second = DivideText::read("a2a3 1\ne1h1 3\n\n4");
        assert!(diff_divides(&first, &second).is_none());
        // A rook on e1 that moves to both squares does not castle.
        let rook = DivideText::read("e1g1: 3\ne1h1: 3\na2a3: 1");
        assert_eq!(
            diff_divides(&rook, &second).only_first,
            [("e1g1".to_owned(), 3)]
        );
    }

    #[test]
    fn a_move_with_count_0_need_not_be_in_both() {
        let first = DivideText::read("a2a3: 1\na1a8: 0\ntotal 1");
        let second = DivideText::read("e1e2: 0\na2a3: 1\ntotal 1");
        assert!(diff_divides(&first, &second).is_none());
        let third = DivideText::read("a2a3: 1\na1a8: 2\ntotal 3");
        assert_eq!(
            diff_divides(&first, &third).counts,
            [("a1a8".to_owned(), 0, 2)]
        );
    }

    #[test]
    fn every_kind_of_difference() {
        let first = DivideText::read("a2a3: 1\nb2b3: 2\nb2b3: 2\ntotal 5");
        let second = DivideText::read("c2c3: 1\nb2b3: 3\ntotal 4");
        let one = |text: &str, count| vec![(text.to_owned(), count)];
        assert_eq!(
            diff_divides(&first, &second),
            DivideDiff {
                only_first: [one("a2a3", 1), one("b2b3", 2)].concat(),
                only_second: one("c2c3", 1),
                counts: vec![("b2b3".to_owned(), 2, 3)],
                totals: Some((5, 4)),
            }
        );
    }
}
