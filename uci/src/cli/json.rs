//! The shape of everything that is printed under `--json`.
//!
//! The output is JSON Lines: one object per line, without line breaks inside. Every object has a
//! `"type"`. The last line has the type `"result"` and these fields:
//!
//! | field | value |
//! | --- | --- |
//! | `command` | the subcommand, such as `"suite"` |
//! | `status` | `"ok"`, `"disagreement"`, `"interrupted"`, `"incomplete"` or `"error"`, for the exit codes 0, 1, 130, 75 and 2 |
//! | `complete` | whether everything was done that was asked for |
//! | `error` | the message; only with the status `"error"` |
//!
//! and the fields of the command. Counts of leaves are strings of decimal digits, because they may
//! exceed what a JSON number holds exactly (2^53).

use std::fmt;

use serde_json::{Map, Value};

use super::exit::Exit;

/// One line of output, built field by field. Displayed, it is a compact object without a line end.
///
/// Fields keep the order in which they are added; a field that is added twice keeps its first place
/// and its last value.
#[derive(Clone, Debug)]
pub(crate) struct Line(Map<String, Value>);

impl Line {
    /// A line of this type, which is not the last one.
    pub(crate) fn new(kind: &str) -> Line {
        Line(Map::new()).field("type", kind)
    }

    /// A line of this type with these fields, which is not the last one.
    pub(crate) fn with(kind: &str, fields: Map<String, Value>) -> Line {
        Line::new(kind).fields(fields)
    }

    /// The last line of a command that ends like this.
    pub(crate) fn result(command: &str, exit: Exit) -> Line {
        Line::new("result")
            .field("command", command)
            .field("status", exit.status())
            .field("complete", matches!(exit, Exit::Done | Exit::Disagreement))
    }

    /// The last line of a command that has no answer, for this reason.
    pub(crate) fn failure(command: &str, error: impl ToString) -> Line {
        Line::result(command, Exit::Failed).field("error", error.to_string())
    }

    /// Adds a field: a text, a number, a boolean, a list of these, or an option (`null` if it is
    /// none).
    pub(crate) fn field(mut self, name: &str, value: impl Into<Value>) -> Line {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// Adds fields in their order.
    pub(crate) fn fields<N: AsRef<str>>(
        self,
        fields: impl IntoIterator<Item = (N, Value)>,
    ) -> Line {
        let add = |line: Line, (name, value): (N, Value)| line.field(name.as_ref(), value);
        fields.into_iter().fold(self, add)
    }

    /// Adds a field if there is a value.
    pub(crate) fn optional(self, name: &str, value: Option<impl Into<Value>>) -> Line {
        match value {
            Some(value) => self.field(name, value),
            None => self,
        }
    }

    /// Adds a count of leaves, as decimal digits.
    pub(crate) fn count(self, name: &str, count: u128) -> Line {
        self.field(name, count.to_string())
    }
}

impl From<Line> for Value {
    fn from(line: Line) -> Value {
        Value::Object(line.0)
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = serde_json::to_string(&self.0).map_err(|_| fmt::Error)?;
        f.write_str(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_compact_object() {
        let line = Line::new("disagreement")
            .field("text", "two\nlines \"quoted\"")
            .field("list", ["a", "b"])
            .field("absent", None::<u32>)
            .optional("left_out", None::<u32>)
            .optional("there", Some(3))
            .count("leaves", u128::MAX);
        assert_eq!(
            line.to_string(),
            r#"{"type":"disagreement","text":"two\nlines \"quoted\"","list":["a","b"],"absent":null,"there":3,"leaves":"340282366920938463463374607431768211455"}"#
        );
    }

    #[test]
    fn the_last_line_says_how_it_ended() {
        let of = |exit| Line::result("suite", exit).to_string();
        assert_eq!(
            of(Exit::Done),
            r#"{"type":"result","command":"suite","status":"ok","complete":true}"#
        );
        assert_eq!(
            of(Exit::Disagreement),
            r#"{"type":"result","command":"suite","status":"disagreement","complete":true}"#
        );
        assert_eq!(
            of(Exit::Interrupted),
            r#"{"type":"result","command":"suite","status":"interrupted","complete":false}"#
        );
        assert_eq!(
            Line::failure("suite", "no memory").to_string(),
            r#"{"type":"result","command":"suite","status":"error","complete":false,"error":"no memory"}"#
        );
    }

    #[test]
    fn a_later_value_replaces_an_earlier_one() {
        let line = Line::result("suite", Exit::Done).field("complete", false);
        assert!(line.to_string().ends_with(r#""complete":false}"#));
    }
}
