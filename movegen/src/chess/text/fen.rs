//! Text to [`Setup`]: FEN, EPD, castling in X-FEN and Shredder-FEN.
//!
//! The format is that of the PGN standard (Steven Edwards, 1994), sections 16.1 (FEN) and 16.2
//! (EPD). X-FEN is by Reinhard Scharnagl, Shredder-FEN by Stefan Meyer-Kahlen.

mod castling;
mod epd;
mod error;
pub(in crate::chess) mod pocket;
mod word;

use std::borrow::Cow;
use std::str::FromStr;

use castling::read_castling;
pub use epd::Operation;
use epd::Parts;
pub use error::{FenError, FenErrorKind, FenWarning, Field};
use word::Word;

use crate::chess::board::uci_move::UciMove;
use crate::chess::{Color, Piece, Rank, Setup, Square, VariantSign};

/// A parsed FEN, with warnings about what was repaired or is unusual.
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
    /// What was dropped, replaced by a default, or read as Chess960.
    pub warnings: Vec<FenWarning>,
    /// The EPD operations that follow the fields.
    pub operations: Vec<Operation>,
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
        if let Some(word) = rest.first() {
            refuse_checks(word)?;
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
    read_ranks(setup, word).map_err(|error| match VariantSign::of_board(word.text) {
        Some((offset, sign)) => word.error(Field::Board, offset, FenErrorKind::Variant(sign)),
        None => error,
    })
}

fn read_ranks(setup: &mut Setup, word: &Word<'_>) -> Result<(), FenError> {
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

/// Three-check has the counts of checks before or behind the counters.
fn refuse_checks(word: &Word<'_>) -> Result<(), FenError> {
    match VariantSign::of_checks(word.text) {
        Some(sign) => Err(word.error(Field::Checks, 0, FenErrorKind::Variant(sign))),
        None => Ok(()),
    }
}

/// Takes the checks of three-check out of a FEN: those that each side has left, `3+3`, before or behind the clocks, or
/// those given, `+0+0`, behind the clocks. Blanks stand in their place, so that columns stay the same.
///
/// # Errors
/// [`FenErrorKind::Checks`] if a side has more than `most` checks.
pub(in crate::chess) fn take_checks(
    fen: &str,
    most: u8,
) -> Result<(Cow<'_, str>, Option<[u8; 2]>), FenError> {
    let (whole, start) = (fen, 0);
    let mut fields = Word::all(Word {
        whole,
        start,
        text: fen,
    })
    .skip(4);
    let Some(word) = fields.find(|word| VariantSign::of_checks(word.text).is_some()) else {
        return Ok((fen.into(), None));
    };
    let given = word.text.strip_prefix('+');
    let left = |text: &str| {
        let checks: u8 = text.parse().ok()?;
        let rest = most.checked_sub(checks)?;
        Some(if given.is_some() { rest } else { checks })
    };
    let numbers = given.unwrap_or(word.text).split_once('+');
    let left = numbers.and_then(|(white, black)| Some([left(white)?, left(black)?]));
    let Some(left) = left else {
        let found = word.text.to_owned();
        return Err(word.error(Field::Checks, 0, FenErrorKind::Checks { found, most }));
    };
    let end = word.start + word.text.len();
    let blanks = " ".repeat(word.text.len());
    let fen = [&fen[..word.start], &blanks, &fen[end..]].concat();
    Ok((fen.into(), Some(left)))
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
    refuse_checks(word)?;
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
