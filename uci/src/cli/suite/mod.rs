//! `canopy suite`: checks every count of perft suites and reports what disagrees.
//!
//! The suites are read twice, line by line: first to check them, then to count them. Results are
//! printed as they come and are not kept.
//!
//! The counts come from Canopy itself or from another program, whose wrong counts are explained.

mod junit;
mod other_program;
mod own_count;
mod plan;
mod results;
mod source;
mod tags;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gpu::{DeviceChoice, DeviceCounter};
use movegen::chess::Kernel;
use movegen::perft::PerftError;
use movegen::threads::Shortage;
use plan::Plan;
use results::{Results, SharedResults};
use workbench::ask;

use super::exit::{self, Exit};
use super::json::{Line, Status};
use super::other_side::EngineArgs;
use super::output::OutputArgs;
use super::progress_bar::{bar, stop_on_interrupt};
use super::speed::{self, Method};
use crate::devices::DeviceRequest;
use crate::diagnostics::{note, warning};
use crate::games::chess::kernel_help;
use crate::limits::{Depth, HashSize, Threads};
use crate::report::Report;
use crate::resources::Resources;
use crate::signals;
use crate::storage::{StorageError, replace};
use crate::suite::ReadError;

const AFTER_HELP: &str = "\
All suites are checked before anything is counted. A pipe is copied to a temporary file meanwhile.

Another program is asked about positions of Chess960 only if it offers the option UCI_Chess960.

Exit codes: 0 all counts agree; 1 some do not; 2 an answer of the other program is missing, unusable
input, a failed write, or no memory; 130 interrupted.";

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
        default_missing_value = "rules"
    )]
    pub builtin: Option<Level>,
    #[command(flatten)]
    other: EngineArgs,
    /// Ask the program about positions of Chess960 even if it does not offer UCI_Chess960
    #[arg(long, requires = "engine")]
    ask_chess960: bool,
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
    /// What counts the last plies
    #[arg(long, value_name = "NAME", default_value = "auto", help = kernel_help(), conflicts_with = "engine")]
    pub kernel: Kernel,
    /// Where to count: cpu, gpu (all GPUs), gpu:N of 'canopy devices', or auto (GPUs for large counts)
    #[arg(
        long,
        value_name = "DEVICE",
        default_value_t,
        conflicts_with = "engine"
    )]
    pub device: DeviceChoice,
    /// Print FENs with Chess960 castling letters (read, they are understood in any case)
    #[arg(long)]
    pub chess960: bool,
    #[command(flatten)]
    output: OutputArgs,
    /// Write the results as JUnit XML too, for CI systems
    #[arg(long, value_name = "FILE.xml")]
    pub junit: Option<PathBuf>,
}

/// Which of the suites that come with the program are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Level {
    /// 26 positions, one for each subject: a fraction of a second
    Rules,
    /// 637 positions that have every feature many times: 3 million leaves
    Killer,
    /// Both, and about 1,000 positions more: some seconds
    Quick,
    /// More than 200,000 positions, most to depth 4, of standard chess, Chess960 and double
    /// Chess960: 18 billion leaves
    Full,
}

/// The name of the built-in suite, in place of a file name.
const BUILTIN: &str = "builtin";

/// Runs the suites.
///
/// The exit code is 0 only if every count agrees, 1 on a disagreement, and 2 if there is no verdict.
pub fn run(args: &SuiteArgs) -> Exit {
    match check(args) {
        Ok(Status::Error(text)) => exit::failed(text),
        Ok(status) => status.exit(),
        Err(Failure::Output(error)) => exit::output_failed(&error),
        Err(failure) => args.output.failed("suite", failure),
    }
}

/// Why the suites could not be run to the end.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("{}: {error}", file.display())]
    Read { file: PathBuf, error: io::Error },
    #[error("{}: {error}", file.display())]
    Line { file: PathBuf, error: ReadError },
    #[error("{}: no positions in it", file.display())]
    Empty { file: PathBuf },
    #[error(
        "nothing to check: all {counts} counts are left out, by --max-depth and --max-nodes, or as counts of no \
         ply, which no engine is asked for"
    )]
    NothingLeft { counts: usize },
    #[error(
        "nothing to check: all {positions} positions are of Chess960, and {name} does not offer UCI_Chess960 \
         (--ask-chess960 asks about them too)"
    )]
    OnlyChess960 { positions: usize, name: String },
    #[error("the suites changed while they were counted")]
    Changed,
    #[error("{0}")]
    Device(String),
    #[error("{0}")]
    Count(PerftError),
    #[error("{0}")]
    Other(ask::Error),
    #[error("{}: line {line}: not a position of chess; other programs are asked for chess alone", file.display())]
    NotChess { file: PathBuf, line: usize },
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error("standard output: {0}")]
    Output(io::Error),
}

impl Failure {
    fn of_reading(file: &Path, error: ReadError) -> Failure {
        Failure::Line {
            file: file.to_owned(),
            error,
        }
    }
}

/// The answer to a job.
#[derive(Clone, Debug)]
struct Answer {
    verdict: Verdict,
    /// The cause of a wrong count, or all that is known about a missing one.
    explanation: Option<String>,
    elapsed: Duration,
}

