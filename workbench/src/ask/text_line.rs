//! Reads one line of a divide in the formats of many programs.

use super::digit_groups as group;
use super::move_text::{MoveText, looks_like_move};

/// One line of a divide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextLine {
    /// `e2e4: 20`. A count is negative if a 32-bit or 64-bit counter of the program has overflowed.
    Move(MoveText, i128),
    /// `Nodes searched: 400`
    Total(i128),
    /// A total that is marked as invalid.
    Refusal,
    /// A move in an unknown notation, with a count.
    Unreadable(i128),
    /// Anything else.
    Noise,
}

/// A number after one of these words is a total.
const BEFORE_TOTAL: [&str; 9] = [
    "nodes", "node", "total", "searched", "leaves", "leafs", "count", "result", "visited",
];

/// These words can stand between a move and its count.
const BETWEEN: [&str; 11] = [
    "-", "=", "->", "=>", "|", "nodes", "Nodes", "leaves", "perft", "e.p.", "ep",
];

/// A number before one of these words is a time, or rounded.
const UNITS: [&str; 15] = [
    "s", "sec", "secs", "second", "seconds", "ms", "msec", "msecs", "us", "ns", "min", "minutes",
    "k", "m", "million",
];

impl TextLine {
    /// Understands `e2e4: 20`, `e2e4 20`, `e2e4 - 20`, `1. e7e8=Q = 20`, `Nf3 20`,
    /// `move: e2e4  nodes: 20`, `Move 1 : e2e4 20` and similar; totals as `Nodes searched: 400`,
    /// `Total: 400`, `perft 2: 400`, `Test Complete : 400 nodes visited`, `400 nodes` or `400` alone.
    /// Lines that begin with `info` are noise. Of several moves in one line, this is the first.
    ///
    /// ```
    /// use workbench::ask::TextLine;
    /// let TextLine::Move(mv, 20) = TextLine::of("     move: e2e4  nodes: 20") else { panic!() };
    /// assert_eq!(mv.text, "e2e4");
    /// assert_eq!(TextLine::of("Total nodes: 4,865,609"), TextLine::Total(4_865_609));
    /// assert_eq!(TextLine::of("Nodes per second: 5000"), TextLine::Noise);
    /// assert_eq!(TextLine::of("e7e8p: 1"), TextLine::Unreadable(1));
    /// ```
    pub fn of(line: &str) -> TextLine {
        let mut parts = TextLine::parts(line).into_iter();
        parts.next().unwrap_or(TextLine::Noise)
    }

    /// All parts of a line with a meaning: usually one, none of noise, and several if all moves are in
    /// one line.
    pub(super) fn parts(line: &str) -> Vec<TextLine> {
        // `e8(Q)`
        let line = ["N", "B", "R", "Q"]
            .iter()
            .fold(group::without_fixed_blanks(line), |line, piece| {
                line.replace(&format!("({piece})"), &format!("={piece}"))
            });
        let words: Vec<&str> = line
            // A prompt can stand before the first line of an answer.
            .trim_start_matches(['>', ' ', '\t'])
            .split(|c: char| c.is_whitespace() || ":()\"{}[]".contains(c))
            .filter(|word| !word.is_empty() && *word != ",")
            .collect();
        if words
            .first()
            .is_none_or(|word| word.eq_ignore_ascii_case("info"))
        {
            return Vec::new();
        }
        if let Some(parts) = several_moves(&words) {
            return parts;
        }
        if let Some(read) = move_and_count(&words) {
            let only = only_move_with_total(&words, &read);
            return [read].into_iter().chain(only).collect();
        }
        match total(&words) {
            Some(_) if line.contains("incomplete") || line.contains("rejected") => {
                vec![TextLine::Refusal]
            }
            Some(total) => vec![TextLine::Total(total)],
            None => Vec::new(),
        }
    }
}

fn is_move(word: &str) -> bool {
    let bare = word.rsplit_once('=').map_or(word, |(text, _)| text);
    MoveText::read(word).is_some() || MoveText::read(bare).is_some()
}

