//! Defects in the notation of moves: the moves and their counts are right.

use movegen::chess::{CastlingStyle, Color, MoveKind, Position};

use super::imitation::defect_table;
use super::{Budget, Counts, Imitation, Unpredicted, position_of};
use crate::ask::Question;

defect_table! {
    "notation-promotion"
        "it prints promotions without the piece that the pawn becomes"
        notations(&[NotationDefect::NoLetter, NotationDefect::AlwaysQueen]);
    "notation-castling"
        "it does not print the squares of king or rook when a move is castling"
        notations(&[
            NotationDefect::NullCastling,
            NotationDefect::KingStays,
            NotationDefect::RookMove,
        ]);
    "notation-promotion-letters"
        "it prints wrong letters for promotions"
        notations(&[NotationDefect::KnightIsK, NotationDefect::KnightIsBishop]);
    "notation-en-passant"
        "it prints the square of the captured pawn as the destination of an en passant capture"
        notations(&[NotationDefect::CapturedSquare]);
    "notation-ranks"
        "it prints ranks from the other side of the board"
        notations(&[None, Some(true), Some(false)].map(NotationDefect::Ranks));
    "notation-files"
        "it prints files from the other side of the board"
        notations(&[NotationDefect::Files]);
    "notation-turned"
        "it prints squares as if the board were turned round"
        notations(&[None, Some(true), Some(false)].map(NotationDefect::Turned));
    "notation-squares-swapped"
        "it prints the destination of a move before its origin"
        notations(&[NotationDefect::Swapped]);
}

/// What is written incorrectly. Some defects can be limited to moves of White (true) or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NotationDefect {
    NoLetter,
    AlwaysQueen,
    KnightIsK,
    KnightIsBishop,
    CapturedSquare,
    NullCastling,
    KingStays,
    RookMove,
    Ranks(Option<bool>),
    Files,
    Turned(Option<bool>),
    Swapped,
}

/// A correct program that writes moves incorrectly.
struct Notation {
    defect: NotationDefect,
    style: CastlingStyle,
}

/// Programs with these defects, in both ways to write castling.
fn notations(defects: &[NotationDefect]) -> Vec<Notation> {
    let styles = [CastlingStyle::Standard, CastlingStyle::Chess960];
    let in_styles = |&defect| styles.map(|style| Notation { defect, style });
    defects.iter().flat_map(in_styles).collect()
}

impl Notation {
    /// The text that is printed for a move, given in Chess960 style.
    fn written(&self, position: &Position, text: &str) -> Option<String> {
        let mv = position.parse_uci(text).ok()?;
        let right = position.uci(mv, self.style);
        let (from, to, letter) = (right.get(..2)?, right.get(2..4)?, right.get(4..)?);
        let white = position.turn() == Color::White;
        let affected = |side: Option<bool>| side.is_none_or(|side| side == white);
        let castles = mv.kind() == MoveKind::Castle;
        Some(match self.defect {
            NotationDefect::NoLetter => format!("{from}{to}"),
            NotationDefect::AlwaysQueen if !letter.is_empty() => format!("{from}{to}q"),
            NotationDefect::KnightIsK if letter == "n" => format!("{from}{to}k"),
            NotationDefect::KnightIsBishop if letter == "n" => format!("{from}{to}b"),
            NotationDefect::KnightIsBishop if letter == "b" => format!("{from}{to}n"),
            NotationDefect::CapturedSquare if mv.kind() == MoveKind::EnPassant => {
                format!("{from}{}{}", &to[..1], &from[1..])
            }
            NotationDefect::NullCastling if castles => "0000".to_owned(),
            NotationDefect::KingStays if castles => format!("{from}{from}"),
            NotationDefect::RookMove if castles => {
                // The text has the squares of king and rook.
                let (king, rook) = (text.get(..2)?, text.get(2..4)?);
                let file = if rook > king { 'f' } else { 'd' };
                format!("{rook}{file}{}", &king[1..])
            }
            NotationDefect::Ranks(side) if affected(side) => flip_ranks(&right),
            NotationDefect::Files => flip_files(&right),
            NotationDefect::Turned(side) if affected(side) => flip_files(&flip_ranks(&right)),
            NotationDefect::Swapped => format!("{to}{from}{letter}"),
            _ => right,
        })
    }
}

