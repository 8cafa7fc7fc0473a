//! The two sides, as values and as types.

use std::fmt;
use std::ops::Not;

use crate::chess::{Piece, PieceKind};

/// One of the two sides.
///
/// ```
/// use movegen::chess::Color;
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!(Color::Black.to_string(), "black");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// The side that starts the game.
    White,
    /// The other side.
    Black,
}

impl Color {
    /// Both colours, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The piece of this colour and kind.
    pub const fn piece(self, kind: PieceKind) -> Piece {
        Piece { color: self, kind }
    }

    /// The pawn of this colour.
    pub const fn pawn(self) -> Piece {
        self.piece(PieceKind::Pawn)
    }

    /// The knight of this colour.
    pub const fn knight(self) -> Piece {
        self.piece(PieceKind::Knight)
    }

    /// The bishop of this colour.
    pub const fn bishop(self) -> Piece {
        self.piece(PieceKind::Bishop)
    }

    /// The rook of this colour.
    pub const fn rook(self) -> Piece {
        self.piece(PieceKind::Rook)
    }

    /// The queen of this colour.
    pub const fn queen(self) -> Piece {
        self.piece(PieceKind::Queen)
    }

    /// The king of this colour.
    pub const fn king(self) -> Piece {
        self.piece(PieceKind::King)
    }

    /// The letter of the FEN side-to-move field.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "white",
            Color::Black => "black",
        })
    }
}

/// A colour known at compile time: the generator is written once and compiled for each side.
///
/// Only [`White`] and [`Black`] implement it.
pub(crate) trait Side: Copy + Send + Sync + 'static {
    /// The other side.
    type Opponent: Side<Opponent = Self>;
    /// The value of this type.
    const COLOR: Color;
    /// Whether this is White.
    const WHITE: bool;
    /// The rank from which a pawn promotes.
    const SEVENTH: u64;
    /// The rank that a pawn passes on its double push.
    const THIRD: u64;
    /// This side's first rank.
    const BACK: u64;

    /// The set one rank forward; squares that leave the board are dropped.
    #[inline(always)]
    fn forward(set: u64) -> u64 {
        if Self::WHITE { set << 8 } else { set >> 8 }
    }

    /// The set one rank back.
    #[inline(always)]
    fn back(set: u64) -> u64 {
        if Self::WHITE { set >> 8 } else { set << 8 }
    }
}

/// White as a type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct White;

/// Black as a type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Black;

impl Side for White {
    type Opponent = Black;
    const COLOR: Color = Color::White;
    const WHITE: bool = true;
    const SEVENTH: u64 = 0x00ff_0000_0000_0000;
    const THIRD: u64 = 0x0000_0000_00ff_0000;
    const BACK: u64 = 0x0000_0000_0000_00ff;
}

impl Side for Black {
    type Opponent = White;
    const COLOR: Color = Color::Black;
    const WHITE: bool = false;
    const SEVENTH: u64 = 0x0000_0000_0000_ff00;
    const THIRD: u64 = 0x0000_ff00_0000_0000;
    const BACK: u64 = 0xff00_0000_0000_0000;
}
