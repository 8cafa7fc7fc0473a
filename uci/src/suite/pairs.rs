//! Entries of `key=value` pairs: `name="start" fen="..." depth=1 nodes=20`.

use std::sync::LazyLock;

use movegen::chess::variant::Rules;
use regex::Regex;

use super::case::Case;
use super::error::SuiteError;
use super::record::{Field, Record};
use super::span::Span;

/// A pair and what separates it from the next one.
static PAIR: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"^([A-Za-z_0-9]+) *[=:] *("[^"]*"|'[^']*'|[^ ,;]+)[ ,;]*"#)
        .expect("a valid pattern")
});

/// Reads a line of pairs, one of which is the position; `None` if it is no such line.
pub(super) fn read(line: Span<'_>, rules: &'static dyn Rules) -> Option<Result<Case, SuiteError>> {
    let mut record = Record::default();
    let (mut rest, mut has_position, mut pairs) = (line.part, false, 0);
    while !rest.is_empty() {
        pairs += 1;
        let pair = PAIR.captures(rest)?;
        let (_, [key, value]) = pair.extract();
        if let Some(field) = Field::named(key) {
            has_position |= field == Field::Position;
            if let Err(error) = record.set(field, line.with(value).unquote()) {
                return Some(Err(error));
            }
        }
        rest = &rest[pair.get_match().end()..];
    }
    // A part on a line of its own is for `fields`.
    (has_position && pairs > 1).then(|| record.case(line.line, rules))
}
