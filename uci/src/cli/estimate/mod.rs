//! `canopy estimate`: the number of leaves at depths that take too long to count, with an interval.

mod answer;
mod controls;
mod exact;
mod sampling;
mod store;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use gpu::DeviceChoice;
use movegen::perft::estimate::{Control, CountTail, Plan, Sampler, SamplerError, Tail};
use movegen::perft::{Counter, Stop};

use super::exit::{self, Exit};
use super::json::{Line, Status};
use super::notes::note;
use super::output::{self, OutputArgs};
use super::perft::game_args::GameArgs;
use super::progress_bar::stop_on_interrupt;
use crate::devices::DeviceRequest;
use crate::games::{CounterVisitor, Game, Root, StatisticsSource, Verification};
use crate::limits::{Depth, HashSize, Threads};
use crate::units::Shard;
use answer::Answer;
use sampling::Sampling;

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
    depth: Depth,
    /// Stop when half the width of the interval is this fraction of the estimate
    #[arg(long, value_name = "FRACTION", default_value = "1e-4", value_parser = fraction)]
    rel: f64,
    /// Stop after this time, such as 90s, 10m or 8h; 0 only adds up what --out has
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = humantime::parse_duration)]
    time: Duration,
    /// Draw this many lines instead, rounded up to whole blocks of 64 batches
    #[arg(long, value_name = "N", conflicts_with_all = ["rel", "time"], value_parser = clap::value_parser!(u64).range(1..))]
    samples: Option<u64>,
    /// The seed of the random numbers; other machines need other seeds or shards
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Estimate the kinds of leaves too: captures, checks and others
    #[arg(long)]
    stats: bool,
    /// Store what was drawn in this folder, and use what is there
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Draw one of N equal parts: 1/N to N/N
    #[arg(long, value_name = "I/N", requires = "out")]
    shard: Option<Shard>,
    /// Start from all positions after K plies [default: 4, from depth 12 on 5, fewer if there are too
    /// many]
    #[arg(long, value_name = "K", value_parser = Depth::at_least_one)]
    split: Option<Depth>,
    /// Use exact counts up to this depth, whatever they cost; 0 means none [default: published ones,
    /// others for a tenth of the time]
    #[arg(long, value_name = "L")]
    control: Option<Depth>,
    /// Lines in a batch, the unit of the error estimate
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(16..=1 << 20))]
    batch: u32,
    /// Where to draw lines: cpu, gpu (all GPUs), gpu:N of 'canopy devices', or auto
    #[arg(long, value_name = "DEVICE", default_value_t, conflicts_with = "stats")]
    device: DeviceChoice,
    #[command(flatten)]
    game: GameArgs<false>,
    /// Number of threads; 0 means one per core
    #[arg(short, long, value_name = "N", default_value_t = Threads::ONE_PER_CORE)]
    threads: Threads,
    /// Size of the hash table in MB for exact counts; 0 means none
    #[arg(short = 'H', long, value_name = "MB", default_value_t = HashSize::DEFAULT)]
    hash: HashSize,
    #[command(flatten)]
    output: OutputArgs,
}

