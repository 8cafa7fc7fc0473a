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
mod tests {
    use super::*;
    use crate::chess::CastlingStyle;

    fn error(text: &str) -> String {
        text.parse::<ParsedFen>().expect_err(text).to_string()
    }

    fn parsed(text: &str) -> (String, Vec<String>) {
        let parsed: ParsedFen = text.parse().expect(text);
        let warnings = parsed.warnings.iter().map(ToString::to_string).collect();
        (parsed.setup.fen(CastlingStyle::Chess960), warnings)
    }

    #[test]
    fn errors_say_what_where_and_what_is_allowed() {
        for (text, message) in [
            (
                "",
                "column 1: the board field is missing (a FEN has at least a board and a side to move, 'w' or 'b')",
            ),
            (
                "8/8/8/8/8/8/8/8",
                "column 16: the side to move field is missing (a FEN has at least a board and a side to move, 'w' or 'b')",
            ),
            (
                "8/8/8/8/8/8/8/9 w",
                "column 15: the board field has '9', which is neither a piece (PNBRQK or pnbrqk), a number of empty squares (1-8) nor '/'",
            ),
            (
                "8/8/8/x7/8/8/8/8 w",
                "column 7: the board field has 'x', which is neither a piece (PNBRQK or pnbrqk), a number of empty squares (1-8) nor '/'",
            ),
            (
                "8/8/7/8/8/8/8/8 w",
                "column 5: the board field has 7 squares on rank 6 instead of 8",
            ),
            (
                "8/8/8/8/8/8/8/p8 w",
                "column 15: the board field has 9 squares on rank 1 instead of 8",
            ),
            (
                "8/8/8/8/8/8/8 w",
                "column 1: the board field has 7 ranks instead of 8",
            ),
            (
                "8/8/8/8/8/8/8/8/8 w",
                "column 1: the board field has 9 ranks instead of 8",
            ),
            (
                "8/8/8/8/8/8/8/8 x",
                "column 17: the side to move field is 'x' instead of 'w' or 'b'",
            ),
            (
                "8/8/8/8/8/8/8/8 w KQx",
                "column 21: the castling field has 'x', which is none of KQkq, A-H, a-h (or '-' alone)",
            ),
            (
                "8/8/8/8/8/8/8/8 w - e9",
                "column 21: the en passant field is 'e9', which is neither '-' nor a square such as e3",
            ),
            (
                "8/8/8/8/8/8/8/8 w - e3",
                "column 21: the en passant field is e3, but with white to move it must be on rank 6",
            ),
            (
                "8/8/8/8/8/8/8/8 w - - 0 1 x",
                "column 27: the move number field is followed by 'x', where the FEN should end",
            ),
            (
                "4k3/8/8/8/8/8/8/4KR1R w FH",
                "column 26: the castling field gives white two rooks on the same side of the king, f1 and h1: no rule says which castles",
            ),
        ] {
            assert_eq!(error(text), message, "{text}");
        }
    }

    #[test]
    fn castling_letters_find_their_rooks() {
        for (text, fen) in [
            (
                "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
                "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
            ),
            (
                "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
                "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
            ),
            // X-FEN: the outermost rook, or the inner one by its file.
            (
                "4k3/8/8/8/8/8/8/1R1K1R1R w K",
                "4k3/8/8/8/8/8/8/1R1K1R1R w H - 0 1",
            ),
            (
                "4k3/8/8/8/8/8/8/1R1K1R1R w F",
                "4k3/8/8/8/8/8/8/1R1K1R1R w F - 0 1",
            ),
            // The same rook twice is one right.
            (
                "4k3/8/8/8/8/8/8/4K2R w KKKK",
                "4k3/8/8/8/8/8/8/4K2R w H - 0 1",
            ),
        ] {
            assert_eq!(parsed(text), (fen.to_owned(), Vec::new()), "{text}");
        }
    }

    #[test]
    fn an_inner_rook_survives_being_written_and_read() {
        let text = "4k3/8/8/8/8/8/8/RR2K1RR w BH - 0 1";
        let setup: Setup = text.parse().expect(text);
        let written = setup.fen(CastlingStyle::Standard);
        assert_eq!(written, "4k3/8/8/8/8/8/8/RR2K1RR w KB - 0 1");
        assert_eq!(written.parse(), Ok(setup));
    }

    #[test]
    fn rights_without_a_rook_are_dropped_with_a_warning() {
        for (text, warning) in [
            (
                "4k3/8/8/8/8/8/8/4K3 w Q",
                "castling right 'Q' dropped: no white rook stands on the king's a-file side",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w h",
                "castling right 'h' dropped: no black rook stands on h8",
            ),
            (
                "4k3/8/8/8/8/8/4K3/7R w K",
                "castling right 'K' dropped: the white king on e2 is not on rank 1",
            ),
            (
                "8/8/8/8/8/8/4K3/7R w q",
                "castling right 'q' dropped: black has not exactly one king",
            ),
        ] {
            assert_eq!(parsed(text).1, [warning], "{text}");
        }
    }

    #[test]
    fn counters_out_of_range_are_read_as_the_default() {
        let (fen, warnings) = parsed("4k3/8/8/8/8/8/8/4K3 w - - a 0");
        assert_eq!(fen, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        assert_eq!(
            warnings,
            [
                "halfmove clock 'a' is not a number from 0 to 32767: read as 0",
                "move number '0' is not a number from 1 to 999999: read as 1",
            ]
        );
        assert_eq!(parsed("4k3/8/8/8/8/8/8/4K3\tw\t-   -  -1 5 ").1.len(), 1);
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(error("é w").split(':').next(), Some("column 1"));
        assert_eq!(
            error("8/8/8/8/8/8/8/8 é").split(':').next(),
            Some("column 17")
        );
    }
}
