//! `canopy unique`: counts the distinct positions at every depth.

mod disk;

use std::io;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use indicatif::ProgressBar;
use movegen::chess::CastlingStyle;
use movegen::chess::variant::VariantPosition;
use movegen::perft::{Packable, Progress, Stop, Unique, UniqueError};
use serde_json::Value;

use super::error::CliError;
use super::exit::Exit;
use super::json::Line;
use super::known;
use super::output::OutputArgs;
use super::position;
use super::progress_bar::{progress_bar, stop_on_interrupt, with_bar};
use crate::diagnostics::{note, warning};
use crate::games::chess::RootArgs;
use crate::games::variant::VariantName;
use crate::known::{Comparison, Known, Quantity};
use crate::limits::{Depth, Threads};
use crate::report::{Report, amount};

const AFTER_HELP: &str = "\
Positions are distinct if their pieces, the side to move, the castling rights or the en passant
square differ; that square counts only if an en passant capture is legal. Whole positions are
compared, so the count is exact.

With --disk, the positions of the last ply are told apart by keys of 128 bits; --exact compares
whole positions. A count that was killed or interrupted goes on with the same command.

Exit codes: 0 done; 1 a count differs from a published one; 2 unusable input, a failed write, or
--memory, the disk or the system does not allow enough; 130 interrupted.";

/// The arguments of `canopy unique`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct UniqueArgs {
    /// Depth of the count in plies
    #[arg(value_name = "DEPTH")]
    depth: Depth,
    #[command(flatten)]
    variant: VariantName,
    #[command(flatten)]
    root: RootArgs,
    /// Memory for positions in MB
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = clap::value_parser!(u32).range(1..=16_777_216))]
    memory: u32,
    /// Store what does not fit into memory in this folder, and go on from there when started again
    #[arg(long, value_name = "DIR", conflicts_with = "variant")]
    disk: Option<PathBuf>,
    /// With --disk: write a certificate of the count, which canopy verify checks
    #[arg(long, value_name = "FILE", requires = "disk")]
    certificate: Option<PathBuf>,
    /// With --disk: compare whole positions in the last ply, too
    #[arg(long, requires = "disk")]
    exact: bool,
    /// With --disk: seed of the keys
    #[arg(long, value_name = "N", default_value_t = 0, requires = "disk")]
    seed: u64,
    /// Number of threads; 0 means one per core
    #[arg(short, long, value_name = "N", default_value_t = Threads::ONE_PER_CORE)]
    threads: Threads,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// Runs the command. Prints a line for each depth as soon as it is known.
pub(super) fn run(arguments: &UniqueArgs) -> Result<Exit, CliError> {
    let rules = arguments.variant.rules();
    let parsed = VariantPosition::from_text(rules, &arguments.root.text());
    let root = position::warned(parsed)?.position;
    let mut rows = Rows {
        arguments,
        bar: progress_bar(),
        stop: stop_on_interrupt(),
        report: Report::new(io::stdout()),
        output: Ok(()),
        last: (0, 1),
        counts: Vec::new(),
        positions: Vec::new(),
    };
    let started = Instant::now();
    let done = match (root.as_standard(), &arguments.disk) {
        (Some(chess), Some(folder)) => disk::count(chess, folder, &mut rows),
        (Some(chess), None) => count(chess, &mut rows),
        (None, _) => count(&root, &mut rows),
    };
    std::mem::replace(&mut rows.output, Ok(()))?;
    rows.end(&root, done?, started)
}

/// Counts in memory.
fn count<T: Packable>(root: &T, rows: &mut Rows<'_>) -> Result<Done, CliError> {
    let mut threads = rows.arguments.threads.count();
    let (bar, progress, stop) = (rows.bar.clone(), Progress::new(), rows.stop.clone());
    let unique = Unique::new(rows.arguments.depth.plies())
        .threads(threads)
        .memory_mb(rows.arguments.memory as usize)
        .progress(&progress);
    let count = || unique.run(root, &stop, |depth, count| rows.add(depth, count));
    let counted = with_bar(&bar, || progress.fraction(), count);
    if let Some(shortage) = progress.shortage() {
        warning(shortage);
        threads = shortage.available;
    }
    let complete = counted.map_err(|error| match error {
        UniqueError::Memory { .. } => {
            CliError::usage(format_args!("{error}: --memory allows more"))
        }
        error => error.into(),
    })?;
    Ok(Done {
        complete,
        threads,
        more: Vec::new(),
    })
}

/// How a count ended.
struct Done {
    complete: bool,
    threads: usize,
    /// Further fields of the result in JSON.
    more: Vec<(&'static str, Value)>,
}

/// The counts, and where they are printed.
struct Rows<'a> {
    arguments: &'a UniqueArgs,
    bar: ProgressBar,
    stop: Stop,
    report: Report<io::Stdout>,
    /// The first failed write.
    output: io::Result<()>,
    /// The last ply that was counted, and its number of positions.
    last: (u32, u64),
    counts: Vec<(u32, Quantity, u128)>,
    /// The number of positions after each ply.
    positions: Vec<u64>,
}

impl Rows<'_> {
    /// Prints the count of a depth.
    fn add(&mut self, depth: u32, count: u64) {
        self.counts
            .push((depth, Quantity::Unique, u128::from(count)));
        self.positions.push(count);
        self.last = (depth, count);
        if self.output.is_ok() {
            let (line, report) = (self.arguments.row(depth, count), &mut self.report);
            self.output = self.bar.suspend(|| report.line(line));
            if self.output.is_err() {
                self.stop.stop();
            }
        }
    }

    /// Prints what follows the counts.
    fn end(
        mut self,
        root: &VariantPosition,
        done: Done,
        started: Instant,
    ) -> Result<Exit, CliError> {
        let (complete, last, arguments) = (done.complete, self.last, self.arguments);
        let comparison = match complete {
            true => match root.as_standard() {
                Some(chess) => Comparison::new(Known::published(), chess, self.counts),
                None => Comparison::new(Known::published(), root, self.counts),
            },
            false => Comparison::default(),
        };
        let exit = Exit::of(complete, !comparison.differs());
        if arguments.output.json {
            let style = CastlingStyle::new(root.chess().needs_chess960());
            let variant = (!root.rules().is_standard()).then(|| root.rules().name());
            let line = Line::result("unique", exit)
                .optional("variant", variant)
                .field("fen", root.fen(style))
                .field("depth", last.0)
                .field("positions", last.1.to_string())
                .field("known", comparison.json_list())
                .fields(done.more);
            self.report.line(line)?;
        } else if !complete {
            let depth = last.0 + 1;
            self.report.line(format!("depth {depth}: incomplete"))?;
        }
        if complete {
            let seconds = started.elapsed().as_secs_f64();
            let (threads, memory) = (amount(done.threads, "thread", "threads"), arguments.memory);
            note(format_args!(
                "{seconds:.3} s ({threads}, at most {memory} MB)"
            ));
            known::report(&comparison, false);
        }
        Ok(exit)
    }
}

impl UniqueArgs {
    /// The line of one depth.
    fn row(&self, depth: u32, count: u64) -> String {
        match self.output.json {
            true => Line::new("depth")
                .field("depth", depth)
                .field("positions", count.to_string())
                .to_string(),
            false => format!("depth {depth}: {count}"),
        }
    }
}
