//! The words of a line: numbers, moves, words and the marks between them.

use crate::ask::{MoveText, number};

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A number that can be a count.
    Number(i128),
    /// A move, as it was written.
    Move(String),
    /// A number of another kind: `0.25`, `+3`, `#207`, `10:45`, `50%`.
    Other,
    /// Anything else, in lower case.
    Text(String),
    /// What separates words: one of `( ) [ ] { } < > = : ; , / | ?` or a dash. The end of a sentence is a dot.
    Mark(char),
}

impl Word {
    /// Whether it is this word.
    pub(super) fn is(&self, text: &str) -> bool {
        matches!(self, Word::Text(word) if word == text)
    }

    /// The number that can be a count.
    pub(super) fn number(&self) -> Option<i128> {
        match self {
            Word::Number(number) => Some(*number),
            _ => None,
        }
    }
}

/// A negative number is a difference, unless it is as large as a count that has overflowed.
const LEAST_OVERFLOW: i128 = 1000;

/// Marks that are words of their own wherever they stand outside of numbers and moves.
const MARKS: &str = "()[]{}<>=:;,/|?!";

/// Splits a line into words.
pub(super) fn words(line: &str) -> Vec<Word> {
    let mut found = Vec::new();
    for chunk in line.split_whitespace() {
        split(chunk, &mut found);
    }
    found
}

/// Splits what stands between two blanks.
fn split(chunk: &str, found: &mut Vec<Word>) {
    let chunk = chunk.trim_matches(['"', '\'', '*', '~', '“', '”', '’', '‘']);
    if chunk.is_empty() {
        return;
    }
    let castling = chunk.trim_end_matches(|letter| MARKS.contains(letter));
    if castling == "0-0" || castling == "0-0-0" {
        found.push(Word::Move(castling.replace('0', "O")));
        found.extend(chunk[castling.len()..].chars().map(Word::Mark));
        return;
    }
    if let Some(word) = whole(chunk) {
        let ends_sentence = chunk.ends_with('.') && !matches!(word, Word::Mark(_));
        found.push(word);
        if ends_sentence {
            found.push(Word::Mark('.'));
        }
        let last = chunk.chars().next_back().filter(|_| chunk.len() > 1);
        if let Some(mark) = last.filter(|last| ";,?".contains(*last)) {
            found.push(Word::Mark(mark));
        }
        return;
    }
    // `e7e8=Q:` has marks behind the move.
    let bare = chunk.trim_end_matches(|letter| MARKS.contains(letter));
    if bare.len() < chunk.len()
        && let Some(word @ (Word::Move(_) | Word::Other)) = whole(bare)
    {
        found.push(word);
        found.extend(chunk[bare.len()..].chars().map(Word::Mark));
        return;
    }
    // A mark at the beginning, at the end or within: `perft(4)=197742`, `e2e4:20`, `<8902>`.
    let is_thousands = |at: usize| {
        let is_other = |letter: char| !letter.is_ascii_digit() && letter != ',';
        let before = chunk[..at].rsplit(is_other).next().unwrap_or_default();
        let after = chunk[at..].split(is_other).next().unwrap_or_default();
        let begins = |text: &str| text.starts_with(|next: char| next.is_ascii_digit());
        after.strip_prefix(',').is_some_and(begins) && number(&[before, after].concat()).is_some()
    };
    let mark = chunk
        .char_indices()
        .find(|(at, letter)| MARKS.contains(*letter) && !is_thousands(*at));
    if let Some((at, letter)) = mark {
        split(&chunk[..at], found);
        found.push(Word::Mark(letter));
        split(&chunk[at + 1..], found);
        return;
    }
    // `1.e4`
    if let Some((number, mv)) = chunk.split_once('.')
        && !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && let Some(mv @ Word::Move(_)) = whole(mv.trim_start_matches('.'))
    {
        found.extend([Word::Other, mv]);
        return;
    }
    let bare = chunk.trim_end_matches('.');
    if bare.is_empty() {
        found.push(Word::Mark('.'));
        return;
    }
    let text = bare.replace('’', "'").to_ascii_lowercase();
    // `D3`, `perft4`: the depth belongs to the word.
    let digits = text.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    let label = &text[..text.len() - digits.len()];
    let is_label = matches!(
        label,
        "perft" | "depth" | "ply" | "d" | "depth-" | "perft-" | "perft_"
    );
    match digits.parse::<u8>() {
        Ok(depth) if is_label => {
            let label = label.trim_end_matches(['-', '_']);
            found.extend([Word::Text(label.to_owned()), Word::Number(depth.into())]);
        }
        _ if text.starts_with(|first: char| first.is_ascii_digit()) => {
            found.push(with_unit(&text));
        }
        _ => found.push(Word::Text(text)),
    }
    if bare.len() < chunk.len() && bare != "e.p" {
        found.push(Word::Mark('.'));
    }
}

/// `8902L` of Java is a number, `12ms` is none.
fn with_unit(text: &str) -> Word {
    let bare = ["ull", "ul", "ll", "l", "u", "u64", "_u64", "i64", "n"]
        .iter()
        .find_map(|suffix| number(text.strip_suffix(suffix)?));
    bare.map_or(Word::Other, Word::Number)
}

