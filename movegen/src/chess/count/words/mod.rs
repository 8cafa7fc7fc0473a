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
use super::differential::lanes::{AttackedLines, Lanes};
use super::instruction_set::InstructionSet;
use planes::half_add;

/// An instruction set without wide registers. It may only compile the rare functions for its CPU
/// features; everything else is inlined.
pub(super) trait Words: InstructionSet {}

/// How many moves enter or leave each square.
#[derive(Clone, Copy)]
pub(crate) struct Coefficients {
    /// In bit planes. At most 8 sliders, 8 knights, 3 pawns and a king reach one square, and promotions
    /// add nine more.
    entered: [u64; 5],
    /// In bit planes. Only pawns are counted here: four moves, or four promotions in three directions.
    left: [u64; 4],
}

/// Adds one to the numbers of a set of squares.
#[inline(always)]
fn increment<const BITS: usize>(planes: &mut [u64; BITS], set: u64) {
    let mut carry = set;
    for plane in planes {
        (*plane, carry) = half_add(*plane, carry);
    }
}

impl<I: Words> Lanes for I {
    type Directions = Directions;
    type Bytes = Planes;
    type Coefficients = Coefficients;

    const BIAS: i64 = 0;

    #[inline(always)]
    fn slider_attacks<const ZONE: bool>(
        self,
        straight: u64,
        diagonal: u64,
        empty: u64,
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
    fn no_weights(self) -> Planes {
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
    fn add(self, planes: Planes, set: u64, number: i8) -> Planes {
        planes.add(set, number)
    }

    #[inline(always)]
    fn byte(self, planes: Planes, square: usize) -> i8 {
        planes.get(square)
    }

    #[inline(always)]
    fn no_coefficients(self) -> Coefficients {
        Coefficients {
            entered: [0; 5],
            left: [0; 4],
        }
    }

    #[inline(always)]
    fn enter(self, mut coefficients: Coefficients, squares: u64) -> Coefficients {
        increment(&mut coefficients.entered, squares);
        coefficients
    }

    #[inline(always)]
    fn leave(self, mut coefficients: Coefficients, squares: u64) -> Coefficients {
        increment(&mut coefficients.left, squares);
        coefficients
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
