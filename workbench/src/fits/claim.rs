//! What a program counted: the numbers that each known defect is compared with.

use std::ops::RangeInclusive;

use crate::ask::DivideText;

/// A number of a program for one position at one depth, or several numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The position, as a whole FEN.
    pub fen: String,
    /// The moves played from there, in UCI notation.
    pub moves: Vec<String>,
    /// The depth in plies, at least 1.
    pub depth: u32,
    /// What the program counted.
    pub counted: Counted,
    /// What the text calls the right total, if it does.
    pub expected: Option<i128>,
    /// The lines of the text that it comes from, from 1; `None` if it comes from no text.
    pub lines: Option<RangeInclusive<usize>>,
}

impl Claim {
    /// A claim that comes from no text.
    pub fn new(fen: String, moves: Vec<String>, depth: u32, counted: Counted) -> Claim {
        Claim {
            fen,
            moves,
            depth,
            counted,
            expected: None,
            lines: None,
        }
    }
}

impl From<DivideText> for Counted {
    /// A complete divide, or only a total.
    fn from(divide: DivideText) -> Counted {
        match (divide.listed(), divide.total) {
            (0, Some(total)) => Counted::Total(total),
            _ => Counted::Divide(divide, OtherMoves::None),
        }
    }
}

/// What a program counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counted {
    /// The total alone.
    Total(i128),
    /// The counts of moves, and the total if it was given.
    Divide(DivideText, OtherMoves),
    /// Numbers of leaves by kind, each with its [name](movegen::chess::Statistics::NAMES), and the
    /// total if it was given.
    Statistics(Vec<(&'static str, i128)>, Option<i128>),
}

/// The moves that a divide does not list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherMoves {
    /// There are none: the divide is complete, and the program does not find them.
    None,
    /// Nothing is known about them: the divide is incomplete.
    Unknown,
    /// The text calls their counts right.
    Right,
}
