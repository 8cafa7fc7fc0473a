//! Positions whose parts stand on lines of their own, as in YAML and TOML.
//!
//! ```text
//! - fen: FEN                 [[position]]
//!   depth: 3                 fen = "FEN"
//!   nodes: 8902              nodes = [20, 400, 8902]
//! ```

use std::sync::LazyLock;

use regex::Regex;

use super::brackets::Brackets;
use super::case::Queue;
use super::entry::{self, Group, Item, Value};
use super::error::SuiteError;
use super::forms;
use super::record::Field;
use super::span::Span;

/// A part on its own line, perhaps the first of a position.
static PART: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"^(- +)?["']?([A-Za-z_0-9][A-Za-z_0-9 ]*)["']? *(?:: +|:$|= *)(.*)$"#)
        .expect("a valid pattern")
});

/// The heading of a position, or what separates two: `[[position]]`, `[start]`, `---` or `-`.
static HEADING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:\[\[?[A-Za-z_][A-Za-z_0-9.-]*\]\]?|---|-)$").expect("a valid pattern")
});

/// Whether the line separates two positions.
pub(super) fn is_heading(line: Span<'_>) -> bool {
    HEADING.is_match(line.part)
}

/// The parts of a position so far.
#[derive(Default)]
pub(super) struct Fields {
    line: usize,
    items: Vec<Item>,
}

impl Fields {
    /// Reads a line. `false` if it is no part of such a position.
    pub(super) fn line(&mut self, line: Span<'_>, cases: &mut Queue) -> Result<bool, SuiteError> {
        if is_heading(line) {
            self.end(cases)?;
            return Ok(true);
        }
        let Some(parts) = PART.captures(line.part) else {
            return Ok(false);
        };
        let part = |index| parts.get(index).map_or("", |part| part.as_str());
        let (first, key, text) = (!part(1).is_empty(), part(2), part(3));
        let field = Field::named(key);
        if first {
            self.end(cases)?;
        }
        let value = match field {
            // The heading of a list, or something else about a position, but no position.
            None => {
                let inside = first || text.is_empty() || !self.items.is_empty();
                return Ok(inside && forms::after_position(line).is_none());
            }
            // Counts follow.
            Some(_) if text.is_empty() => return Ok(true),
            Some(Field::Name) => Value::Text(line.with(text).unquote().part.to_owned()),
            // The bracket is the pocket of crazyhouse.
            Some(Field::Position) if text.contains('[') => {
                Value::Text(line.with(text).unquote().part.to_owned())
            }
            Some(_) => Brackets::value(line.with(text))?,
        };
        if self
            .items
            .iter()
            .any(|item| item.key.as_deref() == Some(key))
        {
            self.end(cases)?;
        }
        if self.items.is_empty() {
            self.line = line.line;
        }
        self.items.push(Item {
            key: Some(key.to_owned()),
            value,
        });
        Ok(true)
    }

    /// Completes the position.
    pub(super) fn end(&mut self, cases: &mut Queue) -> Result<(), SuiteError> {
        let (line, items) = (self.line, std::mem::take(&mut self.items));
        if !items.is_empty() {
            cases.push(entry::read(&Group { line, items }, None, cases.rules)?);
        }
        Ok(())
    }
}
