//! What the words beside a number say: what it counts, and whose number it is.

use super::words::Word;

/// Whose number it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Role {
    /// The program has counted it.
    Got,
    /// The text calls it right.
    Expected,
    /// The text does not say.
    #[default]
    Unknown,
}

/// These words call a number right, or name who counted it: a program or a list that is known to be
/// right.
const EXPECTED: [&str; 40] = [
    "expected",
    "expect",
    "expects",
    "should",
    "shouldn't",
    "shouldnt",
    "supposed",
    "correct",
    "instead",
    "rather",
    "reference",
    "right",
    "true",
    "truth",
    "want",
    "wanted",
    "official",
    "known",
    "published",
    "consensus",
    "theirs",
    "stockfish",
    "sf",
    "stockfish's",
    "qperft",
    "crafty",
    "roce",
    "wiki",
    "wiki's",
    "cpw",
    "chessprogramming",
    "ref",
    "need",
    "needed",
    "target",
    "must",
    "solution",
    "valid",
    "proper",
    "canopy",
];

/// These words call a number that of the program.
const GOT: [&str; 37] = [
    "i",
    "we",
    "get",
    "gets",
    "got",
    "getting",
    "gives",
    "give",
    "gave",
    "giving",
    "returns",
    "return",
    "returned",
    "returning",
    "mine",
    "my",
    "our",
    "ours",
    "found",
    "find",
    "counted",
    "counts",
    "reports",
    "reported",
    "received",
    "have",
    "actual",
    "actually",
    "was",
    "wrong",
    "outputs",
    "prints",
    "produces",
    "produced",
    "shows",
    "reached",
    "engine",
];

/// Stronger than the other list where both kinds stand before a number.
const CLEAR_GOT: [&str; 8] = [
    "got", "get", "getting", "mine", "my", "received", "actual", "but was",
];

/// What words before or after a number say about it. The word next to it decides between contrary ones,
/// except that a verb such as `returns` says nothing behind the name of a reference.
pub(super) fn role(words: &[Word]) -> Role {
    let mut role = Role::Unknown;
    for word in words {
        let Word::Text(text) = word else {
            continue;
        };
        let text = text.as_str();
        if EXPECTED.contains(&text) {
            role = Role::Expected;
        } else if CLEAR_GOT.contains(&text) || role == Role::Unknown && GOT.contains(&text) {
            role = Role::Got;
        }
    }
    role
}

/// The column of a table, or the meaning of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    /// The depth in plies.
    Depth,
    /// Numbers of leaves.
    Nodes(Role),
    /// The number of leaves of one kind, by its name in Canopy.
    Kind(&'static str),
    /// Root moves.
    Move,
    /// Numbers of leaves at one depth.
    AtDepth(u32),
    /// Positions. They are found by their form.
    Position,
    /// Differences, times, speeds, marks.
    Ignored,
}

/// Names of the kinds of leaves, without blanks and marks, and Canopy's names for them.
const KINDS: [(&str, &[&str]); 12] = [
    (
        "captures",
        &["captures", "capture", "caps", "capt", "takes"],
    ),
    (
        "en_passant",
        &[
            "ep",
            "eps",
            "enpassant",
            "enpassants",
            "enpassantcaptures",
            "enpas",
            "epcaptures",
        ],
    ),
    (
        "castles",
        &[
            "castles",
            "castle",
            "castlings",
            "castling",
            "cast",
            "castlingmoves",
        ],
    ),
    (
        "promotions",
        &[
            "promotions",
            "promotion",
            "promos",
            "promo",
            "prom",
            "proms",
            "promoted",
        ],
    ),
    ("checks", &["checks", "check", "chk", "chks", "incheck"]),
    (
        "discovered",
        &[
            "discoverychecks",
            "discoverycheck",
            "discoveredchecks",
            "discoveredcheck",
            "discovered",
            "discovery",
            "discchecks",
            "dischecks",
            "disccheck",
            "disc",
        ],
    ),
    (
        "double",
        &[
            "doublechecks",
            "doublecheck",
            "double",
            "dblchecks",
            "dblcheck",
            "dbl",
        ],
    ),
    (
        "checkmates",
        &[
            "checkmates",
            "checkmate",
            "mates",
            "mate",
            "checkms",
            "checkm's",
            "matings",
        ],
    ),
    ("stalemates", &["stalemates", "stalemate"]),
    ("checks_no_mate", &["checksnomate"]),
    ("double_no_mate", &["doublenomate"]),
    ("to_queen", &["toqueen"]),
];

