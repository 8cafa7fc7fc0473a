//! The first layer of the network, kept up to date along a line instead of computed anew.

use std::collections::TryReserveError;

use arrayvec::ArrayVec;
use movegen::chess::{Bitboard, Color, Piece, PieceKind, Position, Square};
use pulp::{Arch, Simd, WithSimd};

use crate::network::{self, NETWORK, Row, View};

/// Both sides' sums of rows, and the position that they belong to.
#[derive(Clone)]
struct Accumulator {
    rows: [Row; 2],
    views: [View; 2],
    men: Men,
}

/// Who stands where, by colour and kind.
type Men = [[Bitboard; 6]; 2];

impl Accumulator {
    /// That of an empty board.
    const EMPTY: Accumulator = Accumulator {
        rows: [NETWORK.bias; 2],
        views: [
            View::new(Color::White, Square::E1),
            View::new(Color::Black, Square::E8),
        ],
        men: [[Bitboard::EMPTY; 6]; 2],
    };

    /// Becomes `base`, changed by the men that differ, whatever led from one position to the other.
    #[inline(always)]
    fn follow(&mut self, base: &Accumulator, men: Men) {
        let near = Difference::between(&base.men, &men);
        for side in Color::ALL {
            let index = side.index();
            let king = men[index][PieceKind::King.index()].first();
            // A side has a king on any board that is evaluated.
            let view = king.map_or(base.views[index], |king| View::new(side, king));
            let row = &mut self.rows[index];
            if view == base.views[index] {
                near.apply(row, &base.rows[index], view);
            } else {
                // Every man counts differently.
                let all = Difference::between(&Self::EMPTY.men, &men);
                all.apply(row, &NETWORK.bias, view);
            }
            self.views[index] = view;
        }
        self.men = men;
    }

    #[inline(always)]
    fn output(&self, turn: Color) -> i32 {
        let (own, other) = (turn.index(), (!turn).index());
        let count: u32 = self.men.iter().flatten().map(|men| men.len()).sum();
        let bucket = network::bucket(count as usize);
        NETWORK.output(&self.rows[own], &self.rows[other], bucket)
    }
}

#[inline(always)]
fn men(position: &Position) -> Men {
    let white = position.colors(Color::White);
    let kinds = PieceKind::ALL.map(|kind| position.pieces(kind));
    [kinds.map(|set| set & white), kinds.map(|set| set - white)]
}

/// Men on squares, as many as there can be.
type Placed = ArrayVec<(Piece, Square), 64>;

/// What came and what went from one position to another.
struct Difference {
    added: Placed,
    gone: Placed,
}

impl Difference {
    #[inline(always)]
    fn between(before: &Men, after: &Men) -> Difference {
        let (mut added, mut gone) = (Placed::new(), Placed::new());
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let piece = Piece { color, kind };
                let old = before[color.index()][kind.index()];
                let new = after[color.index()][kind.index()];
                if old == new {
                    continue;
                }
                added.extend((new - old).into_iter().map(|square| (piece, square)));
                gone.extend((old - new).into_iter().map(|square| (piece, square)));
            }
        }
        Difference { added, gone }
    }

    /// `base` with the rows of what came added and of what went taken away.
    #[inline(always)]
    fn apply(&self, row: &mut Row, base: &Row, view: View) {
        let rows = |&(piece, square): &(Piece, Square)| &NETWORK.rows[view.row(piece, square)];
        for start in (0..network::HIDDEN).step_by(PART) {
            let part = start..start + PART;
            let mut sums = [0; PART];
            sums.copy_from_slice(&base[part.clone()]);
            for change in self.added.iter().map(rows) {
                for (sum, number) in sums.iter_mut().zip(&change[part.clone()]) {
                    *sum = sum.wrapping_add(*number);
                }
            }
            for change in self.gone.iter().map(rows) {
                for (sum, number) in sums.iter_mut().zip(&change[part.clone()]) {
                    *sum = sum.wrapping_sub(*number);
                }
            }
            row[part].copy_from_slice(&sums);
        }
    }
}

