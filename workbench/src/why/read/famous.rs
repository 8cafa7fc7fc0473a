//! The six positions of the Chess Programming Wiki, which texts name instead of a FEN.

use movegen::chess::CastlingStyle;
use movegen::chess::variant::{Rules, VariantPosition};

use super::place::Place;

/// A position and the names that texts use for it.
pub(super) struct Famous {
    /// The FEN.
    pub(super) fen: &'static str,
    /// What messages call it.
    pub(super) name: &'static str,
    /// Its names in texts, in lower case, words separated by blanks.
    aliases: &'static [&'static str],
}

/// In the order of the page "Perft Results": position 1 is the start position.
pub(super) const FAMOUS: [Famous; 6] = [
    Famous {
        fen: START,
        name: "the start position",
        aliases: &[
            "startpos",
            "start pos",
            "start position",
            "starting position",
            "starting pos",
            "initial position",
            "initial pos",
            "default position",
            "standard position",
            "opening position",
            "initpos",
        ],
    },
    Famous {
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        name: "Kiwipete",
        aliases: &["kiwipete", "kiwi pete", "kiwi-pete", "kiwi"],
    },
    Famous {
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        name: "position 3 of the Chess Programming Wiki",
        aliases: &[],
    },
    Famous {
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        name: "position 4 of the Chess Programming Wiki",
        aliases: &[],
    },
    Famous {
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        name: "position 5 of the Chess Programming Wiki",
        aliases: &[],
    },
    Famous {
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        name: "position 6 of the Chess Programming Wiki",
        aliases: &[],
    },
];

/// The FEN of the start position.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The FEN of the start of a game.
pub(super) fn start(rules: &'static dyn Rules) -> String {
    VariantPosition::startpos(rules).fen(CastlingStyle::Standard)
}

/// The FENs that the beginning of a FEN may stand for. Of a variant, only the start is well known: with and without
/// what it has besides the board of chess.
pub(super) fn known_fens(rules: &'static dyn Rules) -> Vec<String> {
    match rules.is_standard() {
        true => FAMOUS.iter().map(|famous| famous.fen.to_owned()).collect(),
        false => {
            let chess = rules.startpos().fen(CastlingStyle::Standard);
            vec![start(rules), chess]
        }
    }
}

/// What stands before the number of a position.
const NUMBERED: [&str; 6] = ["position ", "position #", "position", "pos ", "pos", "pos."];

/// A name in a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// Its place in [`FAMOUS`].
    pub(super) index: usize,
    /// The bytes of the line that it takes.
    pub(super) bytes: std::ops::Range<usize>,
    /// Whether it is only a number, `position 3`.
    pub(super) by_number: bool,
}

impl Named {
    /// The position. That of the start is another one in some variants.
    pub(super) fn place(&self, rules: &'static dyn Rules) -> Place {
        match self.index {
            0 => Place::start(rules),
            index => Place::new(rules, FAMOUS[index].fen),
        }
    }
}

/// All names in a line, from left to right. The wiki has positions of chess: under other rules, only the start is named.
pub(super) fn named(line: &str, rules: &dyn Rules) -> Vec<Named> {
    let lower = line.to_ascii_lowercase();
    let mut found = Vec::new();
    let (positions, words): (_, &[&str]) = match rules.is_standard() {
        true => (&FAMOUS[..], &NUMBERED),
        false => (&FAMOUS[..1], &[]),
    };
    for (index, famous) in positions.iter().enumerate() {
        let aliases = famous.aliases.iter();
        let places = aliases.flat_map(|alias| words_at(&lower, alias));
        found.extend(places.map(|bytes| Named {
            index,
            bytes,
            by_number: false,
        }));
        for word in words {
            let alias = format!("{word}{}", index + 1);
            found.extend(words_at(&lower, &alias).map(|bytes| Named {
                index,
                bytes,
                by_number: true,
            }));
        }
    }
    // `start depth 3`, `start: 20 400`
    let begins = |end: usize| {
        let rest = lower[end..].trim_start_matches([' ', ',', ':', '(']);
        let words = ["depth", "perft", "divide", "ply"];
        rest.starts_with(|next: char| next.is_ascii_digit())
            || words.iter().any(|it| rest.starts_with(it))
    };
    let start = words_at(&lower, "start").filter(|bytes| begins(bytes.end));
    found.extend(start.map(|bytes| Named {
        index: 0,
        bytes,
        by_number: false,
    }));
    found.sort_by_key(|named| (named.bytes.start, std::cmp::Reverse(named.bytes.end)));
    let mut end = 0;
    found.retain(|named| {
        let free = named.bytes.start >= end;
        if free {
            end = named.bytes.end;
        }
        free
    });
    found
}

/// Where the words stand in a line, not as a part of longer ones.
fn words_at<'a>(
    line: &'a str,
    words: &'a str,
) -> impl Iterator<Item = std::ops::Range<usize>> + use<'a> {
    let is_letter = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric());
    line.match_indices(words).filter_map(move |(at, _)| {
        let after = &line[at + words.len()..];
        // `position 3/4`, `position 1.5` and `position 1-6` are something else.
        let by_number = words.ends_with(|last: char| last.is_ascii_digit());
        let mut next = after.chars();
        let ends = match next.next() {
            Some('/' | '.' | '-' | ',') if by_number => !is_letter(next.next()),
            letter => !is_letter(letter),
        };
        (!is_letter(line[..at].chars().next_back()) && ends).then(|| at..at + words.len())
    })
}

#[cfg(test)]
mod tests {
    use movegen::chess::variant::Standard;

    use super::*;

    fn indices(line: &str) -> Vec<usize> {
        named(line, &Standard)
            .iter()
            .map(|named| named.index)
            .collect()
    }

    #[test]
    fn names_of_positions() {
        for (line, expected) in [
            ("start depth 3: 8000; Kiwipete depth 2: 2304", &[0, 1][..]),
            ("position startpos moves e2e4", &[0]),
            ("In the starting position I get 20", &[0]),
            ("position 3, depth 5", &[2]),
            ("Position 5 of the wiki", &[4]),
            ("pos4 and pos 6", &[3, 5]),
            ("start, depth 4", &[0]),
            ("startpos,4,197281", &[0]),
            ("start to finish", &[]),
            ("Position 12", &[]),
            ("Position: 1/1", &[]),
            ("position 1-6", &[]),
            ("all started here", &[]),
        ] {
            assert_eq!(indices(line), expected, "{line}");
        }
    }
}
