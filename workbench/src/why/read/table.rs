//! Tables with a heading: which column has which numbers.

use super::names::{Column, Role, column};
use super::words::{Word, words};

/// A heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    separator: Separator,
    columns: Vec<Column>,
}

/// What separates cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Separator {
    Mark(char),
    Blanks,
}

/// What a row says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Row {
    /// The depth, if the table has this column.
    pub(super) depth: Option<u32>,
    /// The root move, if the table has this column.
    pub(super) mv: Option<String>,
    /// Numbers, with the kind of leaves, or `None` for all.
    pub(super) numbers: Vec<(Role, Option<&'static str>, i128)>,
    /// Numbers of leaves by depth, if each depth has a column.
    pub(super) by_depth: Vec<(u32, i128)>,
}

/// The columns of the Chess Programming Wiki.
const WIKI: [Column; 10] = [
    Column::Depth,
    Column::Nodes(Role::Unknown),
    Column::Kind("captures"),
    Column::Kind("en_passant"),
    Column::Kind("castles"),
    Column::Kind("promotions"),
    Column::Kind("checks"),
    Column::Kind("discovered"),
    Column::Kind("double"),
    Column::Kind("checkmates"),
];

impl Table {
    /// Reads a heading; `None` if the line is none.
    pub(super) fn heading(line: &str) -> Option<Table> {
        ['|', ';', '\t', ',']
            .into_iter()
            .filter(|mark| line.contains(*mark))
            .map(Separator::Mark)
            .chain([Separator::Blanks])
            .find_map(|separator| Table::of(line, separator))
    }

    /// A table without a heading that has as many columns as those of the Chess Programming Wiki.
    pub(super) fn of_wiki() -> Table {
        Table {
            separator: Separator::Blanks,
            columns: WIKI.to_vec(),
        }
    }

    fn of(line: &str, separator: Separator) -> Option<Table> {
        let read: Vec<Option<Column>> = match separator {
            Separator::Mark(mark) => cells(line, mark).into_iter().map(column).collect(),
            Separator::Blanks => by_blanks(line)?.into_iter().map(Some).collect(),
        };
        let known = read.iter().flatten();
        let is_counted = |it: &&Column| matches!(it, Column::Nodes(_) | Column::Kind(_));
        let is_place = |it: &&Column| matches!(it, Column::Depth | Column::Position | Column::Move);
        let is_at_depth = |it: &&Column| matches!(it, Column::AtDepth(_));
        let depths = known.clone().filter(is_at_depth).count();
        let counted = known.clone().filter(is_counted).count() + depths;
        let placed = known.clone().filter(is_place).count();
        let unknown = read.len() - known.clone().count();
        // `My engine:` is no heading of two columns.
        let kinds = known
            .clone()
            .filter(|it| matches!(it, Column::Kind(_)))
            .count();
        if separator == Separator::Blanks && placed == 0 && kinds < 2 {
            return None;
        }
        let strange = if separator == Separator::Mark('|') {
            2
        } else {
            usize::from(placed > 0)
        };
        let numbers = words(line)
            .iter()
            .filter(|word| word.number().is_some())
            .count();
        let is_heading = numbers == 0 || numbers <= depths && depths > 1;
        if counted == 0 || counted + placed < 2 || unknown > strange || !is_heading {
            return None;
        }
        // `Depth | Sjeng | Stockfish`
        let has = |wanted: Role| read.contains(&Some(Column::Nodes(wanted)));
        let is_got = has(Role::Expected) && !has(Role::Got) && !has(Role::Unknown) && unknown == 1;
        let other = if is_got {
            Column::Nodes(Role::Got)
        } else {
            Column::Ignored
        };
        Some(Table {
            separator,
            columns: read.into_iter().map(|it| it.unwrap_or(other)).collect(),
        })
    }

    /// Reads a row. `line` is without its position. `None` if it does not fit.
    pub(super) fn row(&self, line: &str) -> Option<Row> {
        let mut row = Row::default();
        let without_position: Vec<Column>;
        let (cells, mut columns): (Vec<&str>, &[Column]) = match self.separator {
            Separator::Mark(mark) => (cells(line, mark), &self.columns),
            Separator::Blanks => {
                let is_cell = |cell: &&str| cell.chars().any(char::is_alphanumeric);
                (
                    line.split_whitespace().filter(is_cell).collect(),
                    &self.columns,
                )
            }
        };
        if cells.len() + 1 == columns.len() && columns.contains(&Column::Position) {
            let others = columns.iter().filter(|it| **it != Column::Position);
            without_position = others.copied().collect();
            columns = &without_position;
        }
        if cells.len() != columns.len() {
            return None;
        }
        for (cell, column) in cells.into_iter().zip(columns) {
            row.add(cell, *column);
        }
        (!row.numbers.is_empty() || !row.by_depth.is_empty()).then_some(row)
    }
}

