//! The file of a network: its header, and what is checked before its weights are used.

use std::fmt::{self, Display};
use std::io;
use std::path::PathBuf;

use sha2::{Digest as _, Sha256};
use thiserror::Error;
use zerocopy::{FromBytes, FromZeros as _, Immutable, IntoBytes, KnownLayout};

use super::sizes::{HIDDEN, KING_BUCKETS, MAX_SCALE, OUTPUT_BUCKETS, PIECE_SQUARES, QA, QB};
use super::weights::{Overflow, PAYLOAD_BYTES, Weights};

/// Bytes of a network's file.
pub const FILE_BYTES: usize = size_of::<NetworkFile>();

/// The first bytes of the file.
const MAGIC: [u8; 8] = *b"CANOPYNN";
/// The version of the format.
const VERSION: u16 = 1;

#[cfg(target_endian = "big")]
compile_error!("the files of networks are little-endian");

/// The first cache line of the file. The table in the documentation of `network` describes it.
#[derive(Clone, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout)]
#[repr(C)]
pub(crate) struct Header {
    magic: [u8; 8],
    version: u16,
    architecture: Architecture,
    pub(crate) scale: u16,
    payload_bytes: u32,
    reserved: u32,
    sha256: [u8; 32],
}

/// Bytes of the header.
const HEADER_BYTES: usize = size_of::<Header>();
/// Bytes of the header before the hash.
const FIELDS: usize = HEADER_BYTES - size_of::<[u8; 32]>();

/// The sizes of a network's layers, and the numbers that represent 1.0 in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout)]
#[repr(C)]
pub struct Architecture {
    king_buckets: u16,
    piece_squares: u16,
    hidden: u16,
    output_buckets: u16,
    qa: u16,
    qb: u16,
}

impl Architecture {
    /// The only architecture that this program computes.
    pub const SUPPORTED: Architecture = Architecture {
        king_buckets: KING_BUCKETS as u16,
        piece_squares: PIECE_SQUARES as u16,
        hidden: HIDDEN as u16,
        output_buckets: OUTPUT_BUCKETS as u16,
        qa: QA as u16,
        qb: QB as u16,
    };

    const fn is_supported(self) -> bool {
        self.king_buckets as usize == KING_BUCKETS
            && self.piece_squares as usize == PIECE_SQUARES
            && self.hidden as usize == HIDDEN
            && self.output_buckets as usize == OUTPUT_BUCKETS
            && self.qa as i32 == QA
            && self.qb as i32 == QB
    }
}

impl Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Architecture {
            king_buckets,
            piece_squares,
            hidden,
            output_buckets,
            qa,
            qb,
        } = self;
        write!(
            f,
            "({king_buckets}x{piece_squares} -> {hidden})x2 -> 1x{output_buckets}, QA {qa}, QB {qb}"
        )
    }
}

/// What is wrong with a header, apart from its hash. Without data that needs to be freed, so that
/// the header of the embedded network is checked by the compiler.
enum HeaderError {
    Magic([u8; 8]),
    Version(u16),
    Architecture(Architecture),
    Scale(u16),
    PayloadBytes(u32),
    Reserved(u32),
}

impl Header {
    /// Checks everything but the hash.
    const fn check(&self) -> Result<(), HeaderError> {
        // Arrays cannot be compared at compile time.
        if u64::from_le_bytes(self.magic) != u64::from_le_bytes(MAGIC) {
            Err(HeaderError::Magic(self.magic))
        } else if self.version != VERSION {
            Err(HeaderError::Version(self.version))
        } else if !self.architecture.is_supported() {
            Err(HeaderError::Architecture(self.architecture))
        } else if self.scale == 0 || self.scale > MAX_SCALE {
            Err(HeaderError::Scale(self.scale))
        } else if self.payload_bytes as usize != PAYLOAD_BYTES {
            Err(HeaderError::PayloadBytes(self.payload_bytes))
        } else if self.reserved != 0 {
            Err(HeaderError::Reserved(self.reserved))
        } else {
            Ok(())
        }
    }

    /// The hash in hexadecimal digits.
    pub(super) fn sha256(&self) -> String {
        hexadecimal(&self.sha256)
    }
}

/// A network's file in memory.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout)]
#[repr(C, align(64))]
pub(crate) struct NetworkFile {
    pub(crate) header: Header,
    pub(crate) weights: Weights,
}

/// The trained network, part of the program as it is: nothing is computed at start-up.
pub(super) static EMBEDDED: NetworkFile = zerocopy::transmute!(*include_bytes!("../network.bin"));

/// A test checks the hash of the embedded network, the compiler checks the rest of its header.
const _: () = assert!(EMBEDDED.header.check().is_ok());

