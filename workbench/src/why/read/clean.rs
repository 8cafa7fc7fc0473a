//! The lines of a text without the decoration of terminals, forums and test runners.

use std::collections::HashMap;

use super::words::{Word, words};
use crate::ask::without_fixed_blanks;

/// A line that is not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Its number in the text, from 1.
    pub(super) number: usize,
    /// The line as it was written, without blanks around it.
    pub(super) written: String,
    /// The line without decoration.
    pub(super) text: String,
}

/// This many lines with the same number in front have it from a test runner, as in `90: a2a3 8457`.
const FEWEST_NUMBERED: usize = 3;

/// Splits a text into lines. ANSI escapes, byte order marks, carriage returns, quotation marks of
/// mails, the asterisks and backticks of Markdown and what test runners write in front are left out.
pub(super) fn lines(text: &str) -> Vec<Line> {
    let text = text.trim_start_matches('\u{feff}');
    let text = text.replace("\r\n", "\n");
    let lines: Vec<(&str, usize)> = text.split(['\n', '\r']).zip(1..).collect();
    let mut lines: Vec<Line> = sides_of_diff(lines)
        .into_iter()
        .map(|(line, number)| Line {
            number,
            written: line.trim().to_owned(),
            text: plain(line),
        })
        .filter(|line| !line.text.is_empty())
        .collect();
    let mut times: HashMap<String, usize> = HashMap::new();
    for line in &lines {
        if let Some((number, _)) = runner_number(&line.text) {
            *times.entry(number.to_owned()).or_default() += 1;
        }
    }
    for line in &mut lines {
        if let Some((number, rest)) = runner_number(&line.text)
            && times[number] >= FEWEST_NUMBERED
        {
            line.text = rest.to_owned();
        }
    }
    lines
}

/// The number in front of a line and the rest, for `90: a2a3 8457`. A depth of a table comes once.
fn runner_number(line: &str) -> Option<(&str, &str)> {
    let (number, rest) = line.split_once(": ")?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some((number, rest.trim()))
}

/// A line without decoration.
fn plain(line: &str) -> String {
    let line = without_escapes(&without_fixed_blanks(line));
    let mut rest = line.trim();
    // `> > text`, and `> | Depth | Nodes |`
    while let Some(quoted) = rest.strip_prefix('>') {
        rest = quoted.trim_start();
    }
    let rest = rest.replace("**", "").replace(['`', '\u{200b}'], "");
    let rest = rest
        .trim()
        .trim_start_matches("* ")
        .trim_start_matches("~~~");
    rest.trim_start_matches("- ").trim().to_owned()
}

/// The two sides of a diff of divides one after the other, with the lines that both have in each.
fn sides_of_diff(lines: Vec<(&str, usize)>) -> Vec<(&str, usize)> {
    let is_counted = |rest: &str| {
        let found = words(rest);
        matches!(found.first(), Some(Word::Move(_))) && found.iter().any(|it| it.number().is_some())
    };
    let begins = |mark: char| {
        let mut lines = lines.iter();
        lines.any(|(line, _)| line.strip_prefix(mark).is_some_and(is_counted))
    };
    let marks = [('-', '+'), ('<', '>')];
    let Some((one, other)) = marks.into_iter().find(|it| begins(it.0) && begins(it.1)) else {
        return lines;
    };
    let side = |mark: char, without: char| {
        let kept = lines
            .iter()
            .filter(move |(line, _)| !line.starts_with(without));
        kept.map(move |(line, number)| (line.trim_start_matches(mark), *number))
    };
    // A heading of no words ends the first divide.
    side(one, other)
        .chain([(".", 1)])
        .chain(side(other, one))
        .collect()
}

/// The line without escape sequences of terminals and other control characters. Tabs stay.
fn without_escapes(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => {
                if letters.next_if_eq(&'[').is_some() {
                    // Parameters, and the letter that ends them.
                    while letters
                        .next_if(|next| !('@'..='~').contains(next))
                        .is_some()
                    {}
                    letters.next();
                }
            }
            '\u{a0}' | '\u{2007}' | '\u{2009}' | '\u{202f}' => plain.push(' '),
            '−' | '–' | '—' => plain.push('-'),
            '\t' => plain.push('\t'),
            letter if letter.is_control() => {}
            letter => plain.push(letter),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<(usize, String)> {
        let lines = lines(text).into_iter();
        lines.map(|line| (line.number, line.text)).collect()
    }

    #[test]
    fn decoration_is_left_out() {
        for (text, number, line) in [
            ("\u{feff}Nodes: 20", 1, "Nodes: 20"),
            ("\u{1b}[1;31mNodes\u{1b}[0m: 20", 1, "Nodes: 20"),
            ("\r\n\r\nNodes: 20\r\n", 3, "Nodes: 20"),
            ("\n> > Nodes: 20", 2, "Nodes: 20"),
            ("I get **20**, not `21`", 1, "I get 20, not 21"),
            ("197\u{202f}742", 1, "197742"),
            ("```\nNodes: 20\n```", 2, "Nodes: 20"),
        ] {
            assert_eq!(texts(text), [(number, line.to_owned())], "{text:?}");
        }
    }

    #[test]
    fn a_number_in_front_of_several_lines_is_left_out() {
        let lines = texts("90: a2a3 8457\n90: Nodes: 8457\n90: Checks: 3\n");
        assert_eq!(lines[1].1, "Nodes: 8457");
        let lines = texts("1: 20\n2: 400\n3: 8902\n");
        assert_eq!(lines[1].1, "2: 400");
    }
}
