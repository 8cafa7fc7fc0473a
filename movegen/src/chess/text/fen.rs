//! Text to [`Setup`]: FEN, EPD, castling in X-FEN and Shredder-FEN.
//!
//! The format is that of the PGN standard (Steven Edwards, 1994), sections 16.1 (FEN) and 16.2
//! (EPD). X-FEN is by Reinhard Scharnagl, Shredder-FEN by Stefan Meyer-Kahlen.

mod epd;

use std::fmt;
use std::str::FromStr;

pub use epd::Operation;
use epd::Parts;

use crate::chess::board::uci_move::UciMove;
use crate::chess::{Bitboard, Color, File, Piece, PieceKind, Rank, Setup, Square};

/// The six fields of a FEN, and the EPD operations after them.
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

/// Something in a FEN that was dropped or replaced by a default.
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

/// A parsed FEN, with warnings about what was repaired.
///
/// ```
/// use movegen::chess::ParsedFen;
/// let parsed: ParsedFen = "4k3/8/8/8/8/8/8/4K3 w K -".parse().unwrap();
/// assert_eq!(parsed.warnings[0].to_string(), "castling right 'K' dropped: no white rook stands on the king's h-file side");
/// ```
///
/// In EPD the counters are operations, and other operations are kept as they are:
///
/// ```
/// use movegen::chess::ParsedFen;
/// let parsed: ParsedFen = "4k3/8/8/8/8/8/8/4K3 w - - hmvc 3; fmvn 20; id \"bare kings\";".parse().unwrap();
/// assert_eq!((parsed.setup.halfmoves, parsed.setup.fullmoves), (3, 20));
/// assert_eq!((parsed.operations[2].opcode.as_str(), parsed.operations[2].operand.as_str()), ("id", "\"bare kings\""));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedFen {
    /// The position of the text.
    pub setup: Setup,
    /// What was dropped or replaced by a default.
    pub warnings: Vec<FenWarning>,
    /// The EPD operations that follow the fields.
    pub operations: Vec<Operation>,
}

/// A word of the text and where it stands.
#[derive(Clone, Copy)]
struct Word<'a> {
    whole: &'a str,
    start: usize,
    text: &'a str,
}

impl<'a> Word<'a> {
    /// The words of a part of the text.
    fn all(part: Word<'a>) -> impl Iterator<Item = Word<'a>> {
        part.text.split_ascii_whitespace().map(move |text| Word {
            whole: part.whole,
            // The word is a slice of the whole text.
            start: text.as_ptr() as usize - part.whole.as_ptr() as usize,
            text,
        })
    }

    fn error(&self, field: Field, offset: usize, kind: FenErrorKind) -> FenError {
        let before = self.whole.get(..self.start).unwrap_or_default();
        FenError {
            field,
            column: before.chars().count() + 1 + offset,
            kind,
        }
    }
}

impl FromStr for ParsedFen {
    type Err = FenError;

