//! Random legal positions, rich in what move generators get wrong.

use movegen::chess::random;
use movegen::chess::{CastlingStyle, Position, PositionWarning, Setup};
use movegen::random::Random;

use super::Node;
use super::difference::count;
use crate::ask::Error;

/// A sequence of random positions.
#[derive(Clone, Copy, Debug)]
pub struct RandomPositions {
    /// The same seed gives the same positions.
    pub seed: u64,
    /// Whether the positions are Chess960 positions.
    pub chess960: bool,
    /// The greatest depth for each position.
    pub depth: u32,
    /// The greatest number of leaves to count, except at depth 1.
    pub most_leaves: u128,
}

impl RandomPositions {
    /// The positions, without end.
    ///
    /// # Errors
    /// [`Error`] if Canopy's own count fails.
    pub fn nodes(self) -> impl Iterator<Item = Result<Node, Error>> {
        let mut random = Random::new(self.seed);
        let style = CastlingStyle::new(self.chess960);
        std::iter::repeat_with(move || random::setup(&mut random, self.chess960))
            .filter_map(move |setup| Some((plausible(&setup, style)?, setup.en_passant)))
            .map(move |(position, passed)| {
                let mut node = Node::root(position, passed, 1, style);
                while node.depth < self.depth
                    && count(&position, node.depth + 1)?.total <= self.most_leaves
                {
                    node.depth += 1;
                }
                Ok(node)
            })
    }
}

/// The position, if nothing shows that it is unreachable: some programs rely on that.
fn plausible(setup: &Setup, style: CastlingStyle) -> Option<Position> {
    let (position, warnings) = Position::from_setup(setup).ok()?;
    let odd = |warning: &PositionWarning| !matches!(warning, PositionWarning::EnPassantDropped(_));
    let reachable =
        !warnings.iter().any(odd) && position.checks_are_possible(setup.en_passant, style);
    reachable.then_some(position)
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
        let nodes = draw.nodes().take(positions);
        nodes.collect::<Result<_, _>>().expect("counts")
    }

    #[test]
    fn the_seed_determines_the_positions_and_none_repeats() {
        let fens = |seed| -> Vec<String> {
            let nodes = draw(seed, true, 300);
            nodes.into_iter().map(|node| node.fen).collect()
        };
        assert_eq!(fens(1), fens(1));
        let all: HashSet<String> = fens(1).into_iter().chain(fens(2)).collect();
        assert_eq!(all.len(), 600);
    }

    #[test]
    fn counts_stay_within_the_bounds() {
        for node in draw(3, false, 300) {
            let total = |depth| count(&node.position, depth).expect("a count").total;
            assert!(node.depth == 1 || total(node.depth) <= 1000, "{}", node.fen);
            assert!(
                node.depth == 3 || total(node.depth + 1) > 1000,
                "{}",
                node.fen
            );
        }
    }

    /// A few hundred positions contain each hard case several times.
    #[test]
    fn hard_cases_occur() {
        for chess960 in [false, true] {
            let nodes = draw(1, chess960, 400);
            let odd = |node: &Node| node.position.needs_chess960();
            assert_eq!(nodes.iter().any(odd), chess960);
            let moves = |position: &Position, kind| {
                let moves = position.legal_moves();
                moves.iter().any(|mv| mv.kind() == kind)
            };
            let forbidden = |node: &Node| {
                let named = node.fen.split(' ').nth(3) != Some("-");
                named && node.position.en_passant().is_none()
            };
            for (name, least, holds) in [
                ("a pin", 80, &|node: &Node| is_pinned(&node.position)),
                ("a check", 80, &|node: &Node| node.position.is_check()),
                ("a double check", 10, &|node: &Node| {
                    node.position.checkers().len() > 1
                }),
                ("en passant", 60, &|node: &Node| {
                    moves(&node.position, MoveKind::EnPassant)
                }),
                ("en passant that uncovers the king", 5, &forbidden),
                ("castling", 30, &|node: &Node| {
                    moves(&node.position, MoveKind::Castle)
                }),
                ("a promotion", 80, &|node: &Node| {
                    moves(&node.position, MoveKind::PromoteKnight)
                }),
            ] as [(&str, usize, &dyn Fn(&Node) -> bool); 7]
            {
                let times = nodes.iter().filter(|node| holds(node)).count();
                assert!(times >= least, "{name}: {times}, Chess960: {chess960}");
            }
        }
    }

    /// Whether a piece of the side to move shields its king.
    fn is_pinned(position: &Position) -> bool {
        let king = position.king(position.turn());
        position.colors(position.turn()).into_iter().any(|square| {
            let without = position.occupied() - Bitboard::from(square);
            let attackers = position.attackers(king, !position.turn(), without);
            !(attackers - position.checkers()).is_empty()
        })
    }
}
