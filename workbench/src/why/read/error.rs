//! Why a text is no evidence.

use std::collections::BTreeSet;
use std::fmt;

use thiserror::Error;

/// Nothing can be compared with the defects.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// The text has no number that can be a count of a program.
    #[error("no number of leaves in the text{}", Found(.positions, .warnings, .expected))]
    NoCounts {
        /// The positions that it names, as FENs.
        positions: Vec<String>,
        /// What is doubtful about them: castling rights that exist only in Chess960.
        warnings: BTreeSet<String>,
        /// The numbers that it calls right, which are no claims of a program.
        expected: Vec<i128>,
    },
    /// It has counts, but no position.
    #[error("the text has counts (line {line}: '{text}') but no position: add its FEN to the text, or give fen (--fen on the command line){}", Several(.candidates))]
    NoPosition {
        /// The line of the first count.
        line: usize,
        /// Its text.
        text: String,
        /// The positions in which the counts could be, by name.
        candidates: Vec<String>,
    },
    /// No depth has a count that is close to the number.
    #[error("line {line}: {count} is not close to the count at any depth of {fen} ({}): add the depth to the text, or give depth (--depth on the command line)", Counts(.counts))]
    NoDepth {
        /// The line of the number.
        line: usize,
        /// The number.
        count: i128,
        /// The position.
        fen: String,
        /// The true counts from depth 1 on, as far as they were counted.
        counts: Vec<u128>,
    },
    /// An argument says something else than the text.
    #[error("the argument {argument} is {given}, but line {line} says {text}: remove one of them")]
    Contradiction {
        /// The name of the argument.
        argument: &'static str,
        /// Its value.
        given: String,
        /// The line that says something else.
        line: usize,
        /// What the line says.
        text: String,
    },
    /// The text or an argument names a position that is none.
    #[error("{place}: {fen} is no position: {reason}")]
    Position {
        /// The argument, or the line.
        place: String,
        /// The FEN as it was written, and moves.
        fen: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// What was found instead of counts.
struct Found<'a>(&'a [String], &'a BTreeSet<String>, &'a [i128]);

impl fmt::Display for Found<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Found(positions, warnings, expected) = self;
        if let (Some(first), []) = (positions.first(), expected) {
            write!(formatter, " for {first}")?;
        }
        match (positions, expected) {
            ([], []) => write!(
                formatter,
                ": it needs a total such as 'perft 4: 197742', or lines such as 'e2e4: 20'"
            ),
            (_, [first, ..]) => write!(
                formatter,
                ": {first} is called right; add what the program counts, as in 'got 197742'"
            ),
            ([_, ..], []) => write!(
                formatter,
                ": add what the program counts there, as in 'perft 4: 197742'"
            ),
        }?;
        let mut warnings = warnings.iter();
        warnings.try_for_each(|warning| write!(formatter, "; {warning}"))
    }
}

/// The positions that fit.
struct Several<'a>(&'a [String]);

impl fmt::Display for Several<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => Ok(()),
            several => write!(formatter, " (they could belong to {})", several.join(", ")),
        }
    }
}

/// True counts from depth 1 on.
struct Counts<'a>(&'a [u128]);

impl fmt::Display for Counts<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, count) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(formatter, "{comma}{count}")?;
        }
        Ok(())
    }
}
