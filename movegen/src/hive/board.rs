//! The working form of a position, on which moves are generated, made and taken back.
//!
//! For every hex the board keeps its ring: which of the six neighbours are occupied, and by which
//! colour. Tables over rings answer nearly all questions of the rules: where a piece may slide,
//! which hexes are free for placements, and whether a piece is pinned. What depends on the whole
//! hive is updated as rings change: the [`Census`] of empty hexes, and the number of holes.

use super::hex::{HEXES, Hex, turned};
use super::piece::{PER_SIDE, PIECES};
use super::place::{Place, Places, stuns};
use super::position::Position;
use super::ring::{ARC_HEADS, ARCS, Census, Ring};
use super::{Bug, Color, Move, Piece};

/// The index that stands for no piece. It fits into 5 bits like those of pieces.
const NO_PIECE: u8 = 31;

/// A position with everything that move generation needs.
pub(super) struct Board {
    rings: [Ring; HEXES],
    /// The piece on top of each hex.
    top: [u8; HEXES],
    places: Places,
    /// The piece directly beneath each piece.
    under: [u8; 32],
    /// By colour, a bit set of the pieces on top of their hexes.
    tops: [u32; 2],
    /// By colour and bug, the number of pieces in hand.
    hand: [[u8; 8]; 2],
    /// By colour, the number of different bugs in hand.
    hand_bugs: [u8; 2],
    census: Census,
    /// The number of empty regions that the hive encloses.
    holes: i32,
    /// The number of pieces with another piece on top.
    covered: u32,
    ply: u32,
    stunned: u8,
    pillbugs: bool,
}

/// The state that is needed to take back a move.
#[derive(Clone, Copy)]
pub(super) struct Undo {
    from: Place,
    stunned: u8,
}

impl Board {
    pub(super) fn new(position: &Position) -> Board {
        let mut board = Board {
            rings: [Ring(0); HEXES],
            top: [NO_PIECE; HEXES],
            places: [Place::HAND; 32],
            under: [NO_PIECE; 32],
            tops: [0; 2],
            hand: [[0; 8]; 2],
            hand_bugs: [0; 2],
            census: Census::default(),
            // The first piece has no arcs in its ring, so placing it subtracts 1.
            holes: 1,
            covered: 0,
            ply: position.ply,
            stunned: position
                .stunned
                .map_or(NO_PIECE, |piece| piece.index() as u8),
            pillbugs: position.game_type.has(Bug::Pillbug),
        };
        for color in Color::ALL {
            for bug in Bug::ALL {
                if position.game_type.has(bug) {
                    board.hand[color.index()][bug.index()] = bug.number();
                    board.hand_bugs[color.index()] += 1;
                }
            }
        }
        let mut stacked = 0u32;
        for (index, place) in position.places[..PIECES].iter().enumerate() {
            match place.is_hand() {
                true => {}
                false if place.level() > 0 => stacked |= 1 << index,
                false => board.add(Piece::from_index(index), place.hex()),
            }
        }
        // Pieces on top of others are added after those, level by level.
        for level in 1.. {
            if stacked == 0 {
                break;
            }
            for index in bits(stacked) {
                let place = position.places[index];
                if place.level() == level {
                    board.add(Piece::from_index(index), place.hex());
                    stacked &= !(1 << index);
                }
            }
        }
        board
    }

    /// Places a piece from the hand.
    fn add(&mut self, piece: Piece, to: Hex) {
        self.take_from_hand(piece);
        self.put(piece, to);
    }

    #[inline(always)]
    fn take_from_hand(&mut self, piece: Piece) {
        let color = piece.color().index();
        let left = &mut self.hand[color][piece.bug().index()];
        *left -= 1;
        self.hand_bugs[color] -= u8::from(*left == 0);
    }

    #[inline(always)]
    fn put_in_hand(&mut self, piece: Piece) {
        let color = piece.color().index();
        let left = &mut self.hand[color][piece.bug().index()];
        self.hand_bugs[color] += u8::from(*left == 0);
        *left += 1;
        self.places[piece.index() & 31] = Place::HAND;
    }

    /// Puts a piece that has left its place onto a hex.
    #[inline(always)]
    fn put(&mut self, piece: Piece, to: Hex) {
        let color = piece.color().index();
        let beneath = self.top[to.index()];
        self.top[to.index()] = piece.index() as u8;
        self.under[piece.index() & 31] = beneath;
        self.tops[color] |= 1 << piece.index();
        if beneath == NO_PIECE {
            self.places[piece.index() & 31] = Place::on(to, 0);
            self.occupy(color, to);
        } else {
            let level = self.places[beneath as usize & 31].level() + 1;
            self.places[piece.index() & 31] = Place::on(to, level);
            self.covered += 1;
            let other = Piece::from_index(beneath as usize).color().index();
            self.tops[other] &= !(1 << beneath);
            self.recolor(other, color, to);
        }
    }

