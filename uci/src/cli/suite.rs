//! `canopy suite`: counts every position of EPD suites and reports what disagrees.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use movegen::chess::{CastlingStyle, Kernel};
use movegen::perft::{Perft, PerftError, Stop};
use rayon::iter::{ParallelBridge, ParallelIterator};
use serde_json::{Value, json};

use super::kernel_help;
use super::speed::{self, Counting, Method};
use crate::plan::thread_count;
use crate::suite::{self, Case, SuiteError};
use crate::watch;

/// The exit code for a suite that disagrees with what was counted.
const DISAGREEMENT: u8 = 1;
/// The exit code for input that cannot be used. Nothing was counted then.
const UNUSABLE: u8 = 2;

/// What `canopy suite` is asked to do.
#[derive(Clone, Debug, clap::Args)]
pub struct SuiteArgs {
    /// Suites: lines like `FEN ;D1 20 ;D2 400`, or blocks of `id`, `epd` and `perft` lines
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
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
        value_parser = clap::value_parser!(u16).range(..=1024)
    )]
    pub threads: u16,
    /// What counts the last plies
    #[arg(long, value_name = "NAME", default_value = "auto", help = kernel_help())]
    pub kernel: Kernel,
    /// Print FENs with Chess960 castling letters (read, they are understood in any case)
    #[arg(long)]
    pub chess960: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// Runs the suites.
///
/// The exit code is 0 only if every count agrees, 1 on a disagreement, and 2 if nothing could be
/// counted.
pub fn run(args: &SuiteArgs) -> ExitCode {
    match check(args) {
        Ok(Verdict::Agreed) => ExitCode::SUCCESS,
        Ok(Verdict::Disagreed) => ExitCode::from(DISAGREEMENT),
        // The reader has seen enough, which is no failure; but what could not be written before the
        // summary was a disagreement.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::from(DISAGREEMENT)
        }
        Err(failure) => {
            eprintln!("canopy: {failure}");
            ExitCode::from(UNUSABLE)
        }
    }
}

enum Verdict {
    Agreed,
    Disagreed,
}

/// Why the suites could not be run to the end.
enum Failure {
    Read { file: PathBuf, error: io::Error },
    NotText { file: PathBuf, line: usize },
    Suite { file: PathBuf, error: SuiteError },
    Empty { file: PathBuf },
    NothingLeft { counts: usize },
    Pool(rayon::ThreadPoolBuildError),
    Count(PerftError),
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
                "nothing to check: --max-depth and --max-nodes leave out all {counts} counts"
            ),
            Failure::Pool(error) => write!(f, "cannot start the threads: {error}"),
            Failure::Count(error) => write!(f, "{error}"),
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

