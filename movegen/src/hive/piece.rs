//! The two sides, the eight bugs, and the 28 pieces of a game.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

/// One of the two sides. White places the first piece.
///
/// ```
/// use movegen::hive::Color;
/// assert_eq!(!Color::White, Color::Black);
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

    /// The side to move after `ply` moves.
    pub(crate) const fn to_move(ply: u32) -> Color {
        match ply % 2 {
            0 => Color::White,
            _ => Color::Black,
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
    /// `White` or `Black`, as a GameString writes them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

/// The kind of a piece, which determines how it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Bug {
    /// Slides one hex. A side whose queen is surrounded loses.
    Queen,
    /// Slides exactly three hexes without visiting one twice.
    Spider,
    /// Moves one hex in any direction, also onto other pieces.
    Beetle,
    /// Jumps in a straight line over pieces.
    Grasshopper,
    /// Slides any number of hexes.
    Ant,
    /// Moves like the pieces that it touches.
    Mosquito,
    /// Moves two hexes on top of pieces, then one hex down.
    Ladybug,
    /// Slides one hex, or throws an adjacent piece to another side of its own hex.
    Pillbug,
}

impl Bug {
    /// All bugs: those of the base game, then the three expansions.
    pub const ALL: [Bug; 8] = [
        Bug::Queen,
        Bug::Spider,
        Bug::Beetle,
        Bug::Grasshopper,
        Bug::Ant,
        Bug::Mosquito,
        Bug::Ladybug,
        Bug::Pillbug,
    ];

    /// The index in [`ALL`](Bug::ALL).
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter in a piece's name.
    pub const fn letter(self) -> char {
        match self {
            Bug::Queen => 'Q',
            Bug::Spider => 'S',
            Bug::Beetle => 'B',
            Bug::Grasshopper => 'G',
            Bug::Ant => 'A',
            Bug::Mosquito => 'M',
            Bug::Ladybug => 'L',
            Bug::Pillbug => 'P',
        }
    }

    /// The number of pieces per side, in games that have the bug.
    pub const fn number(self) -> u8 {
        match self {
            Bug::Spider | Bug::Beetle => 2,
            Bug::Grasshopper | Bug::Ant => 3,
            _ => 1,
        }
    }

    /// The index of the first one among the pieces of a side.
    const fn first(self) -> u8 {
        match self {
            Bug::Queen => 0,
            Bug::Spider => 1,
            Bug::Beetle => 3,
            Bug::Grasshopper => 5,
            Bug::Ant => 8,
            Bug::Mosquito => 11,
            Bug::Ladybug => 12,
            Bug::Pillbug => 13,
        }
    }
}

/// One piece: colour, bug and, where a side has several of a bug, its number.
///
/// ```
/// use movegen::hive::{Bug, Color, Piece};
/// let ant: Piece = "bA2".parse().unwrap();
/// assert_eq!((ant.color(), ant.bug()), (Color::Black, Bug::Ant));
/// assert_eq!(ant.to_string(), "bA2");
/// assert!("bA4".parse::<Piece>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece(u8);

/// The number of pieces of one side, with all expansions.
pub(crate) const PER_SIDE: u8 = 14;

/// The number of pieces of both sides, with all expansions.
pub(crate) const PIECES: usize = 2 * PER_SIDE as usize;

/// The bug of each piece of one side.
const BUGS: [Bug; PER_SIDE as usize] = [
    Bug::Queen,
    Bug::Spider,
    Bug::Spider,
    Bug::Beetle,
    Bug::Beetle,
    Bug::Grasshopper,
    Bug::Grasshopper,
    Bug::Grasshopper,
    Bug::Ant,
    Bug::Ant,
    Bug::Ant,
    Bug::Mosquito,
    Bug::Ladybug,
    Bug::Pillbug,
];

/// The bug of every piece index, padded to 32 so that an index of 5 bits needs no bounds check.
static BUG_OF: [Bug; 32] = {
    let mut all = [Bug::Queen; 32];
    let mut index = 0;
    while index < PIECES {
        all[index] = BUGS[index % PER_SIDE as usize];
        index += 1;
    }
    all
};

impl Piece {
    /// The `number`th piece of a kind, counted from 1 to [`Bug::number`].
    ///
    /// # Panics
    /// If `number` is outside of 1 to [`Bug::number`].
    pub const fn new(color: Color, bug: Bug, number: u8) -> Piece {
        assert!(number >= 1 && number <= bug.number());
        Piece(color as u8 * PER_SIDE + bug.first() + number - 1)
    }

    /// The piece with an index below 28.
    #[inline(always)]
    pub(crate) const fn from_index(index: usize) -> Piece {
        debug_assert!(index < PIECES);
        Piece(index as u8)
    }

    /// The index among all 28 pieces, with those of White first.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The side that the piece belongs to.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self.0 < PER_SIDE {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The kind of the piece.
    #[inline(always)]
    pub fn bug(self) -> Bug {
        BUG_OF[self.index() & 31]
    }

    /// The number among the pieces of the same bug and colour, from 1.
    pub fn number(self) -> u8 {
        self.0 % PER_SIDE - self.bug().first() + 1
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = match self.color() {
            Color::White => 'w',
            Color::Black => 'b',
        };
        let bug = self.bug();
        write!(f, "{color}{}", bug.letter())?;
        match bug.number() {
            1 => Ok(()),
            _ => write!(f, "{}", self.number()),
        }
    }
}

/// A text that is not the name of a piece.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{found}' is not a piece; names are like wQ, bS1, wB2, bG3, wA1, bM, wL, bP")]
pub struct PieceError {
    /// The text found.
    pub found: String,
}

impl FromStr for Piece {
    type Err = PieceError;

    /// Ignores case, as other programs do.
    fn from_str(text: &str) -> Result<Piece, PieceError> {
        let all = (0..PIECES).map(Piece::from_index);
        let mut named = all.filter(|piece| piece.to_string().eq_ignore_ascii_case(text));
        named.next().ok_or_else(|| PieceError {
            found: text.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for index in 0..PIECES {
            let piece = Piece::from_index(index);
            assert_eq!(piece.to_string().parse(), Ok(piece));
            assert_eq!(
                Piece::new(piece.color(), piece.bug(), piece.number()),
                piece
            );
        }
        for wrong in ["", "w", "wQ1", "wS", "wS3", "xQ", "wA0", "wA11", "wé"] {
            assert!(wrong.parse::<Piece>().is_err(), "{wrong}");
        }
        assert_eq!("WA1".parse(), Ok(Piece::new(Color::White, Bug::Ant, 1)));
    }
}
