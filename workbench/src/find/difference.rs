//! The difference between an answer and Canopy's own count of a position.

use movegen::chess::{Kernel, Move, MoveKind, Position};
use movegen::perft::{Outcome, Perft, Stop};
use movegen::threads;

use crate::ask::{Answer, DivideText, Error};

/// The difference between an answer and Canopy's count. If all fields are empty, the two agree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Legal moves that are not listed.
    pub missing: Vec<Move>,
    /// Listed texts that are not legal moves.
    pub extra: Vec<String>,
    /// Legal moves that are listed more than once.
    pub repeated: Vec<Move>,
    /// Moves with different counts, in Canopy's order: the move, Canopy's count, the other count.
    pub counts: Vec<(Move, u128, u128)>,
    /// A total that is not the sum of its own lines (of Canopy's, if it has no lines): the sum and
    /// the total.
    pub total: Option<(u128, u128)>,
    /// Only the total is known to be different, not the moves.
    pub refused: bool,
}

impl Difference {
    /// Whether the two agree.
    pub fn is_none(&self) -> bool {
        *self == Difference::default()
    }

    /// Whether the move lists differ.
    pub fn in_moves(&self) -> bool {
        !(self.missing.is_empty() && self.extra.is_empty() && self.repeated.is_empty())
    }

    /// Compares an answer with Canopy's count; `None` for [`Answer::Unknown`].
    pub(super) fn between(
        position: &Position,
        ours: &Outcome<Move>,
        answer: &Answer,
    ) -> Option<Difference> {
        match answer {
            Answer::Unknown => None,
            Answer::Verdict(agrees) => Some(Difference {
                refused: !agrees,
                ..Difference::default()
            }),
            Answer::Divide(theirs) => Some(Difference::of_divide(position, ours, theirs)),
        }
    }

    fn of_divide(position: &Position, ours: &Outcome<Move>, theirs: &DivideText) -> Difference {
        let mut difference = Difference::default();
        if let ([], Some(total @ 1..)) = (&theirs.lines[..], theirs.total) {
            // A total without a divide is a verdict, like an exit code.
            difference.refused = total != ours.total;
            difference.total = difference.refused.then_some((ours.total, total));
            return difference;
        }
        let mut theirs_of: Vec<(Move, u128)> = Vec::with_capacity(theirs.lines.len());
        for (text, count) in &theirs.lines {
            let Some(mut mv) = read_move(position, text, theirs.san) else {
                difference.extra.push(text.clone());
                continue;
            };
            let listed = |mv: Move| theirs_of.iter().any(|(other, _)| *other == mv);
            if listed(mv) {
                // In Chess960, one text can be both a king move and castling.
                let castle = ours.lines.iter().map(|line| line.mv).find(|&other| {
                    other.kind() == MoveKind::Castle
                        && mv.kind() != MoveKind::Castle
                        && !listed(other)
                        && other.from() == mv.from()
                        && other
                            .castling_squares()
                            .is_some_and(|(king, _)| king == mv.to())
                });
                match castle {
                    Some(castle) => mv = castle,
                    None => {
                        difference.repeated.push(mv);
                        continue;
                    }
                }
            }
            theirs_of.push((mv, *count));
        }
        // Sorted, so that the order of the lines does not matter.
        difference.extra.sort();
        difference.repeated.sort();
        for line in &ours.lines {
            match theirs_of.iter().find(|(mv, _)| *mv == line.mv) {
                None => difference.missing.push(line.mv),
                Some(&(_, count)) if count != line.count => {
                    difference.counts.push((line.mv, line.count, count));
                }
                Some(_) => {}
            }
        }
        let lines = theirs.lines.iter().map(|(_, count)| *count);
        let sum = lines.fold(0, u128::saturating_add);
        difference.total = theirs
            .total
            .filter(|&total| total != sum)
            .map(|total| (sum, total));
        difference
    }
}

/// The legal move with this text.
fn read_move(position: &Position, text: &str, san: bool) -> Option<Move> {
    if !san {
        return position.parse_uci(text).ok();
    }
    let matches = |mv: &&Move| position.san(**mv).trim_end_matches(['+', '#']) == text;
    position.legal_moves().iter().find(matches).copied()
}

/// Canopy's divide; exact, since it uses no hash table.
pub(crate) fn count(position: &Position, depth: u32) -> Result<Outcome<Move>, Error> {
    count_until(position, depth, &Stop::new())
}

/// As [`count`].
///
/// # Errors
/// [`Error::Stopped`] if the stop is raised meanwhile.
pub(super) fn count_until(
    position: &Position,
    depth: u32,
    stop: &Stop,
) -> Result<Outcome<Move>, Error> {
    let perft = Perft::new(depth).threads(threads::cores());
    let outcome = perft.run(position, &Kernel::best(), stop, |_| {})?;
    match outcome.complete {
        true => Ok(outcome),
        false => Err(Error::Stopped),
    }
}

#[cfg(test)]
mod tests {
    use movegen::chess::CastlingStyle;

    use super::*;

    fn difference(fen: &str, text: &str) -> (Position, Difference) {
        let position: Position = fen.parse().expect(fen);
        let ours = count(&position, 1).expect("a count");
        let answer = Answer::Divide(DivideText::read(text));
        let difference = Difference::between(&position, &ours, &answer);
        (position, difference.expect("a divide is an answer"))
    }

    #[test]
    fn one_text_can_be_a_king_move_and_castling() {
        const FRC: &str = "k7/8/8/8/8/8/3PPPP1/3NBK1R w H - 0 1";
        let position: Position = FRC.parse().expect("a position");
        let mut text = String::new();
        for mv in position.legal_moves().iter() {
            // As engines without UCI_Chess960 write it.
            let written = match mv.kind() {
                MoveKind::Castle => "f1g1".to_owned(),
                _ => position.uci(*mv, CastlingStyle::Standard),
            };
            text = format!("{written}: 1\n{text}");
        }
        assert_eq!(text.matches("f1g1").count(), 2);
        assert!(difference(FRC, &text).1.is_none());
        let (_, thrice) = difference(FRC, &format!("{text}f1g1: 1\n"));
        assert_eq!(thrice.repeated.len(), 1);
        assert!(thrice.in_moves());
    }

    #[test]
    fn a_total_alone_is_a_verdict_unless_it_says_that_there_are_no_moves() {
        const LONE: &str = "7k/8/8/8/8/8/8/K7 w - -";
        assert!(difference(LONE, "3").1.is_none());
        let (_, other) = difference(LONE, "Nodes searched: 4");
        assert_eq!((other.refused, other.total), (true, Some((3, 4))));
        let (_, none) = difference(LONE, "Nodes searched: 0");
        assert_eq!((none.refused, none.missing.len()), (false, 3));
        assert!(
            difference("k7/1Q6/1K6/8/8/8/8/8 b - -", "Nodes searched: 0")
                .1
                .is_none()
        );
    }
}
