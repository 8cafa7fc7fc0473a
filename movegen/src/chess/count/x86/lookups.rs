//! The operations of the differential node for a fast `pext`: every slider is looked up, and nothing is
//! filled.
//!
//! The weights are not computed for each square. They are kept as the sets that they come from, and only
//! summed over the squares that U's moves touch:
//!
//! - a weight that a set of squares shares, such as the attacks of pawns, by population counts;
//! - the squares beyond another one on a line of a slider by one `pext` and one load: `pext` gathers the
//!   squares of the line that moves enter, and [`LINE_SUMS`] has the sum for the gathered bits;
//! - the moves and defenders of a captured piece one by one: few squares are captured on.

use std::arch::x86_64::_pext_u64;

use super::Bmi2;
use crate::chess::board::attacks::{KNIGHT, LINES, Sliders};
use crate::chess::board::bitboard::bits;
use crate::chess::count::differential::coefficients::Coefficients;
use crate::chess::count::differential::lanes::{AttackedLines, Lanes, PawnSquares};

/// The attacks of sliders along each kind of line.
#[derive(Clone, Copy)]
pub(crate) struct Directions {
    lines: AttackedLines,
    /// The squares that two or more sliders attack.
    twice: u64,
    /// The number of attacks on open squares.
    moves: u32,
}

/// What the weights of all squares come from.
#[derive(Clone, Copy)]
pub(crate) struct Weights {
    /// V's pieces that are not pinned.
    straight: u64,
    diagonal: u64,
    knights: u64,
    pawns: PawnSquares,
    /// The squares that sliders of V attack.
    attacked: u64,
    empty: u64,
    /// The squares without a piece of V.
    open: u64,
}

/// For a line on which a slider has `below` open squares on one side and `above` on the other, and for
/// the set of entered squares among them, from the lowest to the highest: the number of squares beyond
/// each, added up.
static LINE_SUMS: [[[u8; 128]; 8]; 8] = {
    let mut table = [[[0; 128]; 8]; 8];
    let mut below = 0;
    while below < 8 {
        let mut above = 0;
        while below + above < 8 {
            let len = below + above;
            let mut entered = 0;
            while entered < 1 << len {
                let (mut sum, mut index) = (0, 0);
                while index < len {
                    if entered >> index & 1 == 1 {
                        sum += if index < below {
                            index
                        } else {
                            len - 1 - index
                        };
                    }
                    index += 1;
                }
                table[below][above][entered] = sum as u8;
                entered += 1;
            }
            above += 1;
        }
        below += 1;
    }
    table
};

/// Gathers the bits of `set` that are in `mask`.
#[inline(always)]
fn gather(_proof: Bmi2, set: u64, mask: u64) -> usize {
    // SAFETY: the proof says that the CPU has BMI2.
    unsafe { _pext_u64(set, mask) as usize }
}

/// Adds up the numbers of a set of squares.
#[inline(always)]
fn sum_over<const BITS: usize>(planes: &[u64; BITS], high: bool, set: u64) -> i64 {
    let mut sum = (planes[0] & set).count_ones() + 2 * (planes[1] & set).count_ones();
    if high {
        for (bit, plane) in planes.iter().enumerate().skip(2) {
            sum += (plane & set).count_ones() << bit;
        }
    }
    i64::from(sum)
}

/// The squares whose numbers are four or larger.
#[inline(always)]
fn high<const BITS: usize>(planes: &[u64; BITS]) -> u64 {
    let mut high = 0;
    for plane in &planes[2..] {
        high |= plane;
    }
    high
}

/// The number of one square.
#[inline(always)]
fn number<const BITS: usize>(planes: &[u64; BITS], square: usize) -> i64 {
    let mut number = 0;
    for (bit, plane) in planes.iter().enumerate() {
        number |= (plane >> square & 1) << bit;
    }
    number as i64
}

#[inline(always)]
fn in_set(set: u64, square: usize) -> i64 {
    (set >> square & 1) as i64
}

impl Weights {
    /// The weight of a square without a piece of V.
    #[inline(always)]
    pub(super) fn of_open(&self, proof: Bmi2, square: usize) -> i64 {
        match self.attacked >> square & 1 {
            0 => self.of_pawns(square),
            _ => self.of_pawns(square) + self.beyond(proof, square),
        }
    }

