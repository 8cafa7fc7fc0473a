//! The position with the sides exchanged.

use crate::chess::{Bitboard, Piece, Position, Setup, Square};

impl Position {
    /// The position with ranks mirrored and colours exchanged: the same play for the other side.
    ///
    /// ```
    /// use movegen::chess::{CastlingStyle, Position};
    /// let position: Position = "4k3/8/8/8/8/8/P7/4K2R w K - 3 9".parse().unwrap();
    /// assert_eq!(position.flip().fen(CastlingStyle::Standard), "4k2r/p7/8/8/8/8/8/4K3 b k - 3 9");
    /// ```
    #[must_use]
    pub fn flip(&self) -> Position {
        let setup = self.to_setup();
        let mut flipped = Setup {
            turn: !setup.turn,
            ..setup.clone()
        };
        for square in Square::ALL {
            flipped.board[square.flip().index()] = setup.board[square.index()].map(|piece| Piece {
                color: !piece.color,
                ..piece
            });
        }
        flipped.castling = Bitboard(setup.castling.0.swap_bytes());
        flipped.en_passant = setup.en_passant.map(Square::flip);
        Position::from_setup_unchecked(&flipped)
    }
}
