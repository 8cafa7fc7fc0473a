//! The answer of an imitation.

/// The answer of an [`Imitation`](super::Imitation). Numbers can be negative, as in programs that count in signed
/// integers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Move and count, in any order. Moves are in UCI notation and lower case; castling may be
    /// written in either way.
    pub lines: Vec<(String, i128)>,
    /// The total.
    pub total: i128,
}

impl Counts {
    /// Lines and their sum.
    pub fn of_lines(lines: Vec<(String, i128)>) -> Counts {
        Counts {
            total: lines.iter().map(|line| line.1).sum(),
            lines,
        }
    }
}
