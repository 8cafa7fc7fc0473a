//! Counts leaves without making the last moves.

use super::board::{Board, bits};
use super::hex::Hexes;
use super::reach::Throws;
use super::ring::{SIZE, SLIDE_COUNT};
use super::{Bug, Move, Piece, Position};
use crate::perft::{Counter, Stop};

/// The largest depth whose count certainly fits into 64 bits. If all 28 pieces could reach each hex
/// of the largest rim, and 8 bugs could be placed on each, there would be fewer than 5000 moves, and
/// 5000^5 is below 2^64.
const MAX_DEPTH: u32 = 5;

/// Bulk counting: counts the moves of the last ply without making them.
///
/// ```
/// use movegen::hive::{Bulk, GameType, Position};
/// use movegen::perft::{Counter, Stop};
/// let start = Position::new(GameType::BASE);
/// assert_eq!(Bulk.leaves(&start, 4, &Stop::new()), Some(21_600));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bulk;

/// Bulk counting as [`Bulk`], which also counts placements on the same hex together two plies above
/// the leaves.
///
/// A piece that is placed touches no enemy piece, so the number of replies does not depend on its
/// bug. The replies to one placement are counted, times the number of different bugs in hand.
///
/// ```
/// use movegen::hive::{GameType, GroupedPlacements, Position};
/// use movegen::perft::{Counter, Stop};
/// let start = Position::new(GameType::BASE);
/// assert_eq!(GroupedPlacements.leaves(&start, 4, &Stop::new()), Some(21_600));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GroupedPlacements;

impl Counter<Position> for Bulk {
    type Tally = u128;

    const MAX_DEPTH: u32 = MAX_DEPTH;

    fn leaves(&self, position: &Position, depth: u32, stop: &Stop) -> Option<u64> {
        descend::<false>(position, depth, stop)
    }
}

impl Counter<Position> for GroupedPlacements {
    type Tally = u128;

    const MAX_DEPTH: u32 = MAX_DEPTH;

    fn leaves(&self, position: &Position, depth: u32, stop: &Stop) -> Option<u64> {
        descend::<true>(position, depth, stop)
    }
}

fn descend<const MULTIPLY: bool>(position: &Position, depth: u32, stop: &Stop) -> Option<u64> {
    debug_assert!(depth <= MAX_DEPTH);
    if depth == 0 {
        return Some(1);
    }
    let mut descent = Descent {
        board: Board::new(position),
        moves: Vec::new(),
        stop,
    };
    let count = descent.leaves::<MULTIPLY>(depth);
    (!stop.is_stopped()).then_some(count)
}

/// A depth-first walk that makes and takes back moves on one board.
struct Descent<'a> {
    board: Board,
    /// The moves of all nodes from the root to the current node, as a stack.
    moves: Vec<Move>,
    stop: &'a Stop,
}

impl Descent<'_> {
    /// The leaves at a depth of at least 1. Once stopped, the result is meaningless.
    fn leaves<const MULTIPLY: bool>(&mut self, depth: u32) -> u64 {
        if depth == 1 {
            return self.board.count();
        }
        if depth == 2 && MULTIPLY {
            return self.two_plies();
        }
        if self.stop.is_stopped() {
            return 0;
        }
        let first = self.moves.len();
        self.board.moves(&mut self.moves);
        let mut total = 0;
        for index in first..self.moves.len() {
            let mv = self.moves[index];
            let undo = self.board.make(mv);
            total += self.leaves::<MULTIPLY>(depth - 1);
            self.board.unmake(mv, undo);
        }
        self.moves.truncate(first);
        total
    }

    fn replies(&mut self, mv: Move) -> u64 {
        let undo = self.board.make(mv);
        let count = self.board.count();
        self.board.unmake(mv, undo);
        count
    }

    /// The leaves at depth 2, with placements on the same hex counted together.
    fn two_plies(&mut self) -> u64 {
        if self.board.is_over() {
            return 0;
        }
        let mut total = 0;
        let (mut bugs, mut last) = (0, None);
        for piece in self.board.hand(self.board.turn()) {
            bugs += 1;
            last = Some(piece);
        }
        let mut has_moves = false;
        if let Some(piece) = last {
            let mut free = Hexes::new();
            self.board.free_hexes(&mut free);
            for &to in free.as_slice() {
                has_moves = true;
                let queen_lost = self.board.occupied(to) == 63
                    && self
                        .board
                        .hand(self.board.turn())
                        .any(|piece| piece.bug() == Bug::Queen);
                // A queen placed on a hex whose neighbours are all occupied ends the game; other
                // bugs do not.
                total += (bugs - u64::from(queen_lost)) * self.replies(Move::To { piece, to });
            }
        }
        let first = self.moves.len();
        let moves = &mut self.moves;
        self.board.each_reach(|piece, hexes| {
            let reached = hexes.as_slice().iter();
            moves.extend(reached.map(|&to| Move::To { piece, to }));
        });
        for index in first..self.moves.len() {
            total += self.replies(self.moves[index]);
        }
        has_moves |= self.moves.len() > first;
        self.moves.truncate(first);
        if !has_moves {
            total = self.replies(Move::Pass);
        }
        total
    }
}

