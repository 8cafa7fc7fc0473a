//! Generates positions that have given features.
//!
//! Half of the candidates are steps of walks that prefer the wanted features. The others are small
//! changes to the positions that have the most wanted features so far, beginning with the examples
//! of the features, because some features hardly occur in walks.

use std::collections::HashSet;

use movegen::chess::{
    CastlingStyle, Color, PieceKind, Position, PositionWarning, Rank, Setup, Square,
};

use crate::explore::{Explorer, Source};
use crate::features::{self, Facts, Feature, FeatureSet};
use crate::sample;

/// What is to be generated.
#[derive(Clone, Debug)]
pub struct Request {
    /// The features that every position has; at least one.
    pub features: Vec<&'static Feature>,
    /// Equal seeds give equal positions.
    pub seed: u64,
    /// Whether the positions are those of Chess960.
    pub chess960: bool,
}

/// A generated position.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The position and what follows from it.
    pub facts: Facts,
    /// All its features.
    pub features: FeatureSet,
    /// Whether its FEN is written in Chess960 style.
    pub chess960: bool,
}

impl Generated {
    /// The FEN, with the square that the last move passed.
    pub fn fen(&self) -> String {
        sample::fen(&self.facts.position, self.facts.passed, self.chess960)
    }
}

/// After this many candidates without a new position the search ends.
const MOST_FAILURES: u32 = 100_000;

/// Positions with the wanted features, none twice. The iterator ends when no more are found; two
/// features that exclude each other take some seconds and give none.
///
/// ```
/// use corpus::features;
/// use corpus::generate::{Request, generate};
///
/// let request = Request {
///     features: vec![features::find("double-check").unwrap()],
///     seed: 1,
///     chess960: false,
/// };
/// for generated in generate(request).take(3) {
///     assert_eq!(generated.facts.checkers.len(), 2);
/// }
/// ```
pub fn generate(request: Request) -> Generator {
    let wanted: FeatureSet = request.features.iter().copied().collect();
    let mut generator = Generator {
        explorer: Explorer::preferring(request.seed, wanted),
        best: Vec::new(),
        matched: 0,
        wanted,
        chess960: request.chess960,
        walk: None,
        known: HashSet::new(),
    };
    for feature in request.features {
        let example = features::facts_of_fen(feature.example);
        if let Some(facts) = example.ok().filter(|facts| generator.allows(facts)) {
            generator.remember(&facts, features::of(&facts));
        }
    }
    generator
}

/// The iterator of [`generate`].
#[derive(Debug)]
pub struct Generator {
    explorer: Explorer,
    /// Positions with the greatest number of wanted features so far.
    best: Vec<Setup>,
    /// That number.
    matched: usize,
    wanted: FeatureSet,
    chess960: bool,
    /// The end of the current walk and the plies that it may go on.
    walk: Option<(Position, usize)>,
    known: HashSet<u128>,
}

/// How many positions are changed further.
const MOST_BEST: usize = 64;

/// The longest walk.
const MOST_PLIES: usize = 60;

impl Iterator for Generator {
    type Item = Generated;

    fn next(&mut self) -> Option<Generated> {
        for _ in 0..MOST_FAILURES {
            let candidate = match self.explorer.random.one_in(2) {
                true => self.changed_position(),
                false => self.next_step(),
            };
            if let Some(found) = candidate.and_then(|facts| self.accept(facts)) {
                return Some(found);
            }
        }
        None
    }
}

impl Generator {
    fn accept(&mut self, facts: Facts) -> Option<Generated> {
        if !self.allows(&facts) {
            return None;
        }
        let features = features::of(&facts);
        self.remember(&facts, features);
        let new = features.contains(self.wanted) && self.known.insert(facts.position.key());
        new.then(|| Generated {
            facts,
            features,
            chess960: self.chess960,
        })
    }

    fn allows(&self, facts: &Facts) -> bool {
        self.chess960 || !facts.position.needs_chess960()
    }

    /// Keeps a position that has as many wanted features as the best so far, or more.
    fn remember(&mut self, facts: &Facts, features: FeatureSet) {
        let matched = FeatureSet(features.0 & self.wanted.0).bits().count();
        if matched > self.matched {
            self.best.clear();
            self.matched = matched;
        }
        if matched == self.matched && self.best.len() < MOST_BEST {
            let mut setup = facts.position.to_setup();
            setup.en_passant = facts.passed;
            self.best.push(setup);
        }
    }

    fn next_step(&mut self) -> Option<Facts> {
        let (here, plies) = match self.walk.take() {
            Some(walk) => walk,
            None => {
                let source = self.source();
                let position = self.explorer.start(source).position()?;
                (position, 1 + self.explorer.random.below(MOST_PLIES))
            }
        };
        let step = self.explorer.step(&here)?;
        self.walk = (plies > 1).then(|| (step.facts.position, plies - 1));
        Some(step.facts)
    }