    /// Lifts the top piece off its hex.
    #[inline(always)]
    fn lift(&mut self, piece: Piece, from: Hex) {
        let color = piece.color().index();
        let beneath = self.under[piece.index() & 31];
        self.top[from.index()] = beneath;
        self.tops[color] &= !(1 << piece.index());
        if beneath == NO_PIECE {
            self.vacate(color, from);
        } else {
            self.covered -= 1;
            let other = Piece::from_index(beneath as usize).color().index();
            self.tops[other] |= 1 << beneath;
            self.recolor(color, other, from);
        }
    }

    /// Updates rings, census and holes: an empty hex gets a piece.
    #[inline(always)]
    fn occupy(&mut self, color: usize, hex: Hex) {
        let ring = self.rings[hex.index()];
        let occupied = ring.occupied();
        self.holes += i32::from(ARCS[occupied]) - 1;
        self.census.subtract(ring.census());
        self.change_neighbours(hex, occupied, |direction| Ring::bit(color, direction));
    }

    /// Updates rings, census and holes: a hex loses its only piece.
    #[inline(always)]
    fn vacate(&mut self, color: usize, hex: Hex) {
        let ring = self.rings[hex.index()];
        let occupied = ring.occupied();
        self.holes -= i32::from(ARCS[occupied]) - 1;
        self.census.add(ring.census());
        self.change_neighbours(hex, occupied, |direction| Ring::bit(color, direction));
    }

    /// Updates rings and census: the top of a hex changes its colour.
    #[inline(always)]
    fn recolor(&mut self, from: usize, to: usize, hex: Hex) {
        if from != to {
            let occupied = self.rings[hex.index()].occupied();
            self.change_neighbours(hex, occupied, |direction| {
                Ring::bit(0, direction) | Ring::bit(1, direction)
            });
        }
    }

    /// Flips the bits of this hex in the rings of its neighbours, and updates the census of those
    /// that are empty. `bits` maps the direction from the neighbour to this hex to the bits to flip.
    #[inline(always)]
    fn change_neighbours(&mut self, hex: Hex, occupied: usize, bits: impl Fn(usize) -> u16) {
        for direction in 0..6 {
            let ring = &mut self.rings[hex.to(direction).index()];
            let old = *ring;
            ring.0 ^= bits(turned(direction, 3));
            let is_empty = occupied >> direction & 1 == 0;
            self.census.change(old.census(), ring.census(), is_empty);
        }
    }

    /// Makes a legal move.
    #[inline(always)]
    pub(super) fn make(&mut self, mv: Move) -> Undo {
        let stunned = std::mem::replace(&mut self.stunned, NO_PIECE);
        let mut from = Place::HAND;
        if let Move::To { piece, to } = mv {
            from = self.places[piece.index() & 31];
            if from.is_hand() {
                self.take_from_hand(piece);
            } else {
                if self.pillbugs && stuns(&self.places, self.turn(), piece, to) {
                    self.stunned = piece.index() as u8;
                }
                self.lift(piece, from.hex());
            }
            self.put(piece, to);
        }
        self.ply += 1;
        Undo { from, stunned }
    }

    /// Takes back the last move.
    #[inline(always)]
    pub(super) fn unmake(&mut self, mv: Move, undo: Undo) {
        self.ply -= 1;
        self.stunned = undo.stunned;
        if let Move::To { piece, to } = mv {
            self.lift(piece, to);
            if undo.from.is_hand() {
                self.put_in_hand(piece);
            } else {
                self.put(piece, undo.from.hex());
            }
        }
    }

    /// Removes a piece at ground level from the rings, or puts it back: for a walk around the hive
    /// without the moving piece. All other state is unchanged.
    #[inline(always)]
    pub(super) fn hide(&mut self, piece: Piece, hex: Hex) {
        self.top[hex.index()] ^= piece.index() as u8 ^ NO_PIECE;
        for direction in 0..6 {
            let bit = Ring::bit(piece.color().index(), turned(direction, 3));
            self.rings[hex.to(direction).index()].0 ^= bit;
        }
    }

    #[inline(always)]
    pub(super) fn turn(&self) -> Color {
        Color::to_move(self.ply)
    }

    #[inline(always)]
    pub(super) fn ply(&self) -> u32 {
        self.ply
    }

    #[inline(always)]
    pub(super) fn ring(&self, hex: Hex) -> Ring {
        self.rings[hex.index()]
    }

    /// The occupied neighbours, as a ring of 6 bits.
    #[inline(always)]
    pub(super) fn occupied(&self, hex: Hex) -> usize {
        self.rings[hex.index()].occupied()
    }

    /// The piece on top of a hex.
    #[inline(always)]
    pub(super) fn top(&self, hex: Hex) -> Option<Piece> {
        let top = self.top[hex.index()];
        (top != NO_PIECE).then(|| Piece::from_index(top as usize))
    }

    /// The number of pieces on a hex.
    #[inline(always)]
    pub(super) fn height(&self, hex: Hex) -> u8 {
        match self.top[hex.index()] {
            NO_PIECE => 0,
            top => self.places[top as usize & 31].level() + 1,
        }
    }

