//! Tables in brackets, as JSON and source code have them.
//!
//! ```text
//! [{"fen": "FEN", "nodes": [20, 400]}]                  JSON
//! {"start", "FEN", 3, 8902},                            a row of a table in source code
//! Case { fen: "FEN", counts: &[(1, 20), (2, 400)] },    a structure, with the name of its type
//! { .fen = "FEN", .depth = 3, .nodes = 8902ULL },
//! "FEN": {1: 20, 2: 400},                               a map from positions to counts
//! ```

use std::sync::LazyLock;

use movegen::chess::variant::Standard;
use regex::Regex;

use super::case::{Case, Queue};
use super::entry::{self, Group, Item, Value};
use super::error::{MAX_ENTRY, SuiteError, SyntaxError};
use super::span::Span;

/// The largest number of brackets in each other.
const MAX_OPEN: usize = 64;

/// A declaration up to its value: `const CASES: [(&str, u64); 2] =`.
static DECLARATION: LazyLock<Regex> = LazyLock::new(|| {
    let value = r"(?:(?:new +|[&@.]|[A-Za-z_][A-Za-z0-9_.:!<>\[\]]* *)*[\[({].*)?";
    Regex::new(&format!(
        r#"^[A-Za-z_][^"{{}}]*?[^"{{}}=!<>] *= *({value})$"#
    ))
    .expect("a valid pattern")
});

/// A bracket with the name of its type, and perhaps a key before it: `new Case(`, `&[`, `.{`, `Case {`, `"start": (`.
static BRACKET: LazyLock<Regex> = LazyLock::new(|| {
    let key = r#"(?:"[^"]*"|'[^']*') *(?::|=>?) *"#;
    let name = "(?:new +)?[&@.]*(?:[A-Za-z_][A-Za-z0-9_.:!<>]*)?";
    Regex::new(&format!(r"^(?:- +)?(?:{key})?{name}(?:[\[(]| *\{{)")).expect("a valid pattern")
});

/// Reads a table line by line. A position is complete at its closing bracket, so a table may have any size.
#[derive(Default)]
pub(super) struct Brackets {
    line: usize,
    /// The text outside of all brackets, and then one entry for each open bracket.
    open: Vec<Open>,
    /// Whether a declaration ended with its line, so that its value must follow.
    declared: bool,
    in_comment: bool,
    /// The bytes since the last complete position.
    size: usize,
}

/// A bracket that is not closed, and the item that is being read.
#[derive(Default)]
struct Open {
    close: Option<char>,
    line: usize,
    items: Vec<Item>,
    key: Option<String>,
    value: Option<Value>,
    /// Whether a position was in it.
    has_positions: bool,
}

impl Brackets {
    /// The table that begins with this line, and the part of the line that belongs to it.
    pub(super) fn beginning_with(line: &str) -> Option<(Brackets, &str)> {
        let (declared, text) = match DECLARATION.captures(line) {
            Some(parts) if !BRACKET.is_match(line) => (true, parts.get(1)?.as_str()),
            // An element of a list in YAML.
            _ if BRACKET.is_match(line) => (false, line.strip_prefix("- ").unwrap_or(line)),
            _ => return None,
        };
        let table = Brackets {
            open: vec![Open::default()],
            declared,
            ..Brackets::default()
        };
        Some((table, text))
    }

    /// Reads one line, and adds the positions that are complete.
    pub(super) fn line(
        &mut self,
        number: usize,
        text: &str,
        cases: &mut Queue,
    ) -> Result<(), SuiteError> {
        self.line = number;
        self.size += text.len() + 1;
        if self.size > MAX_ENTRY {
            return Err(self.error(SyntaxError::TooLong));
        }
        self.letters(text, cases)?;
        // Outside of brackets a line end separates.
        match self.open.len() {
            1 if !self.declared => self.end_item(cases),
            _ => Ok(()),
        }
    }

    /// A single value: a text, a number or a list.
    pub(super) fn value(text: Span<'_>) -> Result<Value, SuiteError> {
        let mut table = Brackets {
            line: text.line,
            ..Brackets::default()
        };
        let mut cases = Queue::new(&Standard);
        table.letters(text.part, &mut cases)?;
        table.end()?;
        let value = table.inner().value.take();
        value
            .filter(|_| cases.is_empty())
            .ok_or_else(|| text.stray())
    }

