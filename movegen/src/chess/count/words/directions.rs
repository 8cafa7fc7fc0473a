//! Sets of squares for eight directions in eight words.
//!
//! The compiler keeps them in registers, or pairs them where the CPU has registers of 128 bits whose
//! lanes are shifted by different distances (NEON).

use super::planes::{full_add, half_add};
use crate::chess::board::attacks::{NOT_A, NOT_H};
use crate::chess::board::bitboard::once_and_twice;
use crate::chess::count::differential::lanes::AttackedLines;

/// The distance of one step in each of four directions.
const STEPS: [u32; 4] = [8, 9, 1, 7];
/// The squares that a step up can reach without wrapping around the edge.
const REACHABLE_UP: [u64; 4] = [!0, NOT_A, NOT_A, NOT_H];
/// The squares that a step down can reach without wrapping around the edge.
const REACHABLE_DOWN: [u64; 4] = [!0, NOT_H, NOT_H, NOT_A];

/// A set of squares for each direction. "Up" is towards higher square numbers: a shift to the left.
#[derive(Clone, Copy)]
pub(crate) struct Directions {
    /// North, north-east, east, north-west.
    pub(super) up: [u64; 4],
    /// Their opposites: south, south-west, west, south-east.
    pub(super) down: [u64; 4],
}

#[inline(always)]
fn reachable<const UP: bool>(line: usize) -> u64 {
    if UP {
        REACHABLE_UP[line]
    } else {
        REACHABLE_DOWN[line]
    }
}

/// Moves a set by `1 << DOUBLINGS` steps.
#[inline(always)]
fn shift<const UP: bool, const DOUBLINGS: u32>(set: u64, line: usize) -> u64 {
    if UP {
        set << (STEPS[line] << DOUBLINGS)
    } else {
        set >> (STEPS[line] << DOUBLINGS)
    }
}

/// Moves a set by one step in the opposite direction.
#[inline(always)]
fn step_back<const UP: bool>(set: u64, line: usize) -> u64 {
    match UP {
        true => shift::<false, 0>(set, line),
        false => shift::<true, 0>(set, line),
    }
}

/// Returns the attacks of sliders in one direction: the Kogge-Stone fill (Chess Programming Wiki,
/// "Kogge-Stone Algorithm").
#[inline(always)]
fn fill<const UP: bool>(sliders: u64, empty: u64, line: usize) -> u64 {
    let reachable = reachable::<UP>(line);
    let mut propagator = empty & reachable;
    let mut filled = sliders;
    filled |= propagator & shift::<UP, 0>(filled, line);
    propagator &= shift::<UP, 0>(propagator, line);
    filled |= propagator & shift::<UP, 1>(filled, line);
    propagator &= shift::<UP, 1>(propagator, line);
    filled |= propagator & shift::<UP, 2>(filled, line);
    reachable & shift::<UP, 0>(filled, line)
}

/// [`fill`] along each line. Written out: closures that the compiler does not inline would be compiled
/// without the CPU features of their callers.
#[inline(always)]
fn fill_each<const UP: bool>(sliders: [u64; 4], empty: u64) -> [u64; 4] {
    [
        fill::<UP>(sliders[0], empty, 0),
        fill::<UP>(sliders[1], empty, 1),
        fill::<UP>(sliders[2], empty, 2),
        fill::<UP>(sliders[3], empty, 3),
    ]
}

impl Directions {
    /// See [`Lanes::slider_attacks`](crate::chess::count::differential::lanes::Lanes::slider_attacks).
    #[inline(always)]
    pub(super) fn slider_attacks(straight: u64, diagonal: u64, empty: u64) -> Directions {
        let sliders = [straight, diagonal, straight, diagonal];
        Directions {
            up: fill_each::<true>(sliders, empty),
            down: fill_each::<false>(sliders, empty),
        }
    }

    /// See [`Lanes::attack_origins`](crate::chess::count::differential::lanes::Lanes::attack_origins).
    #[inline(always)]
    pub(super) fn attack_origins(targets: u64, empty: u64) -> Directions {
        Directions {
            up: fill_each::<false>([targets; 4], empty),
            down: fill_each::<true>([targets; 4], empty),
        }
    }

    /// The squares that are in the same direction's set of both.
    #[inline(always)]
    pub(super) fn intersect(self, other: Directions) -> u64 {
        let both =
            |line: usize| self.up[line] & other.up[line] | self.down[line] & other.down[line];
        both(0) | both(1) | (both(2) | both(3))
    }

    /// The squares that are in the sets of at least one and of at least two directions.
    #[inline(always)]
    pub(super) fn once_and_twice(self) -> (u64, u64) {
        let ([a, b, c, d], [e, f, g, h]) = (self.up, self.down);
        once_and_twice([a, b, c, d, e, f, g, h])
    }

