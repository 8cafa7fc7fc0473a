//! The command line: no arguments (UCI), a subcommand, or one UCI command to run.

mod bench;
pub mod check;
pub mod compare;
mod completions;
mod corpus;
pub mod devices;
pub mod diff_divide;
mod error;
pub mod estimate;
pub mod explain;
pub mod fuzz;
mod game_args;
mod groups;
pub(crate) mod json;
mod junit;
mod known;
mod man;
pub mod moves;
mod one_shot;
mod other_side;
mod output;
mod pace;
pub mod perft;
pub mod position;
mod progress_bar;
mod speed;
pub mod suite;
mod uhp;
pub mod unique;
pub mod units;
mod usage;
mod verdict;
pub mod verify;
pub mod why;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::SystemTime;

use bench::Bench;
use clap::{CommandFactory as _, Parser};
use engine::Network;
use movegen::chess::Kernel;
use movegen::memory::{MEGABYTE, check_available};
use once_cell::sync::Lazy;
use output::{TEXT, end};

use crate::about;
use crate::conversation;
use crate::diagnostics;
pub use crate::exit::{self, Exit};
use crate::report;
use crate::session::Session;
use crate::signals;

const AFTER_HELP: &str = "\
Without a command, canopy speaks UCI on standard input and output. Other arguments are run as one
UCI command:

  canopy go perft 5
  canopy bench 16 1 5 default perft

Exit codes: 0 done, or the reader closed the pipe; 1 a suite, a comparison, --verify or --diagnose
disagrees, a count differs from a published one, or a move is illegal; 2 unusable input, a failure
of another program, a failed write, no memory; 130 interrupted by Ctrl-C or SIGTERM, the output is
incomplete; 75 (run and merge only) results are missing, try again.
RUST_LOG=debug prints diagnostics on standard error.";

#[derive(Debug, Parser)]
#[command(
    name = "canopy",
    version = about::VERSION_AND_COMMIT,
    long_version = LONG_VERSION.as_str(),
    about = "A UCI chess engine whose perft is a drop-in for Stockfish's",
    after_help = AFTER_HELP,
    max_term_width = 100,
    subcommand_help_heading = "Commands"
)]
struct Arguments {
    /// Print only answers and errors: no speed, progress or warnings on standard error
    #[arg(short, long, global = true)]
    quiet: bool,
    #[command(subcommand)]
    command: Option<Subcommand>,
}

#[derive(Debug, clap::Subcommand)]
enum Subcommand {
    /// Count the leaves below each move of a position
    Perft(perft::PerftArgs),
    /// Estimate the leaves at depths that take too long to count
    Estimate(Box<estimate::EstimateArgs>),
    /// Count the distinct positions at each depth
    Unique(unique::UniqueArgs),
    /// Split a count into units that any number of machines count
    Units(units::UnitsArgs),
    /// Count units and store their results
    Run(units::RunArgs),
    /// Add up the results of units
    Merge(units::MergeArgs),
    /// Check a certificate, and count a random part of it again
    Verify(verify::VerifyArgs),
    /// List the legal moves of a position, in UCI notation and in SAN
    Moves(moves::MovesArgs),
    /// Explain why a move is legal or illegal
    Explain(explain::ExplainArgs),
    /// Check perft suites: EPD for chess, GameStrings for Hive
    Suite(suite::SuiteArgs),
    /// Check one perft count; the exit code is the answer
    Check(check::CheckArgs),
    /// Find the position where another program's move generator goes wrong
    Compare(compare::CompareArgs),
    /// Find wrong counts of another move generator in random positions
    Fuzz(fuzz::FuzzArgs),
    /// Explain wrong counts from a pasted text, without the program that counted
    Why(Box<why::WhyArgs>),
    /// Generate suites of positions with chosen features
    Corpus(corpus::CorpusArgs),
    /// List the GPUs and other devices that can count
    Devices(devices::DevicesArgs),
    /// Run the UCI command bench, or measure the speed of perft
    Bench(bench::BenchArgs),
    /// Compare two saved divides of any order and format
    DiffDivide(diff_divide::DiffDivideArgs),
    /// Read juddperft's commands from standard input; it can run programs
    #[command(after_help = report::CONSOLE_HELP.trim())]
    Console,
    /// Speak the Universal Hive Protocol on standard input and output
    Uhp,
    /// Print a shell script that completes canopy's commands and options
    Completions(completions::CompletionsArgs),
    /// Print the manual page of canopy or of one of its commands
    Man(man::ManArgs),
    #[command(external_subcommand)]
    Uci(Vec<OsString>),
}

/// The output of `--version` after the name; `-V` prints one line.
static LONG_VERSION: Lazy<String> = Lazy::new(|| {
    let build = about::build(Kernel::best(), &Network::default());
    format!("{}\n{build}", about::VERSION)
});

