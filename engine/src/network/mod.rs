//! The neural network that evaluates positions: its architecture, its file and its inference.
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
//! The weights of the embedded network come from `scripts/workshop`, which trains them on games of
//! the engine against itself. [`Network::load`] reads others from a file.
//!
//! # The file
//!
//! All numbers are little-endian. The header takes one cache line, so that the weights stay aligned:
//!
//! | offset | bytes | content |
//! |---|---|---|
//! | 0 | 8 | `CANOPYNN` |
//! | 8 | 2 | version of the format: 1. It stands for the regions of the king buckets, the bounds of the output buckets, and the activation (SCReLU) too |
//! | 10 | 2 | [`KING_BUCKETS`] |
//! | 12 | 2 | [`PIECE_SQUARES`] |
//! | 14 | 2 | [`HIDDEN`] |
//! | 16 | 2 | [`OUTPUT_BUCKETS`] |
//! | 18 | 2 | [`QA`] |
//! | 20 | 2 | [`QB`] |
//! | 22 | 2 | the scale: centipawns for an output of 1.0, from 1 to [`MAX_SCALE`] |
//! | 24 | 4 | length of the payload: [`PAYLOAD_BYTES`] |
//! | 28 | 4 | 0 |
//! | 32 | 32 | SHA-256 of all other bytes of the file, in their order |
//! | 64 | | the payload |
//!
//! The payload has 16-bit integers: the rows of the first layer by king bucket, piece, and square;
//! its bias; the weights of the second layer by output bucket, for the accumulators of the side to
//! move and of the opponent. Then follow 32-bit integers, the bias of the second layer by output
//! bucket, and zeros up to a whole number of cache lines.

mod features;
mod file;
mod sizes;
mod weights;

use std::fmt::{self, Debug};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use zerocopy::IntoBytes;

pub use self::features::{Perspective, output_bucket};
pub use self::file::FILE_BYTES;
pub(crate) use self::file::NetworkFile;
pub use self::file::{Architecture, LoadError, NetworkError};
pub use self::sizes::{
    FEATURES, HIDDEN, KING_BUCKETS, MAX_SCALE, OUTPUT_BUCKETS, PIECE_SQUARES, QA, QB, WEIGHT_LIMIT,
};
pub use self::weights::{Overflow, PAYLOAD_BYTES};
pub(crate) use self::weights::{Row, Weights};

/// A network that evaluates positions: the embedded one, which is the default, or one from a file.
///
/// A network that exists causes no overflow in any position with at most 32 pieces. Clones share
/// their weights.
#[derive(Clone, Default)]
pub struct Network {
    /// `None` for the embedded network, which needs no memory and no start-up time.
    loaded: Option<Arc<NetworkFile>>,
}

impl Network {
    /// A network of these weights, the payload of its file, with a scale in centipawns for an output
    /// of 1.0.
    ///
    /// # Errors
    /// [`NetworkError`] if the payload has a wrong length, or if the scale or the weights could
    /// cause an overflow.
    ///
    /// ```
    /// use engine::network::{Network, PAYLOAD_BYTES};
    ///
    /// let network = Network::new(400, &[0; PAYLOAD_BYTES]).unwrap();
    /// let queen_ahead = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse().unwrap();
    /// assert_eq!(network.evaluate(&queen_ahead), 0);
    /// assert_eq!(Network::from_bytes(network.as_bytes()).unwrap(), network);
    /// ```
    pub fn new(scale: u16, payload: &[u8]) -> Result<Network, NetworkError> {
        let loaded = Some(Arc::from(NetworkFile::new(scale, payload)?));
        Ok(Network { loaded })
    }

    /// The network of a file with this content. Takes some milliseconds.
    ///
    /// # Errors
    /// [`NetworkError`] if the content is not that of a network's file, if the network has another
    /// architecture, if the file is damaged, or if the weights could cause an overflow.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let loaded = Some(Arc::from(NetworkFile::from_bytes(bytes)?));
        Ok(Network { loaded })
    }

    /// Reads a network from a file. Never reads more than [`FILE_BYTES`] and one byte.
    ///
    /// # Errors
    /// [`LoadError`] names the file and the reason: the file cannot be read, or
    /// [`from_bytes`](Network::from_bytes) refuses its content.
    pub fn load(path: &Path) -> Result<Network, LoadError> {
        let read = || {
            let mut bytes = Vec::new();
            let file = crate::regular_file::open(path)?;
            file.take(FILE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        let network = read()
            .map_err(NetworkError::Read)
            .and_then(|bytes| Network::from_bytes(&bytes));
        network.map_err(|reason| LoadError {
            path: path.to_owned(),
            reason,
        })
    }

    /// The content of the network's file.
    pub fn as_bytes(&self) -> &[u8] {
        self.file().as_bytes()
    }

    /// Whether this is the network that is part of the program.
    pub fn is_embedded(&self) -> bool {
        self.loaded.is_none()
    }

    /// The SHA-256 of the file's header, in hexadecimal digits. It identifies the network.
    pub fn sha256(&self) -> String {
        self.file().header.sha256()
    }

    pub(crate) fn file(&self) -> &NetworkFile {
        self.loaded.as_deref().unwrap_or(&file::EMBEDDED)
    }
}

/// Networks are equal if their hashes are.
impl PartialEq for Network {
    fn eq(&self, other: &Network) -> bool {
        self.file().header == other.file().header
    }
}

impl Eq for Network {}

impl Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network")
            .field("sha256", &self.sha256())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
