//! A piece together with its square.

use std::fmt;

use crate::chess::{Bitboard, Color, Piece, PieceKind, Position, Square};

/// A piece on its square; displayed as "rook on b5".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlacedPiece {
    /// Kind and color.
    pub piece: Piece,
    /// Where it stands.
    pub square: Square,
}

impl PlacedPiece {
    /// The kind of the piece.
    pub fn kind(&self) -> PieceKind {
        self.piece.kind
    }

    /// The color of the piece.
    pub fn color(&self) -> Color {
        self.piece.color
    }

    /// The piece on this square, if there is one.
    ///
    /// ```
    /// use movegen::chess::explain::PlacedPiece;
    /// use movegen::chess::{Position, Square};
    /// let queen = PlacedPiece::at(&Position::startpos(), Square::D8);
    /// assert_eq!(queen.unwrap().to_string(), "queen on d8");
    /// ```
    pub fn at(position: &Position, square: Square) -> Option<PlacedPiece> {
        let piece = position.piece_at(square)?;
        Some(PlacedPiece { piece, square })
    }

    /// All pieces on these squares, from a1 to h8.
    pub(super) fn all(position: &Position, squares: Bitboard) -> Vec<PlacedPiece> {
        squares
            .into_iter()
            .filter_map(|square| PlacedPiece::at(position, square))
            .collect()
    }
}

impl fmt::Display for PlacedPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.kind(), self.square)
    }
}

/// "the rook on d8 and the knight on c3"
pub(super) fn list(pieces: &[PlacedPiece]) -> String {
    let pieces: Vec<String> = pieces.iter().map(|piece| format!("the {piece}")).collect();
    match &pieces[..] {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