    /// Reads the letters of one line.
    fn letters(&mut self, text: &str, cases: &mut Queue) -> Result<(), SuiteError> {
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            if self.in_comment {
                let Some(end) = rest.find("*/") else { break };
                self.in_comment = false;
                rest = &rest[end + 2..];
                continue;
            }
            let after = &rest[letter.len_utf8()..];
            rest = match letter {
                '/' if after.starts_with('/') => break,
                '/' if after.starts_with('*') => {
                    self.in_comment = true;
                    &after[1..]
                }
                '#' => break,
                '"' | '\'' | '`' => {
                    let unclosed = self.error(SyntaxError::Unclosed);
                    let (text, after) = quoted(after, letter).ok_or(unclosed)?;
                    self.put(Value::Text(text))?;
                    after
                }
                '[' | '{' | '(' => {
                    self.opened(letter)?;
                    after
                }
                ']' | '}' | ')' => {
                    self.closed(letter, cases)?;
                    after
                }
                ',' | ';' => {
                    self.end_item(cases)?;
                    after
                }
                ':' | '=' => {
                    self.end_key()?;
                    after.strip_prefix('>').unwrap_or(after)
                }
                '&' | '@' | '\\' => after,
                letter if letter.is_whitespace() => after,
                _ => self.word(rest)?,
            };
        }
        Ok(())
    }

    /// Whether the table goes on in the next line.
    pub(super) fn is_open(&self) -> bool {
        self.declared || self.in_comment || self.open.len() > 1
    }

    /// Reads the end of the text.
    pub(super) fn end(&self) -> Result<(), SuiteError> {
        match self.is_open() {
            true => Err(SuiteError::Syntax {
                line: self.open.last().map_or(self.line, |open| open.line.max(1)),
                reason: SyntaxError::Unfinished,
            }),
            false => Ok(()),
        }
    }

    fn error(&self, reason: SyntaxError) -> SuiteError {
        SuiteError::Syntax {
            line: self.line,
            reason,
        }
    }

    /// The innermost open bracket.
    fn inner(&mut self) -> &mut Open {
        if self.open.is_empty() {
            self.open.push(Open::default());
        }
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    /// Reads a word or a number, and returns what follows.
    fn word<'a>(&mut self, text: &'a str) -> Result<&'a str, SuiteError> {
        let end = word_end(text);
        let (word, rest) = text.split_at(end);
        match word.chars().next() {
            None => {
                let letter = text.chars().next().unwrap_or_default();
                return Err(self.error(SyntaxError::Unexpected(letter.to_string())));
            }
            // A prefix of a text in quotes, such as `L"..."`.
            Some(first) if rest.starts_with('"') && word.len() <= 2 && !first.is_ascii_digit() => {}
            Some(_) => self.put(Value::Word(word.to_owned()))?,
        }
        Ok(rest)
    }

    /// Puts a text or a word where a value stands.
    fn put(&mut self, value: Value) -> Result<(), SuiteError> {
        let slot = &mut self.inner().value;
        let joined = match (slot.take(), value) {
            (None, value) => value,
            // A FEN without quotes.
            (Some(Value::Word(before)), Value::Word(word)) => {
                Value::Word(format!("{before} {word}"))
            }
            // `[]Case{...}`
            (Some(Value::Group(group)), Value::Word(word)) if group.items.is_empty() => {
                Value::Word(word)
            }
            // `"...".to_owned()`
            (Some(Value::Text(text)), Value::Word(word)) if word.starts_with('.') => {
                Value::Text(text)
            }
            (_, Value::Text(found) | Value::Word(found)) => {
                return Err(self.error(SyntaxError::Unexpected(found)));
            }
            (_, value) => value,
        };
        self.inner().value = Some(joined);
        Ok(())
    }

    fn opened(&mut self, bracket: char) -> Result<(), SuiteError> {
        if self.open.len() > MAX_OPEN {
            return Err(self.error(SyntaxError::TooDeep));
        }
        self.declared = false;
        let slot = &mut self.inner().value;
        if let Some(Value::Word(word)) = slot {
            // The name of a type or function.
            if word.starts_with(|first: char| first.is_ascii_digit()) {
                let word = word.clone();
                return Err(self.error(SyntaxError::Unexpected(word)));
            }
            *slot = None;
        }
        let close = match bracket {
            '[' => ']',
            '{' => '}',
            _ => ')',
        };
        self.open.push(Open {
            close: Some(close),
            line: self.line,
            ..Open::default()
        });
        Ok(())
    }

    fn closed(&mut self, bracket: char, cases: &mut Queue) -> Result<(), SuiteError> {
        self.end_item(cases)?;
        let open = match self.open.pop() {
            Some(open) if open.close == Some(bracket) => open,
            _ => return Err(self.error(SyntaxError::Unexpected(bracket.to_string()))),
        };
        let group = Group {
            line: open.line,
            items: open.items,
        };
        if entry::has_position(&group) {
            let key = self.inner().key.clone();
            self.complete(entry::read(&group, key.as_deref(), cases.rules)?, cases);
            let parent = self.inner();
            parent.value = None;
            parent.key = None;
            return Ok(());
        }
        if open.has_positions {
            entry::check_unused(&group)?;
            let parent = self.inner();
            parent.has_positions = true;
            parent.value = None;
            parent.key = None;
            return Ok(());
        }
        match &self.inner().value {
            // `"...".to_owned()`
            Some(Value::Text(_)) if group.items.is_empty() => {}
            None => self.inner().value = Some(Value::Group(group)),
            // `new long[] {...}`
            Some(Value::Group(before)) if before.items.is_empty() => {
                self.inner().value = Some(Value::Group(group));
            }
            _ => return Err(self.error(SyntaxError::Unexpected(bracket.to_string()))),
        }
        Ok(())
    }

    fn complete(&mut self, case: Case, cases: &mut Queue) {
        cases.push(case);
        self.size = 0;
        self.inner().has_positions = true;
    }

    fn end_key(&mut self) -> Result<(), SuiteError> {
        let open = self.inner();
        match (open.key.take(), open.value.take()) {
            (None, Some(Value::Text(key) | Value::Word(key))) => {
                // A field of Zig or a designated initializer of C: `.fen = `.
                open.key = Some(key.trim_start_matches('.').to_owned());
                Ok(())
            }
            _ => Err(self.error(SyntaxError::Unexpected(":".to_owned()))),
        }
    }

    fn end_item(&mut self, cases: &mut Queue) -> Result<(), SuiteError> {
        let line = self.line;
        let outside = self.open.len() == 1;
        let open = self.inner();
        let item = match (open.key.take(), open.value.take()) {
            (None, None) => return Ok(()),
            (Some(key), None) => return Err(self.error(SyntaxError::NoValue(key))),
            (key, Some(value)) => Item { key, value },
        };
        if item.key.as_deref().is_some_and(entry::is_position) {
            let case = entry::read_pair(item, line, cases.rules)?;
            self.complete(case, cases);
        } else if outside {
            let items = vec![item];
            entry::check_unused(&Group { line, items })?;
        } else {
            open.items.push(item);
        }
        Ok(())
    }
}

