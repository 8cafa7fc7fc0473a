//! The weights: their layout, the output that they give, and their bounds.

use std::mem::offset_of;

use thiserror::Error;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

use super::sizes::{
    FEATURES, HIDDEN, KING_BUCKETS, OUTPUT_BUCKETS, PIECE_SQUARES, QA, QB, WEIGHT_LIMIT,
};

/// Bytes of the weights in a network's file.
pub const PAYLOAD_BYTES: usize = size_of::<Weights>();

/// A row of the first layer, or a sum of rows.
pub(crate) type Row = [i16; HIDDEN];

/// The payload of a network's file.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout)]
#[repr(C, align(64))]
pub(crate) struct Weights {
    pub(crate) rows: [Row; FEATURES],
    pub(crate) bias: Row,
    /// By output bucket, for the accumulators of the side to move and of the opponent.
    weights: [[Row; 2]; OUTPUT_BUCKETS],
    output_bias: [i32; OUTPUT_BUCKETS],
    padding: [i32; 8],
}

/// The layout of the payload.
const _: () = {
    let row = size_of::<Row>();
    assert!(row == 2 * HIDDEN);
    assert!(offset_of!(Weights, rows) == 0);
    assert!(offset_of!(Weights, bias) == row * FEATURES);
    assert!(offset_of!(Weights, weights) == row * (FEATURES + 1));
    assert!(offset_of!(Weights, output_bias) == row * (FEATURES + 1 + 2 * OUTPUT_BUCKETS));
    assert!(
        offset_of!(Weights, padding)
            == row * (FEATURES + 1 + 2 * OUTPUT_BUCKETS) + 4 * OUTPUT_BUCKETS
    );
};

/// Weights that overflow an integer in some position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Overflow {
    /// A weight of the second layer, whose product with a clamped value must fit into 16 bits.
    #[error(
        "output bucket {bucket} has the weight {found}, allowed are -{WEIGHT_LIMIT} to {WEIGHT_LIMIT}"
    )]
    Weight {
        /// The output bucket.
        bucket: usize,
        /// The weight.
        found: i16,
    },
    /// The scaled sum of the second layer.
    #[error(
        "the scaled sum of output bucket {bucket} can reach {bound}, allowed is {}",
        i32::MAX
    )]
    Output {
        /// The output bucket.
        bucket: usize,
        /// A bound of the sum.
        bound: i64,
    },
    /// A value of the first layer with 32 pieces on the board.
    #[error(
        "value {value} of the hidden layer can reach {bound} in king bucket {bucket}, allowed is {}",
        i16::MAX
    )]
    Accumulator {
        /// The king bucket.
        bucket: usize,
        /// The index of the value.
        value: usize,
        /// A bound of the value.
        bound: i64,
    },
}

/// The most pieces on the board for which the bounds are computed.
const PIECES: usize = 32;

impl Weights {
    /// The evaluation in centipawns, from the accumulators of the side to move and of the opponent.
    #[inline(always)]
    pub(crate) fn output(&self, own: &Row, opponent: &Row, bucket: usize, scale: u16) -> i32 {
        let [own_weights, opponent_weights] = &self.weights[bucket];
        let sum =
            weighted_sum(own, own_weights).wrapping_add(weighted_sum(opponent, opponent_weights));
        let total = sum / QA + self.output_bias[bucket];
        total * i32::from(scale) / (QA * QB)
    }

    /// Checks that no accumulator overflows 16 bits with at most 32 pieces, and no output 32 bits.
    ///
    /// # Errors
    /// [`Overflow`] names the first weights that could.
    pub(super) fn check_bounds(&self, scale: u16) -> Result<(), Overflow> {
        for bucket in 0..OUTPUT_BUCKETS {
            self.check_output(bucket, scale)?;
        }
        for bucket in 0..KING_BUCKETS {
            self.check_accumulators(bucket)?;
        }
        Ok(())
    }

    fn check_output(&self, bucket: usize, scale: u16) -> Result<(), Overflow> {
        let weights = || self.weights[bucket].as_flattened().iter();
        let allowed = -WEIGHT_LIMIT..=WEIGHT_LIMIT;
        if let Some(&found) = weights().find(|&&weight| !allowed.contains(&weight.into())) {
            return Err(Overflow::Weight { bucket, found });
        }
        let sum: i64 = weights().map(|&weight| magnitude(weight)).sum();
        let sum = sum * i64::from(QA * QA);
        let bias = i64::from(self.output_bias[bucket]).abs();
        let scaled = (sum / i64::from(QA) + bias) * i64::from(scale);
        let bound = sum.max(scaled);
        if bound > i64::from(i32::MAX) {
            return Err(Overflow::Output { bucket, bound });
        }
        Ok(())
    }

    fn check_accumulators(&self, bucket: usize) -> Result<(), Overflow> {
        let rows = &self.rows[bucket * PIECE_SQUARES..][..PIECE_SQUARES];
        // The largest weight of each value on each square; a square has one piece at most.
        let mut largest = [[0; HIDDEN]; 64];
        for (index, row) in rows.iter().enumerate() {
            for (largest, &weight) in largest[index % 64].iter_mut().zip(row) {
                *largest = magnitude(weight).max(*largest);
            }
        }
        for value in 0..HIDDEN {
            let mut on_squares = largest.map(|square| square[value]);
            on_squares.sort_unstable();
            let sum: i64 = on_squares.iter().rev().take(PIECES).sum();
            let bound = sum + magnitude(self.bias[value]);
            if bound > i64::from(i16::MAX) {
                return Err(Overflow::Accumulator {
                    bucket,
                    value,
                    bound,
                });
            }
        }
        Ok(())
    }
}

fn magnitude(weight: i16) -> i64 {
    i64::from(weight).abs()
}

/// The weighted sum of the clamped and squared values.
///
/// Compilers know instructions for this order of operations: products of two 16-bit factors, added
/// in pairs to 32 bits.
#[inline(always)]
fn weighted_sum(row: &Row, weights: &Row) -> i32 {
    let mut sum = 0i32;
    for (&value, &weight) in row.iter().zip(weights) {
        let clamped = value.clamp(0, QA as i16);
        let product = clamped.wrapping_mul(weight);
        sum = sum.wrapping_add(i32::from(product) * i32::from(clamped));
    }
    sum
}
