//! A divide as a program has written it.

use std::collections::HashMap;

use super::digit_groups as group;
use super::move_text::Spelling;
use super::text_line::TextLine;
use super::{LineReader, excerpt, reported};

/// More moves than any position has: 27 for a queen on each of 64 squares, each listed twice, are 3456.
/// After more lines, an answer is taken for endless.
pub(super) const MOST_MOVES: usize = 4096;

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
    /// Whether each line came twice, of which one is kept.
    pub(crate) doubled: bool,
    /// Whether some move shows that pawn pushes are written with two squares.
    pub(crate) in_squares: bool,
    /// The same text if blanks separate thousands, once it has something like `2 039`.
    pub(crate) grouped: Option<Box<Grouped>>,
}

/// A text in which `2 039` is one number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Grouped {
    divide: DivideText,
    /// Whether the lines, and the total, cannot be read otherwise.
    certain: (bool, bool),
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
        let reader = LineReader::default();
        let mut divide = DivideText::default();
        for line in text.lines() {
            divide.read_line(&reader, line);
        }
        divide.complete(None)
    }

    /// The divide after its last line. Where pawn pushes have two squares, `e4` could mean anything, so
    /// such lines are dropped; `O-O` and `Nf3` stay.
    ///
    /// If each line came twice, but the total counts it once, one of the two is dropped.
    ///
    /// `2 039` is one number if the lines add up to the total only then, or to the total that was
    /// `expected`; without both, if a group begins with 0, as here.
    #[must_use]
    pub(super) fn complete(mut self, expected: Option<u128>) -> DivideText {
        if let Some(grouped) = self.grouped.take() {
            self.choose(*grouped, expected.map(reported));
        }
        if self.in_squares {
            self.lines.retain(|(text, _)| text.len() > 2);
        }
        let total = self.total.or(expected.map(reported));
        if total.and_then(|total| total.checked_mul(2)) == Some(self.sum_of_lines()) {
            self.drop_second_lines();
        }
        self
    }

    /// Drops the second of two equal lines, if all lines come in such pairs.
    fn drop_second_lines(&mut self) {
        let (Some(lines), Some(unreadable)) = (
            without_second(&self.lines),
            without_second(&self.unreadable),
        ) else {
            return;
        };
        self.doubled = !lines.is_empty() || !unreadable.is_empty();
        (self.lines, self.unreadable) = (lines, unreadable);
    }

    /// Chooses between the readings of blanks, for the lines and for the total.
    fn choose(&mut self, grouped: Grouped, expected: Option<i128>) {
        let Grouped { divide, certain } = grouped;
        let adds_up = |lines: &DivideText, total: &DivideText| {
            lines.listed() > 0 && total.total == Some(lines.sum_of_lines())
        };
        let is_expected = |lines: &DivideText, total: &DivideText| {
            let sum = total.total.unwrap_or_else(|| lines.sum_of_lines());
            expected == Some(sum)
        };
        let plain = &*self;
        let mut readings = [(false, false), (true, true), (false, true), (true, false)];
        if certain != (false, false) {
            readings.rotate_left(1);
        }
        let first = |test: &dyn Fn(&DivideText, &DivideText) -> bool| {
            let of = |grouped: bool| if grouped { &divide } else { plain };
            let mut readings = readings.into_iter();
            readings.find(|&(lines, total)| test(of(lines), of(total)))
        };
        // 1 + 1 = 2 as well if the blanks of 1 200, 1 300 and 2 500 separate numbers.
        let (lines, total) =
            first(&|lines, total| adds_up(lines, total) && is_expected(lines, total))
                .or_else(|| first(&adds_up))
                .or_else(|| first(&is_expected))
                .unwrap_or(certain);
        if total {
            self.total = divide.total;
        }
        if lines {
            self.lines = divide.lines;
            self.unreadable = divide.unreadable;
            self.spellings = divide.spellings;
            self.in_squares = divide.in_squares;
        }
    }

    /// Reads a line and adds it; returns what it was read as.
    pub(super) fn read_line(&mut self, reader: &LineReader, line: &str) -> Vec<TextLine> {
        let mut parts = reader.read(line);
        let joined = group::without_blanks(line);
        if joined.is_some() && self.grouped.is_none() {
            let divide = self.clone();
            self.grouped = Some(Box::new(Grouped {
                divide,
                certain: (false, false),
            }));
        }
        for part in &parts {
            self.add(line, part);
        }
        if let Some(grouped) = &mut self.grouped {
            let others = match &joined {
                Some(joined) => reader.read(&joined.text),
                None => parts.clone(),
            };
            for part in &others {
                grouped.divide.add(line, part);
            }
            if joined.is_some_and(|joined| joined.certain) {
                let has_total = |part: &TextLine| matches!(part, TextLine::Total(_));
                grouped.certain.0 |= others.iter().any(|part| !has_total(part));
                grouped.certain.1 |= others.iter().any(has_total);
            }
            // A number alone after the moves is their total.
            if parts.is_empty() && self.listed() > 0 && matches!(others[..], [TextLine::Total(_)]) {
                parts = others;
            }
        }
        parts
    }

    /// Whether it lists more moves than any position has. Further ones are not added.
    pub(super) fn is_endless(&self) -> bool {
        self.listed() > MOST_MOVES
    }

    /// Adds a part of a line: as it was written, and as it was read.
    fn add(&mut self, written: &str, line: &TextLine) {
        if self.is_endless() {
            return;
        }
        match line {
            TextLine::Move(mv, count) => {
                self.in_squares |= mv.in_squares;
                self.lines.push((mv.text.clone(), *count));
                let known = |(spelling, _): &(Spelling, String)| *spelling == mv.spelling;
                if !self.spellings.iter().any(known) {
                    let example = excerpt(written);
                    self.spellings.push((mv.spelling, example));
                }
            }
            // It may be the time.
            TextLine::Total(_) if self.total.is_some() && group::is_ambiguous(written) => {}
            TextLine::Total(total) => self.total = Some(*total),
            TextLine::Unreadable(count) => {
                self.unreadable.push((excerpt(written), *count));
            }
            TextLine::Refusal | TextLine::Noise => {}
        }
    }

    /// Whether all moves are in SAN.
    pub fn is_san(&self) -> bool {
        let is_san = |(spelling, _): &(Spelling, String)| {
            matches!(spelling, Spelling::San | Spelling::Zeros | Spelling::Null)
        };
        !self.spellings.is_empty() && self.spellings.iter().all(is_san)
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

/// The first of two equal lines each; `None` if some line does not come exactly twice.
fn without_second(lines: &[(String, i128)]) -> Option<Vec<(String, i128)>> {
    let mut times: HashMap<&(String, i128), usize> = HashMap::new();
    let mut first = Vec::new();
    for line in lines {
        let times = times.entry(line).or_default();
        *times += 1;
        if *times == 1 {
            first.push(line.clone());
        }
    }
    times.values().all(|times| *times == 2).then_some(first)
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
    fn each_line_twice() {
        let twice = "e2e4: 20\ne2e4: 20\nd2d4: 20\nd2d4: 20\n";
        let divide = DivideText::read(&format!("{twice}Total: 40\n"));
        assert_eq!((divide.lines.len(), divide.doubled), (2, true));
        // A generator may list a move twice.
        for text in [
            format!("{twice}Total: 80\n"),
            format!("{twice}c2c4: 20\nTotal: 40\n"),
            "e2e4: 20\ne2e4: 20\nTotal: 40\n".to_owned(),
        ] {
            let divide = DivideText::read(&text);
            assert!(!divide.doubled, "{text}");
        }
        let read = |expected| {
            let mut divide = DivideText::default();
            for line in twice.lines() {
                divide.read_line(&LineReader::default(), line);
            }
            divide.complete(expected).doubled
        };
        assert!(read(Some(40)) && !read(Some(80)) && !read(None));
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
    fn all_moves_in_one_line() {
        for text in [
            "a2a3: 1 b2b3: 2 c2c3: 3\n\nNodes searched: 6\n",
            "a2a3: 1, b2b3: 2, c2c3: 3\nNodes: 6\n",
            "a2a3 1 | b2b3 2 | c2c3 3\n6\n",
            "1. a2a3 1 2. b2b3 2 3. c2c3 3 total 6\n",
            "a2a3=1 b2b3=2 c2c3=3 nodes=6\nNodes: 6\n",
            "Nodes: 6 Moves: a2a3: 1 b2b3: 2 c2c3: 3\n",
            "a2a3: 1   b2b3: 2\nc2c3: 3\ntotal 6\n",
            "{\"a2a3\": 1, \"b2b3\": 2, \"c2c3\": 3, \"nodes\": 6}\n",
        ] {
            let divide = DivideText::read(text);
            let lines = [("a2a3", 1), ("b2b3", 2), ("c2c3", 3)];
            let lines = lines.map(|(text, count)| (text.to_owned(), count));
            assert_eq!(
                (&divide.lines[..], divide.total),
                (&lines[..], Some(6)),
                "{text}"
            );
        }
        let only = DivideText::read("a2a3: 4 total: 4\n");
        assert_eq!((only.lines.len(), only.total), (1, Some(4)));
        // A line of play, and columns.
        for text in [
            "e2e4 20 pv e7e5 g1f3\n",
            "e2e4 20 0.1s e7e5 5\n",
            "e2e4 20 total 40\n",
        ] {
            let divide = DivideText::read(text);
            let first = ("e2e4".to_owned(), 20);
            assert_eq!((divide.lines, divide.total), (vec![first], None), "{text}");
        }
    }

    #[test]
    fn an_endless_list_is_bounded() {
        let mut divide = DivideText::default();
        let reader = LineReader::default();
        for _ in 0..3 * MOST_MOVES {
            divide.read_line(&reader, "a2a3: 2 039");
        }
        let grouped = divide
            .grouped
            .as_ref()
            .map(|grouped| grouped.divide.listed());
        assert_eq!(
            (divide.listed(), grouped),
            (MOST_MOVES + 1, Some(MOST_MOVES + 1))
        );
        assert!(divide.is_endless());
        let unreadable = DivideText::read(&format!("e2~e4{}: 1\n", " ".repeat(10_000)));
        assert!(unreadable.unreadable[0].0.len() < 1000);
    }

    #[test]
    fn blanks_between_thousands_are_told_from_two_numbers() {
        for (text, counts, total) in [
            (
                "a2a3: 1 019\nb2b3: 1 020\n\nNodes: 2 039\n",
                &[1019, 1020][..],
                Some(2039),
            ),
            (
                "a2a3: 1019\nb2b3: 1020\n\nNodes: 2 039\n",
                &[1019, 1020],
                Some(2039),
            ),
            (
                "a2a3: 1 190\nb2b3: 1 200\n2 390\n",
                &[1190, 1200],
                Some(2390),
            ),
            (
                "a2a3: 1 019 b2b3: 1 020\nNodes: 2 039\n",
                &[1019, 1020],
                Some(2039),
            ),
            // The second number is a time.
            (
                "a2a3 20 120\nb2b3 20 130\nNodes: 40 Time: 250\n",
                &[20, 20],
                Some(40),
            ),
            (
                "a2a3 20 120\nb2b3 20 130\nNodes: 40 250\n",
                &[20, 20],
                Some(40),
            ),
            ("a2a3 20 120\nb2b3 20 130\n", &[20, 20], None),
            ("a2a3: 20\nb2b3: 20\n40\n2.039\n", &[20, 20], Some(40)),
            (
                "a2a3: 1.019\nb2b3: 1.020\ntime 2.1 s\nNodes: 2.039\n",
                &[1019, 1020],
                Some(2039),
            ),
            (
                "a2a3: 1\u{202f}019\nb2b3: 1\u{a0}020\nNodes: 2\u{2009}039\n",
                &[1019, 1020],
                Some(2039),
            ),
            ("Nodes: 2 039\n", &[], Some(2039)),
            ("Total: 12 ms\n", &[], None),
            ("Total: 2.039 s\n", &[], None),
        ] {
            let divide = DivideText::read(text);
            let read: Vec<i128> = divide.lines.iter().map(|line| line.1).collect();
            assert_eq!((&read[..], divide.total), (counts, total), "{text}");
        }
    }

    #[test]
    fn an_ambiguous_total_is_what_was_expected() {
        let read = |expected| {
            let mut divide = DivideText::default();
            divide.read_line(&LineReader::default(), "Nodes: 4 865 609");
            divide.complete(expected).total
        };
        assert_eq!(read(Some(4_865_609)), Some(4_865_609));
        assert_eq!((read(Some(4)), read(None)), (Some(4), Some(4)));
        let read = |expected| {
            let mut divide = DivideText::default();
            for line in ["a2a3 1 200", "b2b3 1 300", "Nodes 2 500"] {
                divide.read_line(&LineReader::default(), line);
            }
            let divide = divide.complete(Some(expected));
            (divide.sum_of_lines(), divide.total)
        };
        assert_eq!(read(2500), (2500, Some(2500)));
        assert_eq!(read(2), (2, Some(2)));
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
