//! What is wrong with a FEN, and what is unusual in it.

use std::fmt;

use crate::chess::{Bitboard, Color, File, Rank, Square, VariantSign};

/// The six fields of a FEN, the EPD operations after them, and the counts of checks of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Field {
    Board,
    Turn,
    Castling,
    EnPassant,
    Halfmoves,
    Fullmoves,
    Operations,
    Checks,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Field::Board => "board",
            Field::Turn => "side to move",
            Field::Castling => "castling",
            Field::EnPassant => "en passant",
            Field::Halfmoves => "halfmove clock",
            Field::Fullmoves => "move number",
            Field::Operations => "operations",
            Field::Checks => "checks",
        })
    }
}

/// What is wrong with a field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenErrorKind {
    /// The text ends before the field.
    #[error("is missing (a FEN has at least a board and a side to move, 'w' or 'b')")]
    Missing,
    /// There is more text than six fields, and it is no EPD operation.
    #[error("is followed by '{0}', where the FEN should end (an EPD operation ends with ';')")]
    Trailing(String),
    /// A move where a counter should be.
    #[error("is the move '{0}' (moves follow the FEN after the word 'moves')")]
    Move(String),
    /// An EPD operation without a name.
    #[error("has '{0}', where an operation such as 'bm e4;' should begin")]
    Opcode(String),
    /// An EPD operand whose closing quote is missing.
    #[error("has a text without its closing quote")]
    UnclosedQuote,
    /// A character that is neither a piece, a number nor a slash.
    #[error(
        "has '{0}', which is neither a piece (PNBRQK or pnbrqk), a number of empty squares (1-8) nor '/'"
    )]
    BoardCharacter(char),
    /// Not eight ranks.
    #[error("has {0} ranks instead of 8")]
    Ranks(usize),
    /// A rank that is not eight squares long.
    #[error("has {squares} squares on rank {} instead of 8", rank.digit())]
    RankLength {
        /// The rank.
        rank: Rank,
        /// The number of squares in the text.
        squares: u32,
    },
    /// The side to move is neither `w` nor `b`.
    #[error("is '{0}' instead of 'w' or 'b'")]
    Turn(String),
    /// A letter that names no rook.
    #[error("has '{0}', which is none of KQkq, A-H, a-h (or '-' alone)")]
    CastlingLetter(char),
    /// Two rooks of one side on the same side of the king.
    #[error(
        "gives {color} two rooks on the same side of the king, {first} and {second}: no rule says which castles"
    )]
    TwoRooks {
        /// The side.
        color: Color,
        /// The rook named first.
        first: Square,
        /// The rook named second.
        second: Square,
    },
    /// The en passant field is no square.
    #[error("is '{0}', which is neither '-' nor a square such as e3")]
    EnPassantSquare(String),
    /// An en passant square that no double push passes.
    #[error("is {square}, but with {turn} to move it must be on rank {}", Rank::Sixth.relative_to(*turn).digit())]
    EnPassantRank {
        /// The square in the field.
        square: Square,
        /// The side to move.
        turn: Color,
    },
    /// A pocket that crazyhouse cannot have.
    #[error(
        "has the pocket '{0}', but a pocket has pieces PNBRQpnbrq in brackets, each at most 63 times"
    )]
    Pocket(String),
    /// More men than a game of crazyhouse has.
    #[error("has {0} men with those in the pocket, but crazyhouse has at most 32")]
    Men(usize),
    /// A number of checks that three-check does not have.
    #[error(
        "is '{found}', but a side has 0 to {most} checks ('{most}+{most}' left, or '+0+0' given)"
    )]
    Checks {
        /// The field.
        found: String,
        /// The checks that win.
        most: u8,
    },
    /// Something that only a variant of chess has.
    #[error("{0}")]
    Variant(VariantSign),
}

/// A FEN that cannot be read: which field, at which column (from 1, in characters), and why.
///
/// ```
/// use movegen::chess::Setup;
/// let error = "rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse::<Setup>().unwrap_err();
/// assert_eq!(error.column, 14);
/// assert!(error.to_string().starts_with("column 14: the board field has 'x'"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: the {field} field {kind}")]
pub struct FenError {
    /// The field.
    pub field: Field,
    /// The column, in characters from 1.
    pub column: usize,
    /// The error.
    pub kind: FenErrorKind,
}

/// Something in a FEN that was dropped, replaced by a default, or read as Chess960.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenWarning {
    /// A castling letter names a rook that does not exist.
    #[error("castling right '{letter}' dropped: {reason}")]
    CastlingDropped {
        /// The letter.
        letter: char,
        /// Why there is no such right.
        reason: String,
    },
    /// Rights of one side, written `KQkq`, that standard chess does not have.
    #[error("{}", only_chess960(*color, rights, *king, *rooks))]
    Chess960Rights {
        /// The side.
        color: Color,
        /// Their letters.
        rights: String,
        /// Where its king stands.
        king: Square,
        /// Where the rooks of these rights stand.
        rooks: Bitboard,
    },
    /// A counter that is not a number in range.
    #[error("{field} '{text}' is not a number from {min} to {max}: read as {used}")]
    Counter {
        /// Which counter.
        field: Field,
        /// What stands there.
        text: String,
        /// The smallest value allowed.
        min: u32,
        /// The largest value allowed.
        max: u32,
        /// The value used instead.
        used: u32,
    },
}

/// The text of [`FenWarning::Chess960Rights`].
fn only_chess960(color: Color, rights: &str, king: Square, rooks: Bitboard) -> String {
    let places: Vec<String> = rooks.into_iter().map(|rook| rook.to_string()).collect();
    let places = places.join(" and ");
    let (exist, rooks, corner) = match rights.len() {
        1 => ("exists", "a rook", "corner"),
        _ => ("exist", "rooks", "corners"),
    };
    let home = Square::new(File::E, king.rank());
    let place = match king == home {
        true => format!("on {king} with {rooks} on {places}, not in the {corner}"),
        false => format!("on {king}, not on {home}, with {rooks} on {places}"),
    };
    let right = if rights.len() == 1 { "right" } else { "rights" };
    format!("castling {right} '{rights}' {exist} only in Chess960: the {color} king is {place}")
}