    fn from_str(text: &str) -> Result<ParsedFen, FenError> {
        let parts = Parts::of(text);
        let words: Vec<Word<'_>> = Word::all(parts.head).collect();
        let end = parts.head.text.trim_end().chars().count() + 1;
        let missing = |field| FenError {
            field,
            column: end,
            kind: FenErrorKind::Missing,
        };
        let mut setup = Setup::empty();
        let mut warnings = Vec::new();
        read_board(
            &mut setup,
            words.first().ok_or_else(|| missing(Field::Board))?,
        )?;
        read_turn(
            &mut setup,
            words.get(1).ok_or_else(|| missing(Field::Turn))?,
        )?;
        if let Some(word) = words.get(2) {
            read_castling(&mut setup, &mut warnings, word)?;
        }
        if let Some(word) = words.get(3) {
            read_en_passant(&mut setup, word)?;
        }
        parts.check_quotes()?;
        let mut rest = words.get(4..).unwrap_or_default();
        for field in [Field::Halfmoves, Field::Fullmoves] {
            if let Some((word, behind)) = rest.split_first()
                && !parts.starts_operation(word)
            {
                read_counter(&mut setup, &mut warnings, field, word)?;
                rest = behind;
            }
        }
        let operations = parts.operations(rest.first())?;
        for operation in &operations {
            read_counting_operation(&mut setup, &mut warnings, operation);
        }
        Ok(ParsedFen {
            setup,
            warnings,
            operations,
        })
    }
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup, FenError> {
        Ok(text.parse::<ParsedFen>()?.setup)
    }
}

fn read_board(setup: &mut Setup, word: &Word<'_>) -> Result<(), FenError> {
    let error = |offset, kind| Err(word.error(Field::Board, offset, kind));
    let ranks = word.text.split('/').count();
    let mut offset = 0;
    for (index, text) in word.text.split('/').enumerate() {
        let mut squares = 0u32;
        for (at, letter) in text.chars().enumerate() {
            match (letter.to_digit(10), Piece::from_letter(letter)) {
                (Some(gap @ 1..=8), _) => squares += gap,
                (_, Some(piece)) => {
                    if squares < 8 && index < 8 {
                        setup.board[(7 - index) * 8 + squares as usize] = Some(piece);
                    }
                    squares += 1;
                }
                _ => return error(offset + at, FenErrorKind::BoardCharacter(letter)),
            }
        }
        if squares != 8 && index < 8 {
            let rank = Rank::ALL[7 - index];
            return error(offset, FenErrorKind::RankLength { rank, squares });
        }
        offset += text.chars().count() + 1;
    }
    if ranks == 8 {
        Ok(())
    } else {
        error(0, FenErrorKind::Ranks(ranks))
    }
}

fn read_turn(setup: &mut Setup, word: &Word<'_>) -> Result<(), FenError> {
    setup.turn = match word.text {
        "w" => Color::White,
        "b" => Color::Black,
        other => return Err(word.error(Field::Turn, 0, FenErrorKind::Turn(other.to_owned()))),
    };
    Ok(())
}

fn read_castling(
    setup: &mut Setup,
    warnings: &mut Vec<FenWarning>,
    word: &Word<'_>,
) -> Result<(), FenError> {
    if word.text == "-" {
        return Ok(());
    }
    for (offset, letter) in word.text.chars().enumerate() {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let castling_rook = match letter.to_ascii_lowercase() {
            'k' => CastlingRook::Outermost { king_side: true },
            'q' => CastlingRook::Outermost { king_side: false },
            other => match File::from_letter(other) {
                Some(file) => CastlingRook::On(file),
                None => {
                    return Err(word.error(
                        Field::Castling,
                        offset,
                        FenErrorKind::CastlingLetter(letter),
                    ));
                }
            },
        };
        let (king, rook) = match castling_rook.find(setup, color) {
            Ok(found) => found,
            Err(reason) => {
                warnings.push(FenWarning::CastlingDropped { letter, reason });
                continue;
            }
        };
        let same_side =
            |other: &Square| other.rank() == rook.rank() && (*other > king) == (rook > king);
        if let Some(first) = setup
            .castling
            .into_iter()
            .find(|s| same_side(s) && *s != rook)
        {
            return Err(word.error(
                Field::Castling,
                offset,
                FenErrorKind::TwoRooks {
                    color,
                    first,
                    second: rook,
                },
            ));
        }
        setup.castling |= Bitboard::from(rook);
    }
    Ok(())
}

/// How a castling letter names its rook.
enum CastlingRook {
    /// X-FEN: the rook farthest out on that side of the king.
    Outermost { king_side: bool },
    /// Shredder-FEN: the rook on that file.
    On(File),
}

impl CastlingRook {
    /// The king and the rook, or why there is no such rook.
    fn find(&self, setup: &Setup, color: Color) -> Result<(Square, Square), String> {
        let back = Rank::First.relative_to(color);
        let king = setup
            .king(color)
            .ok_or_else(|| format!("{color} has not exactly one king"))?;
        if king.rank() != back {
            return Err(format!(
                "the {color} king on {king} is not on rank {}",
                back.digit()
            ));
        }
        let rook = Piece {
            color,
            kind: PieceKind::Rook,
        };
        let is_rook = |file: &File| setup.board[Square::new(*file, back).index()] == Some(rook);
        match *self {
            CastlingRook::On(file) if is_rook(&file) => Ok((king, Square::new(file, back))),
            CastlingRook::On(file) => Err(format!(
                "no {color} rook stands on {}",
                Square::new(file, back)
            )),
            CastlingRook::Outermost { king_side } => {
                let side = if king_side { 'h' } else { 'a' };
                setup
                    .outermost_rook(color, king, king_side)
                    .map(|rook| (king, rook))
                    .ok_or_else(|| format!("no {color} rook stands on the king's {side}-file side"))
            }
        }
    }
}

fn read_en_passant(setup: &mut Setup, word: &Word<'_>) -> Result<(), FenError> {
    if word.text == "-" {
        return Ok(());
    }
    let square: Square = word.text.parse().map_err(|_| {
        word.error(
            Field::EnPassant,
            0,
            FenErrorKind::EnPassantSquare(word.text.to_owned()),
        )
    })?;
    let turn = setup.turn;
    if square.rank() != Rank::Sixth.relative_to(turn) {
        return Err(word.error(
            Field::EnPassant,
            0,
            FenErrorKind::EnPassantRank { square, turn },
        ));
    }
    setup.en_passant = Some(square);
    Ok(())
}

/// Reads a counter field.
fn read_counter(
    setup: &mut Setup,
    warnings: &mut Vec<FenWarning>,
    field: Field,
    word: &Word<'_>,
) -> Result<(), FenError> {
    if word.text.parse::<UciMove>().is_ok() {
        // Reading a move as the default would hide that the word `moves` is missing.
        return Err(word.error(field, 0, FenErrorKind::Move(word.text.to_owned())));
    }
    set_counter(setup, warnings, field, word.text);
    Ok(())
}

/// EPD writes the counters as operations.
fn read_counting_operation(
    setup: &mut Setup,
    warnings: &mut Vec<FenWarning>,
    operation: &Operation,
) {
    let field = match operation.opcode.as_str() {
        "hmvc" => Field::Halfmoves,
        "fmvn" => Field::Fullmoves,
        _ => return,
    };
    set_counter(setup, warnings, field, &operation.operand);
}

/// Sets a counter. If the text is no number in range, the counter keeps its value and a warning is
/// given: counting does not depend on it.
fn set_counter(setup: &mut Setup, warnings: &mut Vec<FenWarning>, field: Field, text: &str) {
    let (min, max, counter) = match field {
        Field::Halfmoves => (0, 32767, &mut setup.halfmoves),
        _ => (1, 999_999, &mut setup.fullmoves),
    };
    match text.parse::<u32>() {
        Ok(number) if (min..=max).contains(&number) => *counter = number,
        _ => warnings.push(FenWarning::Counter {
            field,
            text: text.to_owned(),
            min,
            max,
            used: *counter,
        }),
    }
}

#[cfg(test)]
mod tests;
