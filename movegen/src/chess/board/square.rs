//! Squares, files and ranks.

use std::fmt;
use std::str::FromStr;

use crate::chess::{Bitboard, Color};

/// A file, `a` to `h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// All files, `a` to `h`.
    pub const ALL: [File; 8] = [
        File::A,
        File::B,
        File::C,
        File::D,
        File::E,
        File::F,
        File::G,
        File::H,
    ];

    /// 0 for the a-file to 7 for the h-file.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The lower-case letter.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file with this letter, in either case.
    pub fn from_letter(letter: char) -> Option<File> {
        let lower = letter.to_ascii_lowercase();
        File::ALL.into_iter().find(|f| f.letter() == lower)
    }
}

/// A rank, first to eighth, from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Rank {
    /// All ranks, first to eighth.
    pub const ALL: [Rank; 8] = [
        Rank::First,
        Rank::Second,
        Rank::Third,
        Rank::Fourth,
        Rank::Fifth,
        Rank::Sixth,
        Rank::Seventh,
        Rank::Eighth,
    ];

    /// 0 for the first rank to 7 for the eighth.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The digit, `1` to `8`.
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank with this number counted from the side of `color`: its first rank is its back rank.
    ///
    /// ```
    /// use movegen::chess::{Color, Rank};
    /// assert_eq!(Rank::Second.relative_to(Color::Black), Rank::Seventh);
    /// ```
    pub const fn relative_to(self, color: Color) -> Rank {
        match color {
            Color::White => self,
            Color::Black => Rank::ALL[7 - self as usize],
        }
    }
}

macro_rules! squares {
    ($($name:ident)*) => {
        /// A square of the board, counted a1 = 0, b1 = 1, ... h8 = 63.
        ///
        /// ```
        /// use movegen::chess::{File, Rank, Square};
        /// let square: Square = "e4".parse().unwrap();
        /// assert_eq!(square, Square::E4);
        /// assert_eq!((square.file(), square.rank()), (File::E, Rank::Fourth));
        /// assert_eq!(square.index(), 28);
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum Square { $($name),* }

        impl Square {
            /// All squares, a1 first, h8 last.
            pub const ALL: [Square; 64] = [$(Square::$name),*];
        }
    };
}

squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl Square {
    /// The square on a file and a rank.
    pub const fn new(file: File, rank: Rank) -> Square {
        Square::ALL[rank as usize * 8 + file as usize]
    }

    /// The square with this index, 0 to 63; higher bits are ignored.
    #[inline]
    pub const fn from_index(index: usize) -> Square {
        Square::ALL[index & 63]
    }

    /// 0 for a1 to 63 for h8.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file.
    pub const fn file(self) -> File {
        File::ALL[self as usize & 7]
    }

    /// The rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[self as usize >> 3]
    }

    /// The set that holds this square only.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self as u8)
    }

    /// The square mirrored to the other side of the board: e2 becomes e7.
    pub const fn flip(self) -> Square {
        Square::ALL[self as usize ^ 56]
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().digit())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a square such as `e4`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a square (a file a-h and a rank 1-8, such as e4)")]
pub struct SquareError(pub String);

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        let error = || SquareError(text.to_owned());
        let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text.as_bytes() else {
            return Err(error());
        };
        Ok(Square::from_index(
            usize::from(rank - b'1') * 8 + usize::from(file - b'a'),
        ))
    }
}
