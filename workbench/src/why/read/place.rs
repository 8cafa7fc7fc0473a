//! The positions that a line names: FENs, the start position and the positions of the Chess
//! Programming Wiki, with the moves played from there.

use std::sync::LazyLock;

use movegen::chess::variant::{Rules, VariantPosition};
use movegen::chess::{CastlingStyle, ParsedPosition, PositionText, PositionTextError};
use movegen::perft::Tree as _;
use regex::Regex;

use super::famous::{known_fens, named, start};
use super::words::{Word, words};

/// A position and the moves played from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The rules of the position.
    pub(super) rules: &'static dyn Rules,
    /// A whole FEN.
    pub(super) fen: String,
    /// Moves in UCI notation.
    pub(super) moves: Vec<String>,
}

impl Place {
    /// A place without moves.
    pub(super) fn new(rules: &'static dyn Rules, fen: impl Into<String>) -> Place {
        Place {
            rules,
            fen: fen.into(),
            moves: Vec::new(),
        }
    }

    /// The start of the game.
    pub(super) fn start(rules: &'static dyn Rules) -> Place {
        Place::new(rules, start(rules))
    }

    /// The position before the moves.
    pub(super) fn base(&self) -> Place {
        Place::new(self.rules, &*self.fen)
    }

    /// The position after the moves. A [`Place`] is made of a valid position only.
    pub(super) fn position(&self) -> Option<VariantPosition> {
        Some(self.read(CastlingStyle::Standard).ok()?.position)
    }

    /// What the FEN and the moves say.
    pub(super) fn read(
        &self,
        style: CastlingStyle,
    ) -> Result<ParsedPosition<VariantPosition>, PositionTextError> {
        let text = PositionText {
            fen: Some(self.fen.clone()),
            moves: self.moves.clone(),
            style,
        };
        VariantPosition::from_text(self.rules, &text)
    }

    /// What is doubtful about the FEN.
    pub(super) fn warnings(&self, chess960: bool) -> Vec<String> {
        let parsed = self.base().read(CastlingStyle::new(chess960));
        parsed.map_or(Vec::new(), |parsed| parsed.warnings)
    }

    /// Whether both are the same position, however the FENs are written.
    pub(super) fn is_same(&self, other: &Place) -> bool {
        self == other || self.position().map(|it| it.key()) == other.position().map(|it| it.key())
    }
}

/// What a line says about positions.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Places {
    /// The positions, each with the byte of the rest of the line at which it stood.
    pub(super) found: Vec<(usize, Place)>,
    /// The line without them.
    pub(super) rest: String,
    /// FENs that are no positions, and why.
    pub(super) wrong: Vec<(String, String)>,
    /// The FENs that were completed.
    pub(super) incomplete: Vec<String>,
    /// The positions that are named by their number on a page of the wiki.
    pub(super) by_number: Vec<usize>,
}

/// `from the chess programming wiki` is no longer than this.
const MOST_LETTERS_OF_WIKI: usize = 40;

/// What can be the board of a FEN. Those of variants are boards under the rules of chess, too, so that what is wrong with them is named.
static BOARD: LazyLock<Regex> = LazyLock::new(|| {
    let pattern =
        r"(?-u:\b)(?:[pnbrqkPNBRQK0-9~]+/){6,}[pnbrqkPNBRQK0-9~]+(?:\[[A-Za-z0-9-]*\]|/)?";
    Regex::new(pattern).expect("a valid pattern")
});

/// Finds the positions of a line. `current` is the one that moves are played from if the line has none.
pub(super) fn places(line: &str, rules: &'static dyn Rules, current: Option<&Place>) -> Places {
    let mut places = Places::default();
    let mut from = 0;
    let boards = BOARD.find_iter(line).filter_map(|board| {
        let fields = fields_length(&line[board.end()..]);
        // `20/400/8902` and so on is none.
        let has_men = board
            .as_str()
            .contains(|letter: char| letter.is_ascii_alphabetic());
        let is_board = fields > 0 || has_men && board.as_str().matches('/').count() > 6;
        is_board.then(|| board.start()..board.end() + fields)
    });
    for bytes in boards {
        places.rest.push_str(&line[from..bytes.start]);
        let fen = whole_fen(&line[bytes.clone()], rules, &mut places.incomplete);
        from = bytes.end;
        let place = Place::new(rules, fen);
        match place.read(CastlingStyle::Standard) {
            Ok(_) => places.found.push((places.rest.len(), place)),
            Err(reason) => places.wrong.push((place.fen, reason.to_string())),
        }
        places.rest.push(' ');
    }
    places.rest.push_str(&line[from..]);
    if places.found.is_empty() && places.wrong.is_empty() {
        replace_names(&mut places, rules);
    }
    play_moves(&mut places, rules, current);
    places
}

