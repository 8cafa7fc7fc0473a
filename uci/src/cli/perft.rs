//! `canopy perft`: the divide of one position, with time, speed and progress on standard error.

mod divide;
mod statistics;
mod words;

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use divide::Failure;
use movegen::chess::Kernel;

use super::position::PositionArgs;
use super::speed::{Counting, Method};
use super::{kernel_help, output_failed};
use crate::plan::{DEFAULT_HASH_MB, PerftPlan, thread_count};
use crate::report;

/// The arguments of `canopy perft`.
#[derive(Debug, Args)]
pub struct PerftArgs {
    /// How many plies deep to count
    #[arg(value_name = "DEPTH")]
    depth: u8,
    #[command(flatten)]
    position: PositionArgs,
    /// Threads to count with; 0 means one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=1024))]
    threads: u16,
    /// Size of a table of positions already counted, in MB; 0 means none, as do --verify and
    /// --no-bulk unless a size is given with them
    #[arg(
        long,
        value_name = "MB",
        default_value_t = DEFAULT_HASH_MB,
        default_value_ifs = [("verify", "true", "0"), ("no_bulk", "true", "0")],
        value_parser = clap::value_parser!(u32).range(..=1_048_576)
    )]
    hash: u32,
    /// Chooses the keys of the table: a second run with other keys has other accidents
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[arg(long, value_name = "NAME", default_value = "auto", help = kernel_help())]
    kernel: Kernel,
    /// Compare every count two plies above the leaves with the plain move generator
    #[arg(long, conflicts_with = "no_bulk")]
    verify: bool,
    /// Make every move, the last ones too, instead of counting them
    #[arg(long, conflicts_with = "kernel")]
    no_bulk: bool,
    /// Count what kinds of leaves there are at every depth: captures, en passant, castling,
    /// promotions, checks (with and without mates), discovered, double, mates, stalemates
    #[arg(long, conflicts_with_all = ["verify", "no_bulk", "kernel", "hash", "seed", "verbose"])]
    stats: bool,
    /// Name the kind of leaf that somebody's wrong total lacks or has too many of, below the table
    /// of --stats
    #[arg(long, value_name = "TOTAL", conflicts_with_all = ["verify", "no_bulk", "kernel", "hash", "seed", "verbose"])]
    diagnose: Option<u128>,
    /// Say on standard error what was used, and how far the table can be trusted
    #[arg(long)]
    verbose: bool,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Stockfish)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// As Stockfish's `go perft`
    Stockfish,
    /// One JSON object, counts as strings (they may exceed what JSON numbers hold)
    Json,
}

impl PerftArgs {
    /// Whether kinds of leaves are counted.
    fn wants_statistics(&self) -> bool {
        self.stats || self.diagnose.is_some()
    }

    fn method(&self) -> Method {
        if self.wants_statistics() {
            return Method {
                counting: Counting::Categories,
                threads: thread_count(usize::from(self.threads)),
                hash_mb: 0,
            };
        }
        let counting = match (self.no_bulk, self.verify) {
            (true, _) => Counting::EachMove,
            (_, true) => Counting::Verified(self.kernel),
            _ => Counting::Bulk(self.kernel),
        };
        Method {
            counting,
            threads: thread_count(usize::from(self.threads)),
            hash_mb: self.hash as usize,
        }
    }
}

/// Runs the command.
pub fn run(arguments: &PerftArgs) -> ExitCode {
    let position = match arguments.position.read() {
        Ok(position) => position,
        Err(code) => return code,
    };
    let method = arguments.method();
    let plan = PerftPlan {
        position,
        depth: u32::from(arguments.depth),
        roots: None,
        threads: method.threads,
        hash_mb: method.hash_mb,
        seed: arguments.seed,
        style: report::castling_style(arguments.position.chess960),
    };
    if report::mixes_notations(&plan.position, plan.style) {
        eprintln!(
            "canopy: castling of a Chess960 position is written king takes rook; --chess960 writes all castling so"
        );
    }
    let result = if arguments.wants_statistics() {
        statistics::run(&plan, &method, arguments.format, arguments.diagnose)
    } else {
        divide::run(&plan, &method, arguments.format, arguments.verbose)
    };
    match result {
        Ok(code) => code,
        Err(Failure::Output(error)) => output_failed(&error),
        Err(Failure::Perft(error)) => {
            eprintln!("canopy: {error}");
            ExitCode::FAILURE
        }
    }
}