/// The end of the word at the start of the text. `Case::new` and `8'902` are words.
fn word_end(text: &str) -> usize {
    let mut end = 0;
    loop {
        let rest = &text[end..];
        let next = rest.chars().next();
        let before = text[..end].chars().next_back();
        let digits =
            |letter: Option<char>| letter.is_some_and(|letter: char| letter.is_ascii_digit());
        end += match next {
            Some('/') if rest[1..].starts_with(['/', '*']) => return end,
            Some(letter) if letter.is_alphanumeric() || "_.-+/!<>*".contains(letter) => {
                letter.len_utf8()
            }
            Some(':') if end > 0 && rest[1..].starts_with(':') => 2,
            Some('\'') if digits(before) && digits(rest[1..].chars().next()) => 1,
            _ => return end,
        };
    }
}

/// The text up to a quote, without its escapes, and what follows.
fn quoted(text: &str, quote: char) -> Option<(String, &str)> {
    let mut inside = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => match letters.next()?.1 {
                'n' | 't' | 'r' => inside.push(' '),
                'u' => {
                    let digits = text.get(at + 2..at + 6)?;
                    let code = u32::from_str_radix(digits, 16).ok()?;
                    inside.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                    letters.nth(3)?;
                }
                other => inside.push(other),
            },
            letter if letter == quote => return Some((inside, &text[at + letter.len_utf8()..])),
            letter => inside.push(letter),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_at_the_first_other_letter() {
        for (text, word) in [
            ("Case::new(1)", "Case::new"),
            ("::new", ""),
            ("depth: 3", "depth"),
            ("8'902, 1", "8'902"),
            ("'e4'", ""),
            ("e4'5", "e4'5"),
            ("20// nodes", "20"),
        ] {
            assert_eq!(&text[..word_end(text)], word, "{text}");
        }
    }
}
