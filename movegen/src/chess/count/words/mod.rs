//! The differential node for every CPU: 64-bit words, no vector instructions.
//!
//! | module | idea |
//! |---|---|
//! | [`directions`] | a word for each of eight directions |
//! | [`planes`] | a number for each of the 64 squares, in bit planes |
//! | [`baseline`] | [`Baseline`]: the kernel for every CPU |
//!
//! Pieces are classified one by one, and irregular moves are made and their replies counted one by
//! one (see [`one_by_one`](super::differential::one_by_one)).

mod baseline;
mod directions;
mod planes;

pub(super) use self::baseline::Baseline;
pub(super) use self::directions::Directions;
pub(super) use self::planes::Planes;
use super::differential::coefficients::Coefficients;
use super::differential::lanes::{Addable, AttackedLines, Lanes, PawnSquares};

impl Lanes for Baseline {
    type Directions = Directions;
    type Weights = Planes;
    type Coefficients = Coefficients;

    const BIAS: i64 = 0;

    #[inline(always)]
    fn slider_attacks<const ZONE: bool>(
        self,
        straight: u64,
        diagonal: u64,
        empty: u64,
        _open: u64,
    ) -> Directions {
        Directions::slider_attacks(straight, diagonal, empty)
    }

    #[inline(always)]
    fn attack_origins<const ZONE: bool>(self, targets: u64, empty: u64) -> Directions {
        Directions::attack_origins(targets, empty)
    }

    #[inline(always)]
    fn intersect(self, a: Directions, b: Directions) -> u64 {
        a.intersect(b)
    }

    #[inline(always)]
    fn once_and_twice(self, directions: Directions) -> (u64, u64) {
        directions.once_and_twice()
    }

    #[inline(always)]
    fn lines(self, directions: Directions) -> AttackedLines {
        directions.lines()
    }

    #[inline(always)]
    fn no_directions(self) -> Directions {
        Directions {
            up: [0; 4],
            down: [0; 4],
        }
    }

    #[inline(always)]
    fn no_weights(self, _empty: u64, _open: u64) -> Planes {
        Planes([0; 8])
    }

    #[inline(always)]
    fn slider_weights<const ZONE: bool>(
        self,
        attacks: Directions,
        straight: u64,
        diagonal: u64,
        empty: u64,
        open: u64,
    ) -> (Planes, u64) {
        let ([a, b, c, d, e, f], moves) =
            directions::slider_weights(attacks, straight, diagonal, empty, open);
        // Each of the four lines has added eight: subtract 32.
        let sign = !f;
        (Planes([a, b, c, d, e, sign, sign, sign]), moves)
    }

    #[inline(always)]
    fn knight_weights(self, weights: Planes, from: usize, defended: u64, moves: u32) -> Planes {
        self.add_knight(weights, from, defended, moves)
    }

    #[inline(always)]
    fn pawn_weights(self, weights: Planes, pawns: &PawnSquares) -> Planes {
        self.add_pawns(weights, pawns)
    }

    #[cfg(any(test, target_arch = "x86_64"))]
    #[inline(always)]
    fn byte(self, planes: Planes, square: usize) -> i8 {
        planes.get(square)
    }

    #[inline(always)]
    fn no_coefficients(self) -> Coefficients {
        Coefficients::default()
    }

    #[inline(always)]
    fn enter(self, coefficients: Coefficients, squares: u64) -> Coefficients {
        coefficients.enter(squares)
    }

    #[inline(always)]
    fn leave(self, coefficients: Coefficients, squares: u64) -> Coefficients {
        coefficients.leave(squares)
    }

    #[inline(always)]
    fn dot(self, weights: Planes, coefficients: Coefficients) -> i64 {
        let Coefficients { entered, left } = coefficients;
        let mut sum = weights.sum(left[0]) - weights.sum(entered[0]);
        sum += 2 * (weights.sum(left[1]) - weights.sum(entered[1]));
        // Larger numbers are rare.
        if entered[2] | entered[3] | entered[4] | left[2] | left[3] != 0 {
            sum -= 4 * weights.sum(entered[2]) + 8 * weights.sum(entered[3]);
            sum -= 16 * weights.sum(entered[4]);
            sum += 4 * weights.sum(left[2]) + 8 * weights.sum(left[3]);
        }
        sum
    }
}

impl Addable for Baseline {
    #[inline(always)]
    fn add(self, planes: Planes, set: u64, number: i8) -> Planes {
        planes.add(set, number)
    }
}