    /// Unites each direction with its opposite.
    #[inline(always)]
    pub(super) fn lines(self) -> AttackedLines {
        let ([a, b, c, d], [e, f, g, h]) = (self.up, self.down);
        AttackedLines {
            file: a | e,
            diagonal: b | f,
            rank: c | g,
            anti: d | h,
        }
    }
}

/// Returns, for each of `squares`, the number of open squares that a slider on it could reach in one
/// direction, as three bit planes.
///
/// The sets of squares with a ray of at least one, two, ... squares are nested, so each bit of the
/// length is the parity of some of them. A square's length follows from that of the next square in
/// the direction, so the recurrence steps against the direction.
#[inline(always)]
fn ray_lengths<const UP: bool>(squares: u64, empty: u64, open: u64, line: usize) -> [u64; 3] {
    let reachable = reachable::<UP>(line);
    let empty = empty & reachable;
    let one = step_back::<UP>(reachable & open, line);
    let two = step_back::<UP>(empty & one, line);
    let three = step_back::<UP>(empty & two, line);
    let four = step_back::<UP>(empty & three, line);
    let five = step_back::<UP>(empty & four, line);
    let six = step_back::<UP>(empty & five, line);
    let seven = step_back::<UP>(empty & six, line);
    let twos = two ^ four ^ six;
    let odd = one ^ three ^ five ^ seven;
    [(odd ^ twos) & squares, twos & squares, four & squares]
}

/// The contribution of the sliders of one line to the weights, plus eight, in four bit planes. See
/// [`Lanes::slider_weights`](crate::chess::count::differential::lanes::Lanes::slider_weights).
#[inline(always)]
fn line_weights(attacks: Directions, sliders: u64, empty: u64, open: u64, line: usize) -> [u64; 4] {
    let (up, down) = (attacks.up[line], attacks.down[line]);
    // Both directions of a line together have at most seven squares: three bits.
    let [a0, a1, a2] = ray_lengths::<true>(up & open | sliders, empty, open, line);
    let [b0, b1, b2] = ray_lengths::<false>(down & open | sliders, empty, open, line);
    let (ones, carry) = half_add(a0, b0);
    let (twos, carry) = full_add(a1, b1, carry);
    let fours = a2 ^ b2 ^ carry;
    // Subtract the attacks on squares that are not open, at most two on a line. A bias of eight keeps
    // the number positive.
    let (defended_up, defended_down) = (up & !open, down & !open);
    let (one, two) = half_add(defended_up, defended_down);
    let borrow = one & !ones;
    let ones = ones ^ one;
    // A subtracted two and a borrow from the ones exclude each other.
    let subtrahend = two | borrow;
    let borrow = subtrahend & !twos;
    let twos = twos ^ subtrahend;
    let eights = !borrow | fours;
    [ones, twos, fours ^ borrow, eights]
}

/// Returns the sum of the four lines' [weights](line_weights), each plus eight, in six bit planes, and
/// the number of the sliders' moves.
#[inline(always)]
pub(super) fn slider_weights(
    attacks: Directions,
    straight: u64,
    diagonal: u64,
    empty: u64,
    open: u64,
) -> ([u64; 6], u64) {
    let mut moves = 0;
    for sets in [attacks.up, attacks.down] {
        for set in sets {
            moves += u64::from((set & open).count_ones());
        }
    }
    let file = line_weights(attacks, straight, empty, open, 0);
    let north_east = line_weights(attacks, diagonal, empty, open, 1);
    let rank = line_weights(attacks, straight, empty, open, 2);
    let anti = line_weights(attacks, diagonal, empty, open, 3);
    let first = add_numbers(file, north_east);
    let second = add_numbers(rank, anti);
    let [p0, p1, p2, p3, p4, p5] = {
        let (p0, carry) = half_add(first[0], second[0]);
        let (p1, carry) = full_add(first[1], second[1], carry);
        let (p2, carry) = full_add(first[2], second[2], carry);
        let (p3, carry) = full_add(first[3], second[3], carry);
        let (p4, p5) = full_add(first[4], second[4], carry);
        [p0, p1, p2, p3, p4, p5]
    };
    ([p0, p1, p2, p3, p4, p5], moves)
}

/// The sum of two numbers of four bits.
#[inline(always)]
fn add_numbers(a: [u64; 4], b: [u64; 4]) -> [u64; 5] {
    let (p0, carry) = half_add(a[0], b[0]);
    let (p1, carry) = full_add(a[1], b[1], carry);
    let (p2, carry) = full_add(a[2], b[2], carry);
    let (p3, p4) = full_add(a[3], b[3], carry);
    [p0, p1, p2, p3, p4]
}