/// `a2a3: 1 b2b3: 1`, perhaps with a total before or after the moves. `None` unless each move has a
/// count, and the moves have equally many words: `e2e4 20 pv e7e5` is one move.
fn several_moves(words: &[&str]) -> Option<Vec<TextLine>> {
    let is_word = |word: &&&str| !word.eq_ignore_ascii_case("move");
    let words: Vec<&str> = words.iter().filter(is_word).copied().collect();
    let starts: Vec<usize> = (0..words.len()).filter(|&at| is_move(words[at])).collect();
    let (&first, &last) = (starts.first()?, starts.last()?);
    let segments = starts
        .windows(2)
        .map(|pair| match &words[pair[0]..pair[1]] {
            // The number of the next move, or what separates them.
            [segment @ .., last] if (last.ends_with('.') || *last == "|") && segment.len() > 1 => {
                segment
            }
            segment => segment,
        });
    let length = segments.clone().next()?.len();
    if segments.clone().any(|segment| segment.len() != length) || words.len() - last < length {
        return None;
    }
    let read = |segment: &[&str]| match move_and_count(segment) {
        Some(found @ TextLine::Move(..)) => Some(found),
        _ => None,
    };
    let moves: Option<Vec<TextLine>> = segments.chain([&words[last..]]).map(read).collect();
    let total_of = |words: Option<&[&str]>| words.and_then(total).map(TextLine::Total);
    let before = total_of(Some(&words[..first]).filter(|words| words.len() > 1));
    let after = total_of(words.get(last + 2..).filter(|words| words.len() > 1));
    Some(before.into_iter().chain(moves?).chain(after).collect())
}

/// The total after the only move of a line, `a2a3: 1 total: 1`, if it is the count of this move.
fn only_move_with_total(words: &[&str], read: &TextLine) -> Option<TextLine> {
    let TextLine::Move(_, count) = read else {
        return None;
    };
    let at = words.iter().position(|word| is_move(word))?;
    let after = words.get(at + 2..).filter(|words| words.len() > 1)?;
    let found = total(after)?;
    (found == *count).then_some(TextLine::Total(found))
}

fn move_and_count(words: &[&str]) -> Option<TextLine> {
    let is_null = |word: &str| word == "0000";
    let numbered = |word: &str| word.trim_end_matches('.').parse::<u32>().is_ok() && !is_null(word);
    let words = match words {
        [word, rest @ ..] if word.eq_ignore_ascii_case("move") => rest,
        _ => words,
    };
    let (&first, mut rest) = match words {
        [number, rest @ ..] if numbered(number) => rest.split_first()?,
        _ => words.split_first()?,
    };
    while let [word, more @ ..] = rest
        && BETWEEN.contains(word)
    {
        rest = more;
    }
    let count = count_at(rest, 0);
    if let (Some(mv), Some(count)) = (MoveText::read(first), count) {
        return Some(TextLine::Move(mv, count));
    }
    // `e2e4=20`
    if let Some((text, count)) = first.rsplit_once('=')
        && let (Some(mv), Some(count)) = (MoveText::read(text), number(count))
    {
        return Some(TextLine::Move(mv, count));
    }
    // `e7e8p: 1`, with nothing after the count: a sentence is no move.
    match rest {
        [_] if looks_like_move(first) => count.map(TextLine::Unreadable),
        _ => None,
    }
}

fn total(words: &[&str]) -> Option<i128> {
    if let [alone] = words {
        return number(alone);
    }
    let words: Vec<String> = words
        .iter()
        .filter(|word| !matches!(**word, "=" | "-" | "->" | "=>" | "|"))
        .map(|word| word.trim_matches(['.', ';', '=', ',']).to_ascii_lowercase())
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let is_total = |word: &str| BEFORE_TOTAL.contains(&word);
    if let [first, second, ..] = words[..] {
        // `400 nodes`, and `perft 2: 400`, whose first number is the depth.
        if let (Some(count), true) = (number(first), is_total(second)) {
            return Some(count);
        }
        if first == "perft" && number(second).is_some() {
            return count_at(&words, 2);
        }
    }
    // `400 nodes visited`
    let visited = words
        .windows(3)
        .find(|three| is_total(three[1]) && is_total(three[2]) && number(three[0]).is_some());
    if let Some(three) = visited {
        return number(three[0]);
    }
    (1..words.len()).find_map(|at| is_total(words[at - 1]).then(|| count_at(&words, at))?)
}

/// The count at this place: a number without a unit.
fn count_at(words: &[&str], at: usize) -> Option<i128> {
    let unit = words.get(at + 1).map(|word| word.to_ascii_lowercase());
    let unit = unit.is_some_and(|unit| UNITS.contains(&unit.trim_end_matches([',', '.', ';'])));
    words
        .get(at)
        .filter(|_| !unit)
        .and_then(|word| number(word))
}

/// A count, perhaps with separators between its thousands, perhaps negative.
pub(crate) fn number(word: &str) -> Option<i128> {
    let word = word.trim_end_matches(['.', ',', ';']);
    let (sign, size) = match word.strip_prefix('-') {
        Some(size) => (-1, size),
        None => (1, word),
    };
    let digits = group::digits(size)?;
    let size: i128 = digits.parse().ok()?;
    Some(sign * size)
}

