//! A divide as a program has written it.

use super::move_text::{Spelling, is_coordinates};
use super::text_line::TextLine;

/// A parsed divide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DivideText {
    /// Move and count, in the order of the text. Moves are in lower case and without decoration, or in
    /// SAN without check signs. A count is negative if a counter of the program has overflowed.
    pub lines: Vec<(String, i128)>,
    /// The total, if the text has one; the last one if it has several.
    pub total: Option<i128>,
    /// Lines that have a move in an unknown notation, and the count of each.
    pub unreadable: Vec<(String, i128)>,
    /// How moves were written, and the first word that was written so.
    pub spellings: Vec<(Spelling, String)>,
}

impl DivideText {
    /// Parses a whole text.
    ///
    /// ```
    /// use workbench::ask::DivideText;
    /// let divide = DivideText::read("Nf3: 20\nO-O: 18\nexd8=Q+: 3\n");
    /// assert_eq!(divide.lines[2], ("exd8=Q".to_owned(), 3));
    /// assert!(divide.is_san());
    /// ```
    pub fn read(text: &str) -> DivideText {
        let mut divide = DivideText::default();
        for line in text.lines() {
            divide.add(line, &TextLine::of(line));
        }
        divide.complete()
    }

    /// The divide after its last line. Among moves with two squares, `e4` could mean anything, so such
    /// lines are dropped; `O-O` and `Nf3` stay.
    #[must_use]
    pub fn complete(mut self) -> DivideText {
        if !self.is_san() {
            self.lines.retain(|(text, _)| text.len() > 2);
        }
        self
    }

    /// Adds a line: as it was written, and as it was read.
    pub fn add(&mut self, written: &str, line: &TextLine) {
        match line {
            TextLine::Move(mv, count) => {
                self.lines.push((mv.text.clone(), *count));
                let known = |(spelling, _): &(Spelling, String)| *spelling == mv.spelling;
                if !self.spellings.iter().any(known) {
                    let example = written.trim().to_owned();
                    self.spellings.push((mv.spelling, example));
                }
            }
            TextLine::Total(total) => self.total = Some(*total),
            TextLine::Unreadable(count) => {
                self.unreadable.push((written.trim().to_owned(), *count));
            }
            TextLine::Refusal | TextLine::Noise => {}
        }
    }

    /// Whether all moves are in SAN.
    pub fn is_san(&self) -> bool {
        !self.lines.is_empty() && !self.lines.iter().any(|(text, _)| is_coordinates(text))
    }

    /// Whether it has neither a move nor a total.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.unreadable.is_empty() && self.total.is_none()
    }

    /// The number of lines with a move, readable or not.
    pub fn listed(&self) -> usize {
        self.lines.len() + self.unreadable.len()
    }

    /// The sum of the lines, readable or not.
    pub fn sum_of_lines(&self) -> i128 {
        let add = |sum: i128, (_, count): &(String, i128)| sum.saturating_add(*count);
        self.lines.iter().chain(&self.unreadable).fold(0, add)
    }

    /// The total of the text, or else the sum of the lines.
    pub fn sum(&self) -> i128 {
        self.total.unwrap_or_else(|| self.sum_of_lines())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_text() {
        let divide = DivideText::read("banner\n\ne2e4: 2\nd2d4: 3\n\nNodes searched: 7\n\nbye\n");
        assert_eq!(divide.lines.len(), 2);
        assert_eq!(divide.total, Some(7));
        assert_eq!(DivideText::read("a2a3 1\na2a4 2\n").sum(), 3);
        let divide = DivideText::read("1. Nf3 - 20\nd4: 3\n\nNodes searched: 23\n");
        assert_eq!((divide.lines.len(), divide.total), (2, Some(23)));
        assert!(divide.is_san());
    }

    #[test]
    fn a_pawn_push_in_san_is_no_move_among_squares() {
        let divide = DivideText::read("d4: 3\ne2e4: 20\nNf3: 7\n");
        let lines = [("e2e4".to_owned(), 20), ("Nf3".to_owned(), 7)];
        assert_eq!(divide.lines, lines);
    }

    #[test]
    fn notations_can_be_mixed_and_are_named_once() {
        let text = "e1g1: 1\na7a8Q: 2\nb7b8Q: 3\nO-O-O: 4\ne2~e4: 5\n";
        let divide = DivideText::read(text);
        assert_eq!(divide.lines.len(), 4);
        assert!(!divide.is_san());
        assert_eq!(divide.unreadable, [("e2~e4: 5".to_owned(), 5)]);
        assert_eq!((divide.listed(), divide.sum()), (5, 15));
        let spellings: Vec<Spelling> = divide.spellings.iter().map(|(one, _)| *one).collect();
        assert_eq!(
            spellings,
            [Spelling::Uci, Spelling::Capitals, Spelling::San]
        );
    }
}
