//! How the lines of an answer are read: in all known formats, or by patterns of the user.

use regex::bytes::{Captures, Regex, RegexBuilder};
use thiserror::Error;

use super::TextLine;
use super::move_text::MoveText;
use super::text_line::number;

/// Reads the lines of an answer.
#[derive(Clone, Debug, Default)]
pub struct LineReader {
    /// Replaces the known formats of a move with its count.
    line: Option<Pattern>,
    /// Replaces the known formats of a total.
    total: Option<Pattern>,
}

/// A regular expression with the groups that matter.
#[derive(Clone, Debug)]
struct Pattern(Regex);

/// Why a text is no pattern.
#[derive(Debug, Error)]
pub enum PatternError {
    /// It is no regular expression.
    #[error("{0}")]
    Syntax(#[from] regex::Error),
    /// It has too few groups.
    #[error("'{pattern}' needs {needed}, such as '{example}'")]
    Groups {
        /// The pattern.
        pattern: String,
        /// The groups that it needs.
        needed: &'static str,
        /// A pattern with them.
        example: &'static str,
    },
}

impl LineReader {
    /// Reads moves with their counts by `line`, and totals by `total`, if given; the other kind is read
    /// in all known formats. `line` needs two groups, which can be named `move` and `count`; `total`
    /// needs one, which can be named `count`. Classes such as `\d` mean ASCII.
    ///
    /// ```
    /// use workbench::ask::{LineReader, TextLine};
    /// let reader = LineReader::new(Some(r"(?<count>\d+) leaves below (?<move>\S+)"), None).unwrap();
    /// let [TextLine::Move(mv, 20)] = &reader.read("20 leaves below e2e4")[..] else { panic!() };
    /// assert_eq!(mv.text, "e2e4");
    /// assert_eq!(reader.read("Nodes searched: 400"), [TextLine::Total(400)]);
    /// ```
    ///
    /// # Errors
    /// [`PatternError`] if a pattern is no regular expression or lacks groups.
    pub fn new(line: Option<&str>, total: Option<&str>) -> Result<LineReader, PatternError> {
        let line = line.map(|text| {
            let example = r"(?<move>\S+) has (?<count>\d+)";
            Pattern::new(
                text,
                2,
                "a group for the move and one for the count",
                example,
            )
        });
        let total = total.map(|text| {
            let example = r"leaves: (?<count>\d+)";
            Pattern::new(text, 1, "a group for the count", example)
        });
        Ok(LineReader {
            line: line.transpose()?,
            total: total.transpose()?,
        })
    }

    /// Whether the user has given a pattern.
    pub(super) fn is_custom(&self) -> bool {
        self.line.is_some() || self.total.is_some()
    }

    /// Reads one line: nothing if it has no meaning, and several parts if all moves are in one line.
    pub fn read(&self, line: &str) -> Vec<TextLine> {
        let total = self.total.as_ref().and_then(|pattern| pattern.total(line));
        let mut parts: Vec<TextLine> = match &self.line {
            Some(pattern) => pattern.moves(line),
            None => Vec::new(),
        };
        if let Some(total) = total {
            // Its number may be taken for that of a move, unless there are several.
            if parts.len() < 2 {
                parts.clear();
            }
            parts.push(TextLine::Total(total));
        }
        if parts.is_empty() {
            parts = TextLine::parts(line);
            parts.retain(|part| match part {
                TextLine::Move(..) | TextLine::Unreadable(_) => self.line.is_none(),
                TextLine::Total(_) => self.total.is_none(),
                TextLine::Refusal | TextLine::Noise => true,
            });
        }
        parts
    }
}

impl Pattern {
    fn new(
        text: &str,
        groups: usize,
        needed: &'static str,
        example: &'static str,
    ) -> Result<Pattern, PatternError> {
        // Without Unicode, the tables of its classes stay out of the binary.
        let regex = RegexBuilder::new(text).unicode(false).build()?;
        match regex.captures_len() > groups {
            true => Ok(Pattern(regex)),
            false => Err(PatternError::Groups {
                pattern: text.to_owned(),
                needed,
                example,
            }),
        }
    }

    /// The first match, and all others that are moves.
    fn moves(&self, line: &str) -> Vec<TextLine> {
        let read = |captures: Captures| {
            let count = number(group(&captures, "count", 2)?)?;
            let text = group(&captures, "move", 1)?;
            Some(match MoveText::read(text) {
                Some(mv) => TextLine::Move(mv, count),
                None => TextLine::Unreadable(count),
            })
        };
        let mut found = self.0.captures_iter(line.as_bytes());
        let first = found.next().and_then(read);
        let more = found.filter_map(read);
        let more = more.filter(|part| matches!(part, TextLine::Move(..)));
        match first {
            Some(first) => [first].into_iter().chain(more).collect(),
            None => Vec::new(),
        }
    }

    fn total(&self, line: &str) -> Option<i128> {
        let captures = self.0.captures(line.as_bytes())?;
        number(group(&captures, "count", 1)?)
    }
}

/// The group of this name, or else of this number.
fn group<'a>(captures: &Captures<'a>, name: &str, index: usize) -> Option<&'a str> {
    let found = captures.name(name).or_else(|| captures.get(index))?;
    std::str::from_utf8(found.as_bytes()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_with_named_and_numbered_groups() {
        for line in [
            r"move=(\w+) leaves=(-?\d+)",
            r"move=(?<move>\w+).*=(?<count>-?\d+)$",
        ] {
            let reader = LineReader::new(Some(line), Some(r"sum=(\S+)")).expect(line);
            match &reader.read("info move=e2e4 leaves=-20")[..] {
                [TextLine::Move(mv, count)] => assert_eq!((&*mv.text, *count), ("e2e4", -20)),
                other => panic!("{other:?}"),
            }
            assert_eq!(reader.read("sum=1,200"), [TextLine::Total(1200)]);
            // The known formats are not read beside them.
            assert_eq!(reader.read("e2e4: 20"), []);
            assert_eq!(reader.read("Nodes searched: 400"), []);
            assert_eq!(reader.read("move=e9 leaves=3"), [TextLine::Unreadable(3)]);
        }
    }

    #[test]
    fn a_pattern_can_match_several_moves_in_a_line() {
        let reader = LineReader::new(Some(r"(\w+)=(\d+)"), Some(r"sum (\d+)")).expect("patterns");
        let parts = reader.read("a2a3=1 b2b3=2 ms=7 sum 3");
        assert_eq!(parts.len(), 3, "{parts:?}");
        assert_eq!(parts[2], TextLine::Total(3));
    }

    #[test]
    fn wrong_patterns_are_refused() {
        let error = |line, total| {
            LineReader::new(line, total)
                .expect_err("refused")
                .to_string()
        };
        assert!(error(Some("("), None).contains("unclosed group"));
        assert!(error(Some(r"(\w+) \d+"), None).contains("needs a group for the move and one"));
        assert!(error(None, Some("leaves")).contains("needs a group for the count"));
    }
}