impl Board {
    /// The number of legal moves.
    pub(super) fn count(&mut self) -> u64 {
        if self.is_over() {
            return 0;
        }
        let color = self.turn();
        let hexes = match self.ply() {
            0 => 1,
            1 => 6,
            _ => self.census().free(color.index()),
        };
        let mut count = self.placeable(color) * hexes;
        if !self.queen(color).is_hand() {
            count += self.movements();
        }
        // A side without another move passes.
        u64::from(count.max(1))
    }

    /// The number of moves of the pieces in play. The queen must be in play.
    #[inline(always)]
    fn movements(&mut self) -> u32 {
        let color = self.turn();
        if self.has_pillbug_in_play() {
            let throws = self.throws(color);
            if !throws.as_slice().is_empty() {
                return self.movements_and_throws(&throws);
            }
        }
        let mut count = 0;
        for piece in bits(self.tops(color)).map(Piece::from_index) {
            if self.may_move(piece) {
                count += self.reach_count(piece);
            }
        }
        count
    }

    /// As [`movements`](Board::movements), with throws. A hex that a piece can both move to and be
    /// thrown to counts once.
    fn movements_and_throws(&mut self, throws: &Throws) -> u32 {
        let color = self.turn();
        let (own, thrown) = (self.tops(color), throws.pieces());
        let mut count = 0;
        for piece in bits(own & !thrown).map(Piece::from_index) {
            if self.may_move(piece) {
                count += self.reach_count(piece);
            }
        }
        let mut hexes = Hexes::new();
        for piece in bits(thrown).map(Piece::from_index) {
            hexes.clear();
            if piece.color() == color {
                self.reach(piece, &mut hexes);
            } else if let [throw] = throws.as_slice() {
                count += throw.target_count();
                continue;
            }
            throws.add_targets(piece, &mut hexes);
            count += hexes.len() as u32;
        }
        count
    }

    /// The number of hexes that [`reach`](Board::reach) adds.
    #[inline(always)]
    fn reach_count(&mut self, piece: Piece) -> u32 {
        let place = self.place(piece);
        let ring = self.occupied(place.hex());
        if place.level() > 0 {
            return self.climbs(place.hex(), place.level()).count_ones();
        }
        let size = u32::from(SIZE[ring]);
        let slides = u32::from(SLIDE_COUNT[ring]);
        match piece.bug() {
            Bug::Queen | Bug::Pillbug => slides,
            Bug::Grasshopper => size,
            Bug::Beetle if !self.has_stacks() => slides + size,
            Bug::Beetle => self.climbs(place.hex(), 0).count_ones(),
            Bug::Ant if self.is_smooth() => self.rim_length(ring).saturating_sub(1),
            Bug::Spider if self.is_smooth() => three_steps_away(self.rim_length(ring)),
            _ => self.reach_count_by_walking(piece),
        }
    }

    #[inline(never)]
    fn reach_count_by_walking(&mut self, piece: Piece) -> u32 {
        let mut hexes = Hexes::new();
        self.reach(piece, &mut hexes);
        hexes.len() as u32
    }

    /// The length of the rim after a piece with this ring is lifted from a smooth hive: the closed
    /// walk around the hive, on which the piece stands. 0 if the piece cannot leave its pocket.
    ///
    /// The piece's own hex joins the rim. The hexes that touched only this piece leave it: the
    /// empty part of its ring except both ends.
    #[inline(always)]
    fn rim_length(&self, ring: usize) -> u32 {
        let size = u32::from(SIZE[ring]);
        match size {
            1..=4 => self.census().rim() + size - 3,
            _ => 0,
        }
    }
}

/// The number of hexes that are three steps away on a rim of this length. The shortest rim is the
/// ring around a single piece.
#[inline(always)]
fn three_steps_away(rim_length: u32) -> u32 {
    match rim_length {
        0 => 0,
        6 => 1,
        _ => 2,
    }
}
