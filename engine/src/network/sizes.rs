//! The sizes and scales of a network.

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
/// Bound of the weights of the second layer, so that the product with a clamped value fits into 16
/// bits.
pub const WEIGHT_LIMIT: i32 = 127;
/// The largest scale of a network, in centipawns for an output of 1.0.
pub const MAX_SCALE: u16 = 1000;
