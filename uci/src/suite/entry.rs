//! The meaning of what stands in brackets: which group is a position, and which of its items are counts.

use movegen::chess::variant::Rules;

use super::case::Case;
use super::error::SuiteError;
use super::record::{Field, Record};
use super::span::Span;

/// A value in brackets.
pub(super) enum Value {
    /// In quotes.
    Text(String),
    /// Numbers and names.
    Word(String),
    Group(Group),
}

/// A value, and its key if it has one.
pub(super) struct Item {
    pub(super) key: Option<String>,
    pub(super) value: Value,
}

/// The items between two brackets, the first of which stands in this line.
pub(super) struct Group {
    pub(super) line: usize,
    pub(super) items: Vec<Item>,
}

/// Words that say that there is no value.
const NOTHING: [&str; 8] = [
    "null",
    "nullptr",
    "NULL",
    "None",
    "nil",
    "true",
    "false",
    "undefined",
];

/// The largest depth in a pair of numbers.
const MAX_PAIRED_DEPTH: u32 = 15;

impl Item {
    fn field(&self) -> Option<Field> {
        Field::named(self.key.as_deref()?)
    }

    fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) | Value::Word(text) => Some(text),
            Value::Group(_) => None,
        }
    }

    /// The number that it is.
    fn number(&self) -> Option<&str> {
        self.text().and_then(number)
    }
}

/// A number without the letters that end it in C, Java, Rust and JavaScript: `20ULL`, `20L`, `20u64`, `20n`.
fn number(text: &str) -> Option<&str> {
    let text = text.trim();
    let end = text.find(|letter: char| !letter.is_ascii_digit() && !"_',".contains(letter));
    let (digits, suffix) = text.split_at(end.unwrap_or(text.len()));
    let known = [
        "", "u", "l", "ul", "ull", "ll", "lu", "llu", "n", "u64", "i64", "u32", "i32", "u128",
        "usize",
    ];
    let is_number = digits.starts_with(|first: char| first.is_ascii_digit());
    let known = known.contains(&&*suffix.to_ascii_lowercase());
    // `20_u64`
    (is_number && known).then(|| digits.trim_end_matches('_'))
}

/// Whether a text is a position: a board has eight ranks, and perhaps a pocket as a ninth one.
pub(super) fn is_position(text: &str) -> bool {
    let board = text.split_ascii_whitespace().next().unwrap_or("");
    board == "startpos" || matches!(board.matches('/').count(), 7 | 8)
}

/// Whether one of the items is a position.
pub(super) fn has_position(group: &Group) -> bool {
    group
        .items
        .iter()
        .any(|item| match (&item.key, item.text()) {
            (Some(_), Some(_)) => item.field() == Some(Field::Position),
            (None, Some(text)) => is_position(text),
            (_, None) => false,
        })
}

/// Refuses a group without a position that has values: they would not be checked. Values with a key may describe the
/// positions of the group.
pub(super) fn check_unused(group: &Group) -> Result<(), SuiteError> {
    for item in &group.items {
        match &item.value {
            Value::Group(inner) if inner.items.is_empty() => {}
            Value::Group(inner) => {
                check_unused(inner)?;
                return Err(no_position(inner.line));
            }
            Value::Text(_) | Value::Word(_) if item.key.is_none() => {
                return Err(no_position(group.line));
            }
            Value::Text(_) | Value::Word(_) => {}
        }
    }
    Ok(())
}

fn no_position(line: usize) -> SuiteError {
    SuiteError::Incomplete {
        line,
        what: "position (`fen`)",
    }
}

/// A position as key, and its counts as value.
pub(super) fn read_pair(
    item: Item,
    line: usize,
    rules: &'static dyn Rules,
) -> Result<Case, SuiteError> {
    let position = Item {
        key: None,
        value: Value::Text(item.key.unwrap_or_default()),
    };
    let counts = Item {
        key: None,
        value: item.value,
    };
    let items = vec![position, counts];
    read(&Group { line, items }, None, rules)
}

