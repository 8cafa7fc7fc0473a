//! Reads a move as programs write it, in coordinates or in SAN, and says how it was written.

use movegen::chess::Square;

/// How a move was written, if not in UCI notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spelling {
    /// Two squares and the letter of the promoted piece: `e2e4`, `e7e8q`. This is UCI notation.
    Uci,
    /// As UCI notation, with capital letters: `e7e8Q`, `E2E4`.
    Capitals,
    /// Two squares with decoration: `e2-e4`, `e5xg6`, `Ng1f3`, `e7e8=q`, `e5xd6ep`.
    Decorated,
    /// SAN: `Nf3`, `exd5`, `O-O`, and drops as `@e4`.
    San,
    /// Castling with zeros: `0-0`.
    Zeros,
    /// A null move: `0000`. No such move is legal.
    Null,
}

/// A move in normal form, and how it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// `e2e4`, `e7e8q`, `0000`, or SAN without check signs: `Nf3`, `e8=Q`, `O-O`.
    pub text: String,
    /// How the program wrote it.
    pub spelling: Spelling,
    /// Whether it is two squares where SAN would have a piece or one square: the pushes of pawns have
    /// two squares then as well.
    pub(super) in_squares: bool,
}

/// What follows a move without a meaning here: check, mate, remarks, punctuation.
const AFTER_A_MOVE: [char; 7] = ['+', '#', '!', '?', ',', '.', ';'];

impl MoveText {
    /// Reads the word; `None` if it is no move in a known notation.
    pub(crate) fn read(word: &str) -> Option<MoveText> {
        coordinates(word)
            .or_else(|| drop(word))
            .or_else(|| san(word))
            .or_else(|| null(word))
    }
}

/// A piece from the pocket: `N@f3`, or `@e4` for a pawn.
fn drop(word: &str) -> Option<MoveText> {
    let bare = word.trim_end_matches(AFTER_A_MOVE);
    let (piece, square) = bare.split_once('@')?;
    let spelling = match piece {
        "P" | "N" | "B" | "R" | "Q" => Spelling::Uci,
        "" => Spelling::San,
        _ => return None,
    };
    square.parse::<Square>().ok()?;
    Some(MoveText {
        text: bare.to_owned(),
        spelling,
        in_squares: false,
    })
}

/// The null move in its usual spellings.
fn null(word: &str) -> Option<MoveText> {
    let known = ["0000", "null", "NULL", "--", "@@@@"];
    known.contains(&word).then(|| MoveText {
        text: "0000".to_owned(),
        spelling: Spelling::Null,
        in_squares: false,
    })
}

/// Whether the word looks like a move in some notation: it begins with a square, perhaps after the
/// letter of a piece.
pub(super) fn looks_like_move(word: &str) -> bool {
    if is_small_san(word) {
        return true;
    }
    let mut letters = word.chars();
    let first = letters.clone().next();
    if first.is_some_and(|letter| "PNBRQK".contains(letter) || ('♔'..='♟').contains(&letter)) {
        letters.next();
    }
    let file = letters.next().map(|letter| letter.to_ascii_lowercase());
    let rank = letters.next();
    file.is_some_and(|file| ('a'..='h').contains(&file))
        && rank.is_some_and(|rank| ('1'..='8').contains(&rank))
        && (4..=10).contains(&word.chars().count())
}

/// `nf3` and `nbxd7`: SAN with a small letter, which can be a pawn's file as well.
fn is_small_san(word: &str) -> bool {
    let word = word.trim_end_matches(AFTER_A_MOVE);
    let mut letters = word.chars();
    let is_piece = letters.next().is_some_and(|piece| "nbrqk".contains(piece));
    is_piece && san(&format!("N{}", letters.as_str())).is_some()
}

/// Whether the text is two squares, perhaps with a promotion, as [`MoveText`] has them.
pub(crate) fn is_coordinates(text: &str) -> bool {
    squares(text).is_some()
}

/// The squares and the promotion of `e7e8q`.
fn squares(text: &str) -> Option<()> {
    let square = |from: usize| text.get(from..from + 2)?.parse::<Square>().ok();
    let shaped = matches!(text.get(4..)?, "" | "n" | "b" | "r" | "q" | "k");
    (shaped && square(0).is_some() && square(2).is_some()).then_some(())
}

/// Two squares, with or without decoration.
fn coordinates(word: &str) -> Option<MoveText> {
    let bare = word.trim_end_matches(AFTER_A_MOVE);
    let plain = bare.to_ascii_lowercase();
    // `B1c2` is a bishop of the first rank, `B1C2` two squares.
    let is_capital = |at: usize| bare.as_bytes().get(at).is_some_and(u8::is_ascii_uppercase);
    if squares(&plain).is_some() && is_capital(0) == is_capital(2) {
        let spelling = match plain == bare {
            true => Spelling::Uci,
            false => Spelling::Capitals,
        };
        return Some(MoveText {
            in_squares: shows_squares(&plain),
            text: plain,
            spelling,
        });
    }
    let without_pawn = bare.strip_prefix('P').unwrap_or(bare);
    let piece = without_pawn.strip_prefix(['N', 'B', 'R', 'Q', 'K']);
    let without_piece = piece.unwrap_or(without_pawn).to_ascii_lowercase();
    let passing = ["e.p", "ep"]
        .iter()
        .find_map(|suffix| without_piece.strip_suffix(suffix));
    let mut text = passing.unwrap_or(&without_piece).to_owned();
    text.retain(|letter| !"-=x/".contains(letter));
    squares(&text)?;
    // `Qh3e6` and `Qh3xe6` are SAN with the whole origin.
    let is_san = piece.is_some_and(|rest| rest.replacen('x', "", 1) == text && text.len() == 4);
    Some(MoveText {
        in_squares: piece.is_none() && shows_squares(&text),
        text,
        spelling: match is_san {
            true => Spelling::San,
            false => Spelling::Decorated,
        },
    })
}

