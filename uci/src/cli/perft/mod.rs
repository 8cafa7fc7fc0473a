//! `canopy perft`: the divide of one position of chess or Hive, with time, speed and progress on
//! standard error.

mod depths;
mod details;
mod divide;
mod format;
mod hive;
mod statistics;

use clap::Args;
use divide::Failure;
use format::{Format, Layout, Order};
use hive::{GameArgs, GameName, HivePlan};
use movegen::chess::Kernel;

use super::exit::{self, Exit};
use super::kernel_help;
use super::notes::note;
use super::output::OutputArgs;
use super::position::PositionArgs;
use super::speed::{Counting, Method};
use crate::perft::{DEFAULT_HASH_MB, PerftPlan, thread_count};
use crate::report::{self, Digits};

const AFTER_HELP: &str = "\
Exit codes: 0 done; 1 --verify or --diagnose found a disagreement; 2 unusable input, a failed write,
or no memory; 130 interrupted.";

/// The arguments of `canopy perft`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct PerftArgs {
    /// How many plies deep to count
    #[arg(value_name = "DEPTH")]
    depth: u8,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    game: GameArgs,
    /// Threads to count with; 0 means one per core
    #[arg(short, long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=1024))]
    threads: u16,
    /// Size of a table of positions already counted, in MB; 0 means none, as do --verify and
    /// --no-bulk unless a size is given with them
    #[arg(
        short = 'H',
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
    /// promotions, checks and double checks (with and without mates), discovered checks, mates,
    /// stalemates
    ///
    /// On a terminal the columns are split into blocks that fit its width; a file or a pipe, such as
    /// `| less -S`, gets all of them in one table.
    #[arg(long, conflicts_with_all = NOT_WITH_STATISTICS)]
    stats: bool,
    /// Name the kind of leaf that somebody's wrong total lacks or has too many of, below the table
    /// of --stats
    #[arg(long, value_name = "TOTAL", conflicts_with_all = NOT_WITH_STATISTICS)]
    diagnose: Option<u128>,
    /// Say on standard error what was used, and how far the table can be trusted
    #[arg(long)]
    verbose: bool,
    #[command(flatten)]
    output: OutputArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Stockfish)]
    format: Format,
    /// Write moves in SAN; csv and json have them in both notations then
    #[arg(long)]
    san: bool,
    /// In which order the moves are printed
    #[arg(long, value_enum, default_value_t = Order::Report)]
    sort: Order,
    /// Divide by the first K moves of each line: below each move its replies, and so on
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    divide_depth: u8,
}

/// What a table of counts, or the divide of one, is asked for.
const NOT_WITH_STATISTICS: [&str; 9] = [
    "verify",
    "no_bulk",
    "kernel",
    "hash",
    "seed",
    "verbose",
    "san",
    "sort",
    "divide_depth",
];

impl PerftArgs {
    /// Whether kinds of leaves are counted.
    fn wants_statistics(&self) -> bool {
        self.stats || self.diagnose.is_some()
    }

    /// Whether all that is asked for belongs to the game; the reason if not.
    fn fits_game(&self) -> Result<(), String> {
        let not_of_hive = [
            ("--fen, --moves and --chess960 do", self.position.is_given()),
            ("--kernel does", self.kernel.name() != Kernel::best().name()),
            ("--verify does", self.verify),
            ("--stats and --diagnose do", self.wants_statistics()),
            ("--san does", self.san),
            ("--sort does", self.sort != Order::Report),
            ("--divide-depth does", self.divide_depth > 1),
            ("--format table does", self.format == Format::Table),
            // Its reader takes the first blank of a line for the end of the move.
            ("--format perftree does", self.format == Format::Perftree),
        ];
        match self.game.game {
            GameName::Chess if self.game.names_hive() => {
                Err("--type and --position go with --game hive".to_owned())
            }
            GameName::Chess => Ok(()),
            GameName::Hive => match not_of_hive.iter().find(|(_, given)| *given) {
                Some((what, _)) => Err(format!("{what} not go with --game hive")),
                None => Ok(()),
            },
        }
    }

    /// The format in force: rows of JSON are those of the table.
    fn format(&self) -> Format {
        match (self.output.json, self.format) {
            (true, Format::Stockfish) => Format::Json,
            (_, format) => format,
        }
    }

    /// Whether the format can show what is asked for; the reason if not.
    fn format_fits(&self) -> Result<(), &'static str> {
        let divides = self.san || self.sort != Order::Report || self.divide_depth > 1;
        match self.format {
            Format::Perftree | Format::Csv if self.output.json => {
                Err("--json does not go with --format perftree or --format csv")
            }
            Format::Table if divides => Err(
                "--format table shows no moves: --san, --sort and --divide-depth do not go with it",
            ),
            Format::Table | Format::Perftree if self.wants_statistics() => {
                Err("--stats and --diagnose print stockfish (their own table), csv or json")
            }
            Format::Perftree if self.divide_depth > 1 => {
                Err("--format perftree has one move a line: --divide-depth does not go with it")
            }
            _ => Ok(()),
        }
    }

    /// How failures are reported: `--format json` is another way to write `--json`.
    fn failures(&self) -> OutputArgs {
        OutputArgs {
            json: self.output.json || self.format == Format::Json,
        }
    }

    fn layout(&self) -> Layout {
        Layout {
            format: self.format(),
            san: self.san,
            order: self.sort,
            plies: u32::from(self.divide_depth),
            digits: Digits::of_stdout(),
            width: report::stdout_width(),
            json: self.output.json,
        }
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
pub fn run(arguments: &PerftArgs) -> Exit {
    let output = arguments.failures();
    if let Err(reason) = arguments.fits_game() {
        return output.failed("perft", reason);
    }
    if let Err(reason) = arguments.format_fits() {
        return output.failed("perft", reason);
    }
    if arguments.game.game == GameName::Hive {
        let plan = HivePlan::new(arguments);
        return exit_of(output, plan.run(arguments.format(), arguments.verbose));
    }
    let position = match arguments.position.read() {
        Ok(position) => position,
        Err(error) => return output.failed("perft", error),
    };
    let method = arguments.method();
    let plan = PerftPlan {
        position,
        depth: u32::from(arguments.depth),
        roots: None,
        threads: method.threads,
        hash_mb: method.hash_mb,
        seed: arguments.seed,
        survey: false,
        style: report::castling_style(arguments.position.chess960),
    };
    if report::mixes_notations(&plan.position, plan.style) {
        note(
            "canopy: castling of a Chess960 position is written king takes rook; --chess960 writes all castling so",
        );
    }
    let result = if arguments.wants_statistics() {
        statistics::run(&plan, &method, &arguments.layout(), arguments.diagnose)
    } else {
        divide::run(&plan, &method, &arguments.layout(), arguments.verbose)
    };
    exit_of(output, result)
}

fn exit_of(output: OutputArgs, result: Result<Exit, Failure>) -> Exit {
    match result {
        Ok(exit) => exit,
        Err(Failure::Output(error)) => exit::output_failed(&error),
        Err(Failure::Perft(error)) => output.failed("perft", error),
    }
}
