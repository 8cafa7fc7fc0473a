//! Text to [`Setup`]: FEN, EPD's four fields, castling in X-FEN and Shredder-FEN.
//!
//! The form is Steven Edwards' PGN standard (1994), section 16.1; X-FEN is Reinhard Scharnagl's,
//! Shredder-FEN Stefan Meyer-Kahlen's.

use std::fmt;
use std::str::FromStr;

use super::{Bitboard, Color, File, Piece, PieceKind, Rank, Setup, Square};

/// The six fields of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Field {
    Board,
    Turn,
    Castling,
    EnPassant,
    Halfmoves,
    Fullmoves,
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
        })
    }
}

/// What is wrong with a field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenErrorKind {
    /// The text ends before the field.
    #[error("is missing (a FEN has at least a board and a side to move, 'w' or 'b')")]
    Missing,
    /// There is more text than six fields.
    #[error("is followed by '{0}', where the FEN should end")]
    Trailing(String),
    /// A character that no board has.
    #[error(
        "has '{0}', which is neither a piece (PNBRQK or pnbrqk), a number of empty squares (1-8) nor '/'"
    )]
    Letter(char),
    /// Not eight ranks.
    #[error("has {0} ranks instead of 8")]
    Ranks(usize),
    /// A rank that is not eight squares long.
    #[error("has {squares} squares on rank {} instead of 8", rank.digit())]
    RankLength {
        /// The rank.
        rank: Rank,
        /// How many squares the text gives it.
        squares: u32,
    },
    /// The side to move is neither.
    #[error("is '{0}' instead of 'w' or 'b'")]
    Turn(String),
    /// A letter that means no rook.
    #[error("has '{0}', which is none of KQkq, A-H, a-h (or '-' alone)")]
    CastlingLetter(char),
    /// Two rooks of one side on the same side of the king.
    #[error(
        "gives {color} two rooks on the same side of the king, {first} and {second}: no rule says which castles"
    )]
    TwoRooks {
        /// Whose rooks.
        color: Color,
        /// The one named first.
        first: Square,
        /// The one named second.
        second: Square,
    },
    /// The en passant field is no square.
    #[error("is '{0}', which is neither '-' nor a square such as e3")]
    NoSquare(String),
    /// An en passant square where no double step passes.
    #[error("is {square}, but with {turn} to move it must be on rank {}", Rank::Sixth.relative_to(*turn).digit())]
    EnPassantRank {
        /// What the field says.
        square: Square,
        /// Who moves.
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
    /// Which field.
    pub field: Field,
    /// Where, counted in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: FenErrorKind,
}

/// Something in a FEN that was read otherwise than it was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenWarning {
    /// A castling letter names a rook that is not there.
    #[error("castling right '{letter}' dropped: {reason}")]
    CastlingDropped {
        /// The letter.
        letter: char,
        /// Why it cannot be.
        reason: String,
    },
    /// A counter that is no number in range.
    #[error("{field} '{text}' is not a number from {least} to {most}: read as {used}")]
    Counter {
        /// Which counter.
        field: Field,
        /// What stands there.
        text: String,
        /// The least that is allowed.
        least: u32,
        /// The most that is allowed.
        most: u32,
        /// What is used instead.
        used: u32,
    },
}

/// A FEN that could be read, and what had to be mended on the way.
///
/// ```
/// use movegen::chess::ParsedFen;
/// let parsed: ParsedFen = "4k3/8/8/8/8/8/8/4K3 w K -".parse().unwrap();
/// assert_eq!(parsed.warnings[0].to_string(), "castling right 'K' dropped: no white rook stands on the king's h-file side");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedFen {
    /// What the text says.
    pub setup: Setup,
    /// What it was not taken at its word for.
    pub warnings: Vec<FenWarning>,
}

/// A word of the text and the column (from 1) where it begins.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    column: usize,
}

impl Word<'_> {
    fn error(&self, field: Field, offset: usize, kind: FenErrorKind) -> FenError {
        FenError {
            field,
            column: self.column + offset,
            kind,
        }
    }
}

fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    for piece in text.split_ascii_whitespace() {
        let start = piece.as_ptr() as usize - text.as_ptr() as usize;
        words.push(Word {
            text: piece,
            column: text[..start].chars().count() + 1,
        });
    }
    words
}

impl FromStr for ParsedFen {
    type Err = FenError;

    fn from_str(text: &str) -> Result<ParsedFen, FenError> {
        let words = words(text);
        let end = text.trim_end().chars().count() + 1;
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
        setup.halfmoves = counter(words.get(4), Field::Halfmoves, (0, 32767, 0), &mut warnings);
        setup.fullmoves = counter(
            words.get(5),
            Field::Fullmoves,
            (1, 999_999, 1),
            &mut warnings,
        );
        match words.get(6) {
            Some(word) => Err(word.error(
                Field::Fullmoves,
                0,
                FenErrorKind::Trailing(word.text.to_owned()),
            )),
            None => Ok(ParsedFen { setup, warnings }),
        }
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
        for (place, letter) in text.chars().enumerate() {
            match (letter.to_digit(10), Piece::from_letter(letter)) {
                (Some(gap @ 1..=8), _) => squares += gap,
                (_, Some(piece)) => {
                    if squares < 8 && index < 8 {
                        setup.board[(7 - index) * 8 + squares as usize] = Some(piece);
                    }
                    squares += 1;
                }
                _ => return error(offset + place, FenErrorKind::Letter(letter)),
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
        let wanted = match letter.to_ascii_lowercase() {
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
        let (king, rook) = match wanted.find(setup, color) {
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
        setup.castling |= Bitboard::of(rook);
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
            FenErrorKind::NoSquare(word.text.to_owned()),
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

/// Reads a counter; what is no number in range is read as the default, with a warning: the rules
/// of counting do not depend on it.
fn counter(
    word: Option<&Word<'_>>,
    field: Field,
    (least, most, used): (u32, u32, u32),
    warnings: &mut Vec<FenWarning>,
) -> u32 {
    let Some(word) = word else { return used };
    match word.text.parse::<u32>() {
        Ok(number) if (least..=most).contains(&number) => number,
        _ => {
            warnings.push(FenWarning::Counter {
                field,
                text: word.text.to_owned(),
                least,
                most,
                used,
            });
            used
        }
    }
}

#[cfg(test)]
mod tests;