/// Whether these two squares show that a program writes pawn pushes with two squares. Captures by pawns
/// and castling have two squares in some programs that write SAN otherwise.
fn shows_squares(text: &str) -> bool {
    const CASTLING: [&str; 8] = [
        "e1g1", "e1c1", "e8g8", "e8c8", "e1h1", "e1a1", "e8h8", "e8a8",
    ];
    let bytes = text.as_bytes();
    let distance = |from: usize, to: usize| bytes[from].abs_diff(bytes[to]);
    let is_diagonal_step = distance(0, 2) == 1 && distance(1, 3) == 1;
    !is_diagonal_step && !CASTLING.contains(&text)
}

/// `Nf3` of `Nf3+` and `Nf3!`; `e8=Q` of `e8Q#`; `O-O` of `0-0`.
fn san(word: &str) -> Option<MoveText> {
    let word = word.trim_end_matches(AFTER_A_MOVE);
    let word = ["e.p", "ep"]
        .iter()
        .find_map(|suffix| word.strip_suffix(suffix))
        .unwrap_or(word);
    let found = |text: String, spelling| {
        Some(MoveText {
            text,
            spelling,
            in_squares: false,
        })
    };
    match word {
        "O-O" | "O-O-O" => return found(word.to_owned(), Spelling::San),
        "0-0" | "0-0-0" | "o-o" | "o-o-o" => {
            let text = word.replace(['0', 'o'], "O");
            return found(text, Spelling::Zeros);
        }
        _ => {}
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
                && match before.as_bytes() {
                    [] => true,
                    // `exd5` and `ed5`
                    [file @ b'a'..=b'h'] | [file @ b'a'..=b'h', b'x'] => *file != to.as_bytes()[0],
                    _ => false,
                }
        }
    };
    let equals = if promotion.is_empty() { "" } else { "=" };
    shaped.then(|| MoveText {
        text: format!("{rest}{equals}{promotion}"),
        spelling: Spelling::San,
        in_squares: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(word: &str) -> Option<(String, Spelling)> {
        MoveText::read(word).map(|read| (read.text, read.spelling))
    }

    #[test]
    fn coordinates_in_many_spellings() {
        for (word, text, spelling) in [
            ("e2e4", "e2e4", Spelling::Uci),
            ("e7e8q", "e7e8q", Spelling::Uci),
            ("e7e8k", "e7e8k", Spelling::Uci),
            ("N@f3", "N@f3", Spelling::Uci),
            ("@e4", "@e4", Spelling::San),
            ("e2e4,", "e2e4", Spelling::Uci),
            ("E2E4", "e2e4", Spelling::Capitals),
            ("e7e8Q", "e7e8q", Spelling::Capitals),
            ("e2-e4", "e2e4", Spelling::Decorated),
            ("e5xg6", "e5g6", Spelling::Decorated),
            ("Ng1f3", "g1f3", Spelling::San),
            ("Qh3xe6+", "h3e6", Spelling::San),
            ("Ng1-f3+", "g1f3", Spelling::Decorated),
            ("Bb5xc6", "b5c6", Spelling::San),
            ("e7e8=Q", "e7e8q", Spelling::Decorated),
            ("e7-e8=Q#", "e7e8q", Spelling::Decorated),
            ("e7e8/n", "e7e8n", Spelling::Decorated),
            ("e5xd6ep", "e5d6", Spelling::Decorated),
            ("e5d6e.p.", "e5d6", Spelling::Decorated),
        ] {
            assert_eq!(read(word), Some((text.to_owned(), spelling)), "{word}");
        }
    }

    #[test]
    fn moves_in_san() {
        for (word, expected) in [
            ("e4", "e4"),
            ("exd6", "exd6"),
            ("ed6", "ed6"),
            ("exd6ep", "exd6"),
            ("exd6e.p.", "exd6"),
            ("Nf3+", "Nf3"),
            ("Nbd7", "Nbd7"),
            ("B1c2", "B1c2"),
            ("R1xa3", "R1xa3"),
            ("e8=Q", "e8=Q"),
            ("exd1N+", "exd1=N"),
            ("O-O-O", "O-O-O"),
        ] {
            assert_eq!(
                read(word),
                Some((expected.to_owned(), Spelling::San)),
                "{word}"
            );
        }
        assert_eq!(read("0-0+"), Some(("O-O".to_owned(), Spelling::Zeros)));
        assert_eq!(read("--"), Some(("0000".to_owned(), Spelling::Null)));
        for word in [
            "", "x", "e", "e9", "e8", "Nf3=Q", "Nodes", "Total", "info", "Naab3", "dd4", "é4", "-",
            "=", "e2e9", "e7e8p", "a1z1",
        ] {
            assert_eq!(read(word), None, "{word}");
        }
    }

    #[test]
    fn unknown_notations_look_like_moves_and_words_do_not() {
        for word in [
            "e2e9", "e7e8p", "a1z1", "e2>e4", "♘g1f3", "Ng1~f3", "nf3", "nbxd7",
        ] {
            assert!(looks_like_move(word), "{word}");
        }
        for word in [
            "",
            "e4",
            "depth",
            "c64",
            "Hash",
            "nodes",
            "Nodes",
            "a1b2c3d4e5f6",
            "é4e5",
        ] {
            assert!(!looks_like_move(word), "{word}");
        }
    }
}