/// The memory that signal handlers and the threads of a session need. With less they would abort.
const MIN_MEMORY: usize = 64 * MEGABYTE;

/// The commands and flags of the whole program.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// The whole program.
pub fn main() -> ExitCode {
    start_log();
    signals::survive_file_size_limit();
    let arguments = match usage::parse::<Arguments>() {
        Ok(arguments) => arguments,
        Err(stop) if stop.use_stderr() => stop.exit(),
        Err(text) => return print_help(&text).into(),
    };
    if arguments.quiet {
        diagnostics::silence();
    }
    if check_available(MIN_MEMORY).is_err() {
        let megabytes = MIN_MEMORY / MEGABYTE;
        return exit::failed(format_args!("Canopy needs {megabytes} MB of free memory")).into();
    }
    let exit = match arguments.command {
        None if uhp::is_selected_by_name() => uhp::run(),
        None => conversation::run(Session::new(io::stdout())),
        Some(Subcommand::Console) => conversation::run(Session::console(io::stdout())),
        Some(Subcommand::Uci(words)) => run_uci(&words),
        Some(Subcommand::Bench(arguments)) => match arguments.bench() {
            Bench::Scaling(args) => end("bench", args.output, bench::run_scaling(args)),
            Bench::Uci(words) => run_uci(&words),
            Bench::Boards(args) => end("bench", args.output, bench::run_boards(args)),
            Bench::Misspelt(word, meant) => exit::failed(format_args!(
                "unknown command 'bench {word}', did you mean 'bench {meant}'?"
            )),
        },
        Some(Subcommand::Perft(args)) => end("perft", args.output(), perft::run(&args)),
        Some(Subcommand::Moves(args)) => end("moves", args.output, moves::run(&args)),
        Some(Subcommand::Check(args)) => end("check", args.output, check::run(&args)),
        Some(Subcommand::Estimate(args)) => end("estimate", args.output, estimate::run(&args)),
        Some(Subcommand::Unique(args)) => end("unique", args.output, unique::run(&args)),
        Some(Subcommand::Units(args)) => end("units", TEXT, units::units(&args)),
        Some(Subcommand::Run(args)) => end("run", args.output, units::run(&args)),
        Some(Subcommand::Merge(args)) => end("merge", args.output(), units::merge(&args)),
        Some(Subcommand::Verify(args)) => end("verify", args.output, verify::run(&args)),
        Some(Subcommand::Explain(args)) => end("explain", args.output, explain::run(&args)),
        Some(Subcommand::Suite(args)) => end("suite", args.output, suite::run(&args)),
        Some(Subcommand::Compare(args)) => {
            verdict::end("compare", args.output, compare::run(&args))
        }
        Some(Subcommand::Fuzz(args)) => verdict::end("fuzz", args.output, args.run()),
        Some(Subcommand::Why(args)) => end("why", args.output, why::run(&args)),
        Some(Subcommand::Corpus(args)) => corpus::run(&args),
        Some(Subcommand::Devices(args)) => end("devices", args.output, devices::run(&args)),
        Some(Subcommand::Uhp) => uhp::run(),
        Some(Subcommand::DiffDivide(args)) => {
            end("diff-divide", args.output, diff_divide::run(&args))
        }
        Some(Subcommand::Completions(args)) => {
            end("completions", TEXT, completions::run(&args, command()))
        }
        Some(Subcommand::Man(args)) => end("man", TEXT, man::run(&args, command())),
    };
    exit.into()
}

/// Prints the log on standard error, at the level that `RUST_LOG` sets.
fn start_log() {
    let level = env_logger::Env::default().default_filter_or("off");
    let mut builder = env_logger::Builder::from_env(level);
    builder.format(|out, record| {
        let time = humantime::format_rfc3339_seconds(SystemTime::now());
        let style = out.default_level_style(record.level());
        let (level, target, text) = (record.level(), record.target(), record.args());
        writeln!(out, "[{time} {style}{level:<5}{style:#} {target}] {text}")
    });
    builder.init();
}

/// Prints what `--help` or `--version` asks for. `clap` itself ignores that it cannot be written.
fn print_help(text: &clap::Error) -> Exit {
    match text.print().and_then(|()| io::stdout().flush()) {
        Ok(()) => Exit::Done,
        Err(error) => exit::output_failed(&error),
    }
}

/// Runs one UCI command.
fn run_uci(words: &[OsString]) -> Exit {
    match one_shot::command(words) {
        Ok(command) => conversation::run(Session::one_shot(io::stdout(), command)),
        Err(refusal) => exit::failed(refusal),
    }
}
