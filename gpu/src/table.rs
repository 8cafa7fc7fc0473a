//! Hash tables of a device: one for each remaining depth, and one to find equal positions of a level.
//!
//! A place in a table is selected by one hash of the position and verified by another, independent one of 64
//! bits, from a strongly universal family. So a probe finds the count of another position with a probability of
//! at most 2^-64, whatever the positions are, over the choice of the seed.

use movegen::random::Random;
use zerocopy::IntoBytes;

use crate::backend::{Backend, DeviceError};

/// The words of random keys that the kernels expect.
const KEY_WORDS: usize = 14;

/// Bytes of an entry: the check word and the count.
const ENTRY: usize = 16;

/// The most places of a table in bits: a number of a place has 32 bits.
const MAX_BITS: u32 = 31;

/// Memory for the table of a depth is one half of that of the depth below.
const LEAST_DEPTH: u32 = 2;

/// What is hashed with which keys.
pub(crate) struct Tables<B> {
    /// Random keys of the hash functions.
    pub keys: B,
    /// Where positions of a level meet the equal ones.
    pub places: B,
    /// The number of these places, in bits.
    pub place_bits: u32,
    /// By remaining depth, from two on: the table and its number of entries in bits; no bits without a table.
    counts: Vec<(B, u32)>,
    /// In place of a missing table.
    none: B,
}

impl<B> Tables<B> {
    /// Allocates a place for each of `positions`, and tables of together about `bytes` for the depths up to `depth`.
    ///
    /// # Errors
    /// [`DeviceError::OutOfMemory`] if the device has less.
    pub(crate) fn allocate<A: Backend<Buffer = B>>(
        backend: &A,
        seed: u64,
        depth: u32,
        positions: u32,
        bytes: usize,
    ) -> Result<Tables<B>, DeviceError> {
        let mut random = Random::new(Random::new(seed).next());
        let words: Vec<u64> = (0..KEY_WORDS).map(|_| random.next()).collect();
        let keys = backend.allocate(8 * KEY_WORDS)?;
        backend.write(&keys, words.as_bytes())?;
        let place_bits = (positions.max(2) - 1).ilog2() + 1;
        let mut counts = Vec::new();
        for above in 0..(depth + 1).saturating_sub(LEAST_DEPTH) {
            let entries = (bytes / ENTRY) >> (above + 1);
            let bits = entries.checked_ilog2().unwrap_or(0).min(MAX_BITS);
            if bits == 0 {
                break;
            }
            counts.push((backend.allocate(ENTRY << bits)?, bits));
        }
        Ok(Tables {
            keys,
            places: backend.allocate(4 << place_bits)?,
            place_bits,
            counts,
            none: backend.allocate(8)?,
        })
    }

    /// The table of a remaining depth, and its number of entries in bits.
    pub(crate) fn at(&self, depth: u32) -> (&B, u32) {
        match self.counts.get((depth - LEAST_DEPTH) as usize) {
            Some((table, bits)) => (table, *bits),
            None => (&self.none, 0),
        }
    }
}
