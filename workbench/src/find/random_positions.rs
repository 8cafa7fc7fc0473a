//! Positions by chance to compare on: legal, and thick with what move generators get wrong.

use movegen::chess::random;
use movegen::chess::{CastlingStyle, Position, PositionWarning, Setup};
use movegen::random::Random;

use super::Node;
use super::difference::count;
use crate::ask::Error;

/// What to draw.
#[derive(Clone, Copy, Debug)]
pub struct RandomPositions {
    /// Decides all positions; they are the same in every run.
    pub seed: u64,
    /// Whether castling is that of Chess960.
    pub chess960: bool,
    /// How many plies deep each position is counted at most.
    pub depth: u32,
    /// Counts of more leaves than these are left out, except of a single ply.
    pub most_leaves: u128,
}

impl RandomPositions {
    /// The positions one after the other, without end.
    ///
    /// # Errors
    /// [`Error`] if we cannot count ourselves.
    pub fn steps(self) -> impl Iterator<Item = Result<Node, Error>> {
        let mut random = Random::new(self.seed);
        let style = match self.chess960 {
            true => CastlingStyle::Chess960,
            false => CastlingStyle::Standard,
        };
        std::iter::repeat_with(move || random::setup(&mut random, self.chess960))
            .filter_map(|setup| Some((plausible(&setup)?, setup.en_passant)))
            .map(move |(position, passed)| {
                let mut step = Node::begin(position, passed, 1, style);
                while step.depth < self.depth
                    && count(&position, step.depth + 1)?.total <= self.most_leaves
                {
                    step.depth += 1;
                }
                Ok(step)
            })
    }
}

/// The position, if a game could have led to it as far as we judge: some programs rely on that.
fn plausible(setup: &Setup) -> Option<Position> {
    let (position, warnings) = Position::from_setup(setup).ok()?;
    let odd = |warning: &PositionWarning| !matches!(warning, PositionWarning::EnPassantDropped(_));
    (!warnings.iter().any(odd)).then_some(position)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use movegen::chess::{Bitboard, MoveKind};

    use super::*;

    fn draw(seed: u64, chess960: bool, positions: usize) -> Vec<Node> {
        let draw = RandomPositions {
            seed,
            chess960,
            depth: 3,
            most_leaves: 1000,
        };
        let steps = draw.steps().take(positions);
        steps.collect::<Result<_, _>>().expect("counts")
    }

    #[test]
    fn the_seed_decides_and_every_position_is_another() {
        let fens = |seed| -> Vec<String> {
            let steps = draw(seed, true, 300);
            steps.into_iter().map(|step| step.fen).collect()
        };
        assert_eq!(fens(1), fens(1));
        let all: HashSet<String> = fens(1).into_iter().chain(fens(2)).collect();
        assert_eq!(all.len(), 600);
    }

    #[test]
    fn counts_stay_within_the_bounds() {
        for step in draw(3, false, 300) {
            let total = |depth| count(&step.position, depth).expect("a count").total;
            assert!(step.depth == 1 || total(step.depth) <= 1000, "{}", step.fen);
            assert!(
                step.depth == 3 || total(step.depth + 1) > 1000,
                "{}",
                step.fen
            );
        }
    }

    /// A few hundred positions must hold what bugs are about, several times each.
    #[test]
    fn what_is_hard_occurs() {
        for chess960 in [false, true] {
            let steps = draw(1, chess960, 400);
            let odd = |step: &Node| step.position.needs_chess960();
            assert_eq!(steps.iter().any(odd), chess960);
            let moves = |position: &Position, kind| {
                let moves = position.legal_moves();
                moves.iter().any(|mv| mv.kind() == kind)
            };
            let forbidden = |step: &Node| {
                let named = step.fen.split(' ').nth(3) != Some("-");
                named && step.position.en_passant().is_none()
            };
            for (what, least, holds) in [
                ("a pin", 80, &|step: &Node| is_pinned(&step.position)),
                ("a check", 80, &|step: &Node| step.position.is_check()),
                ("a double check", 10, &|step: &Node| {
                    step.position.checkers().len() > 1
                }),
                ("en passant", 60, &|step: &Node| {
                    moves(&step.position, MoveKind::EnPassant)
                }),
                ("en passant that uncovers the king", 5, &forbidden),
                ("castling", 30, &|step: &Node| {
                    moves(&step.position, MoveKind::Castle)
                }),
                ("a promotion", 80, &|step: &Node| {
                    moves(&step.position, MoveKind::PromoteKnight)
                }),
            ] as [(&str, usize, &dyn Fn(&Node) -> bool); 7]
            {
                let times = steps.iter().filter(|step| holds(step)).count();
                assert!(times >= least, "{what}: {times}, Chess960: {chess960}");
            }
        }
    }

    /// Whether some man of the side to move shields its king.
    fn is_pinned(position: &Position) -> bool {
        let king = position.king(position.turn());
        position.colors(position.turn()).into_iter().any(|square| {
            let without = position.occupied() - Bitboard::from(square);
            let attackers = position.attackers(king, !position.turn(), without);
            !(attackers - position.checkers()).is_empty()
        })
    }
}
