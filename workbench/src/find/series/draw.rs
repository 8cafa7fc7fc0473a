//! Random series of related questions.

use movegen::chess::variant::{Rules, VariantPosition};
use movegen::chess::{CastlingStyle, Color, File, Piece, PieceKind, Rank, Setup, Square, random};
use movegen::random::Random;

use super::variations::{pick, there_and_back, variations};
use crate::ask::Error;
use crate::find::random_positions::{deepest, plausible};
use crate::find::{Node, RandomGames};

/// How many times more leaves than usual the last question of a series may have.
const LAST_QUESTION: u128 = 8;

/// How many times more leaves than the first position a related one may have at the same depth.
const RELATED: u128 = 4;

/// A sequence of random series of questions for [`hunt_series`](super::hunt_series).
#[derive(Clone, Copy, Debug)]
pub struct RandomSeries {
    /// The rules of the positions.
    pub rules: &'static dyn Rules,
    /// The same seed gives the same series.
    pub seed: u64,
    /// Whether the positions are Chess960 positions.
    pub chess960: bool,
    /// The greatest depth of a question.
    pub depth: u32,
    /// The greatest number of leaves of the first question, except at depth 1. Related positions may
    /// have four times as many, and the last question eight times as many.
    pub most_leaves: u128,
}

impl RandomSeries {
    /// The series, without end. Each begins with a random position at the greatest depth within the
    /// bounds, asked twice. Then follow, in random order, positions that differ from it in a single
    /// part (the side to move, a right, the en passant square, a piece, the clock, both colours),
    /// positions reached by moves, and other depths. The last question is the first position, deeper if
    /// the bounds allow it.
    ///
    /// Every second position has only a few pieces: its trees are deep, and reach many positions in
    /// several ways. Those of variants come from random games.
    ///
    /// # Errors
    /// [`Error`] if Canopy's own count fails.
    pub fn series(self) -> impl Iterator<Item = Result<Vec<Node>, Error>> {
        let mut random = Random::new(self.seed);
        (0_u64..).map(move |number| {
            let (setup, position) = self.first(&mut random, number);
            self.around(&mut random, &setup, position)
        })
    }

    /// The first position of a series.
    fn first(&self, random: &mut Random, number: u64) -> (Setup, VariantPosition) {
        if !self.rules.is_standard() {
            let games = RandomGames {
                rules: self.rules,
                seed: self.seed,
                chess960: self.chess960,
                depth: self.depth,
                most_leaves: self.most_leaves,
            };
            let (position, _) = games.position(random, number);
            return (position.chess().to_setup(), position);
        }
        let style = CastlingStyle::new(self.chess960);
        loop {
            let setup = match number % 4 {
                0 => random::setup(random, self.chess960),
                1 => coming_en_passant(random),
                2 => thinned(random, self.chess960),
                _ => coming_castling(random, self.chess960),
            };
            if let Some(position) = plausible(&setup, style)
                && position.has_legal_move()
            {
                return (setup, position.into());
            }
        }
    }

    /// The questions around a position.
    fn around(
        &self,
        random: &mut Random,
        setup: &Setup,
        position: VariantPosition,
    ) -> Result<Vec<Node>, Error> {
        let style = CastlingStyle::new(self.chess960);
        let depth = deepest(position, self.depth, self.most_leaves)?;
        let first = Node::root(position, setup.en_passant, depth, style);
        let at = |depth: u32| Node {
            depth: depth.max(1),
            ..first.clone()
        };
        let mut related = vec![at(depth - 1), at(depth)];
        for (position, passed) in variations(random, setup, &position, style) {
            let depth = deepest(position, depth, RELATED * self.most_leaves)?;
            related.push(Node::root(position, passed, depth, style));
        }
        if let Some(mv) = pick(random, &position.legal_moves()) {
            let child = at(depth - 1).after(mv, style);
            related.push(child.without_moves());
            related.push(child);
        }
        related.extend(there_and_back(random, &first, style));
        let mut questions = vec![first.clone(), first.clone()];
        while !related.is_empty() {
            questions.push(related.swap_remove(random.below(related.len())));
        }
        questions.push(at(deepest(
            position,
            self.depth,
            LAST_QUESTION * self.most_leaves,
        )?));
        Ok(questions)
    }
}

