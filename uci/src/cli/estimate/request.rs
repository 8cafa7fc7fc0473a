//! The arguments of `canopy estimate`, and a request for one game.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use gpu::DeviceChoice;
use movegen::perft::Stop;
use movegen::perft::estimate::Plan;

use super::store::BATCHES;
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
    /// Write a certificate of the estimate, which canopy verify checks
    #[arg(long, value_name = "FILE")]
    pub(super) certificate: Option<PathBuf>,
    /// Start from all positions after K plies [default: 4, from depth 12 on 5, fewer for a --rel of 2e-3 or
    /// more, or if they take more than --memory]
    #[arg(long, value_name = "K", value_parser = Depth::at_least_one)]
    pub(super) split: Option<Depth>,
    /// Use exact counts up to this depth, however long that takes; 0 means none [default: published ones,
    /// others for a tenth of the time]
    #[arg(long, value_name = "L")]
    pub(super) control: Option<Depth>,
    /// Memory for these positions in MB
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub(super) memory: u32,
    /// Lines in a batch, the unit of the error estimate [default: 4096, without --out fewer for a --rel above 1e-3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(16..=1 << 20))]
    batch: Option<u32>,
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

/// Lines in a batch.
const BATCH: u32 = 4096;

/// The fewest lines in a batch that is chosen for a coarse estimate.
const SMALL_BATCH: u32 = 64;

/// The deviation of the estimate of one line is about this fraction of the count.
const DEVIATION: f64 = 0.25;

impl EstimateArgs {
    /// Whether what is drawn may depend on the precision: not if other commands go on with it.
    fn is_planned_by_precision(&self) -> bool {
        self.out.is_none() && self.samples.is_none()
    }

    /// Lines in a batch: enough for the first block of 64 batches to reach a coarse goal, as a rule.
    pub(super) fn batch(&self) -> u32 {
        let planned = || {
            let lines = (1.96 * DEVIATION / self.rel).powi(2);
            let batch = (lines / BATCHES as f64).min(f64::from(BATCH)) as u32;
            batch.next_power_of_two().max(SMALL_BATCH)
        };
        self.batch
            .unwrap_or_else(|| match self.is_planned_by_precision() {
                true => planned(),
                false => BATCH,
            })
    }

    /// What is drawn.
    pub(super) fn plan(&self) -> Plan {
        let mut plan = Plan::new(self.depth.plies()).memory((self.memory as usize) << 20);
        if self.is_planned_by_precision() {
            plan = plan.precision(self.rel);
        }
        match self.split {
            Some(split) => plan.split(split.plies()),
            None => plan,
        }
    }

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

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        estimate: EstimateArgs,
    }

    fn batch(flags: &str) -> u32 {
        let words = ["estimate", "12"]
            .into_iter()
            .chain(flags.split_whitespace());
        Command::parse_from(words).estimate.batch()
    }

    #[test]
    fn a_coarse_goal_gets_small_batches() {
        assert_eq!(batch(""), BATCH);
        assert_eq!(batch("--rel 1e-3"), BATCH);
        assert_eq!(batch("--rel 2e-3"), 1024);
        assert_eq!(batch("--rel 1e-2"), SMALL_BATCH);
        assert_eq!(batch("--rel 0.9"), SMALL_BATCH);
        assert_eq!(batch("--rel 1e-2 --batch 100"), 100);
    }

    #[test]
    fn stored_and_counted_lines_do_not_depend_on_the_precision() {
        assert_eq!(batch("--rel 1e-2 --out somewhere"), BATCH);
        assert_eq!(batch("--samples 1000"), BATCH);
        let plan = |flags: &str| {
            let words = ["estimate", "12"]
                .into_iter()
                .chain(flags.split_whitespace());
            Command::parse_from(words).estimate.plan()
        };
        assert_eq!(plan("--rel 1e-2 --out somewhere"), plan("--out somewhere"));
        assert_ne!(plan("--rel 1e-2"), plan(""));
    }
}
