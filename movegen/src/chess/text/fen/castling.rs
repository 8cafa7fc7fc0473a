//! The castling field, in X-FEN and Shredder-FEN.

use super::error::{FenError, FenErrorKind, FenWarning, Field};
use super::word::Word;
use crate::chess::{Bitboard, Color, File, Piece, PieceKind, Rank, Setup, Square};

/// Reads the castling field.
pub(super) fn read_castling(
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
        let is_standard = king.file() == File::E && rook == corner(king, rook);
        if matches!(castling_rook, CastlingRook::Outermost { .. }) && !is_standard {
            add_chess960_right(warnings, color, letter, (king, rook));
        }
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

/// Where the rook stands in standard chess.
fn corner(king: Square, rook: Square) -> Square {
    let file = if rook > king { File::H } else { File::A };
    Square::new(file, king.rank())
}

/// Adds a right to the warning about its side. The file of a rook as a letter means Chess960, so it
/// needs no warning.
fn add_chess960_right(
    warnings: &mut Vec<FenWarning>,
    side: Color,
    letter: char,
    (king, rook): (Square, Square),
) {
    for warning in warnings.iter_mut() {
        if let FenWarning::Chess960Rights {
            color,
            rights,
            rooks,
            ..
        } = warning
            && *color == side
        {
            if !rights.contains(letter) {
                rights.push(letter);
            }
            *rooks |= Bitboard::from(rook);
            return;
        }
    }
    warnings.push(FenWarning::Chess960Rights {
        color: side,
        rights: letter.to_string(),
        king,
        rooks: Bitboard::from(rook),
    });
}
