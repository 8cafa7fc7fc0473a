//! Random positions of variants, reached by random games.

use movegen::chess::variant::{Rules, VariantPosition};
use movegen::chess::{CastlingStyle, Color, Move, PieceKind, Position, Rank, Setup, Square};
use movegen::random::Random;

use super::Node;
use super::random_positions::deepest;
use super::rare::rare;
use crate::ask::Error;

/// A sequence of random positions of a variant.
#[derive(Clone, Copy, Debug)]
pub struct RandomGames {
    /// The variant.
    pub rules: &'static dyn Rules,
    /// The same seed gives the same positions.
    pub seed: u64,
    /// Whether the games begin with the pieces of Chess960.
    pub chess960: bool,
    /// The greatest depth for each position.
    pub depth: u32,
    /// The greatest number of leaves to count, except at depth 1.
    pub most_leaves: u128,
}

/// How many plies deeper a tree may be if only a few men are left.
const DEEPER: u32 = 2;

/// The longest game, in plies.
const LONGEST: usize = 100;

impl RandomGames {
    /// The positions, without end: each is the last one of a game before it is over. Half of the games prefer captures,
    /// checks, drops, promotions and castling. Some end before a double check. In every second position, only a few men are
    /// left, kings may stand elsewhere, and the state is another one; such trees are up to two plies deeper. The first
    /// positions are the same for each seed: they have what games hardly reach, and their trees may be larger.
    ///
    /// # Errors
    /// [`Error`] if Canopy's own count fails.
    ///
    /// ```
    /// use movegen::chess::variant::Atomic;
    /// use workbench::find::RandomGames;
    /// let games = RandomGames { rules: &Atomic, seed: 1, chess960: false, depth: 2, most_leaves: 1000 };
    /// for node in games.nodes().take(3) {
    ///     assert!(!node.unwrap().position.legal_moves().is_empty());
    /// }
    /// ```
    pub fn nodes(self) -> impl Iterator<Item = Result<Node, Error>> {
        let mut random = Random::new(self.seed);
        let style = CastlingStyle::new(self.chess960);
        let rare = rare(self.rules).filter_map(move |(fen, depth)| {
            let position = VariantPosition::from_fen(self.rules, fen).ok()?;
            Some(Ok(Node::root(position, None, depth, style)))
        });
        let random = (0_u64..).map(move |number| {
            let (position, is_thinned) = self.position(&mut random, number);
            let deeper = if is_thinned { DEEPER } else { 0 };
            let depth = deepest(position, self.depth + deeper, self.most_leaves)?;
            Ok(Node::root(position, None, depth, style))
        });
        rare.chain(random)
    }

    /// The last position of a game, and whether only a few of its men are left.
    pub(super) fn position(self, random: &mut Random, number: u64) -> (VariantPosition, bool) {
        let position = self.play(random);
        let thinned = match number % 2 {
            1 => self.thinned(random, &position),
            _ => None,
        };
        match thinned {
            Some(thinned) => (thinned, true),
            None => (position, false),
        }
    }

    fn play(self, random: &mut Random) -> VariantPosition {
        let mut position = self.start(random);
        let is_sharp = random.one_in(2);
        for _ in 0..random.below(LONGEST) {
            let moves = position.legal_moves();
            let sharp: Vec<Move> = moves
                .iter()
                .filter(|mv| is_sharp && leads_on(&position, **mv))
                .copied()
                .collect();
            let mv = match &sharp[..] {
                [_, ..] if random.one_in(2) => random.pick(&sharp),
                _ => random.pick(&moves),
            };
            let next = position.play(mv);
            let is_double = next.checkers().len() > 1;
            if next.legal_moves().is_empty() || is_double && random.one_in(2) {
                break;
            }
            position = next;
        }
        position
    }

    /// The position with a few of its men and another state; `None` if the game is over there.
    fn thinned(self, random: &mut Random, position: &VariantPosition) -> Option<VariantPosition> {
        let mut setup = position.chess().to_setup();
        setup.en_passant = None;
        let most = 2 + random.below(8);
        loop {
            let is_removable = |square: &Square| {
                let piece = setup.board[square.index()];
                piece.is_some_and(|piece| piece.kind != PieceKind::King)
                    && !setup.castling.contains(*square)
            };
            let left: Vec<Square> = Square::ALL.into_iter().filter(is_removable).collect();
            if left.len() <= most {
                break;
            }
            setup.board[random.pick(&left).index()] = None;
        }
        // Some variants end when a king has advanced, which random moves take long to do.
        for color in Color::ALL {
            let to = random.pick(&Square::ALL);
            let free = setup.castling.is_empty() && setup.board[to.index()].is_none();
            if let Some(king) = setup.king(color).filter(|_| free && random.one_in(2)) {
                setup.board.swap(king.index(), to.index());
            }
        }
        let first =
            VariantPosition::from_setup(self.rules, &setup, self.rules.first_state()).ok()?;
        let state = self.rules.random_state(&first, random);
        let thinned = VariantPosition::from_setup(self.rules, &setup, state).ok()?;
        (!thinned.legal_moves().is_empty()).then_some(thinned)
    }