/// A random position from which pieces are removed until few remain.
fn thinned(random: &mut Random, chess960: bool) -> Setup {
    let mut setup = random::setup(random, chess960);
    let most = 3 + random.below(6);
    let essential = |setup: &Setup, square: Square| {
        let near_passed = setup.en_passant.is_some_and(|passed| {
            let rank = Rank::Fifth.relative_to(setup.turn);
            square.rank() == rank && square.file().index().abs_diff(passed.file().index()) <= 1
        });
        near_passed || setup.castling.contains(square)
    };
    loop {
        let pieces = Square::ALL.into_iter().filter(|square| {
            let piece = setup.board[square.index()];
            piece.is_some_and(|piece| piece.kind != PieceKind::King) && !essential(&setup, *square)
        });
        let pieces: Vec<Square> = pieces.collect();
        if pieces.len() + 2 <= most {
            return setup;
        }
        setup.board[random.pick(&pieces).index()] = None;
    }
}

/// Two kings, a pawn that can pass an enemy pawn by its double push, and up to two more pieces.
fn coming_en_passant(random: &mut Random) -> Setup {
    let mut setup = Setup::empty();
    setup.turn = random.pick(&Color::ALL);
    let own = random.pick(&Color::ALL);
    let at = |file: usize, rank: Rank| Square::new(File::ALL[file], rank.relative_to(own));
    let west = random.below(7);
    let (home, beside) = match random.one_in(2) {
        true => (west, west + 1),
        false => (west + 1, west),
    };
    put(&mut setup, at(home, Rank::Second), own, PieceKind::Pawn);
    put(&mut setup, at(beside, Rank::Fourth), !own, PieceKind::Pawn);
    // The enemy pawn waits for the capture.
    if random.one_in(2) {
        put(&mut setup, at(beside, Rank::Third), own, PieceKind::Pawn);
    }
    add_kings(random, &mut setup);
    add_pieces(random, &mut setup, 3);
    setup
}

/// A king with one or two rooks that may castle, another king, and up to two more pieces. Blocked
/// pawns in front of the rooks leave them few moves: there and back is a short way to lose a right.
pub(super) fn coming_castling(random: &mut Random, chess960: bool) -> Setup {
    let mut setup = Setup::empty();
    let own = random.pick(&Color::ALL);
    setup.turn = if random.one_in(4) { !own } else { own };
    let king = if chess960 { 1 + random.below(6) } else { 4 };
    let at = |file: usize, rank: Rank| Square::new(File::ALL[file], rank.relative_to(own));
    put(&mut setup, at(king, Rank::First), own, PieceKind::King);
    let (west, east) = match chess960 {
        true => (random.below(king), king + 1 + random.below(7 - king)),
        false => (0, 7),
    };
    let rooks: &[usize] = match random.below(4) {
        0 => &[west],
        1 => &[east],
        _ => &[west, east],
    };
    for &file in rooks {
        let rook = at(file, Rank::First);
        put(&mut setup, rook, own, PieceKind::Rook);
        setup.castling |= rook.bitboard();
        if !random.one_in(4) {
            put(&mut setup, at(file, Rank::Second), own, PieceKind::Pawn);
            put(&mut setup, at(file, Rank::Third), !own, PieceKind::Pawn);
        }
    }
    add_kings(random, &mut setup);
    add_pieces(random, &mut setup, 3);
    setup
}

/// The kings that are missing.
fn add_kings(random: &mut Random, setup: &mut Setup) {
    for color in Color::ALL {
        while setup.king(color).is_none() {
            let square = random.pick(&Square::ALL);
            put(setup, square, color, PieceKind::King);
        }
    }
}

/// Fewer pieces than `limit`, on free squares.
fn add_pieces(random: &mut Random, setup: &mut Setup, limit: usize) {
    for _ in 0..random.below(limit) {
        let color = random.pick(&Color::ALL);
        let kind = random.pick(&[PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook]);
        put(setup, random.pick(&Square::ALL), color, kind);
    }
}

/// Puts the piece there unless the square is occupied.
fn put(setup: &mut Setup, square: Square, color: Color, kind: PieceKind) {
    if setup.board[square.index()].is_none() {
        setup.put(square, Piece { color, kind });
    }
}
