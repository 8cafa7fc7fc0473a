//! Walks through positions, with a preference for features that were rare so far.
//!
//! Half of the walks are games from a start position of standard chess, Chess960 or double
//! Chess960. The others begin at constructed positions, rich in special cases, which are not in
//! check; so every position of a walk arises from legal moves.

use movegen::chess::{
    Color, Move, PieceKind, Position, PositionWarning, Rank, Setup, Square, random,
};
use movegen::random::Random;

use crate::code::ordered_moves;
use crate::features::{self, COUNT, Facts, FeatureSet};
use crate::start::{CHESS960_STARTS, Start, fullmoves};

/// What kind of start a walk has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A game of standard chess.
    Standard,
    /// A game of Chess960.
    Chess960,
    /// A game of double Chess960.
    DoubleChess960,
    /// A constructed position; with or without the castling of Chess960.
    Constructed {
        /// Whether castling rooks may stand on any file.
        chess960: bool,
    },
}

/// A step of a walk.
#[derive(Clone, Debug)]
pub struct Step {
    /// The index of the move, as in [`ordered_moves`].
    pub index: u8,
    /// The position after it.
    pub facts: Facts,
    /// Its features.
    pub features: FeatureSet,
}

/// Chooses starts and moves. Equal seeds give equal walks.
#[derive(Clone, Debug)]
pub struct Explorer {
    /// The source of all choices.
    pub random: Random,
    /// How often each feature was seen.
    seen: [u32; COUNT],
    /// Features that count more than any number of others.
    preferred: FeatureSet,
}

/// Of this many moves the one with the rarest features is chosen.
const CHOICES: usize = 5;

impl Explorer {
    /// An explorer that has seen nothing.
    pub fn new(seed: u64) -> Explorer {
        Explorer::preferring(seed, FeatureSet::default())
    }

    /// An explorer that prefers moves to positions with these features.
    pub fn preferring(seed: u64, preferred: FeatureSet) -> Explorer {
        Explorer {
            random: Random::new(seed),
            seen: [0; COUNT],
            preferred,
        }
    }

    /// How often each feature was seen, in the order of [`features::all`].
    pub fn seen(&self) -> &[u32; COUNT] {
        &self.seen
    }

    /// Counts the features of a position that is used.
    pub fn see(&mut self, features: FeatureSet) {
        for bit in features.bits() {
            self.seen[bit] += 1;
        }
    }

    /// The start of a walk.
    pub fn start(&mut self, source: Source) -> Start {
        let random = &mut self.random;
        let mut number = || random.below(CHESS960_STARTS) as u16;
        match source {
            Source::Standard => Start::Standard,
            Source::Chess960 => Start::Chess960(number()),
            Source::DoubleChess960 => Start::DoubleChess960(number(), number()),
            Source::Constructed { chess960 } => loop {
                let setup = random::setup(&mut self.random, chess960);
                let halfmoves = match self.random.one_in(6) {
                    true => 80 + self.random.below(25) as u32,
                    false => 0,
                };
                if let Some(setup) = quiet_start(setup, halfmoves) {
                    return Start::Setup(Box::new(setup));
                }
            },
        }
    }

    /// The next step: often a random one, otherwise the one with the rarest features among a few.
    /// `None` if there is no legal move.
    pub fn step(&mut self, here: &Position) -> Option<Step> {
        let moves = ordered_moves(here);
        if moves.is_empty() {
            return None;
        }
        let choices = match self.random.one_in(3) {
            true => 1,
            false => CHOICES,
        };
        // Captures lead to endgames, which quiet games of random moves reach late.
        let captures: Vec<usize> = match self.random.one_in(4) {
            true => (0..moves.len())
                .filter(|&index| here.is_capture(moves[index]))
                .collect(),
            false => Vec::new(),
        };
        let steps: Vec<Step> = (0..choices)
            .map(|_| {
                let index = match captures.is_empty() {
                    true => self.random.below(moves.len()),
                    false => self.random.pick(&captures),
                };
                let mv = moves[index];
                let facts = Facts::new(here.play(mv), mv.passed_square());
                let features = features::of(&facts);
                Step {
                    index: index as u8,
                    facts,
                    features,
                }
            })
            .collect();
        // The first of equal ones.
        steps
            .into_iter()
            .rev()
            .max_by_key(|step| self.rarity(step.features))
    }

    /// Higher for features that were seen less often. Whole numbers, because the sum must be the
    /// same on every machine.
    pub fn rarity(&self, features: FeatureSet) -> u64 {
        let worth = |bit: usize| (1 << 32) / (u64::from(self.seen[bit]) + 1);
        let preferred = FeatureSet(features.0 & self.preferred.0).bits().count() as u64;
        features.bits().map(worth).sum::<u64>() + (preferred << 48)
    }
}