    /// The number of squares beyond `square` that sliders of V attack only while it is empty.
    #[inline(always)]
    fn beyond(&self, proof: Bmi2, square: usize) -> i64 {
        let occupied = !self.empty;
        let (with, without) = (occupied | 1 << square, occupied & !(1 << square));
        let mut beyond = 0;
        for from in bits(proof.rook(square, occupied) & self.straight) {
            let through = proof.rook(from, without) & !proof.rook(from, with);
            beyond += (through & self.open).count_ones();
        }
        for from in bits(proof.bishop(square, occupied) & self.diagonal) {
            let through = proof.bishop(from, without) & !proof.bishop(from, with);
            beyond += (through & self.open).count_ones();
        }
        i64::from(beyond)
    }

    /// What V's pawns contribute to the weight of one square.
    #[inline(always)]
    fn of_pawns(&self, square: usize) -> i64 {
        let pawns = &self.pawns;
        let single = in_set(pawns.single, square);
        let captures = in_set(pawns.east, square) + in_set(pawns.west, square);
        let four = 1 + 3 * in_set(pawns.promotion_rank, square);
        four * (single - captures) + in_set(pawns.double, square)
    }

    /// The number of moves of V's piece on a square, less the number of pieces other than pawns that defend
    /// it.
    #[inline(always)]
    fn of_captured(&self, proof: Bmi2, square: usize) -> i64 {
        let occupied = !self.empty;
        let (rook, bishop) = (proof.rook(square, occupied), proof.bishop(square, occupied));
        let knight = KNIGHT[square];
        let defenders = (rook & self.straight).count_ones()
            + (bishop & self.diagonal).count_ones()
            + (knight & self.knights).count_ones();
        let if_in = |set: u64, targets: u64| if set >> square & 1 == 1 { targets } else { 0 };
        let targets =
            if_in(self.straight, rook) | if_in(self.diagonal, bishop) | if_in(self.knights, knight);
        let [single, double, east, west] = self.pawns.origins;
        let pawn = in_set(single, square) + in_set(east, square) + in_set(west, square);
        let four = 1 + 3 * in_set(self.pawns.promoting, square);
        let moves = i64::from((targets & self.open).count_ones());
        moves + four * pawn + in_set(double, square) - i64::from(defenders)
    }

    /// The sum over a line of a slider of the squares beyond each that moves enter, once for each move.
    #[inline(always)]
    fn line_sum(proof: Bmi2, from: usize, line: u64, entered: &[u64; 5], high: bool) -> u32 {
        let below = (line & ((1 << from) - 1)).count_ones() as usize;
        let above = line.count_ones() as usize - below;
        let sums = &LINE_SUMS[below & 7][above & 7];
        let mut sum = u32::from(sums[gather(proof, entered[0], line) & 127]);
        sum += 2 * u32::from(sums[gather(proof, entered[1], line) & 127]);
        if high {
            sum += 4 * u32::from(sums[gather(proof, entered[2], line) & 127]);
            sum += 8 * u32::from(sums[gather(proof, entered[3], line) & 127]);
            sum += 16 * u32::from(sums[gather(proof, entered[4], line) & 127]);
        }
        sum
    }

    /// The sum over the lines of all sliders.
    #[inline(always)]
    fn slider_sum(&self, proof: Bmi2, entered: &[u64; 5], any: u64, high: bool) -> i64 {
        if any & self.attacked & self.empty == 0 {
            return 0;
        }
        let occupied = !self.empty;
        let mut sum = 0;
        for from in bits(self.straight) {
            let attacks = proof.rook(from, occupied) & self.open;
            let file = attacks & LINES[from].file;
            sum += Self::line_sum(proof, from, file, entered, high);
            sum += Self::line_sum(proof, from, attacks ^ file, entered, high);
        }
        for from in bits(self.diagonal) {
            let attacks = proof.bishop(from, occupied) & self.open;
            let diagonal = attacks & LINES[from].diagonal;
            sum += Self::line_sum(proof, from, diagonal, entered, high);
            sum += Self::line_sum(proof, from, attacks ^ diagonal, entered, high);
        }
        i64::from(sum)
    }

    /// The sum over the squares of the numbers in `planes` times what V's pawns contribute.
    #[inline(always)]
    fn pawn_sum<const BITS: usize>(&self, planes: &[u64; BITS], high: bool) -> i64 {
        let pawns = &self.pawns;
        let mut sum = sum_over(planes, high, pawns.single) + sum_over(planes, high, pawns.double)
            - sum_over(planes, high, pawns.east)
            - sum_over(planes, high, pawns.west);
        if pawns.promoting != 0 {
            let rank = pawns.promotion_rank;
            sum += 3
                * (sum_over(planes, high, pawns.single & rank)
                    - sum_over(planes, high, pawns.east & rank)
                    - sum_over(planes, high, pawns.west & rank));
        }
        sum
    }
}

