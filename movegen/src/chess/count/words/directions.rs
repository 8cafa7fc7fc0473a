//! Sets of squares for eight directions in eight words.
//!
//! The compiler keeps them in registers, or pairs them where the CPU has registers of 128 bits whose
//! lanes are shifted by different distances (NEON).

use super::planes::{full_add, half_add};
use crate::chess::attacks::{NOT_A, NOT_H};
use crate::chess::count::differential::wide::AttackedLines;

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

/// Calls a function with the index of each line: file, diagonal, rank, anti-diagonal.
#[inline(always)]
fn each<T>(mut line: impl FnMut(usize) -> T) -> [T; 4] {
    [line(0), line(1), line(2), line(3)]
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

impl Directions {
    /// See [`Wide::slider_attacks`](crate::chess::count::differential::wide::Wide::slider_attacks).
    #[inline(always)]
    pub(super) fn slider_attacks(straight: u64, diagonal: u64, empty: u64) -> Directions {
        let sliders = [straight, diagonal, straight, diagonal];
        Directions {
            up: each(|line| fill::<true>(sliders[line], empty, line)),
            down: each(|line| fill::<false>(sliders[line], empty, line)),
        }
    }

    /// See [`Wide::attack_origins`](crate::chess::count::differential::wide::Wide::attack_origins).
    #[inline(always)]
    pub(super) fn attack_origins(targets: u64, empty: u64) -> Directions {
        Directions {
            up: each(|line| fill::<false>(targets, empty, line)),
            down: each(|line| fill::<true>(targets, empty, line)),
        }
    }

    /// The squares that are in the same direction's set of both.
    #[inline(always)]
    pub(super) fn intersect(self, other: Directions) -> u64 {
        let both = |line: usize| self.up[line] & other.up[line] | self.down[line] & other.down[line];
        both(0) | both(1) | (both(2) | both(3))
    }

    /// Unites each direction with its opposite.
    #[inline(always)]
    pub(super) fn lines(self) -> AttackedLines {
        let [file, diagonal, rank, anti] = each(|line| self.up[line] | self.down[line]);
        AttackedLines {
            file,
            diagonal,
            rank,
            anti,
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
    let step_back = |set| match UP {
        true => shift::<false, 0>(set, line),
        false => shift::<true, 0>(set, line),
    };
    let longer = |set| step_back(empty & set);
    let one = step_back(reachable & open);
    let two = longer(one);
    let three = longer(two);
    let four = longer(three);
    let five = longer(four);
    let six = longer(five);
    let seven = longer(six);
    let twos = two ^ four ^ six;
    let odd = one ^ three ^ five ^ seven;
    [(odd ^ twos) & squares, twos & squares, four & squares]
}

/// The contribution of the sliders of one line to the weights, plus eight, in four bit planes. See
/// [`Wide::slider_weights`](crate::chess::count::differential::wide::Wide::slider_weights).
#[inline(always)]
fn line_weights(
    attacks: Directions,
    sliders: u64,
    empty: u64,
    open: u64,
    line: usize,
) -> [u64; 4] {
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
    let moves = |set: u64| u64::from((set & open).count_ones());
    let count = each(|line| moves(attacks.up[line]) + moves(attacks.down[line]));
    let sliders = [straight, diagonal, straight, diagonal];
    let [file, diagonal, rank, anti] =
        each(|line| line_weights(attacks, sliders[line], empty, open, line));
    let first = add_numbers(file, diagonal);
    let second = add_numbers(rank, anti);
    let [p0, p1, p2, p3, p4, p5] = {
        let (p0, carry) = half_add(first[0], second[0]);
        let (p1, carry) = full_add(first[1], second[1], carry);
        let (p2, carry) = full_add(first[2], second[2], carry);
        let (p3, carry) = full_add(first[3], second[3], carry);
        let (p4, p5) = full_add(first[4], second[4], carry);
        [p0, p1, p2, p3, p4, p5]
    };
    ([p0, p1, p2, p3, p4, p5], count.iter().sum())
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
