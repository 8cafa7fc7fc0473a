//! The movement rules of each bug.

use super::board::{Board, bits};
use super::hex::{Hex, Hexes, turned};
use super::ring::{SIZE, SLIDES};
use super::{Bug, Color, Piece};

impl Board {
    /// Adds the hexes that a piece on top of its hex can move to by itself. The caller checks that it
    /// may move at all.
    pub(super) fn reach(&mut self, piece: Piece, into: &mut Hexes) {
        let place = self.place(piece);
        let hex = place.hex();
        if place.level() > 0 {
            // On top of the hive, a mosquito moves as a beetle.
            return self.climb(hex, place.level(), into);
        }
        match piece.bug() {
            Bug::Mosquito => {
                for bug in bits(self.copied(hex)) {
                    self.reach_as(Bug::ALL[bug], piece, hex, into);
                }
            }
            bug => self.reach_as(bug, piece, hex, into),
        }
    }

    /// The bugs that a mosquito at ground level copies, as a bit set.
    #[inline(always)]
    pub(super) fn copied(&self, hex: Hex) -> u32 {
        let mut bugs = 0;
        for direction in bits(self.occupied(hex) as u32) {
            if let Some(piece) = self.top(hex.to(direction)) {
                bugs |= 1 << piece.bug().index();
            }
        }
        bugs & !(1 << Bug::Mosquito.index())
    }

    /// Adds the targets of a piece at ground level that moves as this bug.
    fn reach_as(&mut self, bug: Bug, piece: Piece, hex: Hex, into: &mut Hexes) {
        match bug {
            Bug::Queen | Bug::Pillbug => self.slide(hex, into),
            Bug::Beetle => self.climb(hex, 0, into),
            Bug::Grasshopper => self.jump(hex, into),
            Bug::Mosquito => {}
            Bug::Spider | Bug::Ant | Bug::Ladybug => {
                self.hide(piece, hex);
                match bug {
                    Bug::Spider => self.slide_three(hex, into),
                    Bug::Ant => self.slide_far(hex, into),
                    _ => self.cross(hex, into),
                }
                self.hide(piece, hex);
            }
        }
    }

    fn slide(&self, hex: Hex, into: &mut Hexes) {
        for direction in bits(u32::from(SLIDES[self.occupied(hex)])) {
            into.insert(hex.to(direction));
        }
    }

    /// Any number of slides; the piece is hidden.
    fn slide_far(&self, from: Hex, into: &mut Hexes) {
        let mut walk = Hexes::new();
        walk.insert(from);
        let mut next = 0;
        while let Some(hex) = walk.get(next) {
            next += 1;
            for direction in bits(u32::from(SLIDES[self.occupied(hex)])) {
                walk.insert(hex.to(direction));
            }
        }
        for hex in &walk.as_slice()[1..] {
            into.insert(*hex);
        }
    }

    /// Three slides over four different hexes; the piece is hidden.
    fn slide_three(&self, from: Hex, into: &mut Hexes) {
        let steps = |hex: Hex| {
            let directions = bits(u32::from(SLIDES[self.occupied(hex)]));
            directions.map(move |direction| hex.to(direction))
        };
        for first in steps(from) {
            for second in steps(first).filter(|&hex| hex != from) {
                for third in steps(second).filter(|&hex| hex != from && hex != first) {
                    into.insert(third);
                }
            }
        }
    }

    /// A straight jump over adjacent pieces to the first empty hex.
    fn jump(&self, from: Hex, into: &mut Hexes) {
        for direction in bits(self.occupied(from) as u32) {
            into.insert(self.landing(from, direction));
        }
    }

    /// The first empty hex beyond the pieces in this direction.
    #[inline(always)]
    pub(super) fn landing(&self, from: Hex, direction: usize) -> Hex {
        let mut hex = from.to(direction);
        while self.occupied(hex) >> direction & 1 != 0 {
            hex = hex.to(direction);
        }
        hex.to(direction)
    }

    /// One step up, down or at the same level.
    fn climb(&self, from: Hex, base: u8, into: &mut Hexes) {
        for direction in bits(self.climbs(from, base)) {
            into.insert(from.to(direction));
        }
    }

    /// The directions in which a piece on top of `base` others can step. A step is blocked where the
    /// stacks on both sides are higher than the higher end of the step. At ground level it is a slide.
    pub(super) fn climbs(&self, from: Hex, base: u8) -> u32 {
        let occupied = self.occupied(from);
        if !self.has_stacks() {
            return match base {
                0 => occupied as u32 | u32::from(SLIDES[occupied]),
                _ => 63,
            };
        }
        let heights = from.neighbours().map(|hex| self.height(hex));
        let mut directions = 0;
        for direction in 0..6 {
            let (left, right) = (heights[turned(direction, 5)], heights[turned(direction, 1)]);
            let bar = base.max(heights[direction]);
            let open = match bar {
                0 => SLIDES[occupied] >> direction & 1 != 0,
                _ => left <= bar || right <= bar,
            };
            directions |= u32::from(open) << direction;
        }
        directions
    }

