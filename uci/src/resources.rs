//! What a count may use.

use clap::Args;
use movegen::perft::Perft;

use crate::limits::{HashSize, Threads};

/// The threads and the hash table of a count, and the seed of its hash keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct Resources {
    /// Number of threads; 0 means one per core
    #[arg(short, long, value_name = "N", default_value_t = Threads::ONE_PER_CORE)]
    pub threads: Threads,
    /// Size of the hash table in MB; 0 means none
    #[arg(short = 'H', long, value_name = "MB", default_value_t = HashSize::DEFAULT)]
    pub hash: HashSize,
    /// Seed of the hash keys; results with two seeds confirm each other
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
}

impl Resources {
    /// A count of `depth` plies with these resources.
    pub fn perft(&self, depth: u32) -> Perft {
        Perft::new(depth)
            .threads(self.threads.count())
            .hash_mb(self.hash.megabytes())
            .seed(self.seed)
    }
}