/// Reads a group with a position. The key of the group names the position if nothing else does.
pub(super) fn read(
    group: &Group,
    key: Option<&str>,
    rules: &'static dyn Rules,
) -> Result<Case, SuiteError> {
    let line = group.line;
    let span = |text| Span::line(line, text);
    let mut record = Record::default();
    for item in &group.items {
        match (&item.key, &item.value) {
            (_, Value::Word(word)) if NOTHING.contains(&&**word) => {}
            (Some(_), Value::Group(inner)) => match item.field() {
                Some(field @ (Field::Depth | Field::Count)) => {
                    add_counts(field, inner, &mut record)?;
                }
                Some(Field::Name | Field::CorpusKey) => {}
                Some(Field::Links) => record
                    .links
                    .extend(inner.items.iter().filter_map(Item::text)),
                Some(Field::Position | Field::CountAt(_)) => return Err(stray(inner)),
                // Counts that say what they are count under any name.
                None if inner.items.iter().any(|item| pair_of_keys(item).is_some()) => {
                    add_counts(Field::Count, inner, &mut record)?;
                }
                None => {}
            },
            (Some(_), Value::Text(text) | Value::Word(text)) => {
                if let Some(field) = item.field() {
                    let text = number(text).unwrap_or(text);
                    record.set(field, span(text))?;
                }
            }
            (None, Value::Group(inner)) => add_counts(Field::Count, inner, &mut record)?,
            (None, Value::Text(text) | Value::Word(text)) => match number(text) {
                Some(number) => record.numbers.push(span(number)),
                None if is_position(text) => record.set(Field::Position, span(text))?,
                None if matches!(item.value, Value::Text(_)) => {
                    record.set(Field::Name, span(text))?;
                }
                None => return Err(span(text).stray()),
            },
        }
    }
    if let Some(key) = key {
        record.name.get_or_insert(span(key));
    }
    record.case(line, rules)
}

/// Adds the counts in a group: a list from depth 1 on, pairs, a map from depths, or groups with a depth and a count.
fn add_counts<'a>(
    field: Field,
    group: &'a Group,
    record: &mut Record<'a>,
) -> Result<(), SuiteError> {
    let span = |text| Span::line(group.line, text);
    let mut list = Vec::new();
    for item in &group.items {
        match (item.field(), item.text()) {
            (None, Some(text)) if item.key.is_none() => {
                list.push(span(number(text).unwrap_or(text)));
            }
            (Some(at @ Field::CountAt(_)), Some(text)) if field == Field::Count => {
                record.set(at, span(number(text).unwrap_or(text)))?;
            }
            (None, None) if field == Field::Count => {
                let pair = pair_of_keys(item).or_else(|| pair(item));
                let (depth, count) = pair.ok_or_else(|| stray(group))?;
                record.set(Field::CountAt(depth), span(count))?;
            }
            _ => return Err(stray(group)),
        }
    }
    record.set_list(field, list)
}

/// `{"depth": 1, "nodes": 20}`
fn pair_of_keys(item: &Item) -> Option<(u32, &str)> {
    let Value::Group(group) = &item.value else {
        return None;
    };
    let find = |field| {
        let mut items = group.items.iter();
        items.find(|item| item.field() == Some(field))?.number()
    };
    Some((find(Field::Depth)?.parse().ok()?, find(Field::Count)?))
}

/// `(1, 20)`
fn pair(item: &Item) -> Option<(u32, &str)> {
    let Value::Group(group) = &item.value else {
        return None;
    };
    match &group.items[..] {
        [depth, count] if item.key.is_none() && depth.key.is_none() && count.key.is_none() => {
            // A larger number is no depth: perhaps the count stands first.
            let depth = depth.number()?.parse().ok()?;
            (depth <= MAX_PAIRED_DEPTH).then_some((depth, count.number()?))
        }
        _ => None,
    }
}

/// The error for a group in which no counts can be recognized.
fn stray(group: &Group) -> SuiteError {
    let found = group.items.first().map_or("", |item| match &item.value {
        Value::Text(text) | Value::Word(text) => text,
        Value::Group(_) => "a list",
    });
    Span::line(group.line, found).stray()
}
