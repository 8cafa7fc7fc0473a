//! What a text says about the counts of a program.

use movegen::chess::variant::Rules;

pub use crate::fits::{Claim, Counted, OtherMoves};

/// Everything that was read from a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The rules of all positions.
    pub rules: &'static dyn Rules,
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

impl Evidence {
    /// One claim that comes from no text.
    pub fn of(claim: Claim, rules: &'static dyn Rules, chess960: bool) -> Evidence {
        Evidence {
            rules,
            claims: vec![claim],
            chess960,
            ..Evidence::default()
        }
    }
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
