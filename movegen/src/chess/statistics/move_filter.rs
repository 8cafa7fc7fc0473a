//! Kinds of moves as engines generate them in stages, and conditions made of them.

use std::fmt;
use std::str::FromStr;

use crate::chess::{Move, MoveKind, PieceKind, Position};

/// A kind of legal move. A move can be of several kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveClass {
    /// It takes a piece: en passant captures and promotions that capture are included.
    Captures,
    /// It neither captures nor promotes. Castling is quiet.
    Quiets,
    /// It gives check, by the piece that moved or by another one; checkmate is included.
    Checks,
    /// The side that plays it is in check before it.
    Evasions,
    /// A pawn promotes, with or without a capture, to any piece.
    Promotions,
    /// A pawn promotes to a queen, with or without a capture.
    QueenPromotions,
    /// A pawn captures en passant.
    EnPassant,
    /// The king castles.
    Castling,
}

impl MoveClass {
    /// All of them, in the order of the documentation.
    pub const ALL: [MoveClass; 8] = [
        MoveClass::Captures,
        MoveClass::Quiets,
        MoveClass::Checks,
        MoveClass::Evasions,
        MoveClass::Promotions,
        MoveClass::QueenPromotions,
        MoveClass::EnPassant,
        MoveClass::Castling,
    ];

    /// The name in a [`MoveFilter`].
    pub const fn name(self) -> &'static str {
        match self {
            MoveClass::Captures => "captures",
            MoveClass::Quiets => "quiets",
            MoveClass::Checks => "checks",
            MoveClass::Evasions => "evasions",
            MoveClass::Promotions => "promotions",
            MoveClass::QueenPromotions => "queen-promotions",
            MoveClass::EnPassant => "en-passant",
            MoveClass::Castling => "castling",
        }
    }

    /// Whether a legal move of the position is of this kind.
    pub fn contains(self, position: &Position, mv: Move) -> bool {
        match self {
            MoveClass::Captures => position.is_capture(mv),
            MoveClass::Quiets => mv.promotion().is_none() && !position.is_capture(mv),
            MoveClass::Checks => position.play(mv).is_check(),
            MoveClass::Evasions => position.is_check(),
            MoveClass::Promotions => mv.promotion().is_some(),
            MoveClass::QueenPromotions => mv.promotion() == Some(PieceKind::Queen),
            MoveClass::EnPassant => mv.kind() == MoveKind::EnPassant,
            MoveClass::Castling => mv.kind() == MoveKind::Castle,
        }
    }
}

/// The moves that one stage of a move generator lists.
///
/// The text names kinds of moves ([`MoveClass`]). `,` stands for *or*, `+` for *and* (it binds more
/// tightly), and `non-` negates a kind: `captures,promotions` are all moves that capture or promote,
/// `quiets+checks` those that give check but neither capture nor promote.
///
/// ```
/// use movegen::chess::{MoveFilter, Position};
/// // . . . . . . . k
/// // P . . . . . . .
/// // . . . . . . . .
/// // . . . p . . . .
/// // . . . . P . . .
/// // . . . . . . . .
/// // . . . . . . . .
/// // K . . . . . . .
/// let position: Position = "7k/P7/8/3p4/4P3/8/8/K7 w - - 0 1".parse().unwrap();
/// let count = |text: &str| {
///     let filter: MoveFilter = text.parse().unwrap();
///     position.legal_moves().iter().filter(|mv| filter.accepts(&position, **mv)).count()
/// };
/// assert_eq!(count("captures"), 1);
/// assert_eq!(count("captures,promotions"), 5);
/// assert_eq!(count("quiets"), 4);
/// // a8q and a8r.
/// assert_eq!(count("promotions+checks"), 2);
/// assert_eq!(count("non-captures"), 8);
/// assert!("capture".parse::<MoveFilter>().unwrap_err().to_string().contains("captures"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveFilter {
    /// One of these must hold: all conditions of one line.
    alternatives: Vec<Vec<Condition>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Condition {
    class: MoveClass,
    negated: bool,
}

impl MoveFilter {
    /// Whether the filter accepts a legal move of the position.
    pub fn accepts(&self, position: &Position, mv: Move) -> bool {
        let holds =
            |condition: &Condition| condition.class.contains(position, mv) != condition.negated;
        let mut alternatives = self.alternatives.iter();
        alternatives.any(|conditions| conditions.iter().all(holds))
    }

    /// Of a set of moves, those that the filter accepts. `of` returns those of a kind.
    pub(in crate::chess) fn select(&self, all: u64, of: impl Fn(MoveClass) -> u64) -> u64 {
        let holds = |condition: &Condition| {
            let negated = if condition.negated { all } else { 0 };
            of(condition.class) ^ negated
        };
        let both = |accepted: u64, condition: &Condition| accepted & holds(condition);
        let alternatives = self.alternatives.iter();
        alternatives.fold(0, |accepted, conditions| {
            accepted | conditions.iter().fold(all, both)
        })
    }
}

