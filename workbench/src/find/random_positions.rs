//! Random legal positions, rich in what move generators get wrong.

use movegen::chess::random;
use movegen::chess::variant::VariantPosition;
use movegen::chess::{CastlingStyle, Move, MoveKind, Position, PositionWarning, Setup, Square};
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
    /// The greatest depth for each position, one more for every 32nd.
    pub depth: u32,
    /// The greatest number of leaves to count, except at depth 1; four times as many for every 32nd.
    pub most_leaves: u128,
}

/// One in this many positions is counted one ply deeper: some bugs show only in large counts.
const DEEPER: u64 = 32;

/// How many times more leaves it may have.
const MORE_LEAVES: u128 = 4;

impl RandomPositions {
    /// The positions, without end. Three of four are [set up](random::setup), always the same ones for
    /// a seed. The fourth one is reached by a few random moves from such a position: it adds double
    /// and discovered checks, lost castling rights and clocks other than 0. One of eight has a clock
    /// near 100: perft counts on after fifty moves.
    ///
    /// # Errors
    /// [`Error`] if Canopy's own count fails.
    pub fn nodes(self) -> impl Iterator<Item = Result<Node, Error>> {
        let style = CastlingStyle::new(self.chess960);
        let mut set_up = self.set_up(Random::new(self.seed));
        let mut random = Random::new(!self.seed);
        let mut starts = self.set_up(Random::new(random.next()));
        (1_u64..).filter_map(move |number| {
            let (position, passed) = match number % 4 {
                0 => play(&mut random, starts.next()?.0),
                2 => late(set_up.next()?),
                _ => set_up.next()?,
            };
            Some(self.node(number, position, passed, style))
        })
    }

    /// Positions that are set up, each with the square that the last double push passed.
    fn set_up(self, mut random: Random) -> impl Iterator<Item = (Position, Option<Square>)> {
        let style = CastlingStyle::new(self.chess960);
        std::iter::repeat_with(move || random::setup(&mut random, self.chess960))
            .filter_map(move |setup| Some((plausible(&setup, style)?, setup.en_passant)))
    }

    /// The position with the greatest depth within the bounds.
    fn node(
        self,
        number: u64,
        position: Position,
        passed: Option<Square>,
        style: CastlingStyle,
    ) -> Result<Node, Error> {
        let depth = match number % DEEPER {
            5 => deepest(position, self.depth + 1, MORE_LEAVES * self.most_leaves)?,
            _ => deepest(position, self.depth, self.most_leaves)?,
        };
        Ok(Node::root(position, passed, depth, style))
    }
}

/// The greatest depth up to `depth` with at most this many leaves, at least 1.
pub(super) fn deepest(
    position: impl Into<VariantPosition>,
    depth: u32,
    most_leaves: u128,
) -> Result<u32, Error> {
    let position = &position.into();
    let mut within = 1;
    while within < depth && count(position, within + 1)?.total <= most_leaves {
        within += 1;
    }
    Ok(within)
}

/// A position after one to eight random moves, and the square that the last one passed. Rare moves are
/// played as often as all others together, and a double check ends the play.
fn play(random: &mut Random, mut position: Position) -> (Position, Option<Square>) {
    let mut passed = None;
    for _ in 0..=random.below(8) {
        let moves = position.legal_moves();
        let leads_to = |condition: fn(&Position) -> bool| -> Vec<Move> {
            let meets = |mv: &&Move| condition(&position.play(**mv));
            moves.iter().filter(meets).copied().collect()
        };
        let double_checks = leads_to(|child| child.checkers().len() > 1);
        let rare: Vec<Move> = moves
            .iter()
            .filter(|mv| mv.promotion().is_some() || is_special(mv.kind()))
            .copied()
            .chain(leads_to(Position::is_check))
            .collect();
        let mv = match (&double_checks[..], &rare[..], moves.is_empty()) {
            (_, _, true) => break,
            ([_, ..], _, _) => random.pick(&double_checks),
            (_, [_, ..], _) if random.one_in(2) => random.pick(&rare),
            _ => random.pick(&moves),
        };
        (position, passed) = (position.play(mv), mv.passed_square());
        if position.checkers().len() > 1 {
            break;
        }
    }
    (position, passed)
}

/// The position with a clock of 97 to 100, unless the last move was a double push.
fn late((position, passed): (Position, Option<Square>)) -> (Position, Option<Square>) {
    let setup = Setup {
        halfmoves: 97 + (position.key() % 4) as u32,
        fullmoves: 80,
        ..position.to_setup()
    };
    match (Position::from_setup(&setup), passed) {
        (Ok((late, _)), None) => (late, None),
        _ => (position, passed),
    }
}

fn is_special(kind: MoveKind) -> bool {
    matches!(
        kind,
        MoveKind::Castle | MoveKind::EnPassant | MoveKind::DoublePush
    )
}

/// The position, if nothing shows that it is unreachable: some programs rely on that.
pub(super) fn plausible(setup: &Setup, style: CastlingStyle) -> Option<Position> {
    let (position, warnings) = Position::from_setup(setup).ok()?;
    let odd = |warning: &PositionWarning| !matches!(warning, PositionWarning::EnPassantDropped(_));
    let reachable =
        !warnings.iter().any(odd) && position.checks_are_possible(setup.en_passant, style);
    reachable.then_some(position)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use movegen::chess::Bitboard;

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
        for (node, number) in draw(3, false, 300).iter().zip(1_u64..) {
            let (depth, most) = match number % DEEPER {
                5 => (4, 4000),
                _ => (3, 1000),
            };
            let total = |depth| count(node.position, depth).expect("a count").total;
            let fen = &node.fen;
            assert!(node.depth == 1 || total(node.depth) <= most, "{fen}");
            assert!(node.depth == depth || total(node.depth + 1) > most, "{fen}");
        }
    }

    /// A few hundred positions contain each hard case several times.
    #[test]
    fn hard_cases_occur() {
        for chess960 in [false, true] {
            let nodes = draw(1, chess960, 400);
            let odd = |node: &Node| node.position.chess().needs_chess960();
            assert_eq!(nodes.iter().any(odd), chess960);
            let moves = |position: &Position, kind| {
                let moves = position.legal_moves();
                moves.iter().any(|mv| mv.kind() == kind)
            };
            let forbidden = |node: &Node| {
                let named = node.fen.split(' ').nth(3) != Some("-");
                named && node.position.chess().en_passant().is_none()
            };
            for (name, least, holds) in [
                ("a pin", 80, &|node: &Node| is_pinned(node.position.chess())),
                ("a check", 80, &|node: &Node| {
                    node.position.chess().is_check()
                }),
                ("a double check", 5, &|node: &Node| {
                    node.position.checkers().len() > 1
                }),
                ("a clock near 100", 40, &|node: &Node| {
                    (97..=100).contains(&node.position.chess().halfmoves())
                }),
                ("en passant", 60, &|node: &Node| {
                    moves(node.position.chess(), MoveKind::EnPassant)
                }),
                ("en passant that uncovers the king", 5, &forbidden),
                ("castling", 30, &|node: &Node| {
                    moves(node.position.chess(), MoveKind::Castle)
                }),
                ("a promotion", 80, &|node: &Node| {
                    moves(node.position.chess(), MoveKind::PromoteKnight)
                }),
            ] as [(&str, usize, &dyn Fn(&Node) -> bool); 8]
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
