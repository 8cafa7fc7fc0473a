//! Parses `position` and `setboard`. The FEN is kept as received, because its errors name a column.

use movegen::chess::PositionText;
use thiserror::Error;

/// A `position` command that cannot be split into its parts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionSyntax {
    /// `position` alone.
    #[error("nothing follows 'position', expected 'startpos' or 'fen <FEN>'")]
    Missing,
    /// `position foo`.
    #[error("expected 'startpos' or 'fen <FEN>' after 'position', found '{0}'")]
    Base(String),
    /// `position fen`, or `position fen moves ...`.
    #[error("no FEN follows 'position fen'")]
    NoFen,
    /// `position startpos e2e4`: Stockfish loses that move silently.
    #[error("expected 'moves' after 'startpos', found '{0}'")]
    NoMovesWord(String),
}

/// Parses what follows `position`.
pub(super) fn parse(text: &str) -> Result<PositionText, PositionSyntax> {
    let (base, rest) = split_word(text);
    match base {
        "" | "moves" => Err(PositionSyntax::Missing),
        "startpos" => match split_word(rest) {
            ("" | "moves", moves) => Ok(PositionText {
                fen: None,
                moves: words(moves),
                ..PositionText::default()
            }),
            (extra, _) => Err(PositionSyntax::NoMovesWord(extra.to_owned())),
        },
        "fen" => position_of_fen(rest),
        other => Err(PositionSyntax::Base(other.to_owned())),
    }
}

/// Parses what follows `position fen`: a FEN and perhaps `moves ...`.
///
/// # Errors
/// [`PositionSyntax::NoFen`] if there is no FEN.
pub fn position_of_fen(text: &str) -> Result<PositionText, PositionSyntax> {
    let (fen, moves) = split_at_moves(text.trim_ascii());
    if fen.is_empty() {
        return Err(PositionSyntax::NoFen);
    }
    Ok(PositionText {
        fen: Some(fen.to_owned()),
        moves: words(moves),
        ..PositionText::default()
    })
}

/// Parses what follows `setboard`: a FEN without moves.
///
/// # Errors
/// The message to print if there is no FEN.
pub(super) fn set_board(text: &str) -> Result<PositionText, String> {
    let fen = text.trim_ascii();
    if fen.is_empty() {
        return Err("usage: setboard <FEN>".to_owned());
    }
    Ok(PositionText {
        fen: Some(fen.to_owned()),
        moves: Vec::new(),
        ..PositionText::default()
    })
}

fn words(text: &str) -> Vec<String> {
    text.split_ascii_whitespace().map(str::to_owned).collect()
}

/// The first word and the rest.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_ascii_start();
    let end = text.find(|c: char| c.is_ascii_whitespace());
    text.split_at(end.unwrap_or(text.len()))
}

/// The FEN, and what follows the word `moves`. That word may also occur in the quoted text of an EPD
/// operation.
fn split_at_moves(text: &str) -> (&str, &str) {
    let mut quoted = false;
    for word in text.split_ascii_whitespace() {
        if word == "moves" && !quoted {
            // The word is a slice of the text.
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            let (fen, rest) = text.split_at(start);
            return (fen.trim_ascii_end(), &rest[word.len()..]);
        }
        quoted ^= word.matches('"').count() % 2 == 1;
    }
    (text, "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Command;

    fn read(line: &str) -> Result<PositionText, PositionSyntax> {
        match Command::parse(line) {
            Command::Position(result) => result,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn text(fen: Option<&str>, moves: &[&str]) -> Result<PositionText, PositionSyntax> {
        Ok(PositionText {
            fen: fen.map(str::to_owned),
            moves: moves.iter().map(|&text| text.to_owned()).collect(),
            ..PositionText::default()
        })
    }

    #[test]
    fn the_start_of_a_game() {
        assert_eq!(read("position startpos"), text(None, &[]));
        assert_eq!(read("position startpos moves"), text(None, &[]));
        assert_eq!(
            read(" position\tstartpos moves  e2e4  e7e5\r"),
            text(None, &["e2e4", "e7e5"])
        );
    }

    #[test]
    fn a_fen_keeps_its_blanks() {
        for (line, fen, moves) in [
            ("position\tfen 8/8 w moves", "8/8 w", &[][..]),
            (
                "position fen   8/8\t\tw   -  moves  e2e4",
                "8/8\t\tw   -",
                &["e2e4"],
            ),
            (
                "position fen 8/8 w moves e2e4 moves",
                "8/8 w",
                &["e2e4", "moves"],
            ),
            ("setboard   8/8  w moves", "8/8  w moves", &[]),
            ("position fen \u{e9}  w moves a1a2", "\u{e9}  w", &["a1a2"]),
        ] {
            assert_eq!(read(line), text(Some(fen), moves), "{line}");
        }
    }

    #[test]
    fn moves_in_quotes_belong_to_the_epd() {
        let epd = "8/8 w - - c0 \"black moves here\";";
        let line = format!("position fen {epd} moves e2e4");
        assert_eq!(read(&line), text(Some(epd), &["e2e4"]));
    }

    #[test]
    fn errors_name_what_is_missing() {
        for (line, error) in [
            ("position", PositionSyntax::Missing),
            ("position moves e2e4", PositionSyntax::Missing),
            ("position foo", PositionSyntax::Base("foo".to_owned())),
            ("position fen", PositionSyntax::NoFen),
            ("position fen moves e2e4", PositionSyntax::NoFen),
            (
                "position startpos e2e4",
                PositionSyntax::NoMovesWord("e2e4".to_owned()),
            ),
        ] {
            assert_eq!(read(line), Err(error), "{line}");
        }
        assert!(matches!(Command::parse("setboard "), Command::Malformed(_)));
    }
}