/// What an answer says about the expected count.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Verdict {
    Agrees,
    /// Another count, if it is known.
    Differs(Option<i128>),
    /// No count, as in `no answer within 1 s`. This is no disagreement.
    Missing(String),
}

impl Answer {
    /// The answer with this count.
    fn counted(job: &plan::Job, counted: i128, elapsed: Duration) -> Answer {
        Answer {
            verdict: match counted == ask::reported(job.expected) {
                true => Verdict::Agrees,
                false => Verdict::Differs(Some(counted)),
            },
            explanation: None,
            elapsed,
        }
    }
}

fn check(args: &SuiteArgs) -> Result<Status, Failure> {
    let stop = stop_on_interrupt();
    let reading = end_while_reading(args.output.json);
    let mut plan = Plan::new(args)?;
    if let Some(file) = &args.junit {
        replace::check(file)?;
    }
    reading.store(false, Ordering::SeqCst);
    log::debug!("the suites are checked");

    let given = args.other.is_given();
    let other = given.then(|| other_program::Running::start(args, &mut plan, &stop));
    let devices = devices(args, &plan)?;
    let bar = bar(plan.leaves, "{percent} % of {len} leaves, {eta} left");
    let started = Instant::now();
    let results = SharedResults::new(Results::new(args, &plan, &bar), &stop);
    let ended = match other {
        Some(Ok(other)) => other_program::count_all(args, &plan, other, &results).map(|()| None),
        Some(Err(failure)) => Err(failure),
        None => own_count::count_all(args, &plan, devices.as_ref(), &stop, &results),
    };
    bar.finish_and_clear();
    let shortage = match ended {
        // The results are marked as incomplete.
        Err(Failure::Other(ask::Error::Stopped)) => None,
        ended => ended?,
    };
    let mut results = results.into_results();
    if stop.is_stopped() {
        results.stopped(plan.jobs(args))?;
    } else if !results.is_complete() {
        return Err(Failure::Changed);
    }
    if let (Some(file), Some(junit)) = (&args.junit, results.take_junit()) {
        junit.write(file)?;
    }
    let leaves = results.leaves();
    let status = results.finish()?;
    let elapsed = started.elapsed();
    match devices {
        Some(counter) => print_device_speed(&counter, leaves, elapsed),
        None => print_speed(args, &plan, leaves, elapsed, shortage.as_ref()),
    }
    Ok(status)
}

/// Opens the devices of the command line; `None` if the CPU should count.
fn devices(args: &SuiteArgs, plan: &Plan) -> Result<Option<DeviceCounter>, Failure> {
    let request = DeviceRequest {
        choice: args.device,
        kernel: args.kernel,
        resources: Resources {
            threads: Threads::ONE,
            hash: HashSize::NONE,
            seed: 0,
        },
    };
    request.open(plan.leaves as f64).map_err(Failure::Device)
}

/// Ends the process on Ctrl-C or SIGTERM while the suites are read for the first time: nothing has
/// been counted yet, and reading from a pipe may block forever. Active until the flag is cleared.
fn end_while_reading(json: bool) -> Arc<AtomicBool> {
    let reading = Arc::new(AtomicBool::new(true));
    let flag = reading.clone();
    signals::on_request(move |_| {
        if flag.load(Ordering::SeqCst) {
            let text = match json {
                true => Line::result("suite", &Status::Interrupted).to_string(),
                false => "interrupted before anything was counted (incomplete)".to_owned(),
            };
            // The exit code says the same.
            let _ = Report::new(io::stdout()).line(text);
            std::process::exit(i32::from(Exit::Interrupted.code()));
        }
    });
    reading
}

/// Prints the speed of devices, and what went wrong there, on standard error.
fn print_device_speed(counter: &DeviceCounter, leaves: u128, elapsed: Duration) {
    for remark in counter.take_remarks() {
        warning(remark);
    }
    let method = Method {
        counting: counter.to_string(),
        threads: 1,
        devices: counter.names().len(),
        hash: HashSize::NONE,
    };
    speed::print(leaves, elapsed, &method);
}

/// Prints the speed on standard error.
fn print_speed(
    args: &SuiteArgs,
    plan: &Plan,
    leaves: u128,
    elapsed: Duration,
    shortage: Option<&Shortage>,
) {
    if args.other.is_given() {
        let (seconds, name) = (elapsed.as_secs_f64(), args.other.name());
        note(format_args!("{seconds:.3} s (counted by {name})"));
        return;
    }
    let mut method = Method {
        counting: plan.countings.join("; "),
        threads: args.threads.count(),
        devices: 0,
        hash: HashSize::NONE,
    };
    method.limit(shortage);
    speed::print(leaves, elapsed, &method);
}

impl SuiteArgs {
    /// Whether a count is excluded by the flags.
    fn leaves_out(&self, depth: u32, expected: u128) -> bool {
        // Other programs are not asked for depth 0.
        depth == 0 && self.other.is_given()
            || self.max_depth.is_some_and(|limit| depth > limit.plies())
            || self.max_nodes.is_some_and(|limit| expected > limit)
    }
}
