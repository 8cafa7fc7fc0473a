//! Kinds of pieces, pieces, and their letters.

use std::fmt;

use crate::chess::Color;

/// The kind of a piece, without its colour, ordered by value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceKind {
    /// Moves forward, captures diagonally forward, promotes.
    Pawn,
    /// Jumps.
    Knight,
    /// Slides on diagonals.
    Bishop,
    /// Slides on ranks and files.
    Rook,
    /// Slides on both.
    Queen,
    /// Moves one square; its capture would end the game.
    King,
}

impl PieceKind {
    /// All six kinds, pawn to king.
    pub const ALL: [PieceKind; 6] = [
        PieceKind::Pawn,
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
        PieceKind::King,
    ];

    /// 0 for a pawn to 5 for a king.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The lower-case letter: `p n b r q k`.
    pub const fn letter(self) -> char {
        match self {
            PieceKind::Pawn => 'p',
            PieceKind::Knight => 'n',
            PieceKind::Bishop => 'b',
            PieceKind::Rook => 'r',
            PieceKind::Queen => 'q',
            PieceKind::King => 'k',
        }
    }

    /// The kind with this letter, in either case.
    ///
    /// ```
    /// use movegen::chess::PieceKind;
    /// assert_eq!(PieceKind::from_letter('N'), Some(PieceKind::Knight));
    /// assert_eq!(PieceKind::from_letter('x'), None);
    /// ```
    pub fn from_letter(letter: char) -> Option<PieceKind> {
        let lower = letter.to_ascii_lowercase();
        PieceKind::ALL.into_iter().find(|k| k.letter() == lower)
    }
}

impl fmt::Display for PieceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PieceKind::Pawn => "pawn",
            PieceKind::Knight => "knight",
            PieceKind::Bishop => "bishop",
            PieceKind::Rook => "rook",
            PieceKind::Queen => "queen",
            PieceKind::King => "king",
        })
    }
}

/// A piece with its colour.
///
/// ```
/// use movegen::chess::{Color, Piece, PieceKind};
/// let piece = Color::Black.queen();
/// assert_eq!(piece, Piece { color: Color::Black, kind: PieceKind::Queen });
/// assert_eq!(piece.letter(), 'q');
/// assert_eq!(Piece::from_letter('q'), Some(piece));
/// assert_eq!(piece.to_string(), "black queen");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The side that it belongs to.
    pub color: Color,
    /// Its kind.
    pub kind: PieceKind,
}

impl Piece {
    /// The FEN letter: upper case for White.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.kind.letter().to_ascii_uppercase(),
            Color::Black => self.kind.letter(),
        }
    }

    /// The piece with this FEN letter.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        PieceKind::from_letter(letter).map(|kind| Piece { color, kind })
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color, self.kind)
    }
}
