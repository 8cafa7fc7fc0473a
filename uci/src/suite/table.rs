//! Tables of positions and counts with a heading, such as CSV files.

use super::case::Case;
use super::error::SuiteError;
use super::record::{Field, Record};
use super::span::Span;

/// The separators of columns.
const SEPARATORS: [char; 4] = [',', ';', '\t', '|'];

/// The heading of a table: the meaning of each column.
pub(super) struct Heading {
    separator: char,
    fields: Vec<Option<Field>>,
}

impl Heading {
    /// The heading that a line is: names of columns, one of them that of the position. Other columns may have any
    /// names, and are not read.
    pub(super) fn of(line: Span<'_>) -> Option<Heading> {
        let separator = SEPARATORS
            .into_iter()
            .find(|&separator| line.part.contains(separator))?;
        let fields: Vec<_> = cells(line, separator)
            .map(|cell| Field::named(cell.part))
            .collect();
        let is_count = |field: &Field| matches!(field, Field::Count | Field::CountAt(_));
        let complete = fields.contains(&Some(Field::Position))
            && fields.iter().flatten().any(is_count)
            && !line.part.contains('/');
        complete.then_some(Heading { separator, fields })
    }

    /// Reads a line of the table.
    pub(super) fn read(&self, line: Span<'_>) -> Result<Case, SuiteError> {
        let mut record = Record::default();
        let mut found = 0;
        for (index, cell) in cells(line, self.separator).enumerate() {
            found += 1;
            if let Some(Some(field)) = self.fields.get(index) {
                record.set(*field, cell);
            }
        }
        if found > self.fields.len() {
            return Err(SuiteError::Columns {
                line: line.line,
                found,
                allowed: self.fields.len(),
            });
        }
        record.case(line.line)
    }
}

/// The cells of a line, without the quotes around them.
fn cells(line: Span<'_>, separator: char) -> impl Iterator<Item = Span<'_>> {
    let mut quoted = false;
    line.split_by(move |letter| {
        quoted ^= letter == '"';
        letter == separator && !quoted
    })
    .map(|cell| cell.trim().unquote())
}
