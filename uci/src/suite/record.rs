//! Entries whose parts have names: the columns of a table, `key=value` pairs, and the objects of JSON.

use super::case::{Case, add_count, read_position};
use super::error::SuiteError;
use super::span::Span;

/// A part of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Name,
    Position,
    Depth,
    /// A count at the depth of the entry, or the counts at several depths.
    Count,
    /// A count at this depth.
    CountAt(u32),
}

impl Field {
    /// The part that has this name in the files of some program; `None` if it is none that a suite needs.
    pub(super) fn named(name: &str) -> Option<Field> {
        let name = name.to_ascii_lowercase();
        match name.as_str() {
            "name" | "id" | "title" | "label" | "description" | "comment" => Some(Field::Name),
            "fen" | "epd" | "position" => Some(Field::Position),
            "depth" => Some(Field::Depth),
            "nodes" | "node_count" | "count" | "counts" | "leaves" | "expected" | "perft"
            | "result" | "results" | "depths" => Some(Field::Count),
            _ => depth_of(&name).map(Field::CountAt),
        }
    }
}

/// The depth in `d4`, `depth4`, `depth_4`, `perft4` or `4`.
pub(super) fn depth_of(name: &str) -> Option<u32> {
    let digits = name.find(|c: char| c.is_ascii_digit())?;
    let (label, digits) = name.split_at(digits);
    let label = label.trim_end_matches(['_', ' ', '-']);
    let known = matches!(label, "" | "d" | "depth" | "perft");
    digits.parse().ok().filter(|_| known)
}

/// The parts of an entry.
#[derive(Default)]
pub(super) struct Record<'a> {
    name: Option<Span<'a>>,
    position: Option<Span<'a>>,
    depth: Option<Span<'a>>,
    count: Option<Span<'a>>,
    counts: Vec<(u32, Span<'a>)>,
}

impl<'a> Record<'a> {
    /// Sets a part. An empty one is missing: tables have empty cells where a depth was not counted.
    pub(super) fn set(&mut self, field: Field, text: Span<'a>) {
        if text.part.is_empty() {
            return;
        }
        match field {
            Field::Name => self.name = Some(text),
            Field::Position => self.position = Some(text),
            Field::Depth => self.depth = Some(text),
            Field::Count => self.count = Some(text),
            Field::CountAt(depth) => self.counts.push((depth, text)),
        }
    }

    /// The entry as a position with its counts.
    ///
    /// # Errors
    /// If it has no position or no count, a count without its depth, or a text that is none of these.
    pub(super) fn case(self, line: usize) -> Result<Case, SuiteError> {
        let missing = |what| SuiteError::Incomplete { line, what };
        let position = self.position.ok_or(missing("position (`fen`)"))?;
        let mut case = read_position(position, self.name.map(|name| name.part.to_owned()))?;
        case.line = line;
        match (self.depth, self.count) {
            (Some(depth), Some(count)) => add_count(depth, count, &mut case)?,
            (None, Some(_)) => return Err(missing("depth (`depth`)")),
            (Some(_), None) => return Err(missing("count (`nodes`)")),
            (None, None) => {}
        }
        for (depth, count) in self.counts {
            let depth = depth.to_string();
            add_count(Span::line(line, &depth), count, &mut case)?;
        }
        if case.expected.is_empty() {
            return Err(missing("count (`nodes`)"));
        }
        Ok(case)
    }
}
