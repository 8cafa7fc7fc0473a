//! A kernel under test: every node two plies above the leaves is counted twice.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Kernel, MAX_DEPTH};
use crate::chess::Position;
use crate::perft::{Counter, Stop};

/// The first position on which the kernel and the legal generator disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The position.
    pub position: Position,
    /// The leaves two plies below it, counted by the kernel.
    pub kernel: u64,
    /// The same, counted by making each move and listing the replies.
    pub plain: u64,
}

/// Compares a kernel with the legal generator at every node two plies above the leaves. The first
/// difference stops the count.
///
/// ```
/// use movegen::chess::{Kernel, Position, Verified};
/// use movegen::perft::{Counter, Stop};
/// let verified = Verified::new(Kernel::best());
/// assert_eq!(verified.leaves(&Position::startpos(), 4, &Stop::new()), Some(197_281));
/// assert_eq!((verified.nodes(), verified.difference()), (400, None));
/// ```
#[derive(Debug)]
pub struct Verified {
    kernel: Kernel,
    nodes: AtomicU64,
    difference: OnceLock<Difference>,
}

impl Verified {
    /// Verifies this kernel.
    pub fn new(kernel: Kernel) -> Verified {
        Verified {
            kernel,
            nodes: AtomicU64::new(0),
            difference: OnceLock::new(),
        }
    }

    /// The number of nodes compared so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The first difference found, if any.
    pub fn difference(&self) -> Option<&Difference> {
        self.difference.get()
    }

    fn compare(&self, position: &Position, stop: &Stop) -> Option<u64> {
        let kernel = self.kernel.leaves(position, 2, stop)?;
        let children = position.legal_moves().into_iter();
        let plain = children
            .map(|mv| position.play(mv).legal_moves().len() as u64)
            .sum();
        self.nodes.fetch_add(1, Ordering::Relaxed);
        if kernel != plain {
            // If another thread was first, its difference is kept: one is enough.
            let _ = self.difference.set(Difference {
                position: *position,
                kernel,
                plain,
            });
            stop.stop();
            return None;
        }
        Some(plain)
    }
}

impl Counter<Position> for Verified {
    type Tally = u128;

    const MAX_DEPTH: u32 = MAX_DEPTH;

    fn leaves(&self, position: &Position, depth: u32, stop: &Stop) -> Option<u64> {
        match depth {
            0 | 1 => self.kernel.leaves(position, depth, stop),
            2 => self.compare(position, stop),
            _ => position.legal_moves().into_iter().try_fold(0, |sum, mv| {
                Some(sum + self.leaves(&position.play(mv), depth - 1, stop)?)
            }),
        }
    }
}