/// What is one word in spite of its marks.
fn whole(chunk: &str) -> Option<Word> {
    let only = |mark: char| Some(Word::Mark(mark));
    match chunk {
        "-" | "--" | "->" | "=>" | "→" => return only('-'),
        "==" | "!=" | "=" | "===" | "≠" => return only('='),
        "." | "..." | "…" => return only('.'),
        "|" | "||" => return only('|'),
        _ => {}
    }
    let is_signed = chunk.starts_with(['+', '#', 'Δ']) && chunk.len() > 1;
    if is_signed || chunk.ends_with('%') || is_source_line(chunk) {
        return Some(Word::Other);
    }
    let bare = chunk.trim_end_matches(['?', '!']);
    if let Some(number) = number(bare) {
        let is_other = is_decimal(bare) || (-LEAST_OVERFLOW..0).contains(&number);
        return Some(match is_other {
            true => Word::Other,
            false => Word::Number(number),
        });
    }
    if is_other_number(bare) {
        return Some(Word::Other);
    }
    // `e2e4:` and `e2e4=20` have a mark behind the move.
    let read = MoveText::read(chunk)?;
    (read.text != "0000" || chunk == "0000").then(|| Word::Move(chunk.to_owned()))
}

/// Whether it is a place in a source file: `src/perft.rs:42:9:`.
fn is_source_line(chunk: &str) -> bool {
    let mut parts = chunk.trim_end_matches(':').split(':');
    let ending = parts.next().and_then(|file| Some(file.rsplit_once('.')?.1));
    let mut numbers = parts.peekable();
    ending.is_some_and(|it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_alphabetic()))
        && numbers.peek().is_some()
        && numbers.all(|it| it.parse::<u32>().is_ok())
}

/// Whether the one dot of `0.125` and `12.345` is a decimal point. `197.281` separates thousands.
fn is_decimal(word: &str) -> bool {
    word.trim_end_matches(['.', ',', ';']).starts_with("0.")
}

/// `0.25`, `10:45`, `12.5s`, `2024-01-29`, `1-4`: digits with marks that are no count.
fn is_other_number(word: &str) -> bool {
    let word = word.trim_end_matches(['.', ',', ';']);
    let is_shaped = word
        .bytes()
        .all(|byte| byte.is_ascii_digit() || b".:-".contains(&byte));
    let marks = word.bytes().filter(|byte| b".:-".contains(byte)).count();
    let starts = word.starts_with(|first: char| first.is_ascii_digit());
    let ends = word.ends_with(|last: char| last.is_ascii_digit());
    // Seconds can have a fraction.
    let whole = word.split_once('.').map_or(word, |(whole, _)| whole);
    let is_time = whole.contains(':') && whole.split(':').all(|part| part.len() == 2);
    starts && ends && is_shaped && marks > 0 && (is_time || !word.contains(':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(line: &str) -> Vec<i128> {
        words(line).iter().filter_map(Word::number).collect()
    }

    #[test]
    fn counts_in_many_spellings() {
        for (line, expected) in [
            (
                "I get 197742, it should be 197281.",
                &[197_742, 197_281][..],
            ),
            (
                "197,742 or 197'742 or 197_742",
                &[197_742, 197_742, 197_742],
            ),
            ("perft(4)=197742", &[4, 197_742]),
            ("Perft(cr,1) = 20", &[1, 20]),
            ("expected:<8902> but was:<8000>", &[8902, 8000]),
            ("D3 8902; depth4: 197281", &[3, 8902, 4, 197_281]),
            (
                "14,191,2812,43240 1,234,567",
                &[14, 191, 2812, 43240, 1_234_567],
            ),
            ("e2e4:20 d2d4=21", &[20, 21]),
            ("Nodes: -894967296", &[-894_967_296]),
            ("assertEquals(8902L, 8000)", &[8902, 8000]),
            (
                "took 0.23 s, 12.5s, 10:45, 1:02:03, 2024-01-29, 50%, #207, +3",
                &[],
            ),
            ("depths 1-4, C++17, x64, 12Mnps, v1.2.3, 10x12", &[]),
            (
                "[2024-05-11 12:30:45.123] move_test.go:268: src/perft.rs:42:9: (-1)",
                &[],
            ),
        ] {
            let found = numbers(line);
            // Of `1:02:03`, single digits may stay; no count is that small.
            let found: Vec<i128> = found
                .into_iter()
                .filter(|number| {
                    line.contains("perft")
                        || line.contains("Perft")
                        || line.contains('D')
                        || number.abs() > 3
                })
                .collect();
            assert_eq!(found, expected, "{line}");
        }
    }

    #[test]
    fn moves_are_words() {
        for (line, mv) in [
            ("e2e4: 20", "e2e4"),
            ("(e7e8=Q) 3", "e7e8=Q"),
            ("after 1.e4", "e4"),
            ("O-O: 3", "O-O"),
            ("0-0-0: 3", "O-O-O"),
            ("d5-d6 (P quiet) 41", "d5-d6"),
        ] {
            let moves = words(line).into_iter().find_map(|word| match word {
                Word::Move(text) => Some(text),
                _ => None,
            });
            assert_eq!(moves.as_deref(), Some(mv), "{line}");
        }
    }
}
