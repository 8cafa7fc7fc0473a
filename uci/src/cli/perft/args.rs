//! The arguments of `canopy perft`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::formats::{self, Format, Layout};
use crate::cli::game_args::GameArgs;
use crate::cli::output::OutputArgs;
use crate::limits::Depth;
use crate::resources::Resources;

const AFTER_HELP: &str = "\
Exit codes: 0 done; 1 --verify or --diagnose found a disagreement, or a count differs from a
published one; 2 unusable input, a failed write, or no memory; 130 interrupted.";

const HASH_HELP: &str = "\
Size of the hash table in MB; 0 means none, which is the default with --verify and --no-bulk";

const SEED_HELP: &str = "Choose other hash keys, to repeat a count with other key collisions";

/// The arguments of `canopy perft`.
#[derive(Debug, Args)]
#[command(
    after_help = AFTER_HELP,
    mut_arg("hash", |hash| {
        hash.help(HASH_HELP)
            .default_value_ifs([("verify", "true", "0"), ("no_bulk", "true", "0")])
    }),
    mut_arg("seed", |seed| seed.help(SEED_HELP)),
)]
pub struct PerftArgs {
    /// Depth of the count in plies
    #[arg(value_name = "DEPTH")]
    pub(super) depth: Depth,
    #[command(flatten)]
    pub(super) game: GameArgs<true>,
    #[command(flatten)]
    pub(super) resources: Resources,
    /// Make every move, including the last ones, instead of counting them
    #[arg(long, conflicts_with = "kernel")]
    pub(super) no_bulk: bool,
    /// Count the kinds of leaves at every depth: captures, en passant, castling, promotions, checks
    /// and double checks (with and without mates), discovered checks, mates, stalemates
    ///
    /// On a terminal the columns are split into blocks that fit its width; a file or a pipe, such as
    /// `| less -S`, gets all of them in one table.
    #[arg(long)]
    pub(super) stats: bool,
    /// Below the table of --stats, list the known defects that give this wrong total, as canopy why
    #[arg(long, value_name = "TOTAL")]
    pub(super) diagnose: Option<u128>,
    /// Print the counter, threads and hash table use, and the chance of a false hit, on standard error
    #[arg(long)]
    pub(super) verbose: bool,
    /// Store what is counted in this folder; if it holds a part of this count, count the rest
    ///
    /// A process that is killed loses a few seconds of each thread. canopy units has the same for
    /// several machines.
    #[arg(long, value_name = "DIR", conflicts_with_all = [
        "no_bulk", "diagnose", "verbose", "san", "sort", "divide_depth", "verify", "last",
    ])]
    pub(super) checkpoint: Option<PathBuf>,
    /// Write a certificate of the count, which canopy verify checks
    ///
    /// The count is split into units, as with --checkpoint.
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "no_bulk", "diagnose", "verbose", "san", "sort", "divide_depth", "verify", "last",
    ])]
    pub(super) certificate: Option<PathBuf>,
    #[command(flatten)]
    pub(super) output: OutputArgs,
    /// Output format
    #[arg(long, value_parser = formats::parser(), default_value = formats::DEFAULT.name)]
    pub(super) format: &'static Format,
    /// Write moves in SAN; csv and json then have both notations
    #[arg(long)]
    pub(super) san: bool,
    /// Order of the moves
    #[arg(long, value_enum, default_value_t = Order::Report)]
    pub(super) sort: Order,
    /// Divide by the first K moves of each line: below each move its replies, and so on
    #[arg(long, value_name = "K", default_value = "1", value_parser = Depth::at_least_one)]
    pub(super) divide_depth: Depth,
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
    pub(super) fn wants_statistics(&self) -> bool {
        self.stats || self.diagnose.is_some()
    }

    /// How failures are reported.
    pub(in crate::cli) fn output(&self) -> OutputArgs {
        self.format.output(self.output)
    }

    /// The format, which `--json` may change.
    pub(super) fn format(&self) -> &'static Format {
        self.format.with_json(self.output.json)
    }

    /// How texts are laid out.
    pub(super) fn layout(&self) -> Layout {
        Layout::of_stdout(self.san)
    }
}
