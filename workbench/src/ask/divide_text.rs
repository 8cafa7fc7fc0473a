//! Parses divides in the formats of many programs.

use movegen::chess::Square;

/// A parsed divide. Moves are as written, but in lower case and without decoration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DivideText {
    /// Move and count, in the order of the text.
    pub lines: Vec<(String, u128)>,
    /// The total, if the text has one; the last one if it has several.
    pub total: Option<u128>,
    /// Whether the moves are in SAN (without check signs).
    pub san: bool,
}

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Notation {
    /// `e2e4`, `e7e8q`
    Squares,
    /// `e4`, `e8=Q+`
    San,
}

/// One line of a divide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextLine {
    /// `e2e4: 20`
    Move(String, u128),
    /// `Nodes searched: 400`
    Total(u128),
    /// A total that is marked as invalid.
    Refusal,
    /// Anything else.
    Noise,
}

/// A number after one of these words is a total.
const BEFORE_TOTAL: [&str; 9] = [
    "nodes", "node", "total", "searched", "leaves", "leafs", "count", "result", "visited",
];

impl DivideText {
    /// Parses a whole text. SAN is tried only if no line has a move in UCI notation: `e4` could mean
    /// anything.
    ///
    /// ```
    /// use workbench::ask::DivideText;
    /// let divide = DivideText::read("Nf3: 20\nO-O: 18\nexd8=Q+: 3\n");
    /// assert_eq!(divide.lines[2], ("exd8=Q".to_owned(), 3));
    /// assert!(divide.san);
    /// ```
    pub fn read(text: &str) -> DivideText {
        let read = |notation| {
            let mut divide = DivideText::default();
            for line in text.lines() {
                divide.add(&TextLine::with(line, notation));
            }
            divide.san = notation == Notation::San && !divide.lines.is_empty();
            divide
        };
        let divide = read(Notation::Squares);
        match divide.lines.is_empty() {
            true => read(Notation::San),
            false => divide,
        }
    }

    /// Adds a line.
    pub fn add(&mut self, line: &TextLine) {
        match line {
            TextLine::Move(text, count) => self.lines.push((text.clone(), *count)),
            TextLine::Total(total) => self.total = Some(*total),
            TextLine::Refusal | TextLine::Noise => {}
        }
    }

    /// The total of the text, or else the sum of the lines.
    pub fn sum(&self) -> u128 {
        let add = |sum: u128, (_, count): &(String, u128)| sum.saturating_add(*count);
        self.total.unwrap_or_else(|| self.lines.iter().fold(0, add))
    }
}

impl TextLine {
    /// Understands `e2e4: 20`, `e2e4 20`, `e2e4 - 20`, `1. e7e8=Q = 20` and similar; totals as
    /// `Nodes searched: 400`, `Total: 400`, `perft 2: 400`, `400 nodes` or `400` alone. Lines
    /// that begin with `info` are noise.
    ///
    /// ```
    /// use workbench::ask::TextLine;
    /// assert_eq!(TextLine::of("e2e4 - 20"), TextLine::Move("e2e4".to_owned(), 20));
    /// assert_eq!(TextLine::of("Total nodes: 4,865,609"), TextLine::Total(4_865_609));
    /// assert_eq!(TextLine::of("Nodes per second: 5000"), TextLine::Noise);
    /// ```
    pub fn of(line: &str) -> TextLine {
        TextLine::with(line, Notation::Squares)
    }

    fn with(line: &str, notation: Notation) -> TextLine {
        let words: Vec<&str> = line
            .split(|c: char| c.is_whitespace() || c == ':' || c == '(' || c == ')')
            .filter(|word| !word.is_empty())
            .collect();
        if words
            .first()
            .is_none_or(|word| word.eq_ignore_ascii_case("info"))
        {
            return TextLine::Noise;
        }
        if let Some((text, count)) = move_and_count(&words, notation) {
            return TextLine::Move(text, count);
        }
        match total(&words) {
            Some(_) if line.contains("incomplete") || line.contains("rejected") => {
                TextLine::Refusal
            }
            Some(total) => TextLine::Total(total),
            None => TextLine::Noise,
        }
    }
}

fn move_and_count(words: &[&str], notation: Notation) -> Option<(String, u128)> {
    let move_text = |word| match notation {
        Notation::Squares => move_text(word),
        Notation::San => san_text(word),
    };
    let numbered = |word: &str| word.trim_end_matches('.').parse::<u32>().is_ok();
    let (&first, mut rest) = match words {
        [number, rest @ ..] if numbered(number) => rest.split_first()?,
        _ => words.split_first()?,
    };
    if let Some(text) = move_text(first) {
        while let ["-" | "=" | "->" | "=>" | "|" | "nodes", more @ ..] = rest {
            rest = more;
        }
        return Some((text, number(rest.first()?)?));
    }
    // `e2e4=20`
    let (text, count) = first.rsplit_once('=')?;
    Some((move_text(text)?, number(count)?))
}

/// `e2e4` of `e2e4`, `E2-E4` and `e2e4,`; `e7e8q` of `e7e8=Q`.
fn move_text(word: &str) -> Option<String> {
    let mut text = word.trim_end_matches([',', '.', ';']).to_ascii_lowercase();
    text.retain(|c| c != '-' && c != '=');
    let square = |from: usize| text.get(from..from + 2)?.parse::<Square>().ok();
    let shaped = matches!(text.get(4..)?, "" | "n" | "b" | "r" | "q");
    (shaped && square(0).is_some() && square(2).is_some()).then_some(text)
}

