//! The arguments of `canopy verify`.

use std::hash::{BuildHasher as _, RandomState};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::cli::output::OutputArgs;
use crate::limits::{HashSize, Threads};

const AFTER_HELP: &str = "\
The arithmetic is checked at once: everything must follow from the numbers of the parts. Then parts are
drawn at random and counted again: units of an exact count and batches of an estimate with another
kernel, if there is one, and slices of different positions with whole positions instead of keys.

Exit codes: 0 everything agrees; 1 a number is wrong; 2 no certificate, or nothing was counted in
time; 130 interrupted.";

/// The arguments of `canopy verify`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct VerifyArgs {
    /// The certificate that --certificate of perft, merge, estimate or unique has written
    pub(super) file: PathBuf,
    /// Count this many units, batches or slices again; 0 checks the arithmetic only [default: as many as --minutes
    /// allows, or --memory for slices]
    #[arg(long, value_name = "N")]
    pub(super) units: Option<usize>,
    /// Stop counting after this many minutes, once there is a unit; slices are counted in one pass, or not at all
    #[arg(long, value_name = "MINUTES", default_value_t = 1.0, value_parser = minutes)]
    pub(super) minutes: f64,
    /// The seed that draws units and hash keys [default: a random one]
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    /// Number of threads; 0 means one per core
    #[arg(short, long, value_name = "N", default_value_t = Threads::ONE_PER_CORE)]
    pub(super) threads: Threads,
    /// Size of the hash table in MB, which all units share; 0 means none
    #[arg(short = 'H', long, value_name = "MB", default_value_t = HashSize::DEFAULT)]
    pub(super) hash: HashSize,
    /// Memory for positions in MB, for a certificate of canopy unique
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = clap::value_parser!(u32).range(1..=16_777_216))]
    pub(super) memory: u32,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

impl VerifyArgs {
    /// The seed that draws.
    pub(super) fn chosen_seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| RandomState::new().hash_one(0))
    }

    /// The time for counting.
    pub(super) fn limit(&self) -> Duration {
        Duration::from_secs_f64(self.minutes * 60.0)
    }
}

fn minutes(text: &str) -> Result<f64, String> {
    let minutes: Option<f64> = text.parse().ok();
    let minutes = minutes.filter(|minutes| (0.0..=1e6).contains(minutes));
    minutes.ok_or_else(|| "a number of minutes from 0 to 1000000, such as 0.5".to_owned())
}
