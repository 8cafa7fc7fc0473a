//! The pocket and the promoted pieces of crazyhouse in the board field of a FEN.

use std::borrow::Cow;

use super::error::{FenError, FenErrorKind, Field};
use super::word::Word;
use crate::chess::{Bitboard, Color, Piece, PieceKind, Square};

/// The most pieces of one kind and colour in a pocket.
pub(in crate::chess) const MOST: u8 = 63;

/// The men of a game: captures and drops keep their number.
const MOST_MEN: usize = 32;

/// What the board field of crazyhouse has besides the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pocket {
    /// The numbers of pieces in the pocket, by colour and kind.
    pub counts: [[u8; 5]; 2],
    /// The squares of pieces that were pawns.
    pub promoted: Bitboard,
}

/// Takes pocket and marks out of a FEN: `[Qn]`, `[]`, `[-]` or a ninth rank `/Qn` behind the board, with numbers before
/// the pieces if there are several (`[N3P]`), and `~` behind promoted pieces. Blanks keep the columns of later fields.
///
/// # Errors
/// The character that belongs to neither board nor pocket.
pub(in crate::chess) fn take(whole: &str) -> Result<(Cow<'_, str>, Pocket), FenError> {
    let mut words = Word::all(Word {
        whole,
        start: 0,
        text: whole,
    });
    let Some(word) = words.next() else {
        return Ok((whole.into(), Pocket::default()));
    };
    let ninth = word.text.match_indices('/').nth(7).map(|(at, _)| at);
    let end = word.text.find('[').or(ninth).unwrap_or(word.text.len());
    let mut pocket = Pocket {
        counts: read_pieces(&word, end)?,
        ..Pocket::default()
    };
    let on_board = word.text[..end].chars().filter(char::is_ascii_alphabetic);
    let in_pocket = pocket
        .counts
        .iter()
        .flatten()
        .map(|&count| usize::from(count));
    let men = on_board.count() + in_pocket.sum::<usize>();
    if men > MOST_MEN {
        return Err(word.error(Field::Board, 0, FenErrorKind::Men(men)));
    }
    let mut board = String::new();
    let mut square = 56_i32;
    for (offset, letter) in word.text[..end].chars().enumerate() {
        match (letter, letter.to_digit(10)) {
            ('~', _) => {
                let last = board.chars().last().and_then(Piece::from_letter);
                let is_promoted =
                    |piece: Piece| !matches!(piece.kind, PieceKind::Pawn | PieceKind::King);
                // The index of the piece before the mark, if the board has eight squares a rank.
                let at = usize::try_from(square - 1).ok().filter(|&at| at < 64);
                match at.filter(|_| last.is_some_and(is_promoted)) {
                    Some(at) => pocket.promoted |= Square::from_index(at).bitboard(),
                    None => {
                        return Err(word.error(
                            Field::Board,
                            offset,
                            FenErrorKind::BoardCharacter('~'),
                        ));
                    }
                }
                continue;
            }
            ('/', _) => square -= 16,
            (_, Some(gap)) => square += gap as i32,
            _ => square += 1,
        }
        board.push(letter);
    }
    let (before, after) = (&whole[..word.start], &whole[word.start + word.text.len()..]);
    let blanks = " ".repeat(word.text.len().saturating_sub(board.len()));
    Ok(([before, &board, &blanks, after].concat().into(), pocket))
}

/// The pieces behind the board, which is `end` bytes long.
fn read_pieces(word: &Word<'_>, end: usize) -> Result<[[u8; 5]; 2], FenError> {
    let mut counts = [[0; 5]; 2];
    let text = &word.text[end..];
    let inner = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    let inner = inner.or(text.strip_prefix('/')).unwrap_or(text);
    let error = |found: &str| {
        let found = found.to_owned();
        Err(word.error(
            Field::Board,
            word.text[..end].chars().count(),
            FenErrorKind::Pocket(found),
        ))
    };
    let mut number = None;
    for letter in inner.chars() {
        if let Some(digit) = letter.to_digit(10) {
            let tens = number.unwrap_or(0_u32).saturating_mul(10);
            number = Some(tens.saturating_add(digit));
            continue;
        }
        let piece = Piece::from_letter(letter).filter(|piece| piece.kind != PieceKind::King);
        match (letter, piece) {
            ('-', _) if number.is_none() => {}
            (_, Some(Piece { color, kind })) => {
                let count = &mut counts[color.index()][kind.index()];
                let more = number.take().unwrap_or(1);
                match u8::try_from(u32::from(*count).saturating_add(more)) {
                    Ok(all) if all <= MOST => *count = all,
                    _ => return error(text),
                }
            }
            _ => return error(text),
        }
    }
    match number {
        Some(_) => error(text),
        None => Ok(counts),
    }
}

/// Puts pocket and marks into a FEN, queens first: `[QPnp]`, `[]` if it is empty.
pub(in crate::chess) fn put(fen: &str, pocket: Pocket) -> String {
    let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
    let mut text = String::new();
    let mut square = 56_i32;
    for letter in board.chars() {
        text.push(letter);
        match letter.to_digit(10) {
            Some(gap) => square += gap as i32,
            None if letter == '/' => square -= 16,
            None => {
                let at = usize::try_from(square).unwrap_or(0);
                if pocket.promoted.contains(Square::from_index(at)) {
                    text.push('~');
                }
                square += 1;
            }
        }
    }
    text.push('[');
    for color in Color::ALL {
        for kind in PieceKind::ALL[..5].iter().rev() {
            let count = pocket.counts[color.index()][kind.index()];
            let letter = color.piece(*kind).letter();
            text.extend(std::iter::repeat_n(letter, count.into()));
        }
    }
    format!("{text}] {rest}")
}