/// The length of the fields behind the board at the beginning of a text.
fn fields_length(text: &str) -> usize {
    let tests: [fn(&str) -> bool; 3] = [
        |side| matches!(side, "w" | "b"),
        |rights| rights == "-" || rights.chars().all(is_right),
        is_square,
    ];
    let after_checks = |end| match next_field(text, end) {
        Some((field, after)) if is_checks(field) => after,
        _ => end,
    };
    let mut end = 0;
    for test in tests {
        match next_field(text, end) {
            Some((field, after)) if test(field) => end = after,
            _ => return end,
        }
    }
    end = after_checks(end);
    // A depth and a count can follow instead: `- 3 8902`.
    let is_counter = |text: &str| text == "-" || text.len() <= 3 && text.parse::<u16>().is_ok();
    match next_field(text, end) {
        Some((halfmoves, after)) if is_counter(halfmoves) => match next_field(text, after) {
            Some((fullmoves, after)) if is_counter(fullmoves) => after_checks(after),
            _ => end,
        },
        _ => end,
    }
}

/// The next field from this byte on, and the byte behind it.
fn next_field(text: &str, from: usize) -> Option<(&str, usize)> {
    let rest = text.get(from..)?;
    let field = rest.trim_start_matches([' ', '_']);
    let begin = from + rest.len() - field.len();
    let length = field.find(|next: char| !next.is_ascii_alphanumeric() && !"-+".contains(next));
    let length = length.unwrap_or(field.len());
    (begin > from && length > 0).then(|| (&field[..length], begin + length))
}

/// Whether the field has the checks of three-check, `3+3` or `+0+0`. It stands before or behind the counters.
fn is_checks(field: &str) -> bool {
    field.trim_start_matches('+').contains('+')
}

/// Whether the letter is a castling right.
fn is_right(letter: char) -> bool {
    "KQkq".contains(letter) || ('a'..='h').contains(&letter.to_ascii_lowercase())
}

/// Whether the text is an en passant square or the dash for none.
fn is_square(text: &str) -> bool {
    text == "-" || text.len() == 2 && text.ends_with(['3', '6'])
}

/// The FEN with all six fields. One without castling rights may be the beginning of a well-known one.
fn whole_fen(text: &str, rules: &'static dyn Rules, incomplete: &mut Vec<String>) -> String {
    let fields: Vec<&str> = text.split([' ', '_']).filter(|it| !it.is_empty()).collect();
    let begin = fields.join(" ");
    let of_chess = fields.iter().filter(|field| !is_checks(field)).count();
    if of_chess > 2 {
        let missing = ["-", "0", "1"].get(of_chess - 3..).unwrap_or_default();
        return [&[&*begin], missing].concat().join(" ");
    }
    let mut known = known_fens(rules).into_iter();
    let known = known.find(|fen| fen.starts_with(&begin));
    let fen = match (known, &fields[..]) {
        (Some(known), _) => known,
        (None, [_, _]) => format!("{begin} - - 0 1"),
        (None, _) => format!("{begin} w - - 0 1"),
    };
    incomplete.push(fen.clone());
    fen
}

/// Takes the names of positions out of the line.
fn replace_names(places: &mut Places, rules: &'static dyn Rules) {
    let line = std::mem::take(&mut places.rest);
    let mut from = 0;
    for name in named(&line, rules) {
        places.rest.push_str(&line[from..name.bytes.start]);
        from = name.bytes.end + of_wiki(&line[name.bytes.end..]);
        let place = name.place(rules);
        if name.by_number {
            places.by_number.push(name.index);
        }
        let same = places.found.last().is_some_and(|(_, last)| *last == place);
        if !same {
            places.found.push((places.rest.len(), place));
        }
        places.rest.push(' ');
    }
    places.rest.push_str(&line[from..]);
}

/// The length of `of the wiki`, perhaps in parentheses, at the beginning of a text. The word would call
/// the next number right.
fn of_wiki(text: &str) -> usize {
    let lower = text.to_ascii_lowercase();
    let inner = lower.trim_start_matches([' ', '(', ',']);
    let before = lower.len() - inner.len();
    let begins = ["of ", "from ", "on ", "in "]
        .iter()
        .any(|it| inner.starts_with(it));
    let end = ["wiki", "cpw"]
        .iter()
        .filter_map(|it| Some(inner.find(it)? + it.len()))
        .min();
    match end {
        Some(end)
            if begins && end <= MOST_LETTERS_OF_WIKI && !inner[..end].contains([':', ';', ',']) =>
        {
            before + end
        }
        _ => 0,
    }
}