impl Lanes for Bmi2 {
    type Directions = Directions;
    type Weights = Weights;
    type Coefficients = Coefficients;

    const BIAS: i64 = 0;

    #[inline(always)]
    fn slider_attacks<const ZONE: bool>(
        self,
        straight: u64,
        diagonal: u64,
        empty: u64,
        open: u64,
    ) -> Directions {
        let mut found = self.no_directions();
        let mut once = 0;
        for from in bits(straight) {
            let attacks = self.rook(from, !empty);
            found.twice |= once & attacks;
            once |= attacks;
            found.moves += (attacks & open).count_ones();
            found.lines.file |= attacks & LINES[from].file;
            found.lines.rank |= attacks & LINES[from].rank;
        }
        for from in bits(diagonal) {
            let attacks = self.bishop(from, !empty);
            found.twice |= once & attacks;
            once |= attacks;
            found.moves += (attacks & open).count_ones();
            found.lines.diagonal |= attacks & LINES[from].diagonal;
            found.lines.anti |= attacks & LINES[from].anti;
        }
        found
    }

    #[inline(always)]
    fn attack_origins<const ZONE: bool>(self, targets: u64, empty: u64) -> Directions {
        let mut found = self.no_directions();
        for to in bits(targets) {
            let lines = &LINES[to];
            let (rook, bishop) = (self.rook(to, !empty), self.bishop(to, !empty));
            found.lines.file |= rook & lines.file;
            found.lines.rank |= rook & lines.rank;
            found.lines.diagonal |= bishop & lines.diagonal;
            found.lines.anti |= bishop & lines.anti;
        }
        found
    }

    #[inline(always)]
    fn intersect(self, a: Directions, b: Directions) -> u64 {
        let (a, b) = (a.lines, b.lines);
        a.file & b.file | a.rank & b.rank | (a.diagonal & b.diagonal | a.anti & b.anti)
    }

    #[inline(always)]
    fn once_and_twice(self, directions: Directions) -> (u64, u64) {
        (directions.lines.all(), directions.twice)
    }

    #[inline(always)]
    fn lines(self, directions: Directions) -> AttackedLines {
        directions.lines
    }

    #[inline(always)]
    fn no_directions(self) -> Directions {
        Directions {
            lines: AttackedLines {
                file: 0,
                diagonal: 0,
                rank: 0,
                anti: 0,
            },
            twice: 0,
            moves: 0,
        }
    }

    #[inline(always)]
    fn no_weights(self, empty: u64, open: u64) -> Weights {
        Weights {
            straight: 0,
            diagonal: 0,
            knights: 0,
            pawns: PawnSquares::default(),
            attacked: 0,
            empty,
            open,
        }
    }

    #[inline(always)]
    fn slider_weights<const ZONE: bool>(
        self,
        attacks: Directions,
        straight: u64,
        diagonal: u64,
        empty: u64,
        open: u64,
    ) -> (Weights, u64) {
        let weights = Weights {
            straight,
            diagonal,
            attacked: attacks.lines.all(),
            ..self.no_weights(empty, open)
        };
        (weights, u64::from(attacks.moves))
    }

    #[inline(always)]
    fn knight_weights(
        self,
        mut weights: Weights,
        from: usize,
        _defended: u64,
        _moves: u32,
    ) -> Weights {
        weights.knights |= 1 << from;
        weights
    }

    #[inline(always)]
    fn pawn_weights(self, weights: Weights, pawns: &PawnSquares) -> Weights {
        Weights {
            pawns: *pawns,
            ..weights
        }
    }

    #[inline(always)]
    fn byte(self, weights: Weights, square: usize) -> i8 {
        let weight = match weights.open >> square & 1 {
            0 => weights.of_pawns(square) + weights.of_captured(self, square),
            _ => weights.of_open(self, square),
        };
        weight as i8
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
    fn dot(self, weights: Weights, coefficients: Coefficients) -> i64 {
        let Coefficients { entered, left } = coefficients;
        let high_entered = high(&entered);
        let any_entered = entered[0] | entered[1] | high_entered;
        let mut sum = -weights.pawn_sum(&entered, high_entered != 0);
        sum -= weights.slider_sum(self, &entered, any_entered, high_entered != 0);
        let high_left = high(&left);
        let any_left = left[0] | left[1] | high_left;
        if any_left != 0 {
            sum += weights.pawn_sum(&left, high_left != 0);
            for square in bits(any_left & weights.attacked) {
                sum += number(&left, square) * weights.beyond(self, square);
            }
        }
        for square in bits(any_entered & !weights.open) {
            sum -= number(&entered, square) * weights.of_captured(self, square);
        }
        sum
    }
}
