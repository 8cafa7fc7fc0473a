//! A move in 16 bits.

use crate::chess::{File, PieceKind, Square};

/// What a move does besides moving a piece from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// Any other move, with or without capture.
    Plain,
    /// A pawn's double push from its second rank.
    DoublePush,
    /// A capture en passant.
    EnPassant,
    /// King and rook move together; the move's `to` is the rook's square.
    Castle,
    /// A pawn becomes a knight.
    PromoteKnight,
    /// A pawn becomes a bishop.
    PromoteBishop,
    /// A pawn becomes a rook.
    PromoteRook,
    /// A pawn becomes a queen.
    PromoteQueen,
    /// A pawn becomes a king, as in antichess. Chess has no such move.
    PromoteKing,
    /// A piece comes from the pocket, as in crazyhouse: see [`Move::drop`]. Chess has no such move.
    Drop,
}

impl MoveKind {
    /// By their number; there are ten.
    const ALL: [MoveKind; 16] = [
        MoveKind::Plain,
        MoveKind::DoublePush,
        MoveKind::EnPassant,
        MoveKind::Castle,
        MoveKind::PromoteKnight,
        MoveKind::PromoteBishop,
        MoveKind::PromoteRook,
        MoveKind::PromoteQueen,
        MoveKind::PromoteKing,
        MoveKind::Drop,
        MoveKind::Drop,
        MoveKind::Drop,
        MoveKind::Drop,
        MoveKind::Drop,
        MoveKind::Drop,
        MoveKind::Drop,
    ];

    /// The promotions of chess, queen first.
    pub const PROMOTIONS: [MoveKind; 4] = [
        MoveKind::PromoteQueen,
        MoveKind::PromoteRook,
        MoveKind::PromoteBishop,
        MoveKind::PromoteKnight,
    ];

    /// The piece that a pawn becomes, if the move promotes.
    pub const fn promotion(self) -> Option<PieceKind> {
        match self {
            MoveKind::PromoteKnight => Some(PieceKind::Knight),
            MoveKind::PromoteBishop => Some(PieceKind::Bishop),
            MoveKind::PromoteRook => Some(PieceKind::Rook),
            MoveKind::PromoteQueen => Some(PieceKind::Queen),
            MoveKind::PromoteKing => Some(PieceKind::King),
            _ => None,
        }
    }
}

/// A move, in 16 bits: from-square, to-square, [`MoveKind`].
///
/// Castling is written as the king taking its own rook, the only form that is unambiguous in
/// Chess960; [`Position::uci`](crate::chess::Position::uci) writes either style.
///
/// ```
/// use movegen::chess::{Move, MoveKind, Square};
/// let push = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
/// assert_eq!((push.from(), push.to(), push.kind()), (Square::E2, Square::E4, MoveKind::DoublePush));
/// assert_eq!(std::mem::size_of::<Move>(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

impl Move {
    /// A move of these three parts. They are not checked: see [`Position::try_play`](crate::chess::Position::try_play).
    #[inline(always)]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        Move(from as u16 | (to as u16) << 6 | (kind as u16) << 12)
    }

    /// The drop of a piece on a square. It has no [`from`](Move::from): that is any square.
    pub const fn drop(kind: PieceKind, to: Square) -> Move {
        Move::new(Square::from_index(kind.index()), to, MoveKind::Drop)
    }

    /// The piece that is dropped, if the move is a drop.
    pub const fn dropped(self) -> Option<PieceKind> {
        match self.kind() {
            MoveKind::Drop => Some(PieceKind::ALL[(self.0 & 63) as usize % 6]),
            _ => None,
        }
    }

    /// The square that the piece (the king, when castling) leaves.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_index(self.0 as usize & 63)
    }

    /// The square that it reaches; the rook's square when castling.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_index((self.0 >> 6) as usize & 63)
    }

    /// The kind of the move.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        MoveKind::ALL[(self.0 >> 12) as usize]
    }

    /// The piece that a pawn becomes, if the move promotes.
    #[inline]
    pub const fn promotion(self) -> Option<PieceKind> {
        self.kind().promotion()
    }

    /// Where the captured piece stands if the move captures: the destination or, en passant, the
    /// square of the pawn beside it. Castling and double pushes never capture.
    ///
    /// ```
    /// use movegen::chess::{Move, MoveKind, Square};
    /// let capture = Move::new(Square::E5, Square::D6, MoveKind::EnPassant);
    /// assert_eq!(capture.capture_square(), Some(Square::D5));
    /// ```
    pub const fn capture_square(self) -> Option<Square> {
        match self.kind() {
            MoveKind::Castle | MoveKind::DoublePush | MoveKind::Drop => None,
            MoveKind::EnPassant => Some(Square::new(self.to().file(), self.from().rank())),
            _ => Some(self.to()),
        }
    }

    /// The square that a double push passes: the en passant square for the other side.
    ///
    /// ```
    /// use movegen::chess::{Move, MoveKind, Square};
    /// let push = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
    /// assert_eq!(push.passed_square(), Some(Square::E3));
    /// ```
    pub const fn passed_square(self) -> Option<Square> {
        match self.kind() {
            MoveKind::DoublePush => {
                let middle = (self.from().index() + self.to().index()) / 2;
                Some(Square::from_index(middle))
            }
            _ => None,
        }
    }

    /// The new squares of king and rook if the move castles: the g- and f-file when the rook is on
    /// the king's h-file side, the c- and d-file otherwise.
    ///
    /// ```
    /// use movegen::chess::{Move, MoveKind, Square};
    /// let castle = Move::new(Square::E1, Square::A1, MoveKind::Castle);
    /// assert_eq!(castle.castling_squares(), Some((Square::C1, Square::D1)));
    /// ```
    pub const fn castling_squares(self) -> Option<(Square, Square)> {
        if !matches!(self.kind(), MoveKind::Castle) {
            return None;
        }
        let (king, rook) = match self.to().index() > self.from().index() {
            true => (File::G, File::F),
            false => (File::C, File::D),
        };
        let rank = self.from().rank();
        Some((Square::new(king, rank), Square::new(rook, rank)))
    }

    /// The 16 bits, for tables: from in bits 0..6, to in 6..12, kind in 12..16; never `0xffff`.
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// The move with these bits, as [`to_bits`](Move::to_bits) returns them.
    pub const fn from_bits(bits: u16) -> Move {
        match bits >> 12 > MoveKind::Drop as u16 {
            true => Move(bits & 0x7fff),
            false => Move(bits),
        }
    }
}
