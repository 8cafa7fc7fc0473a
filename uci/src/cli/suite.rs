//! `canopy suite`: checks every count of perft suites and reports what disagrees.
//!
//! Who counts is one of two: our own counting, or another program, whose failures are followed to
//! their cause.

mod junit;
mod other;
mod ours;
mod results;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use movegen::chess::{Kernel, Position};
use movegen::perft::PerftError;
use results::{Results, leaves_for_progress, progress_bar};

use super::bar::stop_on_interrupt;
use super::exit::{self, Exit};
use super::json::{Line, Status};
use super::kernel_help;
use super::notes::note;
use super::other_side::EngineArgs;
use super::speed::{self, Counting, HiveCounting, Method};
use crate::compare::Trouble;
use crate::plan::thread_count;
use crate::report::Report;
use crate::suite::{self, Case, Root, SuiteError};

/// What `canopy suite` is asked to do.
#[derive(Debug, clap::Args)]
pub struct SuiteArgs {
    /// Suites: lines like `FEN ;D1 20 ;D2 400`, or blocks of `id`, `epd` and `perft` lines; for
    /// Hive, lines of a GameString and the counts at depth 1, 2 and so on, with tabs between
    #[arg(value_name = "FILE", required_unless_present = "builtin")]
    pub files: Vec<PathBuf>,
    /// Check the suite that comes with the program: positions in which move generators go wrong
    #[arg(long)]
    pub builtin: bool,
    #[command(flatten)]
    other: EngineArgs,
    /// Leave out counts deeper than this
    #[arg(long, value_name = "N")]
    pub max_depth: Option<u32>,
    /// Leave out counts that are expected to exceed this many leaves
    #[arg(long, value_name = "N")]
    pub max_nodes: Option<u128>,
    /// Count this many positions at a time, 0 for one on each core
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        value_parser = clap::value_parser!(u16).range(..=1024),
        conflicts_with = "engine"
    )]
    pub threads: u16,
    /// What counts the last plies
    #[arg(long, value_name = "NAME", default_value = "auto", help = kernel_help(), conflicts_with = "engine")]
    pub kernel: Kernel,
    /// Print FENs with Chess960 castling letters (read, they are understood in any case)
    #[arg(long)]
    pub chess960: bool,
    /// Print JSON Lines instead of text: an object for each disagreement, and the result
    #[arg(long)]
    pub json: bool,
    /// Write the results as JUnit XML too, for CI systems
    #[arg(long, value_name = "FILE.xml")]
    pub junit: Option<PathBuf>,
}

/// What the builtin suite is called where others have the name of their file.
const BUILTIN: &str = "builtin";

/// Runs the suites.
///
/// The exit code is 0 only if every count agrees, 1 on a disagreement, and 2 if there is no verdict.
pub fn run(args: &SuiteArgs) -> Exit {
    match check(args) {
        Ok(status) => status.exit(),
        Err(Failure::Output(error)) => exit::output_failed(&error),
        Err(failure) => {
            let status = Status::Error(failure.to_string());
            if args.json {
                // What is wrong is told on standard error too.
                let _ = Report::new(io::stdout()).line(Line::result("suite", &status));
            }
            exit::failed(failure)
        }
    }
}

/// Why the suites could not be run to the end.
enum Failure {
    Read { file: PathBuf, error: io::Error },
    NotText { file: PathBuf, line: usize },
    Suite { file: PathBuf, error: SuiteError },
    Empty { file: PathBuf },
    NothingLeft { counts: usize },
    Count(PerftError),
    Other(Trouble),
    NotChess { file: PathBuf, line: usize },
    Junit { file: PathBuf, error: io::Error },
    Output(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Read { file, error } => write!(f, "{}: {error}", file.display()),
            Failure::NotText { file, line } => {
                write!(f, "{}: line {line}: not UTF-8 text", file.display())
            }
            Failure::Suite { file, error } => write!(f, "{}: {error}", file.display()),
            Failure::Empty { file } => write!(f, "{}: no positions in it", file.display()),
            Failure::NothingLeft { counts } => write!(
                f,
                "nothing to check: all {counts} counts are left out, by --max-depth and --max-nodes, or as \
                 counts of no ply, which no engine is asked for"
            ),
            Failure::Count(error) => write!(f, "{error}"),
            Failure::Other(trouble) => write!(f, "{trouble}"),
            Failure::NotChess { file, line } => write!(
                f,
                "{}: line {line}: a game of Hive; other programs are asked for chess alone",
                file.display()
            ),
            Failure::Junit { file, error } => write!(f, "{}: {error}", file.display()),
            Failure::Output(error) => write!(f, "cannot write the result: {error}"),
        }
    }
}

/// One count to check.
struct Job<'a> {
    file: &'a Path,
    case: &'a Case,
    depth: u32,
    expected: u128,
}

