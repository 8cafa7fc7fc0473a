//! `canopy perft`: counts the tree below a position of any game, with time, speed and progress on
//! standard error.

mod checkpoint;
mod count;
mod details;
mod features;
pub(super) mod formats;
pub(super) mod game_args;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use count::{Failure, Request};
use formats::{Format, Layout};
use game_args::GameArgs;
use movegen::perft::Stop;

use super::exit::{self, Exit};
use super::output::OutputArgs;
use super::progress_bar::stop_on_interrupt;
use crate::limits::{Depth, HashSize, Threads};
use crate::report::{self, Digits};

const AFTER_HELP: &str = "\
Exit codes: 0 done; 1 --verify or --diagnose found a disagreement, or a count differs from a
published one; 2 unusable input, a failed write, or no memory; 130 interrupted.";

/// The arguments of `canopy perft`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct PerftArgs {
    /// Depth of the count in plies
    #[arg(value_name = "DEPTH")]
    depth: Depth,
    #[command(flatten)]
    game: GameArgs<true>,
    /// Number of threads; 0 means one per core
    #[arg(short, long, value_name = "N", default_value_t = Threads::ONE_PER_CORE)]
    threads: Threads,
    /// Size of the hash table in MB; 0 means none, which is the default with --verify and --no-bulk
    #[arg(
        short = 'H',
        long,
        value_name = "MB",
        default_value_t = HashSize::DEFAULT,
        default_value_ifs = [("verify", "true", "0"), ("no_bulk", "true", "0")],
    )]
    hash: HashSize,
    /// Choose other hash keys, to repeat a count with other key collisions
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Make every move, including the last ones, instead of counting them
    #[arg(long, conflicts_with = "kernel")]
    no_bulk: bool,
    /// Count the kinds of leaves at every depth: captures, en passant, castling, promotions, checks
    /// and double checks (with and without mates), discovered checks, mates, stalemates
    ///
    /// On a terminal the columns are split into blocks that fit its width; a file or a pipe, such as
    /// `| less -S`, gets all of them in one table.
    #[arg(long)]
    stats: bool,
    /// Below the table of --stats, list the variants of the count that have this wrong total
    ///
    /// The variants are the counts of programs with common mistakes: a kind of leaf missing or counted
    /// twice, interior nodes, mates as leaves, another depth, a rule missing, an overflow. A variant
    /// with the same number may be a coincidence.
    #[arg(long, value_name = "TOTAL")]
    diagnose: Option<u128>,
    /// Print the counter, threads and hash table use, and the chance of a false hit, on standard error
    #[arg(long)]
    verbose: bool,
    /// Store what is counted in this folder; if it holds a part of this count, count the rest
    ///
    /// A process that is killed loses a few seconds of each thread. canopy units has the same for
    /// several machines.
    #[arg(long, value_name = "DIR", conflicts_with_all = [
        "no_bulk", "diagnose", "verbose", "san", "sort", "divide_depth", "verify", "last",
    ])]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
    /// Output format
    #[arg(long, value_parser = formats::parser(), default_value = formats::DEFAULT)]
    format: &'static dyn Format,
    /// Write moves in SAN; csv and json then have both notations
    #[arg(long)]
    san: bool,
    /// Order of the moves
    #[arg(long, value_enum, default_value_t = Order::Report)]
    sort: Order,
    /// Divide by the first K moves of each line: below each move its replies, and so on
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    divide_depth: u8,
}

/// The order of the moves of a divide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Order {
    /// As Stockfish's `go perft`
    Report,
    /// By the text of the move
    Move,
    /// The largest count first
    Count,
}

impl PerftArgs {
    /// Whether kinds of leaves are counted.
    fn wants_statistics(&self) -> bool {
        self.stats || self.diagnose.is_some()
    }

    /// How failures are reported: `--format json` is another way to write `--json`.
    fn failures(&self) -> OutputArgs {
        OutputArgs {
            json: self.output.json || self.format.name() == formats::JSON,
        }
    }

    fn request<'a>(&self, stop: &'a Stop, out: &'a mut dyn Write) -> Request<'a> {
        let format = match self.output.json {
            true => self.format.as_json(),
            false => None,
        };
        Request {
            depth: self.depth.plies(),
            threads: self.threads,
            hash: self.hash,
            seed: self.seed,
            each_move: self.no_bulk,
            format: format.unwrap_or(self.format),
            layout: Layout {
                san: self.san,
                digits: Digits::of_stdout(),
                width: report::stdout_width(),
            },
            order: self.sort,
            plies: u32::from(self.divide_depth),
            statistics: self.wants_statistics(),
            claimed: self.diagnose,
            verbose: self.verbose,
            stop,
            out,
        }
    }
}

/// Runs the command.
pub fn run(arguments: &PerftArgs) -> Exit {
    run_with(arguments, stop_on_interrupt, &mut io::stdout())
}

/// Runs the command with another output. `stop` is called once the arguments are accepted.
fn run_with(arguments: &PerftArgs, stop: impl FnOnce() -> Stop, out: &mut dyn Write) -> Exit {
    let output = arguments.failures();
    let statistics = arguments.wants_statistics();
    if let Some(reason) = features::refusal(&arguments.game, arguments.format, statistics) {
        return output.failed("perft", reason);
    }
    let stop = stop();
    if let Some(folder) = &arguments.checkpoint {
        return match checkpoint::run(arguments, folder, &stop, out) {
            Ok(exit) => exit,
            Err(checkpoint::CheckpointError::Output(error)) => exit::output_failed(&error),
            Err(error) => output.failed("perft", error),
        };
    }
    match arguments.game.run(&mut arguments.request(&stop, out)) {
        Ok(exit) => exit,
        Err(Failure::Output(error)) => exit::output_failed(&error),
        Err(Failure::Position(error)) => output.failed("perft", error),
        Err(Failure::Perft(error)) => output.failed("perft", error),
    }
}