/// A start from which a position arises, with the index of the move that leads to it if it has an
/// en passant square: the start is then the position before the double push. `None` if the double
/// push cannot have been legal.
pub fn origin(facts: &Facts) -> Option<(Start, Option<u8>)> {
    let mut setup = facts.position.to_setup();
    setup.en_passant = facts.passed;
    if setup.en_passant.is_none() {
        return Some((Start::Setup(Box::new(setup)), None));
    }
    let start = Start::Setup(Box::new(quiet_start(setup, 0)?));
    let before = start.position()?;
    let moves = ordered_moves(&before);
    let leads = |&mv: &Move| {
        mv.passed_square() == facts.passed && before.play(mv).key() == facts.position.key()
    };
    let index = moves.iter().position(leads)?;
    Some((start, Some(index as u8)))
}

/// The setup as the start of a walk: without check, reachable as far as can be told, and before the
/// double push if it has an en passant square, so that the push becomes a move of the walk.
fn quiet_start(setup: Setup, halfmoves: u32) -> Option<Setup> {
    let mut setup = match setup.en_passant {
        Some(passed) => before_push(setup, passed),
        None => setup,
    };
    setup.halfmoves = halfmoves;
    setup.fullmoves = fullmoves(halfmoves);
    let (position, warnings) = Position::from_setup(&setup).ok()?;
    let odd = |warning: &PositionWarning| !matches!(warning, PositionWarning::CastlingDropped(_));
    if position.is_check() || warnings.iter().any(odd) {
        return None;
    }
    // Only rights that the position has.
    setup.castling = position.castling_rooks();
    Some(setup)
}

/// Takes the double push back.
fn before_push(mut setup: Setup, passed: Square) -> Setup {
    let pusher: Color = !setup.turn;
    let at = |rank: Rank| Square::new(passed.file(), rank.relative_to(pusher));
    let (home, pushed) = (at(Rank::Second), at(Rank::Fourth));
    setup.board[pushed.index()] = None;
    setup.put(home, pusher.piece(PieceKind::Pawn));
    setup.en_passant = None;
    setup.turn = pusher;
    setup
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCES: [Source; 5] = [
        Source::Standard,
        Source::Chess960,
        Source::DoubleChess960,
        Source::Constructed { chess960: false },
        Source::Constructed { chess960: true },
    ];

    /// The FENs of a walk of up to 20 plies from each source.
    fn walks(seed: u64) -> Vec<String> {
        let mut explorer = Explorer::new(seed);
        let mut fens = Vec::new();
        for source in SOURCES {
            let mut here = explorer.start(source).position().expect("a position");
            fens.push(here.to_string());
            for _ in 0..20 {
                let Some(step) = explorer.step(&here) else {
                    break;
                };
                explorer.see(step.features);
                here = step.facts.position;
                fens.push(here.to_string());
            }
        }
        fens
    }

    #[test]
    fn the_seed_determines_the_walks() {
        assert_eq!(walks(1), walks(1));
        assert_ne!(walks(1), walks(2));
    }

    #[test]
    fn constructed_starts_are_not_in_check() {
        let mut explorer = Explorer::new(3);
        for _ in 0..200 {
            let start = explorer.start(Source::Constructed { chess960: true });
            let position = start.position().expect("a position");
            assert!(!position.is_check(), "{position}");
            assert_eq!(position.en_passant(), None);
        }
    }

    #[test]
    fn positions_after_a_double_push_begin_before_it() {
        let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        let facts = features::facts_of_fen(fen).expect(fen);
        let (start, index) = origin(&facts).expect("an origin");
        let before = start.position().expect("a position");
        assert_eq!(before.to_string(), "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
        let mv = ordered_moves(&before)[usize::from(index.expect("a move"))];
        assert_eq!(mv.to_string(), "d7d5");
        let quiet = features::facts_of_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").expect("a position");
        assert!(matches!(origin(&quiet), Some((Start::Setup(_), None))));
    }

    #[test]
    fn rare_features_are_preferred() {
        let mut explorer = Explorer::new(4);
        let [common, rare] = ["check", "double-check"].map(|id| features::find(id).expect(id));
        let [common, rare]: [FeatureSet; 2] =
            [[common], [rare]].map(|one| one.into_iter().collect());
        explorer.see(common);
        assert!(explorer.rarity(rare) > explorer.rarity(common));
    }
}
