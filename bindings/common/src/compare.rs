//! Compares a divide in any format with Canopy's.

use workbench::ask::DivideText;
use workbench::find;

use crate::{Error, Game, explain};

/// A legal move and both counts of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedLine {
    /// The move in UCI notation.
    pub uci: String,
    /// The move in SAN.
    pub san: String,
    /// Canopy's count.
    pub ours: u128,
    /// The other count; `None` if the move is not listed.
    pub theirs: Option<i128>,
}

/// A divide next to Canopy's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DivideComparison {
    /// The legal moves, in the order in which Stockfish prints them.
    pub lines: Vec<ComparedLine>,
    /// Listed moves that are not legal, and why.
    pub extra: Vec<(String, String)>,
    /// Moves that are listed more than once.
    pub repeated: Vec<String>,
    /// Lines that have a count but no move that could be read.
    pub unreadable: Vec<String>,
    /// A total that is not the sum of its lines: the sum and the total.
    pub total: Option<(i128, i128)>,
    /// Whether the two say the same.
    pub same: bool,
}

/// Compares the text of a divide with Canopy's divide of the position at this depth, at least 1.
///
/// # Errors
/// [`Error`] if Canopy's count fails.
///
/// ```
/// use bindings::{Game, compare_divide};
/// let game = Game::new("4k3/8/8/8/8/8/P7/K7 w - - 0 1", "", None).unwrap();
/// let found = compare_divide(&game, 1, "a2a3 1\na2a4 1\na1b1 1\na1c1 1\n").unwrap();
/// assert_eq!(found.lines[2].theirs, Some(1));
/// assert_eq!((found.lines[3].uci.as_str(), found.lines[3].theirs), ("a1b2", None));
/// assert_eq!(found.extra[0].0, "a1c1");
/// ```
pub fn compare_divide(game: &Game, depth: u32, text: &str) -> Result<DivideComparison, Error> {
    let divide = DivideText::read(text);
    let (position, style) = (game.position(), game.style());
    let (ours, difference) = find::compare_divide(position, depth, &divide).map_err(Error::Ask)?;
    let unlisted = |mv| difference.missing.contains(&mv) || difference.unlisted.contains(&mv);
    let lines = ours.lines.iter().map(|line| {
        let different = difference.counts.iter().find(|(mv, ..)| *mv == line.mv);
        ComparedLine {
            uci: position.uci(line.mv, style),
            san: position.san(line.mv),
            ours: line.count,
            theirs: match different {
                Some(&(_, _, theirs)) => Some(theirs),
                None if unlisted(line.mv) => None,
                None => i128::try_from(line.count).ok(),
            },
        }
    });
    let why = |mv: &String| match explain(game, mv) {
        Ok(verdict) => verdict.text,
        Err(error) => error.to_string(),
    };
    let repeated = difference.repeated.iter();
    Ok(DivideComparison {
        lines: lines.collect(),
        extra: difference
            .extra
            .iter()
            .map(|mv| (mv.clone(), why(mv)))
            .collect(),
        repeated: repeated.map(|&mv| position.uci(mv, style)).collect(),
        unreadable: difference.unreadable.clone(),
        total: difference.total,
        same: difference.is_none(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_difference_is_passed_on() {
        let game = Game::new("4k3/8/8/8/8/8/P7/K7 w - - 0 1", "", None).expect("a position");
        let compared = |text: &str| compare_divide(&game, 1, text).expect("a count");
        let all = "a2a3: 1\na2a4: 1\na1b1: 1\na1b2: 1\n";
        let same = compared(&format!("{all}\nNodes searched: 4\n"));
        assert!(same.same, "{same:?}");
        assert_eq!((same.total, same.lines.len()), (None, 4));
        let total = compared(&format!("{all}\nNodes searched: 5\n"));
        assert_eq!((total.total, total.same), (Some((4, 5)), false));
        let repeated = compared(&format!("{all}a2a3: 1\n"));
        assert_eq!(
            (repeated.repeated, repeated.same),
            (vec!["a2a3".to_owned()], false)
        );
        let wrong = compared(&all.replace("a1b1: 1", "a1b1: 2"));
        assert_eq!((wrong.lines[2].ours, wrong.lines[2].theirs), (1, Some(2)));
        assert!(!wrong.same);
    }
}