/// Plays the moves behind `moves` or `after`, and takes them out of the line.
fn play_moves(places: &mut Places, rules: &'static dyn Rules, current: Option<&Place>) {
    let lower = places.rest.to_ascii_lowercase();
    let (at, length, is_command) = match (lower.find("moves "), lower.find("after ")) {
        (Some(at), _) if is_separate(&lower, at) => (at, "moves ".len(), true),
        (_, Some(at)) if is_separate(&lower, at) => (at, "after ".len(), false),
        _ => return,
    };
    let start = Place::start(rules);
    let last = places.found.last().map(|(_, place)| place);
    let from = last.or(current).unwrap_or(&start).clone();
    let text = &places.rest[at + length..];
    let mut place = from.clone();
    let mut end = at + length;
    for chunk in text.split_inclusive(char::is_whitespace) {
        let found = words(chunk);
        let mv = found.iter().find_map(|word| match word {
            Word::Move(text) => Some(text),
            _ => None,
        });
        let is_number = found.first() == Some(&Word::Other) || chunk.trim().ends_with('.');
        let Some(mv) = mv else {
            // `1. e4 e5 2. Nf3`
            if !is_number {
                break;
            }
            end += chunk.len();
            continue;
        };
        let Some(position) = place.position() else {
            break;
        };
        let Ok(legal) = position.parse_move(mv.trim_end_matches([',', ';', '.'])) else {
            break;
        };
        place
            .moves
            .push(position.uci(legal, CastlingStyle::Standard));
        end += chunk.len();
        if chunk.trim().ends_with([':', ',', ';']) {
            break;
        }
    }
    // `after e2e4: 20` is a line of a divide.
    let is_count = text[end - at - length..]
        .trim_start()
        .starts_with(|next: char| next.is_ascii_digit());
    if place.moves == from.moves || !is_command && (is_count || end_is_colon(&places.rest[..end])) {
        return;
    }
    places.rest.replace_range(at..end, " ");
    match places.found.last_mut() {
        Some((_, last)) => *last = place,
        None => places.found.push((at, place)),
    }
}

fn end_is_colon(text: &str) -> bool {
    text.trim_end().ends_with(':')
}

/// Whether a word begins at this byte.
fn is_separate(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    !before.is_some_and(|letter| letter.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use movegen::chess::variant::Standard;

    use super::*;

    fn one(line: &str) -> (String, Vec<String>, String) {
        let mut places = places(line, &Standard, None);
        assert_eq!(places.found.len(), 1, "{line}: {places:?}");
        let (_, place) = places.found.remove(0);
        (place.fen, place.moves, places.rest.trim().to_owned())
    }

    #[test]
    fn fens_and_names() {
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let short = &kiwipete[..kiwipete.len() - 4];
        for (line, rest) in [
            (kiwipete.to_owned(), ""),
            (format!("position fen {kiwipete}"), "position fen"),
            (format!("{short} 2 2304"), "2 2304"),
            (format!("\"{short}\", 2, 2304"), "\" \", 2, 2304"),
            (format!("{short};D1 48"), ";D1 48"),
            (format!("| 1 | {kiwipete} | 4 |"), "| 1 |  | 4 |"),
            ("Kiwipete depth 2".to_owned(), "depth 2"),
        ] {
            let (fen, _, found) = one(&line);
            assert_eq!(fen, kiwipete, "{line}");
            assert_eq!(
                found.split_whitespace().collect::<Vec<_>>(),
                rest.split_whitespace().collect::<Vec<_>>(),
                "{line}"
            );
        }
        let (fen, _, rest) = one("8/8/8/2k5/8/8/8/4K2R w K - 100 210 depth 4");
        assert_eq!(fen, "8/8/8/2k5/8/8/8/4K2R w K - 100 210");
        assert_eq!(rest, "depth 4");
        let (fen, _, rest) = one("8/8/8/2k5/8/8/8/4K2R w K - 4 1329");
        assert_eq!(fen, "8/8/8/2k5/8/8/8/4K2R w K - 0 1");
        assert_eq!(rest, "4 1329");
        let (fen, ..) = one("8/p7/5p2/3Bqn1k/P5p1/7p/5P1K/3Q4 w - -  0 1");
        assert_eq!(fen, "8/p7/5p2/3Bqn1k/P5p1/7p/5P1K/3Q4 w - - 0 1");
        let (fen, ..) = one("r1b2rk1/q4ppp/p2B4/1pPP4/N6n/3B4/PP3KPP/R2Q4 w - b6  0 1 nodes 3");
        assert!(fen.ends_with("w - b6 0 1"), "{fen}");
    }

    #[test]
    fn moves_from_a_position() {
        for (line, moves, rest) in [
            (
                "position startpos moves e2e4 e7e5",
                &["e2e4", "e7e5"][..],
                "position",
            ),
            (
                "after 1.e4 e5 2. Nf3 I get 20",
                &["e2e4", "e7e5", "g1f3"],
                "I get 20",
            ),
            ("after e2e4, perft 2 is 600", &["e2e4"], "perft 2 is 600"),
        ] {
            let (_, found, left) = one(line);
            assert_eq!(found, moves, "{line}");
            assert_eq!(left, rest, "{line}");
        }
        for line in ["after e2e4: 20", "after that 20", "20 moves in all"] {
            assert_eq!(places(line, &Standard, None).found, [], "{line}");
        }
    }

    #[test]
    fn a_wrong_fen_is_named() {
        let places = places("8/8/8/8/8/8/8/8 w - - 0 1 depth 3", &Standard, None);
        assert_eq!(places.wrong.len(), 1);
        assert!(places.wrong[0].1.contains("king"), "{places:?}");
    }
}
