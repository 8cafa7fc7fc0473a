//! The neural network that evaluates positions: what it is made of and how it is computed.
//!
//! It is an efficiently updatable one (NNUE, Yu Nasu, 2018) of the plainest kind. Each side sees
//! the board in its own way: from its own end, and mirrored so that its king stands on the files e
//! to h. For each man that it sees on a square there is a row of [`HIDDEN`] numbers, and the sum of
//! the rows is that side's accumulator. The numbers of both accumulators, clamped and squared, are
//! weighted and added up; there is a set of weights for each [`bucket`], by how many men are left.
//! All of it is integers, so that every machine gives the same.
//!
//! The numbers come from `scripts/workshop`, trained on games of the engine with itself.

use movegen::chess::{Color, Piece, Square};
use zerocopy::FromBytes;

/// Numbers in one side's accumulator.
pub const HIDDEN: usize = 256;
/// Rows of the first layer: own and other men, kinds, squares.
pub const FEATURES: usize = 2 * 6 * 64;
/// Sets of weights of the second layer.
pub const BUCKETS: usize = 8;
/// What 1 is in an accumulator.
pub const ONE: i32 = 255;
/// What 1 is among the weights of the second layer.
pub const WEIGHT_ONE: i32 = 64;
/// Centipawns for an output of 1.
pub const SCALE: i32 = 400;
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

/// The trained numbers, in little-endian order like every machine that the project is built for.
pub(crate) static NETWORK: Network = zerocopy::transmute!(*include_bytes!("network.bin"));

#[cfg(target_endian = "big")]
compile_error!("engine/src/network.bin holds little-endian numbers");

/// The row of a man as `side` sees it; `mirrored` when its own king stands on the files a to d.
///
/// ```
/// use engine::network::feature;
/// use movegen::chess::{Color, Piece, PieceKind, Square};
/// let pawn = |color| Piece { color, kind: PieceKind::Pawn };
/// let white = feature(Color::White, false, pawn(Color::White), Square::E2);
/// assert_eq!(feature(Color::Black, false, pawn(Color::Black), Square::E7), white);
/// assert_eq!(feature(Color::White, true, pawn(Color::White), Square::D2), white);
/// ```
#[inline(always)]
pub const fn feature(side: Color, mirrored: bool, piece: Piece, square: Square) -> usize {
    let other = (side.index() != piece.color.index()) as usize;
    let turned = square.index() ^ (56 * side.index()) ^ if mirrored { 7 } else { 0 };
    (other * 6 + piece.kind.index()) * 64 + turned
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
        for column in 0..HIDDEN {
            // The largest number of each square, whoever stands there: more than 32 men can add up.
            let at = |square: usize| {
                let rows = NETWORK.rows.iter().skip(square).step_by(64);
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
