//! The neural network that evaluates positions: its architecture and its inference.
//!
//! It is an efficiently updatable neural network (NNUE; Yu Nasu, 2018) with one hidden layer:
//!
//! ```text
//! (4 king buckets x 768 -> 256) x 2 sides -> 1, one of 8 output buckets
//! ```
//!
//! Each side sees the board from its own [`Perspective`]: from its own end, and mirrored so that its
//! king is on the files e to h. For each piece on a square there is a feature, a row of [`HIDDEN`]
//! weights, which is different for each region ([king bucket](KING_BUCKETS)) of the side's king. The
//! sum of the rows is the side's accumulator. The values of both accumulators are clamped, squared
//! (SCReLU), weighted and summed, with a set of weights for each [output bucket](output_bucket),
//! that is, by the number of pieces. All arithmetic is in integers, so every machine computes the
//! same values.
//!
//! The weights come from `scripts/workshop`, which trains them on games of the engine against
//! itself.

use std::mem::offset_of;

use movegen::chess::{Color, Piece, Square};
use zerocopy::FromBytes;

/// Values in one side's accumulator.
pub const HIDDEN: usize = 256;
/// Features per king bucket: own and opposing pieces, kinds, squares.
pub const PIECE_SQUARES: usize = 2 * 6 * 64;
/// Regions of the board; the region of the king selects the features of all pieces.
pub const KING_BUCKETS: usize = 4;
/// Features, and so rows of the first layer.
pub const FEATURES: usize = KING_BUCKETS * PIECE_SQUARES;
/// Sets of weights of the second layer.
pub const OUTPUT_BUCKETS: usize = 8;
/// The integer that represents 1.0 in the first layer (quantization).
pub const QA: i32 = 255;
/// The integer that represents 1.0 among the weights of the second layer.
pub const QB: i32 = 64;
/// Centipawns for an output of 1.0.
///
/// Lower than the scale in training: a search finds more than its network sees, so each network is
/// trained on larger scores than its predecessor gave. Without rescaling, evaluations would outgrow
/// the margins of the search, which are in centipawns too.
const SCALE: i32 = 356;
/// Bound of the weights of the second layer, so that the product with a clamped value fits into 16
/// bits.
pub const WEIGHT_LIMIT: i32 = 127;

/// A row of the first layer, or a sum of rows.
pub(crate) type Row = [i16; HIDDEN];

#[derive(FromBytes)]
#[repr(C, align(64))]
pub(crate) struct Network {
    pub(crate) rows: [Row; FEATURES],
    pub(crate) bias: Row,
    /// By output bucket, for the accumulators of the side to move and of the opponent.
    weights: [[Row; 2]; OUTPUT_BUCKETS],
    output_bias: [i32; OUTPUT_BUCKETS],
    padding: [i32; 8],
}

/// The layout of `network.bin`.
const _: () = {
    let row = size_of::<Row>();
    assert!(row == 2 * HIDDEN);
    assert!(offset_of!(Network, rows) == 0);
    assert!(offset_of!(Network, bias) == row * FEATURES);
    assert!(offset_of!(Network, weights) == row * (FEATURES + 1));
    assert!(offset_of!(Network, output_bias) == row * (FEATURES + 1 + 2 * OUTPUT_BUCKETS));
    assert!(
        offset_of!(Network, padding)
            == row * (FEATURES + 1 + 2 * OUTPUT_BUCKETS) + 4 * OUTPUT_BUCKETS
    );
};

/// The trained network, in the byte order of all supported machines.
pub(crate) static NETWORK: Network = zerocopy::transmute!(*include_bytes!("network.bin"));

#[cfg(target_endian = "big")]
compile_error!("engine/src/network.bin is little-endian");

/// How a side sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    side: Color,
    /// XOR this with a square index to flip and mirror it for this perspective.
    flip: u8,
    /// The first feature of the king's bucket.
    first_feature: u16,
}

