//! The features: what the network sees of a position.

use movegen::chess::{Color, Piece, Square};

use super::sizes::{OUTPUT_BUCKETS, PIECE_SQUARES};

/// How a side sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    side: Color,
    /// XOR this with a square index to flip and mirror it for this perspective.
    flip: u8,
    /// The first feature of the king's bucket.
    first_feature: u16,
}

impl Perspective {
    /// The perspective of a side whose king is on this square.
    #[inline(always)]
    pub const fn new(side: Color, king: Square) -> Perspective {
        let mirror = if king.index() % 8 < 4 { 7 } else { 0 };
        let flip = (56 * side.index()) ^ mirror;
        let king = king.index() ^ flip;
        let bucket = match (king / 8, king % 8) {
            (0, 6..) => 0,
            (0, _) => 1,
            (1, _) => 2,
            _ => 3,
        };
        Perspective {
            side,
            flip: flip as u8,
            first_feature: (bucket * PIECE_SQUARES) as u16,
        }
    }

    /// The index of the feature of a piece on a square.
    ///
    /// ```
    /// use engine::network::Perspective;
    /// use movegen::chess::{Color, Piece, PieceKind, Square};
    /// let pawn = |color| Piece { color, kind: PieceKind::Pawn };
    /// let white = Perspective::new(Color::White, Square::G1).feature(pawn(Color::White), Square::E2);
    /// let black = Perspective::new(Color::Black, Square::G8).feature(pawn(Color::Black), Square::E7);
    /// assert_eq!(black, white);
    /// let mirrored = Perspective::new(Color::White, Square::B1).feature(pawn(Color::White), Square::D2);
    /// assert_eq!(mirrored, white);
    /// let other_bucket = Perspective::new(Color::White, Square::E1).feature(pawn(Color::White), Square::E2);
    /// assert_ne!(other_bucket, white);
    /// ```
    #[inline(always)]
    pub const fn feature(self, piece: Piece, square: Square) -> usize {
        let opposing = (self.side.index() != piece.color.index()) as usize;
        let square = square.index() ^ self.flip as usize;
        self.first_feature as usize + (opposing * 6 + piece.kind.index()) * 64 + square
    }
}

/// The output bucket of a position with this many pieces, kings and pawns included.
#[inline(always)]
pub const fn output_bucket(pieces: usize) -> usize {
    let bucket = pieces.saturating_sub(1) / 4;
    if bucket < OUTPUT_BUCKETS {
        bucket
    } else {
        OUTPUT_BUCKETS - 1
    }
}