/// `Nf3` of `Nf3+` and `Nf3!`; `e8=Q` of `e8Q#`; `O-O` of `0-0`.
fn san_text(word: &str) -> Option<String> {
    let word = word.trim_end_matches(['+', '#', '!', '?', ',', '.', ';']);
    let castling = word.replace('0', "O");
    if matches!(castling.as_str(), "O-O" | "O-O-O") {
        return Some(castling);
    }
    let (rest, promotion) = match word.strip_suffix(['N', 'B', 'R', 'Q']) {
        Some(rest) => (rest.trim_end_matches('='), &word[rest.len()..]),
        None => (word, ""),
    };
    let (before, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
    let square: Square = to.parse().ok().filter(|_| to.is_ascii())?;
    let from = before.strip_suffix('x').unwrap_or(before);
    let shaped = match from.strip_prefix(['K', 'Q', 'R', 'B', 'N']) {
        // File, rank, both or neither.
        Some(from) => {
            let rank = from.trim_start_matches(|c| ('a'..='h').contains(&c));
            promotion.is_empty()
                && from.len() - rank.len() <= 1
                && (rank.is_empty() || matches!(rank.as_bytes(), [b'1'..=b'8']))
        }
        None => {
            let last = matches!(square.rank().digit(), '1' | '8');
            last != promotion.is_empty()
                && (before.is_empty() || matches!(before.as_bytes(), [b'a'..=b'h', b'x']))
        }
    };
    let equals = if promotion.is_empty() { "" } else { "=" };
    shaped.then(|| format!("{rest}{equals}{promotion}"))
}

fn total(words: &[&str]) -> Option<u128> {
    if let [alone] = words {
        return number(alone);
    }
    let words: Vec<String> = words
        .iter()
        .filter(|word| !matches!(**word, "=" | "-" | "->" | "=>" | "|"))
        .map(|word| word.trim_matches(['.', ';', '=']).to_ascii_lowercase())
        .collect();
    let is_total = |word: &String| BEFORE_TOTAL.contains(&word.as_str());
    if let [first, second, ..] = &words[..] {
        // `400 nodes`, and `perft 2: 400`, whose first number is the depth.
        if let (Some(count), true) = (number(first), is_total(second)) {
            return Some(count);
        }
        if first == "perft" && number(second).is_some() {
            return words.iter().skip(2).find_map(|word| number(word));
        }
    }
    words
        .windows(2)
        .find_map(|pair| is_total(&pair[0]).then(|| number(&pair[1])).flatten())
}

/// A count, perhaps with separators between its thousands.
fn number(word: &str) -> Option<u128> {
    let word = word.trim_end_matches(['.', ',', ';']);
    let digits: String = word
        .chars()
        .filter(|c| !matches!(c, ',' | '_' | '\''))
        .collect();
    let plain = word.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_in_many_spellings() {
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
        ] {
            assert_eq!(
                TextLine::of(line),
                TextLine::Move("e2e4".to_owned(), 20),
                "{line}"
            );
        }
        for line in ["e7e8q: 1", "e7e8=Q 1", "e7e8Q - 1", "e7e8=q: 1"] {
            assert_eq!(
                TextLine::of(line),
                TextLine::Move("e7e8q".to_owned(), 1),
                "{line}"
            );
        }
    }

    #[test]
    fn totals_in_many_spellings() {
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
        ] {
            assert_eq!(TextLine::of(line), TextLine::Total(4_085_603), "{line}");
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
            "e2e9: 20",
            "running 1 test",
            "Moves: 20",
            "option name Hash type spin default 16",
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
    fn moves_in_san() {
        for (word, expected) in [
            ("e4", "e4"),
            ("exd6", "exd6"),
            ("Nf3+", "Nf3"),
            ("Nbd7", "Nbd7"),
            ("R1xa3", "R1xa3"),
            ("Qh4e1#", "Qh4e1"),
            ("e8=Q", "e8=Q"),
            ("exd1N+", "exd1=N"),
            ("O-O-O", "O-O-O"),
            ("0-0+", "O-O"),
        ] {
            assert_eq!(san_text(word).as_deref(), Some(expected), "{word}");
        }
        for word in [
            "", "x", "e", "e9", "e8", "Nf3=Q", "Nodes", "Total", "info", "Naab3", "dd4", "e2e4",
            "é4",
        ] {
            assert_eq!(san_text(word), None, "{word}");
        }
        let divide = DivideText::read("1. Nf3 - 20\nd4: 3\n\nNodes searched: 23\n");
        assert_eq!((divide.lines.len(), divide.total), (2, Some(23)));
        // With a move in UCI notation, `d4` is not a move.
        let squares = DivideText::read("d4: 3\ne2e4: 20\n");
        assert_eq!((squares.lines.len(), squares.san), (1, false));
    }

    #[test]
    fn a_whole_text() {
        let divide = DivideText::read("banner\n\ne2e4: 2\nd2d4: 3\n\nNodes searched: 7\n\nbye\n");
        assert_eq!(divide.lines.len(), 2);
        assert_eq!(divide.total, Some(7));
        assert_eq!(DivideText::read("a2a3 1\na2a4 2\n").sum(), 3);
    }
}