/// Why a file's content is not used as a network.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("cannot be read: {}", crate::regular_file::cause(.0.kind()))]
    Read(io::Error),
    /// Too short for a header.
    #[error("not a network: {found} bytes, shorter than a header of {HEADER_BYTES}")]
    Header {
        /// Bytes of the file.
        found: usize,
    },
    /// Begins with something else.
    #[error(
        "not a network: it begins with '{}', expected '{}'",
        found.escape_ascii(), MAGIC.escape_ascii()
    )]
    Magic {
        /// The first bytes.
        found: [u8; 8],
    },
    /// Of a version of the format that this program does not know.
    #[error("network format version {found}, expected {VERSION}")]
    Version {
        /// The version in the header.
        found: u16,
    },
    /// Of another architecture.
    #[error("network architecture {found}, expected {}", Architecture::SUPPORTED)]
    Architecture {
        /// The architecture in the header.
        found: Architecture,
    },
    /// A scale that is not allowed.
    #[error("network scale {found}, allowed are 1 to {MAX_SCALE}")]
    Scale {
        /// The scale.
        found: u16,
    },
    /// Reserved bytes of the header that are in use.
    #[error("reserved field of the network's header is {found}, expected 0")]
    Reserved {
        /// The field.
        found: u32,
    },
    /// A payload of another length.
    #[error("network payload of {found} bytes, expected {PAYLOAD_BYTES}")]
    PayloadBytes {
        /// Its length, according to the header.
        found: usize,
    },
    /// Cut off, or with something behind the payload.
    #[error("network file of {} bytes, expected {FILE_BYTES}", length(*found))]
    FileBytes {
        /// Bytes of the file; [`FILE_BYTES`] and one stands for more as well.
        found: usize,
    },
    /// Damaged.
    #[error("damaged network: its SHA-256 is {found}, its header has {expected}")]
    Hash {
        /// The hash of the content, in hexadecimal digits.
        found: String,
        /// The hash in the header.
        expected: String,
    },
    /// The weights are too large.
    #[error("network weights overflow: {0}")]
    Overflow(#[from] Overflow),
}

impl From<HeaderError> for NetworkError {
    fn from(error: HeaderError) -> NetworkError {
        match error {
            HeaderError::Magic(found) => NetworkError::Magic { found },
            HeaderError::Version(found) => NetworkError::Version { found },
            HeaderError::Architecture(found) => NetworkError::Architecture { found },
            HeaderError::Scale(found) => NetworkError::Scale { found },
            HeaderError::Reserved(found) => NetworkError::Reserved { found },
            HeaderError::PayloadBytes(found) => NetworkError::PayloadBytes {
                found: found as usize,
            },
        }
    }
}

/// Why a file is not used as a network.
#[derive(Debug, Error)]
#[error("'{}': {reason}", path.display())]
pub struct LoadError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: NetworkError,
}

impl NetworkFile {
    /// Adds a header to a payload. For errors see [`Network::new`](super::Network::new).
    pub(super) fn new(scale: u16, payload: &[u8]) -> Result<Box<NetworkFile>, NetworkError> {
        let found = payload.len();
        if found != PAYLOAD_BYTES {
            return Err(NetworkError::PayloadBytes { found });
        }
        let mut file = NetworkFile::zeroed()?;
        file.header = Header {
            magic: MAGIC,
            version: VERSION,
            architecture: Architecture::SUPPORTED,
            scale,
            payload_bytes: PAYLOAD_BYTES as u32,
            reserved: 0,
            sha256: [0; 32],
        };
        file.header.check()?;
        file.weights.as_mut_bytes().copy_from_slice(payload);
        file.header.sha256 = file.digest();
        file.weights.check_bounds(scale)?;
        Ok(file)
    }

    /// Checks and copies the content of a file. For errors see
    /// [`Network::from_bytes`](super::Network::from_bytes).
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Box<NetworkFile>, NetworkError> {
        let found = bytes.len();
        let (header, _) =
            Header::read_from_prefix(bytes).map_err(|_| NetworkError::Header { found })?;
        header.check()?;
        if found != FILE_BYTES {
            return Err(NetworkError::FileBytes { found });
        }
        let mut file = NetworkFile::zeroed()?;
        file.as_mut_bytes().copy_from_slice(bytes);
        let digest = file.digest();
        if digest != header.sha256 {
            return Err(NetworkError::Hash {
                found: hexadecimal(&digest),
                expected: header.sha256(),
            });
        }
        file.weights.check_bounds(header.scale)?;
        Ok(file)
    }

    /// A file without content, on the heap: it is too large for some stacks.
    fn zeroed() -> Result<Box<NetworkFile>, NetworkError> {
        NetworkFile::new_box_zeroed()
            .map_err(|_| NetworkError::Read(io::ErrorKind::OutOfMemory.into()))
    }

    /// The hash that belongs into the header.
    fn digest(&self) -> [u8; 32] {
        let bytes = self.as_bytes();
        Sha256::new()
            .chain_update(&bytes[..FIELDS])
            .chain_update(&bytes[HEADER_BYTES..])
            .finalize()
            .into()
    }
}

/// A length in words: [`Network::load`](super::Network::load) reads no more than one byte too many.
fn length(bytes: usize) -> String {
    if bytes > FILE_BYTES {
        format!("more than {FILE_BYTES}")
    } else {
        bytes.to_string()
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