    fn source(&mut self) -> Source {
        let constructed = Source::Constructed {
            chess960: self.chess960,
        };
        self.explorer.random.pick(&match self.chess960 {
            true => [
                Source::Chess960,
                Source::DoubleChess960,
                constructed,
                constructed,
            ],
            false => [Source::Standard, constructed, constructed, constructed],
        })
    }

    /// One of the best positions with a few pieces added, removed or moved, and for Black as often
    /// as for White.
    fn changed_position(&mut self) -> Option<Facts> {
        let index = self.explorer.random.below(self.best.len().max(1));
        let mut setup = self.best.get(index)?.clone();
        for _ in 0..self.explorer.random.below(6) {
            self.change(&mut setup);
        }
        let (mut position, warnings) = Position::from_setup(&setup).ok()?;
        let style = CastlingStyle::new(self.chess960);
        if !position.checks_are_possible(setup.en_passant, style) {
            return None;
        }
        let expected = |warning: &PositionWarning| {
            let dropped = PositionWarning::EnPassantDropped;
            setup
                .en_passant
                .is_some_and(|square| *warning == dropped(square))
        };
        if !warnings.iter().all(expected) {
            return None;
        }
        let mut passed = setup.en_passant;
        if self.explorer.random.one_in(2) {
            position = position.flip();
            passed = passed.map(Square::flip);
        }
        Some(Facts::new(position, passed))
    }

    fn change(&mut self, setup: &mut Setup) {
        let random = &mut self.explorer.random;
        let square = random.pick(&Square::ALL);
        let is_king =
            setup.board[square.index()].is_some_and(|piece| piece.kind == PieceKind::King);
        if is_king || setup.castling.contains(square) {
            return;
        }
        let piece = match random.below(3) {
            0 => None,
            1 => {
                let kind = random.pick(&PieceKind::ALL[..5]);
                Some(random.pick(&Color::ALL).piece(kind))
            }
            _ => {
                // From another square.
                let from = random.pick(&Square::ALL);
                let movable = |piece: &movegen::chess::Piece| {
                    piece.kind != PieceKind::King && !setup.castling.contains(from)
                };
                setup.board[from.index()].take_if(|piece| movable(piece))
            }
        };
        let back = matches!(square.rank(), Rank::First | Rank::Eighth);
        if !(back && piece.is_some_and(|piece| piece.kind == PieceKind::Pawn)) {
            setup.board[square.index()] = piece;
        }
    }
}

#[cfg(test)]
mod tests {
    use movegen::chess::ParsedFen;

    use super::*;

    fn fens(feature: &'static Feature, seed: u64, chess960: bool, count: usize) -> Vec<String> {
        let request = Request {
            features: vec![feature],
            seed,
            chess960,
        };
        generate(request)
            .take(count)
            .map(|found| found.fen())
            .collect()
    }

    fn find(id: &str) -> &'static Feature {
        features::find(id).expect(id)
    }

    #[test]
    fn every_feature_can_be_generated() {
        for feature in features::all() {
            let chess960 = feature.id.starts_with("chess960");
            let found = fens(feature, 1, chess960, 5);
            assert_eq!(found.len(), 5, "{}", feature.id);
            let different: HashSet<&String> = found.iter().collect();
            assert_eq!(different.len(), 5, "{}", feature.id);
            for fen in &found {
                let facts = features::facts_of_fen(fen).expect(fen);
                assert!((feature.holds)(&facts), "{}: {fen}", feature.id);
            }
        }
    }

    #[test]
    fn the_seed_determines_the_positions() {
        let feature = find("en-passant-opens-rank");
        assert_eq!(fens(feature, 1, false, 20), fens(feature, 1, false, 20));
        assert_ne!(fens(feature, 1, false, 20), fens(feature, 2, false, 20));
    }

    #[test]
    fn checks_are_reachable() {
        for fen in fens(find("double-check"), 5, false, 50) {
            let setup = fen.parse::<ParsedFen>().expect(&fen).setup;
            let (_, warnings) = Position::from_setup(&setup).expect(&fen);
            let impossible = |warning| matches!(warning, PositionWarning::ImpossibleCheck(_));
            assert!(!warnings.into_iter().any(impossible), "{fen}");
        }
    }

    #[test]
    fn features_can_be_combined() {
        let request = Request {
            features: vec![
                find("en-passant"),
                find("pin-knight"),
                find("castling-king-side"),
            ],
            seed: 3,
            chess960: false,
        };
        assert_eq!(generate(request).take(5).count(), 5);
    }

    #[test]
    fn features_that_exclude_each_other_give_nothing() {
        let request = Request {
            features: vec![find("checkmate"), find("stalemate")],
            seed: 1,
            chess960: false,
        };
        assert_eq!(generate(request).count(), 0);
    }
}