fn flip_ranks(text: &str) -> String {
    let flip = |c: char| match c {
        '1'..='8' => char::from(b'1' + b'8' - c as u8),
        _ => c,
    };
    text.chars().map(flip).collect()
}

/// The promoted piece stays.
fn flip_files(text: &str) -> String {
    let flip = |(index, c): (usize, char)| match c {
        'a'..='h' if index < 4 => char::from(b'a' + b'h' - c as u8),
        _ => c,
    };
    text.chars().enumerate().map(flip).collect()
}

impl Imitation for Notation {
    fn ask(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Unpredicted> {
        let position = position_of(question).ok_or(Unpredicted::Unknown)?;
        let divide = budget.divide(&position, question.depth, question.expected)?;
        let lines = divide.lines.iter().map(|(text, count)| {
            let written = self.written(&position, text).ok_or(Unpredicted::Unknown)?;
            Ok::<_, Unpredicted>((written, *count))
        });
        Ok(Counts {
            lines: lines.collect::<Result<_, _>>()?,
            total: divide.total,
        })
    }

    fn visits_leaves(&self) -> bool {
        false
    }

    fn sentence(&self) -> Option<String> {
        let text = match self.defect {
            NotationDefect::AlwaysQueen => "it prints every promotion as one to a queen",
            NotationDefect::KnightIsK => "it prints promotions to a knight with the letter k",
            NotationDefect::KnightIsBishop => {
                "it prints promotions to a knight with the letter b, and those to a bishop with n"
            }
            NotationDefect::NullCastling => "it prints castling as the null move 0000",
            NotationDefect::KingStays => {
                "it prints castling with the square of the king as its destination"
            }
            NotationDefect::RookMove => "it prints castling as a move of the rook",
            _ => return None,
        };
        Some(text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_written_incorrectly() {
        let castling = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        let promotion = "7k/1P6/8/8/8/8/8/K7 w - - 0 1";
        let en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
        for (defect, fen, text, expected) in [
            (NotationDefect::NoLetter, promotion, "b7b8n", "b7b8"),
            (NotationDefect::AlwaysQueen, promotion, "b7b8n", "b7b8q"),
            (NotationDefect::NullCastling, castling, "e1h1", "0000"),
            (NotationDefect::NullCastling, castling, "e1f1", "e1f1"),
            (NotationDefect::KingStays, castling, "e1h1", "e1e1"),
            (NotationDefect::RookMove, castling, "e1h1", "h1f1"),
            (NotationDefect::RookMove, castling, "e1a1", "a1d1"),
            (NotationDefect::Ranks(None), promotion, "b7b8n", "b2b1n"),
            (
                NotationDefect::Ranks(Some(false)),
                promotion,
                "b7b8n",
                "b7b8n",
            ),
            (NotationDefect::KnightIsK, promotion, "b7b8n", "b7b8k"),
            (NotationDefect::KnightIsBishop, promotion, "b7b8n", "b7b8b"),
            (NotationDefect::CapturedSquare, en_passant, "e5d6", "e5d5"),
            (NotationDefect::Files, castling, "e1h1", "d1b1"),
            (NotationDefect::Files, promotion, "b7b8b", "g7g8b"),
            (NotationDefect::Turned(None), promotion, "b7b8b", "g2g1b"),
            (NotationDefect::Swapped, promotion, "b7b8b", "b8b7b"),
        ] {
            let style = CastlingStyle::Standard;
            let position: Position = fen.parse().expect(fen);
            let written = Notation { defect, style }.written(&position, text);
            assert_eq!(written.as_deref(), Some(expected), "{defect:?} {text}");
        }
    }

    #[test]
    fn counts_are_right() {
        let mut notation = Notation {
            defect: NotationDefect::NoLetter,
            style: CastlingStyle::Standard,
        };
        let question = Question {
            fen: "7k/1P6/8/8/8/8/8/K7 w - - 0 1",
            moves: &[],
            depth: 1,
            expected: 7,
        };
        let counts = notation.ask(&question, &mut Budget::new(100));
        let counts = counts.expect("a small tree");
        let promotions = counts.lines.iter().filter(|line| line.0 == "b7b8");
        assert_eq!((promotions.count(), counts.total), (4, 7));
    }
}
