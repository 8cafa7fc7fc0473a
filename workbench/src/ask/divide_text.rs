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

    /// What widely copied programs print, shortened.
    #[test]
    fn transcripts_of_real_programs() {
        for (transcript, lines, total) in [
            // BBC and its many descendants.
            (
                "\n     Performance test\n\n     move: a2a3   nodes: 20\n     move: a7a8q  nodes: 3\n\n    \
                 Depth: 2\n    Nodes: 23\n     Time: 5 ms\n\n",
                &[("a2a3", 20), ("a7a8q", 3)][..],
                Some(23),
            ),
            // VICE.
            (
                "\nStarting Test To Depth:2\nmove 1 : a2a3 : 20\nmove 2 : b2b3 : 20\n\nTest Complete : 40 nodes \
                 visited in 12ms\n",
                &[("a2a3", 20), ("b2b3", 20)],
                Some(40),
            ),
            // The piece stands before both squares, and the total has a name that says nothing.
            (
                "Nb1a3 20\nPa2a3 20\nn = 40\nt = 0.1\np = 4,443,497\n",
                &[("b1a3", 20), ("a2a3", 20)],
                None,
            ),
            // A summary in one line.
            (
                "a2a3: 380\na2a4: 420\nNodes: 800 Time: 0.012s NPS: 741833\n",
                &[("a2a3", 380), ("a2a4", 420)],
                Some(800),
            ),
            // The number of moves before them, and a move to play after them.
            (
                "Depth 3: 20 moves\nb1c3: 460\nb1a3: 420\nTotal: 880\nbestmove b1c3\n",
                &[("b1c3", 460), ("b1a3", 420)],
                Some(880),
            ),
            // A total alone.
            (
                "Perft 5 of r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\nResult: 193690690, Time: 1s 528ms\n",
                &[],
                Some(193_690_690),
            ),
            // An xboard engine.
            (
                "Na3 20\nNc3 20\nO-O 1\ne8=Q+ 4\n\nNodes: 45\n",
                &[("Na3", 20), ("Nc3", 20), ("O-O", 1), ("e8=Q", 4)],
                Some(45),
            ),
        ] {
            let divide = DivideText::read(transcript);
            let read: Vec<_> = divide
                .lines
                .iter()
                .map(|(text, count)| (&**text, *count))
                .collect();
            assert_eq!((&read[..], divide.total), (lines, total), "{transcript}");
            assert_eq!(divide.unreadable, [], "{transcript}");
        }
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