#[cfg(test)]
mod tests {
    use super::super::Spelling;
    use super::*;

    #[track_caller]
    fn reads(line: &str, text: &str, count: i128) {
        match TextLine::of(line) {
            TextLine::Move(mv, found) => assert_eq!((&*mv.text, found), (text, count), "{line}"),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn moves_in_many_formats() {
        for line in [
            "e2e4: 20",
            "e2e4 20",
            "e2e4 - 20",
            "e2e4:20",
            "  E2E4 :\t20",
            "e2-e4 = 20",
            "e2e4=20",
            "1. e2e4 20",
            "12 e2e4: 20",
            "e2e4 | 20 | 0.1 s",
            "e2e4 (20)",
            "e2e4, 20",
            "e2e4 -> 20",
            "e2e4 nodes 20",
            "     move: e2e4  nodes: 20",
            "Move 1 : e2e4 20",
            "move 17 : e2e4 : 20",
            "> e2e4: 20",
        ] {
            reads(line, "e2e4", 20);
        }
        for line in ["e7e8q: 1", "e7e8=Q 1", "e7e8Q - 1", "e7e8=q: 1"] {
            reads(line, "e7e8q", 1);
        }
        reads("Nf3 20", "Nf3", 20);
        reads("O-O: 18", "O-O", 18);
        reads("move: O-O  nodes: 18", "O-O", 18);
        reads("e5xg6: 43", "e5g6", 43);
        reads("0000: 43", "0000", 43);
    }

    #[test]
    fn overflowed_counters_are_numbers() {
        reads("e2e4: -1294967296", "e2e4", -1_294_967_296);
        assert_eq!(
            TextLine::of("Nodes searched: -894,967,296"),
            TextLine::Total(-894_967_296)
        );
    }

    #[test]
    fn totals_in_many_formats() {
        for line in [
            "Nodes searched: 4085603",
            "Nodes searched  : 4085603",
            "nodes 4085603",
            "4085603",
            "Total: 4,085,603",
            "Total nodes = 4_085_603",
            "total 4085603 in 0.3 s",
            "perft 4: 4085603",
            "perft(4) = 4085603",
            "Perft 4 4085603 time 12",
            "4085603 nodes",
            "depth 4 nodes 4085603 nps 77",
            "Total number of nodes: 4085603.",
            "    Nodes: 4085603",
            "Test Complete : 4085603 nodes visited",
            "Test Complete : 4085603 nodes visited in 120 ms",
            "Move count: 20, leaf nodes: 4085603",
        ] {
            // The last one has two totals, of which the first is the number of moves.
            let expected = if line.starts_with("Move") {
                20
            } else {
                4_085_603
            };
            assert_eq!(TextLine::of(line), TextLine::Total(expected), "{line}");
        }
    }

    #[test]
    fn noise_is_neither() {
        for line in [
            "",
            "Stockfish 15.1 by the Stockfish developers (see AUTHORS file)",
            "uciok",
            "bestmove e2e4 ponder e7e5",
            "Nodes per second: 5000",
            "Nodes/second : 5000",
            "Total time (ms) : 12",
            "info nodes 20",
            "info string e2e4: 20",
            "e2e4 e7e5",
            "running 1 test",
            "Moves: 20",
            "option name Hash type spin default 16",
            "    Depth: 2",
            "     Time: 0",
            "Starting Test To Depth:2",
            "8 r n b q k b n r",
            "e8e7 was 20 ms late",
            "perft 2",
            "Perft 5 of 8/8/8/8/8/8/8/K1k5 w - - 0 1",
        ] {
            assert_eq!(TextLine::of(line), TextLine::Noise, "{line}");
        }
        assert_eq!(
            TextLine::of("Nodes searched: 12 (incomplete)"),
            TextLine::Refusal
        );
        assert_eq!(
            TextLine::of("Nodes searched: 0 (position rejected)"),
            TextLine::Refusal
        );
    }

    #[test]
    fn a_move_in_an_unknown_notation_is_no_noise() {
        for line in [
            "e2e9: 20",
            "e7e8p 20",
            "move: e2~e4  nodes: 20",
            "Move 1 : e2e9 20",
        ] {
            assert_eq!(TextLine::of(line), TextLine::Unreadable(20), "{line}");
        }
    }

    #[test]
    fn the_spelling_is_kept() {
        let spelling = |line| match TextLine::of(line) {
            TextLine::Move(mv, _) => mv.spelling,
            other => panic!("{other:?}"),
        };
        assert_eq!(spelling("e7e8Q: 1"), Spelling::Capitals);
        assert_eq!(spelling("0-0: 1"), Spelling::Zeros);
    }
}
