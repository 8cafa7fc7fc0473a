//! Counting leaves without making the last moves.

use super::board::{Board, bits};
use super::hex::Hexes;
use super::reach::Throws;
use super::ring::{SIZE, SLIDE_COUNT};
use super::{Bug, Move, Piece, Position};
use crate::perft::{Counter, Stop};

/// The deepest count that 64 bits are sure to hold: 14 pieces of either side that reach each hex
/// of the largest rim, and 8 bugs placed on each, are fewer than 5000 moves, and 5000^5 is below
/// 2^64.
const MAX_DEPTH: u32 = 5;

/// Counts the last ply without making its moves.
///
/// ```
/// use movegen::hive::{Bulk, GameType, Position};
/// use movegen::perft::{Counter, Stop};
/// let start = Position::new(GameType::BASE);
/// assert_eq!(Bulk.leaves(&start, 4, &Stop::new()), Some(21_600));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bulk;

/// Counts as [`Bulk`] does, and two plies above the leaves places one bug for all.
///
/// A piece that is placed touches no enemy, so that the number of replies does not depend on what
/// it is: the replies to one bug on a hex are counted, times the number of bugs in hand.
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

/// A board on its way down and up again.
struct Descent<'a> {
    board: Board,
    /// The moves of every node on the way, a stack.
    moves: Vec<Move>,
    stop: &'a Stop,
}

impl Descent<'_> {
    /// Leaves at a depth of 1 or more; any number once stopped.
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

    /// Two plies, placements on the same hex taken together.
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
        let mut any = false;
        if let Some(piece) = last {
            let mut free = Hexes::new();
            self.board.free_hexes(&mut free);
            for &to in free.as_slice() {
                any = true;
                let queen_lost = self.board.occupied(to) == 63
                    && self
                        .board
                        .hand(self.board.turn())
                        .any(|piece| piece.bug() == Bug::Queen);
                // The queen, put where there is no way out, ends the game; the others do not.
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
        any |= self.moves.len() > first;
        self.moves.truncate(first);
        if !any {
            total = self.replies(Move::Pass);
        }
        total
    }
}

impl Board {
    /// How many legal moves there are.
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
        // Whoever can do nothing else passes.
        u64::from(count.max(1))
    }

    /// How many moves the pieces in play have; the queen is among them.
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

    /// A hex to which a piece can go by itself and be thrown counts once.
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

    /// How many hexes [`reach`](Board::reach) would add.
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
            Bug::Ant if self.is_smooth() => self.circle(ring).saturating_sub(1),
            Bug::Spider if self.is_smooth() => opposite(self.circle(ring)),
            _ => self.reach_count_by_walking(piece),
        }
    }

    #[inline(never)]
    fn reach_count_by_walking(&mut self, piece: Piece) -> u32 {
        let mut hexes = Hexes::new();
        self.reach(piece, &mut hexes);
        hexes.len() as u32
    }

    /// How many hexes the rim has once a piece with this ring is lifted from a smooth hive: a walk
    /// all around, on which that piece stands. None if it cannot get out of its pocket.
    ///
    /// Its own hex joins the rim, and those leave it that touched nothing else: all of the empty
    /// part of its ring but the ends.
    #[inline(always)]
    fn circle(&self, ring: usize) -> u32 {
        let size = u32::from(SIZE[ring]);
        match size {
            1..=4 => self.census().rim() + size - 3,
            _ => 0,
        }
    }
}

/// How many hexes lie three steps away on a circle of so many hexes, the least of which is the
/// ring around a single piece.
#[inline(always)]
fn opposite(circle: u32) -> u32 {
    match circle {
        0 => 0,
        6 => 1,
        _ => 2,
    }
}