/// Numbers that are changed together: few enough to stay in registers.
const PART: usize = 64;

/// The accumulators of a line, one a ply.
#[derive(Default)]
pub(crate) struct Accumulators {
    /// By ply, after that of the empty board.
    line: Vec<Accumulator>,
    arch: Arch,
}

impl Accumulators {
    /// Room for a root and so many plies.
    pub(crate) fn new(plies: usize) -> Accumulators {
        Accumulators {
            line: vec![Accumulator::EMPTY; plies + 2],
            arch: Arch::new(),
        }
    }

    /// The same, unless there is no memory for it.
    pub(crate) fn try_new(plies: usize) -> Result<Accumulators, TryReserveError> {
        let mut line = Vec::new();
        line.try_reserve_exact(plies + 2)?;
        line.resize(plies + 2, Accumulator::EMPTY);
        Ok(Accumulators {
            line,
            arch: Arch::new(),
        })
    }

    /// The bytes of all plies.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.line)
    }

    /// The network's evaluation of a position so many plies down, in centipawns for the side to
    /// move. The accumulator of the ply above is usually that of the position before, and two or
    /// three rows make the difference; but any other will do.
    pub(crate) fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        self.evaluate_men(men(position), position.turn(), ply)
    }

    /// What the evaluation would lose, in the view of a man's own side, without the man.
    pub(crate) fn worth(&mut self, position: &Position, square: Square) -> i32 {
        let turn = position.turn();
        let whole = self.evaluate_men(men(position), turn, 0);
        let keep = !Bitboard::from(square);
        let rest = men(position).map(|side| side.map(|set| set & keep));
        let loss = whole - self.evaluate_men(rest, turn, 0);
        if position.colors(turn).contains(square) {
            loss
        } else {
            -loss
        }
    }

    fn evaluate_men(&mut self, men: Men, turn: Color, ply: usize) -> i32 {
        let (upper, lower) = self.line.split_at_mut(ply + 1);
        let (base, own) = (&upper[ply], &mut lower[0]);
        self.arch.dispatch(Step {
            base,
            own,
            men,
            turn,
        })
    }
}

/// One evaluation: the same text for every instruction set, compiled once for each. That needs a
/// function which is always inlined; a closure is compiled apart, and for the least of all CPUs.
struct Step<'a> {
    base: &'a Accumulator,
    own: &'a mut Accumulator,
    men: Men,
    turn: Color,
}

impl WithSimd for Step<'_> {
    type Output = i32;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> i32 {
        self.own.follow(self.base, self.men);
        self.own.output(self.turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However the accumulator came about, it is the same as one made from nothing.
    #[test]
    fn a_followed_line_is_as_good_as_a_fresh_start() {
        let mut position: Position = "r3k2r/p1p2ppp/1P6/3pP3/8/8/PPP2PPP/R3K2R w KQkq d6 0 1"
            .parse()
            .expect("a position");
        let mut line = Accumulators::new(20);
        line.evaluate(&position, 0);
        let moves = "e5d6 e8c8 b6a7 c8d7 a7a8q d7e6 e1c1 d8a8 c1b1 e6f5 b1a1 f5g4";
        for (ply, text) in moves.split_whitespace().enumerate() {
            position = position.play(position.parse_uci(text).expect("a move"));
            // Now and then a ply goes by unlooked at.
            if ply % 3 != 1 {
                let fresh = Accumulators::new(0).evaluate(&position, 0);
                assert_eq!(line.evaluate(&position, ply + 1), fresh, "after {text}");
            }
        }
    }

    #[test]
    fn every_instruction_set_gives_the_same() {
        let position: Position =
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1"
                .parse()
                .expect("a position");
        let mut best = Accumulators::new(0);
        let mut plain = Accumulators::new(0);
        plain.arch = Arch::Scalar;
        assert_eq!(best.evaluate(&position, 0), plain.evaluate(&position, 0));
    }
}