/// A number above 0 and below 1.
fn fraction(text: &str) -> Result<f64, String> {
    let value = text.parse().ok();
    value
        .filter(|value| *value > 0.0 && *value < 1.0)
        .ok_or_else(|| "a fraction is a number above 0 and below 1, such as 1e-4".to_owned())
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error("{0}")]
    Position(String),
    #[error("{0}")]
    Device(String),
    #[error("--stats does not go with --game {0}: it has no statistics")]
    Statistics(&'static str),
    #[error("{0}; without --split, or with a smaller one, the plies are chosen to fit")]
    Split(SamplerError),
    #[error(transparent)]
    Sampler(SamplerError),
    #[error(transparent)]
    Perft(#[from] movegen::perft::PerftError),
    #[error(transparent)]
    Store(#[from] store::StoreError),
    #[error("nothing was drawn: --time 0 needs a folder with results of this estimate")]
    Nothing,
    #[error("standard output: {0}")]
    Output(std::io::Error),
}

/// Runs the command.
pub fn run(arguments: &EstimateArgs) -> Exit {
    if let Some(reason) = arguments.game.misplaced() {
        return arguments.output.failed("estimate", reason);
    }
    match arguments.game.estimate(arguments) {
        Ok(exit) => exit,
        Err(error) => arguments.output.failed("estimate", error),
    }
}

/// A request for one game.
pub(super) struct Request<'a, G: Game> {
    arguments: &'a EstimateArgs,
    root: &'a Root<G>,
    statistics: Option<StatisticsSource<G>>,
    started: Instant,
    stop: Stop,
}

/// Reads the position's remarks, and estimates.
pub(super) fn of_game<G: Game>(root: &Root<G>, arguments: &EstimateArgs) -> Result<Exit, Failure> {
    root.remarks.iter().for_each(note);
    let statistics = match (arguments.stats, G::STATISTICS) {
        (true, None) => return Err(Failure::Statistics(G::NAME)),
        (true, source) => source,
        (false, _) => None,
    };
    let request = Request {
        arguments,
        root,
        statistics,
        started: Instant::now(),
        stop: stop_on_interrupt(),
    };
    G::with_counter(G::fastest(), request)
}

impl<G: Game> CounterVisitor<G> for Request<'_, G> {
    type Output = Result<Exit, Failure>;

    fn visit<C: Counter<G, Tally = u128>>(
        self,
        counter: &C,
        _verification: &dyn Fn() -> Option<Verification>,
    ) -> Self::Output {
        let arguments = self.arguments;
        let mut plan = Plan::new(arguments.depth.plies());
        if let Some(split) = arguments.split {
            plan = plan.split(split.plies());
        }
        let sampler = match Sampler::new(&self.root.position, &plan, counter, &self.stop) {
            Ok(sampler) => sampler,
            Err(SamplerError::Stopped) => return self.interrupted(),
            Err(SamplerError::Ends { .. }) => return exact::run(&self, counter),
            Err(SamplerError::Shallow { .. }) if arguments.split.is_none() => {
                return exact::run(&self, counter);
            }
            Err(error @ SamplerError::Shallow { .. }) => return Err(Failure::Split(error)),
            Err(error @ SamplerError::Overflow) => return Err(Failure::Sampler(error)),
        };
        let controls = controls::find(&self, &sampler, counter)?;
        if self.stop.is_stopped() {
            return self.interrupted();
        }
        let plain = CountTail::new(counter);
        match &self.statistics {
            None => self.draw(&sampler, &plain, controls),
            Some(source) => {
                let tail = StatisticsTail {
                    source,
                    plain: &plain,
                    never: Stop::new(),
                };
                self.draw(&sampler, &tail, controls)
            }
        }
    }
}

impl<G: Game> Request<'_, G> {
    fn draw<L: Tail<G>>(
        &self,
        sampler: &Sampler<G>,
        tail: &L,
        controls: Vec<Control>,
    ) -> Result<Exit, Failure> {
        let arguments = self.arguments;
        let request = DeviceRequest {
            choice: arguments.device,
            threads: arguments.threads,
            ..DeviceRequest::cpu()
        };
        let walker = G::walker_on(&request).map_err(Failure::Device)?;
        let mut sampling = Sampling::new(self, sampler, tail, walker.as_deref(), controls)?;
        sampling.run()?;
        for remark in walker.iter().flat_map(|walker| walker.take_remarks()) {
            note(format_args!("canopy: warning: {remark}"));
        }
        Answer::new(self, &sampling).print()
    }

    /// The answer if not even one batch was drawn.
    fn interrupted(&self) -> Result<Exit, Failure> {
        let (status, json) = (Status::Interrupted, self.arguments.output.json);
        exit::remark("interrupted before anything was drawn");
        if !json {
            return Ok(status.exit());
        }
        Ok(output::print(
            Line::result("estimate", &status),
            status.exit(),
        ))
    }

    /// When the time is over; `None` with `--samples`.
    fn deadline(&self) -> Option<Instant> {
        match self.arguments.samples {
            Some(_) => None,
            None => self.started.checked_add(self.arguments.time),
        }
    }

    /// The names of the columns; the first one has all leaves.
    fn columns(&self) -> Vec<&'static str> {
        match &self.statistics {
            Some(source) => source.columns.iter().map(|column| column.name).collect(),
            None => vec!["nodes"],
        }
    }
}

/// The plies that the statistics of a line are counted for: fewer would miss most of the rare kinds.
const STATISTICS_PLIES: u32 = 2;

/// Counts the kinds of leaves at the end of a line.
struct StatisticsTail<'a, G: Game, L> {
    source: &'a StatisticsSource<G>,
    plain: &'a L,
    never: Stop,
}

impl<G: Game, L: Tail<G>> Tail<G> for StatisticsTail<'_, G, L> {
    fn plies(&self) -> u32 {
        STATISTICS_PLIES
    }

    fn columns(&self) -> usize {
        self.source.columns.len()
    }

    fn count(&self, tree: &G, columns: &mut [f64]) {
        (self.source.leaves)(tree, STATISTICS_PLIES, &self.never, columns);
    }

    fn nearer(&self, tree: &G, plies: u32) -> u64 {
        self.plain.nearer(tree, plies)
    }
}
