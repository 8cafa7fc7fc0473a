//! Whole conversations, compared byte for byte with the files in `transcripts/`.
//!
//! | line           | meaning                                                                  |
//! |----------------|--------------------------------------------------------------------------|
//! | `## text`      | comment                                                                  |
//! | `$ ["a", "b"]` | the arguments (JSON)                                                     |
//! | `> text`       | a line of input; `\r`, `\t` and `\\` as in Rust                          |
//! | `>\| text`     | input without a line end                                                 |
//! | `^D`           | the end of input; without it, input ends after the last line             |
//! | `! text`       | a line of standard error, which is compared if there is any such line    |
//! | `= code`       | the exit code, 0 if left out                                             |
//! | anything else  | the next line of output                                                  |
//!
//! In expected lines `{version}` stands for the version of this package, `{any}` for one word, and
//! `{rest}` for the rest of the line, which may be empty. A line `{infos}` stands for any number of
//! lines of a search that begin with `info depth`.

use std::fs;
use std::path::Path;

use crate::uci_driver::{Engine, transcripts};

#[test]
fn every_transcript() {
    let mut files: Vec<_> = fs::read_dir(transcripts())
        .expect("the folder is there")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    assert!(files.len() >= 60, "only {} transcripts found", files.len());
    let failures: Vec<String> = files.iter().filter_map(|path| play(path).err()).collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

fn play(path: &Path) -> Result<(), String> {
    // A checkout on Windows may have changed the line ends.
    let text = fs::read_to_string(path)
        .expect("a text")
        .replace("\r\n", "\n")
        .replace("{version}", env!("CARGO_PKG_VERSION"));
    let arguments: Vec<String> = text
        .lines()
        .find_map(|line| line.strip_prefix("$ "))
        .map(|json| serde_json::from_str(json).expect("arguments are a JSON array"))
        .unwrap_or_default();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut engine = Engine::start(&arguments);
    let mut errors = Vec::new();
    let mut code = 0;
    let mut ahead: Option<String> = None;
    for (index, line) in text.lines().enumerate() {
        let fail = |what: String| format!("{}:{}: {what}", path.display(), index + 1);
        if line.starts_with("## ") || line.starts_with("$ ") {
        } else if line == "^D" {
            engine.close();
        } else if let Some(input) = line.strip_prefix(">| ") {
            engine.send_bytes(unescape(input).as_bytes());
        } else if let Some(input) = line.strip_prefix('>') {
            engine.send(&unescape(input.strip_prefix(' ').unwrap_or(input)));
        } else if let Some(error) = line.strip_prefix('!') {
            errors.push(error.strip_prefix(' ').unwrap_or(error));
        } else if let Some(number) = line.strip_prefix("= ") {
            code = number.parse().expect("an exit code");
        } else if line == "{infos}" {
            while let Some(got) = engine.line() {
                if !got.starts_with("info depth") {
                    ahead = Some(got);
                    break;
                }
            }
        } else {
            let got = ahead.take().or_else(|| engine.line());
            let got =
                got.ok_or_else(|| fail(format!("expected {line:?}, the output has ended")))?;
            if !got.strip_suffix('\n').is_some_and(|got| matches(line, got)) {
                return Err(fail(format!("expected {line:?}, got {got:?}")));
            }
        }
    }
    let fail = |what: String| format!("{}: {what}", path.display());
    let (rest, stderr, exit) = engine.finish();
    let rest = ahead.unwrap_or_default() + &rest;
    if !rest.is_empty() {
        return Err(fail(format!("unexpected output: {rest:?}")));
    }
    if exit != Some(code) {
        return Err(fail(format!(
            "exit code {exit:?}, expected {code}; standard error: {stderr}"
        )));
    }
    let same = stderr.lines().count() == errors.len()
        && stderr
            .lines()
            .zip(&errors)
            .all(|(got, expected)| matches(expected, got));
    if !errors.is_empty() && !same {
        return Err(fail(format!(
            "standard error {stderr:?}, expected {errors:?}"
        )));
    }
    Ok(())
}

fn unescape(text: &str) -> String {
    let mut plain = String::new();
    let mut chars = text.chars();
    while let Some(letter) = chars.next() {
        plain.push(match letter {
            '\\' => match chars.next() {
                Some('r') => '\r',
                Some('t') => '\t',
                Some('\\') => '\\',
                other => panic!("unknown escape {other:?} in {text:?}"),
            },
            letter => letter,
        });
    }
    plain
}

/// Whether `got` is `expected`, where `{any}` stands for one word and `{rest}` for all the rest.
fn matches(expected: &str, got: &str) -> bool {
    if let Some(before) = expected.strip_suffix("{rest}") {
        return got.starts_with(before);
    }
    let Some((before, after)) = expected.split_once("{any}") else {
        return expected == got;
    };
    let Some(rest) = got.strip_prefix(before) else {
        return false;
    };
    let end = rest.find(' ').unwrap_or(rest.len());
    // More of the pattern may follow the word directly, such as a closing bracket.
    (1..=end)
        .rev()
        .any(|end| rest.is_char_boundary(end) && matches(after, &rest[end..]))
}