    /// The start of the game, with the pieces of Chess960 for each side that has those of chess.
    fn start(self, random: &mut Random) -> VariantPosition {
        let start = VariantPosition::startpos(self.rules);
        if !self.chess960 {
            return start;
        }
        let Some(drawn) = Position::chess960(random.below(960)) else {
            return start;
        };
        let mut setup = start.chess().to_setup();
        let (chess, drawn) = (Position::startpos().to_setup(), drawn.to_setup());
        for color in Color::ALL {
            let rank = Rank::First.relative_to(color);
            let squares: Vec<Square> = Square::ALL
                .into_iter()
                .filter(|square| square.rank() == rank)
                .collect();
            let is_as_in = |other: &Setup| {
                let mut squares = squares.iter().map(|square| square.index());
                squares.all(|at| setup.board[at] == other.board[at])
            };
            if !is_as_in(&chess) {
                continue;
            }
            for &square in &squares {
                setup.board[square.index()] = drawn.board[square.index()];
                if setup.castling.contains(square) {
                    setup.castling = setup.castling - square.bitboard();
                }
            }
            if !start.chess().castling_rooks().is_empty() {
                for rook in drawn.castling {
                    if rook.rank() == rank {
                        setup.castling |= rook.bitboard();
                    }
                }
            }
        }
        VariantPosition::from_setup(self.rules, &setup, start.state()).unwrap_or(start)
    }
}

/// Whether a move captures, gives check, drops, promotes, castles or ends the game.
fn leads_on(position: &VariantPosition, mv: Move) -> bool {
    let next = position.play(mv);
    mv.dropped().is_some()
        || mv.promotion().is_some()
        || mv.castling_squares().is_some()
        || position.chess().is_capture(mv)
        || !next.checkers().is_empty()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use movegen::chess::variant::{Crazyhouse, State, ThreeCheck, VARIANTS};

    use super::*;

    fn draw(rules: &'static dyn Rules, seed: u64, chess960: bool) -> Vec<Node> {
        let games = RandomGames {
            rules,
            seed,
            chess960,
            depth: 2,
            most_leaves: 1000,
        };
        let nodes = games.nodes().take(150);
        nodes.collect::<Result<_, _>>().expect("counts")
    }

    #[test]
    fn every_rare_position_is_drawn() {
        let drawn = |&rules: &&'static dyn Rules| {
            let rare = rare(rules).count();
            let nodes = draw(rules, 1, false);
            let fens: HashSet<&str> = nodes[..rare].iter().map(|node| &*node.fen).collect();
            super::rare(rules).all(|(fen, _)| fens.contains(fen))
        };
        assert!(VARIANTS.iter().all(drawn));
    }

    #[test]
    fn the_seed_determines_the_positions() {
        let fens = |seed| -> Vec<String> {
            let nodes = draw(&Crazyhouse, seed, true);
            nodes.into_iter().map(|node| node.fen).collect()
        };
        assert_eq!(fens(1), fens(1));
        let all: HashSet<String> = fens(1).into_iter().chain(fens(2)).collect();
        assert!(all.len() > 285, "{}", all.len());
    }

    /// In each variant, some hundred positions have moves of most kinds, and some are one ply before the end.
    #[test]
    fn special_moves_occur() {
        for &rules in VARIANTS {
            let name = rules.name();
            for chess960 in [false, true] {
                let nodes = draw(rules, 1, chess960);
                let times = |has: fn(&VariantPosition, Move) -> bool| {
                    let is_one = |node: &&Node| {
                        let moves = node.position.legal_moves();
                        moves.iter().any(|mv| has(&node.position, *mv))
                    };
                    nodes.iter().filter(is_one).count()
                };
                let captures = times(|position, mv| position.chess().is_capture(mv));
                assert!(captures > 20, "{name}: {captures} with captures");
                let ends = times(|position, mv| position.play(mv).legal_moves().is_empty());
                assert!(ends > 0, "{name}: {ends} before an end");
                let drops = times(|_, mv| mv.dropped().is_some());
                assert_eq!(drops > 20, rules.has_drops(), "{name}: {drops} with drops");
                let castles = times(|_, mv| mv.castling_squares().is_some());
                let may_castle = !rules.startpos().castling_rooks().is_empty();
                assert_eq!(castles > 0, may_castle, "{name}: {castles} with castling");
                let odd = |node: &&Node| node.position.chess().needs_chess960();
                assert_eq!(
                    nodes.iter().filter(odd).count() > 5,
                    chess960 && may_castle,
                    "{name}"
                );
            }
        }
        let states = |node: Node| node.position.state();
        let states: HashSet<State> = draw(&ThreeCheck, 1, false)
            .into_iter()
            .map(states)
            .collect();
        assert!(states.len() > 4, "{states:?}");
    }
}
