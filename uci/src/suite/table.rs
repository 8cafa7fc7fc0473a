//! Tables of positions and counts with a heading, such as CSV files.

use movegen::chess::variant::Rules;

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
    pub(super) fn read(
        &self,
        line: Span<'_>,
        rules: &'static dyn Rules,
    ) -> Result<Case, SuiteError> {
        let mut record = Record::default();
        let cells: Vec<Span<'_>> = cells(line, self.separator).collect();
        let more = cells.len() > self.fields.len();
        // Counts from depth 1 on may have one heading: `fen,nodes`.
        let list = match self.fields.last() {
            Some(Some(Field::Count)) if more && !self.fields.contains(&Some(Field::Depth)) => {
                self.fields.len() - 1
            }
            _ if more => {
                return Err(SuiteError::Columns {
                    line: line.line,
                    found: cells.len(),
                    allowed: self.fields.len(),
                });
            }
            _ => self.fields.len(),
        };
        for (field, &cell) in self.fields[..list].iter().zip(&cells) {
            if let Some(field) = field {
                record.set(*field, cell)?;
            }
        }
        let filled = cells.iter().skip(list).filter(|cell| !cell.part.is_empty());
        record.set_list(Field::Count, filled.copied().collect())?;
        record.case(line.line, rules)
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
