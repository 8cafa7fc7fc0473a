//! Suites in JSON: arrays, lines or a tree of objects with a position and its counts.

use std::collections::VecDeque;

use serde_json::{Map, Value};

use super::case::Case;
use super::error::{JsonError, MAX_OBJECT, SuiteError};
use super::record::{Field, Record};
use super::span::Span;

/// Reads a text of JSON line by line, and object by object.
#[derive(Default)]
pub(super) struct Json {
    /// The object so far; empty between objects.
    object: String,
    /// The line on which it begins.
    line: usize,
    open: usize,
    quoted: bool,
    escaped: bool,
}

impl Json {
    /// Whether a file that begins with this line is JSON.
    pub(super) fn begins_with(line: &str) -> bool {
        let inner = line.trim_start_matches(['[', ' ']);
        match inner.strip_prefix('{') {
            Some(inner) => {
                let inner = inner.trim_start();
                let key = inner.strip_prefix('"').and_then(|key| key.split_once('"'));
                inner.is_empty() || key.is_some_and(|(_, rest)| rest.trim_start().starts_with(':'))
            }
            None => inner.is_empty() && line.starts_with('['),
        }
    }

    /// Reads one line, and adds the positions of the objects that end in it.
    pub(super) fn line(
        &mut self,
        number: usize,
        text: &str,
        cases: &mut VecDeque<Case>,
    ) -> Result<(), SuiteError> {
        for letter in text.chars().chain(['\n']) {
            if self.open == 0 {
                match letter {
                    '{' => self.line = number,
                    '[' | ']' | ',' => continue,
                    letter if letter.is_whitespace() => continue,
                    letter => return Err(at(number, JsonError::Between(letter))),
                }
            }
            self.object.push(letter);
            self.count_braces(letter);
            if self.open == 0 {
                let value = serde_json::from_str(&self.object);
                let value: Value = value.map_err(|error| at(self.line, error.into()))?;
                self.object.clear();
                add_cases(&value, self.line, cases)?;
            } else if self.object.len() > MAX_OBJECT {
                return Err(at(self.line, JsonError::TooLong));
            }
        }
        Ok(())
    }

    fn count_braces(&mut self, letter: char) {
        if self.escaped {
            self.escaped = false;
            return;
        }
        match letter {
            '"' => self.quoted = !self.quoted,
            '\\' => self.escaped = self.quoted,
            '{' if !self.quoted => self.open += 1,
            '}' if !self.quoted => self.open -= 1,
            _ => {}
        }
    }

    /// Reads the end of the text.
    pub(super) fn end(&self) -> Result<(), SuiteError> {
        match self.open {
            0 => Ok(()),
            _ => Err(at(self.line, JsonError::Unfinished)),
        }
    }
}

fn at(line: usize, reason: JsonError) -> SuiteError {
    SuiteError::Json { line, reason }
}

/// Adds the position of an object, or those of the objects in it.
fn add_cases(value: &Value, line: usize, cases: &mut VecDeque<Case>) -> Result<(), SuiteError> {
    let is_position = |key: &String| Field::named(key) == Some(Field::Position);
    match value {
        Value::Object(fields) if fields.keys().any(is_position) => {
            cases.push_back(read_object(fields, line)?);
            Ok(())
        }
        Value::Object(fields) => {
            let before = cases.len();
            let mut inner = fields
                .values()
                .filter(|value| value.is_object() || value.is_array());
            inner.try_for_each(|value| add_cases(value, line, cases))?;
            match cases.len() == before {
                true => Err(SuiteError::Incomplete {
                    line,
                    what: "position (`fen`)",
                }),
                false => Ok(()),
            }
        }
        Value::Array(values) => values
            .iter()
            .try_for_each(|value| add_cases(value, line, cases)),
        _ => Err(SuiteError::Incomplete {
            line,
            what: "position (`fen`)",
        }),
    }
}

/// An object with a position.
fn read_object(fields: &Map<String, Value>, line: usize) -> Result<Case, SuiteError> {
    let mut texts: Vec<(Field, String)> = Vec::new();
    for (key, value) in fields {
        match (Field::named(key), value) {
            (None, _) | (_, Value::Null) => {}
            (Some(Field::Count), counts @ (Value::Array(_) | Value::Object(_))) => {
                texts.extend(read_counts(counts, line)?);
            }
            (Some(field), value) => texts.push((field, text(value))),
        }
    }
    let mut record = Record::default();
    for (field, text) in &texts {
        record.set(*field, Span::line(line, text));
    }
    record.case(line)
}

/// Several counts: `[20, 400]`, `{"1": 20}` or `[{"depth": 1, "nodes": 20}]`.
fn read_counts(counts: &Value, line: usize) -> Result<Vec<(Field, String)>, SuiteError> {
    let missing = |what| SuiteError::Incomplete { line, what };
    let (mut texts, mut depth) = (Vec::new(), 0);
    let no_values = Vec::new();
    for count in counts.as_array().unwrap_or(&no_values) {
        depth += 1;
        let Value::Object(fields) = count else {
            texts.push((Field::CountAt(depth), text(count)));
            continue;
        };
        let find = |wanted| {
            fields
                .iter()
                .find(|(key, _)| Field::named(key) == Some(wanted))
        };
        let (_, own) = find(Field::Depth).ok_or(missing("depth (`depth`)"))?;
        let (_, count) = find(Field::Count).ok_or(missing("count (`nodes`)"))?;
        let own = own.as_u64().and_then(|depth| u32::try_from(depth).ok());
        texts.push((
            Field::CountAt(own.ok_or(missing("depth (`depth`)"))?),
            text(count),
        ));
    }
    for (key, count) in counts.as_object().into_iter().flatten() {
        match Field::named(key) {
            Some(field @ Field::CountAt(_)) => texts.push((field, text(count))),
            _ => return Err(missing("depth (`depth`)")),
        }
    }
    Ok(texts)
}

/// A number or text as it stands in the file.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}