/// A word of a [`MoveFilter`] that is not a kind of move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{word}' is not a kind of move; allowed are {}, each also with the prefix non-, joined by , (or) and + (and)",
    names()
)]
pub struct MoveFilterError {
    /// The word.
    pub word: String,
}

fn names() -> String {
    MoveClass::ALL.map(MoveClass::name).join(", ")
}

impl FromStr for MoveFilter {
    type Err = MoveFilterError;

    fn from_str(text: &str) -> Result<MoveFilter, MoveFilterError> {
        let alternatives = text.split(',').map(|alternative| {
            let words = alternative.split('+').map(str::trim);
            words.map(Condition::from_word).collect()
        });
        Ok(MoveFilter {
            alternatives: alternatives.collect::<Result<_, _>>()?,
        })
    }
}

impl Condition {
    fn from_word(word: &str) -> Result<Condition, MoveFilterError> {
        let (name, negated) = match word.strip_prefix("non-") {
            Some(name) => (name, true),
            None => (word, false),
        };
        let class = MoveClass::ALL
            .into_iter()
            .find(|class| class.name() == name);
        let class = class.ok_or_else(|| MoveFilterError {
            word: word.to_owned(),
        })?;
        Ok(Condition { class, negated })
    }
}

impl fmt::Display for MoveFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |condition: &Condition| {
            let prefix = if condition.negated { "non-" } else { "" };
            format!("{prefix}{}", condition.class.name())
        };
        let alternatives = self.alternatives.iter().map(|conditions| {
            let words: Vec<_> = conditions.iter().map(word).collect();
            words.join("+")
        });
        f.pad(&alternatives.collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(fen: &str, filter: &str) -> Vec<String> {
        let position: Position = fen.parse().expect(fen);
        let filter: MoveFilter = filter.parse().expect(filter);
        let moves = position.legal_moves().into_iter();
        let mut texts: Vec<_> = moves
            .filter(|&mv| filter.accepts(&position, mv))
            .map(|mv| position.san(mv))
            .collect();
        texts.sort();
        texts
    }

    #[test]
    fn a_promotion_that_captures_is_both() {
        let fen = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(accepted(fen, "captures").len(), 4);
        assert_eq!(accepted(fen, "promotions").len(), 8);
        assert_eq!(accepted(fen, "queen-promotions"), ["a8=Q", "axb8=Q+"]);
        assert_eq!(accepted(fen, "promotions+non-captures").len(), 4);
        assert_eq!(accepted(fen, "captures,promotions").len(), 8);
        assert_eq!(accepted(fen, "quiets").len(), 5);
        assert_eq!(accepted(fen, "non-captures").len(), 9);
    }

    #[test]
    fn en_passant_captures_and_castling_does_not() {
        let fen = "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1";
        assert_eq!(accepted(fen, "captures"), ["exd6"]);
        assert_eq!(accepted(fen, "en-passant"), ["exd6"]);
        assert_eq!(accepted(fen, "castling"), ["O-O"]);
        assert!(accepted(fen, "quiets").contains(&"O-O".to_owned()));
        // In Chess960 the king can castle onto the square of its rook.
        let fen = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1";
        assert_eq!(accepted(fen, "castling"), ["O-O"]);
        assert_eq!(accepted(fen, "captures"), [""; 0]);
    }

    #[test]
    fn checks_are_given_and_evasions_answer_them() {
        // The rook can take the queen that gives check, and gives check itself.
        let fen = "4k3/8/8/8/8/8/4q3/R3K3 w Q - 0 1";
        assert_eq!(accepted(fen, "evasions"), ["Kxe2"]);
        assert_eq!(accepted(fen, "evasions+checks"), [""; 0]);
        let fen = "4k3/8/8/8/8/8/4B3/R3K3 w - - 0 1";
        let checks = accepted(fen, "checks");
        assert_eq!(checks, ["Bb5+", "Bh5+", "Ra8+"]);
        assert_eq!(accepted(fen, "evasions"), [""; 0]);
    }

    #[test]
    fn texts_are_read_and_written() {
        for text in ["captures", "quiets+checks,non-promotions", "en-passant"] {
            let filter: MoveFilter = text.parse().expect(text);
            assert_eq!(filter.to_string(), text);
        }
        let spaced: MoveFilter = "captures, promotions".parse().expect("spaces");
        assert_eq!(spaced.to_string(), "captures,promotions");
        for text in [
            "",
            "capture",
            "captures,",
            "Checks",
            "non-",
            "quiets captures",
        ] {
            let error = text.parse::<MoveFilter>().expect_err(text).to_string();
            assert!(error.contains("evasions"), "{error}");
        }
    }
}
