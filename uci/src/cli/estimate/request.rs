//! The arguments of `canopy estimate`, and a request for one game.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use gpu::DeviceChoice;
use movegen::perft::Stop;

use crate::cli::error::CliError;
use crate::cli::game_args::GameArgs;
use crate::cli::json::Line;
use crate::cli::output::{self, OutputArgs};
use crate::exit::Exit;
use crate::games::{Game, Root};
use crate::limits::{Depth, HashSize, Threads};
use crate::perft::StatisticsSource;
use crate::resources::Resources;
use crate::units::Shard;

const AFTER_HELP: &str = "\
Random lines are drawn until the interval that contains the count with a probability of 95 % is as
narrow as --rel demands, or --time is over. Exact counts at smaller depths take away most of the
error: published ones, or counted ones, for a tenth of the time. docs/estimate.md has the method.

With --out, what was drawn is stored, a killed run goes on, and all files in the folder count:
those of other shards, seeds and machines too.

Exit codes: 0 done; 2 unusable input, a failed write, no memory; 130 interrupted, the estimate is
the one so far.";

/// The arguments of `canopy estimate`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct EstimateArgs {
    /// Depth in plies
    #[arg(value_name = "DEPTH")]
    pub(super) depth: Depth,
    /// Stop when half the width of the interval is this fraction of the estimate
    #[arg(long, value_name = "FRACTION", default_value = "1e-4", value_parser = fraction)]
    pub(super) rel: f64,
    /// Stop after this time, such as 90s, 10m or 8h; 0 only adds up what --out has
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = humantime::parse_duration)]
    pub(super) time: Duration,
    /// Draw this many lines instead, rounded up to whole blocks of 64 batches
    #[arg(long, value_name = "N", conflicts_with_all = ["rel", "time"], value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) samples: Option<u64>,
    /// The seed of the random numbers; use a different seed or shard on each machine
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) seed: u64,
    /// Estimate the kinds of leaves too: captures, checks and others
    #[arg(long)]
    pub(super) stats: bool,
    /// Store what was drawn in this folder, and use what is there
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// Draw one of N equal parts, from 1/N to N/N; needs --out
    #[arg(long, value_name = "I/N", requires = "out")]
    pub(super) shard: Option<Shard>,
    /// Start from all positions after K plies [default: 4, from depth 12 on 5, fewer if there are too
    /// many]
    #[arg(long, value_name = "K", value_parser = Depth::at_least_one)]
    pub(super) split: Option<Depth>,
    /// Use exact counts up to this depth, however long that takes; 0 means none [default: published ones,
    /// others for a tenth of the time]
    #[arg(long, value_name = "L")]
    pub(super) control: Option<Depth>,
    /// Lines in a batch, the unit of the error estimate
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(16..=1 << 20))]
    pub(super) batch: u32,
    /// Where to draw lines: cpu, gpu (all GPUs), gpu:N of 'canopy devices', or auto
    #[arg(long, value_name = "DEVICE", default_value_t, conflicts_with = "stats")]
    pub(super) device: DeviceChoice,
    #[command(flatten)]
    pub(super) game: GameArgs<false>,
    /// Number of threads; 0 means one per core
    #[arg(short, long, value_name = "N", default_value_t = Threads::ONE_PER_CORE)]
    pub(super) threads: Threads,
    /// Size of the hash table in MB for exact counts; 0 means none
    #[arg(short = 'H', long, value_name = "MB", default_value_t = HashSize::DEFAULT)]
    pub(super) hash: HashSize,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

impl EstimateArgs {
    /// What exact counts may use. The seed of the random numbers is not that of their keys.
    pub(super) fn resources(&self) -> Resources {
        Resources {
            threads: self.threads,
            hash: self.hash,
            seed: 0,
        }
    }
}

/// A number above 0 and below 1.
fn fraction(text: &str) -> Result<f64, String> {
    let value = text.parse().ok();
    value
        .filter(|value| *value > 0.0 && *value < 1.0)
        .ok_or_else(|| "a fraction is a number above 0 and below 1, such as 1e-4".to_owned())
}

/// A request for one game.
pub(super) struct Request<'a, G: Game> {
    pub(super) arguments: &'a EstimateArgs,
    pub(super) root: &'a Root<G>,
    pub(super) statistics: Option<StatisticsSource<G>>,
    pub(super) started: Instant,
    pub(super) stop: Stop,
}

impl<G: Game> Request<'_, G> {
    /// The answer if not even one batch was drawn.
    pub(super) fn interrupted(&self) -> Result<Exit, CliError> {
        let exit = Exit::Interrupted;
        match self.arguments.output.json {
            true => output::print(Line::result("estimate", exit), exit),
            false => output::print("no estimate: interrupted before anything was drawn", exit),
        }
    }

    /// When the time is over; `None` with `--samples`.
    pub(super) fn deadline(&self) -> Option<Instant> {
        match self.arguments.samples {
            Some(_) => None,
            None => self.started.checked_add(self.arguments.time),
        }
    }

    /// The names of the columns; the first one has all leaves.
    pub(super) fn columns(&self) -> Vec<&'static str> {
        match &self.statistics {
            Some(source) => source.columns.to_vec(),
            None => vec!["nodes"],
        }
    }
}