impl Row {
    fn add(&mut self, cell: &str, column: Column) {
        let found = words(cell);
        let numbers: Vec<i128> = found.iter().filter_map(Word::number).collect();
        match (column, &numbers[..]) {
            (Column::Depth, [depth, ..]) => self.depth = u32::try_from(*depth).ok(),
            (Column::Move, _) => {
                self.mv = first_move(&found);
            }
            (Column::Nodes(role), [number]) => {
                self.numbers.push((role, None, *number));
                // `e2e4: 20 | e2e4: 21`
                self.mv = self.mv.take().or_else(|| first_move(&found));
            }
            (Column::AtDepth(depth), [number]) => self.by_depth.push((depth, *number)),
            (Column::Kind(kind), [number]) => {
                self.numbers.push((Role::Unknown, Some(kind), *number));
            }
            // `8000 (8902)`
            (Column::Nodes(Role::Unknown), [got, expected]) => {
                self.numbers.push((Role::Unknown, None, *got));
                self.numbers.push((Role::Unknown, None, *expected));
            }
            _ => {}
        }
    }
}

fn first_move(words: &[Word]) -> Option<String> {
    words.iter().find_map(|word| match word {
        Word::Move(text) => Some(text.clone()),
        _ => None,
    })
}

/// The cells of a line.
fn cells(line: &str, mark: char) -> Vec<&str> {
    let line = line.trim();
    let line = match mark {
        '|' => line.strip_prefix('|').unwrap_or(line),
        _ => line,
    };
    let line = match mark {
        '|' => line.strip_suffix('|').unwrap_or(line),
        _ => line,
    };
    line.split(mark).map(str::trim).collect()
}

/// The columns of a heading with blanks between them, each of one to three words; `None` if some word is
/// none.
fn by_blanks(line: &str) -> Option<Vec<Column>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.len() > 20 {
        return None;
    }
    let mut columns = Vec::new();
    let mut rest = &words[..];
    while !rest.is_empty() {
        let length = (1..=rest.len().min(2)).rev().find(|length| {
            let cell = rest[..*length].join(" ");
            match column(&cell) {
                // `Nodes Captures` are two columns.
                Some(Column::Kind(_)) => true,
                Some(_) => *length == 1,
                None => false,
            }
        })?;
        columns.push(column(&rest[..length].join(" "))?);
        rest = &rest[length..];
    }
    Some(columns)
}

/// Whether the line only separates rows: `|---|---|`, `+----+`, `======`.
pub(super) fn is_rule(line: &str) -> bool {
    line.chars()
        .all(|letter| "|+-=_:~* ─│┼┌┐└┘├┤┬┴═║".contains(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables() {
        for (heading, line, depth, numbers) in [
            (
                "Depth | Nodes | Captures",
                "3 | 8,902 | 34",
                Some(3),
                &[8902, 34][..],
            ),
            (
                "| Depth | mine | Stockfish |",
                "| 3 | 8000 | 8902 |",
                Some(3),
                &[8000, 8902],
            ),
            (
                "Depth | Sjeng | Stockfish",
                "3 | 8067 | 8068",
                Some(3),
                &[8067, 8068],
            ),
            (
                "Depth Nodes Captures E.p. Castles",
                "3 8902 34 0 0",
                Some(3),
                &[8902, 34, 0, 0],
            ),
            (
                "Depth\tNodes\tDiscovery Checks",
                "3\t8902\t0",
                Some(3),
                &[8902, 0],
            ),
            (
                "FEN;depth;expected;actual",
                " ;3;8902;8000",
                Some(3),
                &[8902, 8000],
            ),
            ("depth,expected,got", "3,8902,8000", Some(3), &[8902, 8000]),
            (
                "      depth       nodes    checks    captures",
                "   3       79666       384        3159",
                Some(3),
                &[79666, 384, 3159],
            ),
            ("Move | Mine | Theirs", "e2e4 | 20 | 21", None, &[20, 21]),
            ("Position,foo,nodes", " ,x,8902", None, &[8902]),
        ] {
            let table = Table::heading(heading).expect(heading);
            let row = table.row(line).expect(line);
            let found: Vec<i128> = row.numbers.iter().map(|number| number.2).collect();
            assert_eq!((row.depth, &found[..]), (depth, numbers), "{heading}");
        }
        let table = Table::heading("Depth | Sjeng | Stockfish").expect("a heading");
        let row = table.row("3 | 8067 | 8068").expect("a row");
        assert_eq!(row.numbers[0].0, Role::Got);
    }

    #[test]
    fn sentences_are_no_headings() {
        for line in [
            "I get the wrong total, what is the right count?",
            "my perft results are wrong",
            "Depth",
            "expected:",
            "mine, stockfish and me walk into a bar",
            "Nodes searched",
            "nodes,captures,foo",
            "Position,foo,nodes,bar",
        ] {
            assert_eq!(Table::heading(line), None, "{line}");
        }
    }
}
