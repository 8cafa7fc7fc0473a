//! The arguments of `canopy suite`.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::ArgPredicate;
use gpu::DeviceChoice;
use movegen::chess::Kernel;

use super::super::other_side::EngineArgs;
use super::super::output::OutputArgs;
use super::super::pace;
use crate::games::chess::kernel_help;
use crate::games::variant::VariantName;
use crate::limits::{Depth, Threads};

const AFTER_HELP: &str = "\
All suites are checked before anything is counted. A pipe is copied to a temporary file meanwhile.

Another program is asked about positions of Chess960 only if it offers the option UCI_Chess960.

If it counts wrong, known defects are compared with its counts at the end, and it is asked the
questions that tell apart those that give all of them.

Exit codes: 0 all counts that were made agree; 1 some do not; 2 an answer of the other program is
missing, unusable input, a failed write, or no memory; 130 interrupted.";

/// The arguments of `canopy suite`.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct SuiteArgs {
    /// Suites: lines like `FEN ;D1 20 ;D2 400`, or blocks of `id`, `epd` and `perft` lines; for
    /// Hive, lines of a GameString and the counts at depth 1, 2 and so on, with tabs between; `-`
    /// is standard input
    #[arg(value_name = "FILE", required_unless_present = "builtin")]
    pub files: Vec<PathBuf>,
    /// Check the suites that come with the program: positions in which move generators go wrong
    #[arg(
        long,
        value_name = "LEVEL",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "rules",
        conflicts_with = "variant"
    )]
    pub builtin: Option<Level>,
    #[command(flatten)]
    pub(super) variant: VariantName,
    #[command(flatten)]
    pub(super) other: EngineArgs,
    /// Ask the program about positions of Chess960 even if it does not offer UCI_Chess960
    #[arg(long, requires = "engine")]
    pub(super) ask_chess960: bool,
    /// The time for the other program: counts that do not fit into it are left out; without limit by
    /// default if --max-nodes or --max-depth is given
    #[arg(
        long,
        value_name = "TIME",
        requires = "engine",
        value_parser = humantime::parse_duration,
        default_value = pace::DEFAULT,
        default_value_ifs = [
            ("max_nodes", ArgPredicate::IsPresent, None::<&str>),
            ("max_depth", ArgPredicate::IsPresent, None),
        ]
    )]
    pub(super) time: Option<Duration>,
    /// Leave out counts deeper than this
    #[arg(long, alias = "depth", value_name = "N")]
    pub max_depth: Option<Depth>,
    /// Leave out counts that are expected to exceed this many leaves
    #[arg(long, value_name = "N")]
    pub max_nodes: Option<u128>,
    /// Number of positions counted at a time; 0 means one per core
    #[arg(
        short,
        long,
        value_name = "N",
        default_value_t = Threads::ONE_PER_CORE,
        conflicts_with = "engine"
    )]
    pub threads: Threads,
    /// Counting kernel; --help lists those of this CPU
    #[arg(
        long,
        value_name = "NAME",
        default_value = "auto",
        long_help = kernel_help(),
        conflicts_with_all = ["engine", "variant"]
    )]
    pub kernel: Kernel,
    /// Where to count: cpu, gpu (all GPUs), gpu:N of 'canopy devices', or auto (GPUs for large counts)
    #[arg(
        long,
        value_name = "DEVICE",
        default_value_t,
        conflicts_with_all = ["engine", "variant"]
    )]
    pub device: DeviceChoice,
    /// Print FENs with Chess960 castling letters (read, they are understood in any case)
    #[arg(long)]
    pub chess960: bool,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
    /// Write the results as JUnit XML too, for CI systems
    #[arg(long, value_name = "FILE.xml")]
    pub junit: Option<PathBuf>,
}

impl SuiteArgs {
    /// Whether a count is excluded by the flags.
    pub(super) fn leaves_out(&self, depth: u32, expected: u128) -> bool {
        // Other programs are not asked for depth 0.
        depth == 0 && self.other.is_given()
            || self.max_depth.is_some_and(|limit| depth > limit.plies())
            || self.max_nodes.is_some_and(|limit| expected > limit)
    }
}

/// Which of the suites that come with the program are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Level {
    /// 26 positions, one for each subject: a fraction of a second
    Rules,
    /// 687 positions that have every feature many times: 2.8 million leaves
    Killer,
    /// Both, and about 1,000 positions more: some seconds
    Quick,
    /// More than 200,000 positions, most to depth 4, of standard chess, Chess960 and double
    /// Chess960: 18 billion leaves
    Full,
}
