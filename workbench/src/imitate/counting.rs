//! Defects in counting: the moves are right, the numbers are not.

use movegen::chess::{CastlingStyle, ParsedPosition, Position, PositionText};

use super::{Budget, Counts, Defect, Exhausted, Imitation};
use crate::ask::Question;

pub(super) const DEFECTS: &[Defect] = &[Defect {
    id: "mates-are-leaves",
    sentence: "checkmates and stalemates above the last ply are counted as leaves",
    variants: || vec![Box::new(MatesAreLeaves)],
}];

/// The position of a question; `None` if it cannot be read.
pub(super) fn position_of(question: &Question) -> Option<Position> {
    let text = PositionText {
        fen: Some(question.fen.to_owned()),
        moves: question.moves.to_vec(),
    };
    Some(ParsedPosition::from_text(&text).ok()?.position)
}

struct MatesAreLeaves;

impl MatesAreLeaves {
    fn count(position: &Position, depth: u32, budget: &mut Budget) -> Result<i128, Exhausted> {
        let moves = position.legal_moves();
        budget.spend(moves.len() as u64)?;
        if depth == 0 || moves.is_empty() {
            return Ok(1);
        }
        if depth == 1 {
            return Ok(moves.len() as i128);
        }
        moves.iter().try_fold(0, |sum, &mv| {
            Ok(sum + Self::count(&position.play(mv), depth - 1, budget)?)
        })
    }
}

impl Imitation for MatesAreLeaves {
    fn ask(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Exhausted> {
        let position = position_of(question).ok_or(Exhausted)?;
        let moves = position.legal_moves();
        let lines = moves.iter().map(|&mv| {
            let count = Self::count(&position.play(mv), question.depth - 1, budget)?;
            Ok((position.uci(mv, CastlingStyle::Standard), count))
        });
        Ok(Counts::of_lines(lines.collect::<Result<_, _>>()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_at_depth_2_is_a_leaf() {
        let question = Question {
            fen: "7k/5ppp/8/8/8/8/5PPP/R6K w - - 0 1",
            moves: &[],
            depth: 2,
            expected: 0,
        };
        let counts = MatesAreLeaves
            .ask(&question, &mut Budget::new(10_000))
            .expect("a small tree");
        let mate = counts.lines.iter().find(|line| line.0 == "a1a8");
        assert_eq!(mate, Some(&("a1a8".to_owned(), 1)));
    }
}
