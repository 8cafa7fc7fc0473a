//! The neural network that evaluates positions: what it is made of and how it is computed.
//!
//! It is an efficiently updatable one (NNUE, Yu Nasu, 2018) of the plainest kind. Each side sees
//! the board in its own way, as its [`View`] tells: from its own end, and mirrored so that its king
//! stands on the files e to h. For each man that it sees on a square there is a row of [`HIDDEN`]
//! numbers, another one for each region of the board that its king may stand in, and the sum of the
//! rows is that side's accumulator. The numbers of both accumulators, clamped and squared, are
//! weighted and added up; there is a set of weights for each [`bucket`], by how many men are left.
//! All of it is integers, so that every machine gives the same.
//!
//! The numbers come from `scripts/workshop`, trained on games of the engine with itself.

use std::mem::offset_of;

use movegen::chess::{Color, Piece, Square};
use zerocopy::FromBytes;

/// Numbers in one side's accumulator.
pub const HIDDEN: usize = 256;
/// Rows for a king in one region: own and other men, kinds, squares.
pub const PLAIN: usize = 2 * 6 * 64;
/// Regions in which a king changes how all men count.
pub const REGIONS: usize = 4;
/// Rows of the first layer.
pub const FEATURES: usize = REGIONS * PLAIN;
/// Sets of weights of the second layer.
pub const BUCKETS: usize = 8;
/// What 1 is in an accumulator.
pub const ONE: i32 = 255;
/// What 1 is among the weights of the second layer.
pub const WEIGHT_ONE: i32 = 64;
/// Centipawns for an output of 1.
///
/// Less than training took for it: a search finds more than the network that judges for it, so that
/// each network is trained on larger scores than the one before gave. Left alone they would outgrow
/// the margins of the search, which are centipawns too.
const SCALE: i32 = 356;
/// No weight of the second layer goes beyond this, so that its product with a clamped number stays
/// within 16 bits.
pub const WEIGHT_LIMIT: i32 = 127;

/// A row of the first layer, or one side's sum of them.
pub(crate) type Row = [i16; HIDDEN];

#[derive(FromBytes)]
#[repr(C, align(64))]
pub(crate) struct Network {
    pub(crate) rows: [Row; FEATURES],
    pub(crate) bias: Row,
    /// By bucket, for the accumulators of the side to move and of the other.
    weights: [[Row; 2]; BUCKETS],
    output_bias: [i32; BUCKETS],
    padding: [i32; 8],
}

/// The layout of `network.bin`.
const _: () = {
    let row = size_of::<Row>();
    assert!(row == 2 * HIDDEN);
    assert!(offset_of!(Network, rows) == 0);
    assert!(offset_of!(Network, bias) == row * FEATURES);
    assert!(offset_of!(Network, weights) == row * (FEATURES + 1));
    assert!(offset_of!(Network, output_bias) == row * (FEATURES + 1 + 2 * BUCKETS));
    assert!(offset_of!(Network, padding) == row * (FEATURES + 1 + 2 * BUCKETS) + 4 * BUCKETS);
};

/// The trained numbers, in little-endian order like every machine that the project is built for.
pub(crate) static NETWORK: Network = zerocopy::transmute!(*include_bytes!("network.bin"));

#[cfg(target_endian = "big")]
compile_error!("engine/src/network.bin holds little-endian numbers");

/// How a side sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    side: Color,
    /// What turns a square as White sees it into one as this view does.
    turn: u8,
    /// The first row of its king's region.
    first: u16,
}

impl View {
    /// The view of a side whose king stands there.
    #[inline(always)]
    pub const fn new(side: Color, king: Square) -> View {
        let mirror = if king.index() % 8 < 4 { 7 } else { 0 };
        let turn = (56 * side.index()) ^ mirror;
        let seen = king.index() ^ turn;
        let region = match (seen / 8, seen % 8) {
            (0, 6..) => 0,
            (0, _) => 1,
            (1, _) => 2,
            _ => 3,
        };
        View {
            side,
            turn: turn as u8,
            first: (region * PLAIN) as u16,
        }
    }

    /// The row of a man.
    ///
    /// ```
    /// use engine::network::View;
    /// use movegen::chess::{Color, Piece, PieceKind, Square};
    /// let pawn = |color| Piece { color, kind: PieceKind::Pawn };
    /// let white = View::new(Color::White, Square::G1).row(pawn(Color::White), Square::E2);
    /// let black = View::new(Color::Black, Square::G8).row(pawn(Color::Black), Square::E7);
    /// let mirrored = View::new(Color::White, Square::B1).row(pawn(Color::White), Square::D2);
    /// let elsewhere = View::new(Color::White, Square::E1).row(pawn(Color::White), Square::E2);
    /// assert!(black == white && mirrored == white && elsewhere != white);
    /// ```
    #[inline(always)]
    pub const fn row(self, piece: Piece, square: Square) -> usize {
        let other = (self.side.index() != piece.color.index()) as usize;
        let turned = square.index() ^ self.turn as usize;
        self.first as usize + (other * 6 + piece.kind.index()) * 64 + turned
    }
}

/// Which weights a position of so many men uses.
#[inline(always)]
pub const fn bucket(men: usize) -> usize {
    let bucket = men.saturating_sub(1) / 4;
    if bucket < BUCKETS {
        bucket
    } else {
        BUCKETS - 1
    }
}

impl Network {
    /// The evaluation in centipawns, from the accumulators of the side to move and of the other.
    #[inline(always)]
    pub(crate) fn output(&self, own: &Row, other: &Row, bucket: usize) -> i32 {
        let [for_own, for_other] = &self.weights[bucket];
        let sum = weigh(own, for_own).wrapping_add(weigh(other, for_other));
        let total = sum / ONE + self.output_bias[bucket];
        total * SCALE / (ONE * WEIGHT_ONE)
    }
}

/// The clamped squares, weighted. The order of operations is one that compilers know instructions
/// for: two factors of 16 bits, added in pairs to 32.
#[inline(always)]
fn weigh(row: &Row, weights: &Row) -> i32 {
    let mut sum = 0i32;
    for (&number, &weight) in row.iter().zip(weights) {
        let clamped = number.clamp(0, ONE as i16);
        let product = clamped.wrapping_mul(weight);
        sum = sum.wrapping_add(i32::from(product) * i32::from(clamped));
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No accumulator that the squares allow may overflow 16 bits in the product, or 32 in the sum.
    #[test]
    fn the_numbers_leave_room() {
        for weights in &NETWORK.weights {
            let mut sum = 0i64;
            for weight in weights.iter().flatten() {
                assert!(i32::from(*weight).abs() <= WEIGHT_LIMIT);
                sum += i64::from(weight.abs()) * i64::from(ONE * ONE);
            }
            assert!(sum < i64::from(i32::MAX), "{sum}");
        }
        let regions = NETWORK.rows.chunks(PLAIN);
        for (region, column) in regions.flat_map(|r| (0..HIDDEN).map(move |c| (r, c))) {
            // The largest number of each square, whoever stands there: more than 32 men can add up.
            let at = |square: usize| {
                let rows = region.iter().skip(square).step_by(64);
                rows.map(|row| i64::from(row[column].abs())).max()
            };
            let mut most: Vec<i64> = (0..64).filter_map(at).collect();
            most.sort_unstable();
            let sum: i64 = most.iter().rev().take(32).sum();
            assert!(
                sum + i64::from(NETWORK.bias[column].abs()) < i64::from(i16::MAX),
                "{sum}"
            );
        }
    }
}
