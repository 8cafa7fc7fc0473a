//! The two sides, as a value and as a type.

use std::fmt;
use std::ops::Not;

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

/// A colour known at compile time: the generator is written once and compiled twice.
///
/// Only [`White`] and [`Black`] implement it.
pub(crate) trait Side: Copy + Send + Sync + 'static {
    /// The other side.
    type Opponent: Side<Opponent = Self>;
    /// The value of this type.
    const COLOR: Color;
    /// All ones for White, zero for Black: `white ^ !MASK` style selects without a branch.
    const WHITE: bool;
    /// The rank from which a pawn promotes.
    const SEVENTH: u64;
    /// The rank on which a pawn may go on to its double step after a single one.
    const THIRD: u64;
    /// The rank of this side's king at home.
    const BACK: u64;

    /// Every square one step forward; what leaves the board is gone.
    #[inline(always)]
    fn forward(set: u64) -> u64 {
        if Self::WHITE { set << 8 } else { set >> 8 }
    }

    /// Every square one step back.
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