fn check(args: &SuiteArgs) -> Result<Verdict, Failure> {
    // All files are read before anything is counted: a slip in the last one must not cost an hour.
    let mut suites = Vec::with_capacity(args.files.len());
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
    let report = Mutex::new(Report::new(args, &jobs, &bar));
    let stop = Stop::new();
    let handle = stop.clone();
    watch::when_reader_leaves(move || handle.stop());
    let ended = count_all(args, &jobs, positions, &stop, &report);
    bar.finish_and_clear();
    ended?;
    let report = report.into_inner().unwrap_or_else(PoisonError::into_inner);
    if report.next < jobs.len() {
        // Stopped because nobody listens; what was not counted cannot agree.
        return Err(Failure::Output(io::ErrorKind::BrokenPipe.into()));
    }
    let leaves = report.leaves;
    let verdict = report.finish(positions, counts)?;
    let method = Method {
        counting: Counting::Bulk(args.kernel),
        threads: thread_count(usize::from(args.threads)),
        hash_mb: 0,
    };
    speed::print(leaves, started.elapsed(), &method);
    Ok(verdict)
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
    let cases = suite::parse(text).map_err(|error| Failure::Suite {
        file: file.to_owned(),
        error,
    })?;
    if cases.is_empty() {
        return Err(Failure::Empty {
            file: file.to_owned(),
        });
    }
    Ok(cases)
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
                let too_deep = args.max_depth.is_some_and(|limit| depth > limit);
                let too_large = args.max_nodes.is_some_and(|limit| expected > limit);
                if !too_deep && !too_large {
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

/// Counts every job, handing each result to the report as it comes.
fn count_all(
    args: &SuiteArgs,
    jobs: &[Job<'_>],
    positions: usize,
    stop: &Stop,
    report: &Mutex<Report<'_>>,
) -> Result<(), Failure> {
    let threads = usize::from(args.threads);
    let run_one = |index: usize, job: &Job<'_>, threads: usize| {
        let outcome = Perft::new(job.depth).threads(threads).run(
            &job.case.position,
            &args.kernel,
            stop,
            |_| {},
        );
        let total = outcome.map_err(Failure::Count)?.total;
        // A job that was stopped has counted only a part; why it was stopped is known already.
        if stop.is_stopped() {
            return Ok(());
        }
        let mut report = report.lock().unwrap_or_else(PoisonError::into_inner);
        report.add(index, total).map_err(Failure::Output)
    };
    if positions == 1 {
        // Nothing to spread over the threads but the tree itself.
        return jobs
            .iter()
            .enumerate()
            .try_for_each(|(index, job)| run_one(index, job, threads));
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(Failure::Pool)?;
    pool.install(|| {
        // Handed out one by one in the files' order, so that results can be printed early in that
        // order.
        jobs.iter()
            .enumerate()
            .par_bridge()
            .try_for_each(|(index, job)| run_one(index, job, 1).inspect_err(|_| stop.stop()))
    })
}

/// Collects the results and prints them in the files' order, each as soon as all before it are
/// known.
struct Report<'a> {
    args: &'a SuiteArgs,
    jobs: &'a [Job<'a>],
    bar: &'a ProgressBar,
    counted: Vec<Option<u128>>,
    /// The first job that has not been reported yet.
    next: usize,
    leaves: u128,
    disagreements: usize,
    json: Vec<Value>,
}

impl<'a> Report<'a> {
    fn new(args: &'a SuiteArgs, jobs: &'a [Job<'a>], bar: &'a ProgressBar) -> Self {
        let counted = vec![None; jobs.len()];
        Report {
            args,
            jobs,
            bar,
            counted,
            next: 0,
            leaves: 0,
            disagreements: 0,
            json: Vec::new(),
        }
    }

    fn add(&mut self, index: usize, total: u128) -> io::Result<()> {
        self.counted[index] = Some(total);
        self.leaves += total;
        self.bar.inc(leaves_for_progress(self.jobs[index].expected));
        while let Some(&Some(total)) = self.counted.get(self.next) {
            let job = &self.jobs[self.next];
            self.next += 1;
            if total != job.expected {
                self.disagree(job, total)?;
            }
        }
        Ok(())
    }

    fn disagree(&mut self, job: &Job<'_>, counted: u128) -> io::Result<()> {
        self.disagreements += 1;
        let fen = match self.args.chess960 {
            true => job.case.position.fen(CastlingStyle::Chess960),
            false => job.case.fen.clone(),
        };
        let (file, line) = (job.file.display(), job.case.line);
        if self.args.json {
            self.json.push(json!({
                "file": file.to_string(),
                "line": line,
                "name": job.case.name,
                "fen": fen,
                "depth": job.depth,
                "expected": job.expected.to_string(),
                "counted": counted.to_string(),
                "warnings": job.case.warnings,
            }));
            return Ok(());
        }
        let name = job
            .case
            .name
            .as_ref()
            .map_or_else(String::new, |name| format!("{name}: "));
        let (depth, expected) = (job.depth, job.expected);
        let mut text = format!(
            "{file}:{line}: {name}{fen}: depth {depth}: expected {expected}, counted {counted}\n"
        );
        for warning in &job.case.warnings {
            text.push_str(&format!("{file}:{line}: note: {warning}\n"));
        }
        self.bar.suspend(|| write_out(&text))
    }

    fn finish(self, positions: usize, counts: usize) -> Result<Verdict, Failure> {
        let left_out = counts - self.jobs.len();
        let text = if self.args.json {
            let files: Vec<_> = self
                .args
                .files
                .iter()
                .map(|file| file.display().to_string())
                .collect();
            let summary = json!({
                "files": files,
                "positions": positions,
                "counts": self.jobs.len(),
                "left_out": left_out,
                "leaves": self.leaves.to_string(),
                "disagreements": self.json,
            });
            format!("{summary}\n")
        } else {
            let mut text = format!(
                "{}, {}, {}, {}",
                amount(positions, "position", "positions"),
                amount(self.jobs.len(), "count", "counts"),
                amount(self.leaves, "leaf", "leaves"),
                amount(self.disagreements, "disagreement", "disagreements"),
            );
            if left_out > 0 {
                text.push_str(&format!(
                    " ({} left out)",
                    amount(left_out, "count", "counts")
                ));
            }
            text.push('\n');
            text
        };
        match write_out(&text) {
            // Nobody reads the summary: the exit code still tells the verdict.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            result => result.map_err(Failure::Output)?,
        }
        Ok(if self.disagreements == 0 {
            Verdict::Agreed
        } else {
            Verdict::Disagreed
        })
    }
}

/// `1 count`, `2 counts`.
fn amount<N: fmt::Display + PartialEq + From<u8>>(number: N, one: &str, many: &str) -> String {
    let noun = if number == N::from(1) { one } else { many };
    format!("{number} {noun}")
}

fn write_out(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

/// The bar counts leaves, since the deepest counts take nearly all of the time; for that, 64 bits
/// will do.
fn leaves_for_progress(count: u128) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// A bar over the leaves; indicatif hides it when standard error is no terminal.
fn progress_bar(leaves: u64) -> ProgressBar {
    let template = "[{elapsed_precise}] {wide_bar} {percent} % of {len} leaves, {eta} left";
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(leaves).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