    /// The path of a ladybug: up, across and down. The piece is hidden.
    fn cross(&self, from: Hex, into: &mut Hexes) {
        let up = self.climbs(from, 0) & self.occupied(from) as u32;
        for first in bits(up).map(|direction| from.to(direction)) {
            let across = self.climbs(first, self.height(first)) & self.occupied(first) as u32;
            for second in bits(across).map(|direction| first.to(direction)) {
                let down = self.climbs(second, self.height(second)) & !self.occupied(second) as u32;
                for third in bits(down).map(|direction| second.to(direction)) {
                    if third != from {
                        into.insert(third);
                    }
                }
            }
        }
    }

    /// The throws of a side: by its pillbug, and by its mosquito if that touches a pillbug.
    pub(super) fn throws(&self, color: Color) -> Throws {
        let mut throws = Throws::default();
        if !self.has_pillbug_in_play() {
            return throws;
        }
        for bug in [Bug::Pillbug, Bug::Mosquito] {
            let thrower = Piece::new(color, bug, 1);
            let able = self.tops(color) >> thrower.index() & 1 != 0
                && self.place(thrower).level() == 0
                && !self.is_stunned(thrower);
            if !able {
                continue;
            }
            let hex = self.place(thrower).hex();
            if bug == Bug::Mosquito && self.copied(hex) >> Bug::Pillbug.index() & 1 == 0 {
                continue;
            }
            throws.list[throws.len] = self.throw(hex);
            throws.len += 1;
        }
        throws
    }

    /// The pieces that a thrower on this hex can take, and the hexes where it can drop them.
    fn throw(&self, hex: Hex) -> Throw {
        let occupied = self.occupied(hex);
        let open = self.open(hex);
        let mut pieces = 0;
        for direction in bits(occupied as u32 & open) {
            let from = hex.to(direction);
            if let Some(piece) = self.top(from)
                && self.place(piece).level() == 0
                && !self.is_stunned(piece)
                && !self.is_pinned(from)
            {
                pieces |= 1 << piece.index();
            }
        }
        let targets = !occupied as u32 & open & 63;
        Throw {
            hex,
            pieces,
            targets,
        }
    }

    /// The directions that two stacks do not block for a piece thrown over this hex.
    fn open(&self, hex: Hex) -> u32 {
        if !self.has_stacks() {
            return 63;
        }
        let heights = hex.neighbours().map(|neighbour| self.height(neighbour));
        let is_open = |direction: usize| {
            let (left, right) = (heights[turned(direction, 5)], heights[turned(direction, 1)]);
            left < 2 || right < 2
        };
        (0..6).fold(0, |all, d| all | u32::from(is_open(d)) << d)
    }
}

/// The throws of one side.
#[derive(Default)]
pub(super) struct Throws {
    list: [Throw; 2],
    len: usize,
}

/// The throws of one piece.
#[derive(Clone, Copy)]
pub(super) struct Throw {
    pub(super) hex: Hex,
    /// The pieces that can be thrown, as a bit set.
    pub(super) pieces: u32,
    /// The directions of the hexes to which they can be thrown, as a bit set.
    pub(super) targets: u32,
}

impl Default for Throw {
    fn default() -> Throw {
        Throw {
            hex: Hex::ORIGIN,
            pieces: 0,
            targets: 0,
        }
    }
}

impl Throw {
    pub(super) fn add_targets(&self, into: &mut Hexes) {
        for direction in bits(self.targets) {
            into.insert(self.hex.to(direction));
        }
    }

    pub(super) fn target_count(&self) -> u32 {
        u32::from(SIZE[self.targets as usize & 63])
    }
}

impl Throws {
    pub(super) fn as_slice(&self) -> &[Throw] {
        &self.list[..self.len]
    }

    /// All pieces that can be thrown.
    pub(super) fn pieces(&self) -> u32 {
        self.list[0].pieces | self.list[1].pieces
    }

    /// Adds the hexes to which the piece can be thrown.
    pub(super) fn add_targets(&self, piece: Piece, into: &mut Hexes) {
        for throw in self.as_slice() {
            if throw.pieces >> piece.index() & 1 != 0 {
                throw.add_targets(into);
            }
        }
    }
}
