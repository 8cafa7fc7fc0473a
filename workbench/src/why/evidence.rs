//! What a text says about the counts of a program: the claims that are compared with each defect.

use std::ops::RangeInclusive;

use crate::ask::DivideText;

/// Everything that was read from a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// What the program counted, in the order of the text.
    pub claims: Vec<Claim>,
    /// What the text did not say and was filled in: the depth whose true count is nearest, the
    /// position in which a count is known. Sentences without a full stop.
    pub assumptions: Vec<String>,
    /// Lines with numbers that could not be read.
    pub unread: Vec<UnreadLine>,
    /// Whether castling is that of Chess960: the caller or the text says so.
    pub chess960: bool,
}

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
    /// The lines of the text that it comes from, from 1.
    pub lines: RangeInclusive<usize>,
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

/// A line with numbers that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadLine {
    /// The number of the line, from 1.
    pub number: usize,
    /// Its text.
    pub text: String,
    /// Why it was not read, without a full stop: "two numbers without a heading".
    pub reason: String,
}