/// The name of a kind of leaves, as texts write it: `E.p.`, `Discovery Checks`.
pub(super) fn kind(text: &str) -> Option<&'static str> {
    let letters = |letter: &char| letter.is_alphabetic() || *letter == '\'';
    let text: String = text
        .chars()
        .filter(letters)
        .collect::<String>()
        .to_ascii_lowercase();
    let found = KINDS
        .iter()
        .find(|(_, names)| names.contains(&text.as_str()));
    found.map(|(name, _)| *name)
}

/// Words for numbers of leaves.
pub(super) const NODES: [&str; 16] = [
    "nodes", "node", "leaves", "leafs", "leaf", "total", "totals", "count", "perft", "searched",
    "result", "results", "sum", "visited", "rezult", "moves",
];

/// More words than this are a sentence.
const MOST_WORDS_OF_CELL: usize = 4;

/// What a cell of a heading names. A cell with other words is `None`.
pub(super) fn column(cell: &str) -> Option<Column> {
    let cell = cell.trim_matches(|letter: char| !letter.is_alphanumeric() && letter != '#');
    let lower = cell.to_ascii_lowercase();
    if let Some(kind) = kind(&lower) {
        return Some(Column::Kind(kind));
    }
    let words: Vec<&str> = lower
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    if words.len() > MOST_WORDS_OF_CELL {
        return None;
    }
    // `D3`, `depth 3`, `perft(3)`
    let joined = words.concat();
    let digits = ["depth", "perft", "ply", "d"]
        .iter()
        .find_map(|it| joined.strip_prefix(it));
    if let Some(depth) = digits.and_then(|it| it.parse::<u8>().ok().filter(|it| *it > 0)) {
        return Some(Column::AtDepth(depth.into()));
    }
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    if has(&[
        "delta",
        "diff",
        "difference",
        "time",
        "ms",
        "nps",
        "speed",
        "seconds",
        "status",
        "ok",
        "pass",
        "passed",
        "error",
        "ratio",
        "mnps",
        "name",
        "id",
        "test",
    ]) || cell == "#"
    {
        return Some(Column::Ignored);
    }
    let texts: Vec<Word> = words
        .iter()
        .map(|word| Word::Text((*word).to_owned()))
        .collect();
    let role = role(&texts);
    if role != Role::Unknown {
        return Some(Column::Nodes(role));
    }
    match &words[..] {
        ["depth" | "ply" | "plies" | "d"] => Some(Column::Depth),
        ["perft", "depth"] | ["search", "depth"] => Some(Column::Depth),
        ["fen" | "position" | "epd" | "positions" | "board"] => Some(Column::Position),
        ["move" | "moves"] | ["root", "move"] => Some(Column::Move),
        _ if has(&NODES) => Some(Column::Nodes(Role::Unknown)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::words::words;
    use super::*;

    #[test]
    fn roles_of_words() {
        for (text, expected) in [
            ("i get", Role::Got),
            ("it should be", Role::Expected),
            ("but stockfish returns", Role::Expected),
            ("expected", Role::Expected),
            ("but got", Role::Got),
            ("instead of", Role::Expected),
            ("which is the correct one but i get", Role::Got),
            ("nodes", Role::Unknown),
        ] {
            assert_eq!(role(&words(text)), expected, "{text}");
        }
    }

    #[test]
    fn headings_of_columns() {
        for (cell, expected) in [
            ("Depth", Some(Column::Depth)),
            ("Nodes", Some(Column::Nodes(Role::Unknown))),
            ("E.p.", Some(Column::Kind("en_passant"))),
            ("Discovery Checks", Some(Column::Kind("discovered"))),
            ("Checkm's", Some(Column::Kind("checkmates"))),
            ("expected (consensus)", Some(Column::Nodes(Role::Expected))),
            ("Stockfish", Some(Column::Nodes(Role::Expected))),
            ("my engine", Some(Column::Nodes(Role::Got))),
            ("delta", Some(Column::Ignored)),
            ("FEN", Some(Column::Position)),
            ("shakmaty", None),
        ] {
            assert_eq!(column(cell), expected, "{cell}");
        }
        for (_, names) in KINDS {
            for name in names {
                assert!(kind(name).is_some());
            }
        }
    }
}