impl Job<'_> {
    /// Its position, for those who count chess alone.
    fn chess(&self) -> Result<&Position, Failure> {
        match &self.case.root {
            Root::Chess(position) => Ok(position),
            Root::Hive(_) => Err(Failure::NotChess {
                file: self.file.to_owned(),
                line: self.case.line,
            }),
        }
    }
}

/// What became of a count.
#[derive(Clone, Debug)]
struct Answer {
    /// What was counted, if that is known.
    counted: Option<u128>,
    agrees: bool,
    /// What else there is to say: the cause of a wrong count, or why there is none.
    told: Option<String>,
    elapsed: Duration,
}

fn check(args: &SuiteArgs) -> Result<Status, Failure> {
    // All files are read before anything is counted: a slip in the last one must not cost an hour.
    let mut suites = Vec::with_capacity(args.files.len() + 1);
    if args.builtin {
        let file = Path::new(BUILTIN);
        suites.push((file, parse(file, suite::BUILTIN)?));
    }
    for file in &args.files {
        suites.push((file.as_path(), read(file)?));
    }
    let (jobs, positions, counts) = plan(args, &suites);
    if jobs.is_empty() {
        return Err(Failure::NothingLeft { counts });
    }

    let expected = jobs
        .iter()
        .map(|job| leaves_for_progress(job.expected))
        .fold(0, u64::saturating_add);
    let bar = progress_bar(expected);
    let started = Instant::now();
    let results = Mutex::new(Results::new(args, &jobs, &bar));
    let stop = stop_on_interrupt();
    let ended = if args.other.is_given() {
        other::count_all(&args.other, &jobs, &stop, &results).map(|()| None)
    } else {
        ours::count_all(args, &jobs, positions, &stop, &results)
    };
    bar.finish_and_clear();
    let shortage = ended?;
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(file) = &args.junit {
        let text = junit::text(&jobs, results.answers());
        let written = text.and_then(|text| std::fs::write(file, text));
        written.map_err(|error| Failure::Junit {
            file: file.clone(),
            error,
        })?;
    }
    let leaves = results.leaves();
    let status = results.finish(positions, counts)?;
    let elapsed = started.elapsed();
    let (threads, hash_mb) = (thread_count(usize::from(args.threads)), 0);
    let is_hive = |job: &Job| matches!(job.case.root, Root::Hive(_));
    if args.other.is_given() {
        let (seconds, name) = (elapsed.as_secs_f64(), args.other.name());
        note(format_args!("{seconds:.3} s (counted by {name})"));
    } else if jobs.iter().all(is_hive) {
        let counting = HiveCounting::Multiplied;
        let method = Method {
            counting,
            threads,
            hash_mb,
        };
        speed::print(leaves, elapsed, &method.limited(shortage.as_ref()));
    } else {
        let counting = Counting::Bulk(args.kernel);
        let method = Method {
            counting,
            threads,
            hash_mb,
        };
        speed::print(leaves, elapsed, &method.limited(shortage.as_ref()));
    }
    Ok(status)
}

fn read(file: &Path) -> Result<Vec<Case>, Failure> {
    let bytes = std::fs::read(file).map_err(|error| Failure::Read {
        file: file.to_owned(),
        error,
    })?;
    let text = str::from_utf8(&bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        Failure::NotText {
            file: file.to_owned(),
            line,
        }
    })?;
    let cases = parse(file, text)?;
    if cases.is_empty() {
        return Err(Failure::Empty {
            file: file.to_owned(),
        });
    }
    Ok(cases)
}

fn parse(file: &Path, text: &str) -> Result<Vec<Case>, Failure> {
    suite::parse(text).map_err(|error| Failure::Suite {
        file: file.to_owned(),
        error,
    })
}

/// The counts to check, how many positions they belong to, and how many counts the files hold in
/// all.
fn plan<'a>(args: &SuiteArgs, suites: &'a [(&'a Path, Vec<Case>)]) -> (Vec<Job<'a>>, usize, usize) {
    let (mut jobs, mut positions, mut counts) = (Vec::new(), 0, 0);
    for (file, cases) in suites {
        for case in cases {
            for warning in &case.warnings {
                log::warn!("{}:{}: {warning}", file.display(), case.line);
            }
            let before = jobs.len();
            counts += case.expected.len();
            for &(depth, expected) in &case.expected {
                // No engine is asked for the position itself.
                let unasked = depth == 0 && args.other.is_given();
                let too_deep = args.max_depth.is_some_and(|limit| depth > limit);
                let too_large = args.max_nodes.is_some_and(|limit| expected > limit);
                if !unasked && !too_deep && !too_large {
                    jobs.push(Job {
                        file,
                        case,
                        depth,
                        expected,
                    });
                }
            }
            positions += usize::from(jobs.len() > before);
        }
    }
    (jobs, positions, counts)
}