impl Perspective {
    /// The perspective of a side whose king is on this square.
    #[inline(always)]
    pub const fn new(side: Color, king: Square) -> Perspective {
        let mirror = if king.index() % 8 < 4 { 7 } else { 0 };
        let flip = (56 * side.index()) ^ mirror;
        let king = king.index() ^ flip;
        let bucket = match (king / 8, king % 8) {
            (0, 6..) => 0,
            (0, _) => 1,
            (1, _) => 2,
            _ => 3,
        };
        Perspective {
            side,
            flip: flip as u8,
            first_feature: (bucket * PIECE_SQUARES) as u16,
        }
    }

    /// The index of the feature of a piece on a square.
    ///
    /// ```
    /// use engine::network::Perspective;
    /// use movegen::chess::{Color, Piece, PieceKind, Square};
    /// let pawn = |color| Piece { color, kind: PieceKind::Pawn };
    /// let white = Perspective::new(Color::White, Square::G1).feature(pawn(Color::White), Square::E2);
    /// let black = Perspective::new(Color::Black, Square::G8).feature(pawn(Color::Black), Square::E7);
    /// assert_eq!(black, white);
    /// let mirrored = Perspective::new(Color::White, Square::B1).feature(pawn(Color::White), Square::D2);
    /// assert_eq!(mirrored, white);
    /// let other_bucket = Perspective::new(Color::White, Square::E1).feature(pawn(Color::White), Square::E2);
    /// assert_ne!(other_bucket, white);
    /// ```
    #[inline(always)]
    pub const fn feature(self, piece: Piece, square: Square) -> usize {
        let opposing = (self.side.index() != piece.color.index()) as usize;
        let square = square.index() ^ self.flip as usize;
        self.first_feature as usize + (opposing * 6 + piece.kind.index()) * 64 + square
    }
}

/// The output bucket of a position with this many pieces, kings and pawns included.
#[inline(always)]
pub const fn output_bucket(pieces: usize) -> usize {
    let bucket = pieces.saturating_sub(1) / 4;
    if bucket < OUTPUT_BUCKETS {
        bucket
    } else {
        OUTPUT_BUCKETS - 1
    }
}

impl Network {
    /// The evaluation in centipawns, from the accumulators of the side to move and of the opponent.
    #[inline(always)]
    pub(crate) fn output(&self, own: &Row, opponent: &Row, bucket: usize) -> i32 {
        let [own_weights, opponent_weights] = &self.weights[bucket];
        let sum =
            weighted_sum(own, own_weights).wrapping_add(weighted_sum(opponent, opponent_weights));
        let total = sum / QA + self.output_bias[bucket];
        total * SCALE / (QA * QB)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// No accumulator of a legal position overflows 16 bits, and no output overflows 32.
    #[test]
    fn the_weights_cause_no_overflow() {
        for weights in &NETWORK.weights {
            let mut sum = 0i64;
            for weight in weights.iter().flatten() {
                assert!(i32::from(*weight).abs() <= WEIGHT_LIMIT);
                sum += i64::from(weight.abs()) * i64::from(QA * QA);
            }
            assert!(sum < i64::from(i32::MAX), "{sum}");
        }
        let buckets = NETWORK.rows.chunks(PIECE_SQUARES);
        for (bucket, column) in buckets.flat_map(|b| (0..HIDDEN).map(move |c| (b, c))) {
            // The largest weight on each square; at most 32 of them are added.
            let largest_on = |square: usize| {
                let rows = bucket.iter().skip(square).step_by(64);
                rows.map(|row| i64::from(row[column].abs())).max()
            };
            let mut largest: Vec<i64> = (0..64).filter_map(largest_on).collect();
            largest.sort_unstable();
            let sum: i64 = largest.iter().rev().take(32).sum();
            assert!(
                sum + i64::from(NETWORK.bias[column].abs()) < i64::from(i16::MAX),
                "{sum}"
            );
        }
    }
}