    #[inline(always)]
    pub(super) fn place(&self, piece: Piece) -> Place {
        self.places[piece.index() & 31]
    }

    /// A bit set of the pieces of a colour on top of their hexes.
    #[inline(always)]
    pub(super) fn tops(&self, color: Color) -> u32 {
        self.tops[color.index()]
    }

    #[inline(always)]
    pub(super) fn census(&self) -> Census {
        self.census
    }

    /// Whether any piece lies on another.
    #[inline(always)]
    pub(super) fn has_stacks(&self) -> bool {
        self.covered > 0
    }

    /// Whether the rim is one closed walk without gates: no hex of it touches two arcs of the hive,
    /// and the hive has no holes. This remains so after a piece that is not pinned is lifted.
    #[inline(always)]
    pub(super) fn is_smooth(&self) -> bool {
        self.holes == 0 && self.census.is_even()
    }

    #[inline(always)]
    pub(super) fn is_stunned(&self, piece: Piece) -> bool {
        self.stunned == piece.index() as u8
    }

    #[inline(always)]
    pub(super) fn queen(&self, color: Color) -> Place {
        self.places[color.index() * PER_SIDE as usize]
    }

    /// Whether a queen is surrounded.
    #[inline(always)]
    pub(super) fn is_over(&self) -> bool {
        Color::ALL.into_iter().any(|color| {
            let queen = self.queen(color);
            !queen.is_hand() && self.occupied(queen.hex()) == 63
        })
    }

    /// Whether the side must place its queen now: the queen must be in play after the fourth turn.
    #[inline(always)]
    pub(super) fn must_place_queen(&self, color: Color) -> bool {
        self.ply >= 6 && self.queen(color).is_hand()
    }

    /// The number of different bugs that the side may place.
    #[inline(always)]
    pub(super) fn placeable(&self, color: Color) -> u32 {
        if self.must_place_queen(color) {
            return 1;
        }
        // The queen is never placed on the first turn.
        u32::from(self.hand_bugs[color.index()]) - u32::from(self.ply < 2)
    }

    /// The pieces that the side may place, one of each bug.
    #[inline(always)]
    pub(super) fn hand(&self, color: Color) -> impl Iterator<Item = Piece> + use<> {
        let hand = self.hand[color.index()];
        let only_queen = self.must_place_queen(color);
        let no_queen = self.ply < 2;
        Bug::ALL.into_iter().filter_map(move |bug| {
            let left = hand[bug.index()];
            let allowed = match bug {
                Bug::Queen => !no_queen,
                _ => !only_queen,
            };
            (left > 0 && allowed).then(|| Piece::new(color, bug, bug.number() - left + 1))
        })
    }

    /// Whether a pillbug is in play.
    #[inline(always)]
    pub(super) fn has_pillbug_in_play(&self) -> bool {
        self.pillbugs
            && Color::ALL.into_iter().any(|color| {
                let pillbug = Piece::new(color, Bug::Pillbug, 1);
                !self.place(pillbug).is_hand()
            })
    }

    /// Whether the hive would be disconnected without the piece on this hex, which is at ground
    /// level.
    ///
    /// If the hive has no holes, every gap in the ring leads outside, so two arcs are two parts.
    #[inline(always)]
    pub(super) fn is_pinned(&self, hex: Hex) -> bool {
        let arcs = ARCS[self.occupied(hex)];
        arcs > 1 && (self.holes == 0 || self.is_cut(hex))
    }

    /// Whether the arcs around this hex are connected only through it. Searches for paths from one
    /// arc to the others until all are found.
    fn is_cut(&self, without: Hex) -> bool {
        let mut seen = [0u64; HEXES / 64];
        let mut mark = |hex: Hex| {
            let (word, bit) = (&mut seen[hex.index() / 64], 1 << (hex.index() % 64));
            let new = *word & bit == 0;
            *word |= bit;
            new
        };
        mark(without);
        let heads = u32::from(ARC_HEADS[self.occupied(without)]);
        let first = without.to(heads.trailing_zeros() as usize);
        mark(first);
        let mut others = [without; 2];
        for (other, direction) in others.iter_mut().zip(bits(heads & (heads - 1))) {
            *other = without.to(direction);
        }
        let mut unreached = ARCS[self.occupied(without)] - 1;
        let mut stack = [first; PIECES];
        let mut stack_len = 1;
        while stack_len > 0 {
            stack_len -= 1;
            let hex = stack[stack_len];
            for direction in bits(self.occupied(hex) as u32) {
                let next = hex.to(direction);
                if mark(next) {
                    if others.contains(&next) {
                        unreached -= 1;
                        if unreached == 0 {
                            return false;
                        }
                    }
                    stack[stack_len] = next;
                    stack_len += 1;
                }
            }
        }
        true
    }
}

/// The indices of the set bits of a word.
#[inline(always)]
pub(super) fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let bit = word.trailing_zeros();
        word &= word - 1;
        Some(bit as usize)
    })
}
