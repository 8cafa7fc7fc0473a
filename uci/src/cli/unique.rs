//! `canopy unique`: counts the distinct positions at every depth.

mod disk;

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use movegen::chess::{CastlingStyle, Position};
use movegen::perft::{Progress, Unique, UniqueError};
use serde_json::Value;

use super::exit::{self, Exit};
use super::json::{Line, Status};
use super::known;
use super::notes::note;
use super::output::OutputArgs;
use super::position::RootArgs;
use super::progress_bar::{progress_bar, stop_on_interrupt, with_bar};
use crate::known::{Comparison, Known, Quantity};
use crate::limits::{Depth, Threads};
use crate::report::Report;

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
    root: RootArgs,
    /// Memory for positions in MB
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = clap::value_parser!(u32).range(1..=16_777_216))]
    memory: u32,
    /// Store what does not fit into memory in this folder, and go on from there when started again
    #[arg(long, value_name = "DIR")]
    disk: Option<PathBuf>,
    /// Compare whole positions in the last ply, too
    #[arg(long, requires = "disk")]
    exact: bool,
    /// Seed of the keys
    #[arg(long, value_name = "N", default_value_t = 0, requires = "disk")]
    seed: u64,
    /// Number of threads; 0 means one per core
    #[arg(short, long, value_name = "N", default_value_t = Threads::ONE_PER_CORE)]
    threads: Threads,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs the command. Prints a line for each depth as soon as it is known.
pub fn run(arguments: &UniqueArgs) -> Exit {
    let root = match arguments.root.read() {
        Ok(root) => root,
        Err(error) => return arguments.output.failed("unique", error),
    };
    if let Some(folder) = &arguments.disk {
        return disk::run(arguments, &root, folder);
    }
    let threads = arguments.threads.count();
    let (bar, progress, stop) = (progress_bar(), Progress::new(), stop_on_interrupt());
    let unique = Unique::new(arguments.depth.plies())
        .threads(threads)
        .memory_mb(arguments.memory as usize)
        .progress(&progress);
    let mut report = Report::new(io::stdout());
    let (mut output, mut last, mut counts) = (Ok(()), (0, 1), Vec::new());
    let started = Instant::now();
    let result = with_bar(
        &bar,
        || progress.fraction(),
        || {
            unique.run(&root, &stop, |depth, count| {
                counts.push((depth, Quantity::Unique, u128::from(count)));
                if output.is_ok() {
                    let line = arguments.row(depth, count);
                    last = (depth, count);
                    output = bar.suspend(|| report.line(line));
                    if output.is_err() {
                        stop.stop();
                    }
                }
            })
        },
    );
    if let Err(error) = output {
        return exit::output_failed(&error);
    }
    let mut threads = threads;
    if let Some(shortage) = progress.shortage() {
        note(format_args!("canopy: warning: {shortage}"));
        threads = shortage.available;
    }
    let complete = match result {
        Ok(complete) => complete,
        Err(error) => return arguments.output.failed("unique", Refused(error)),
    };
    let end = End {
        complete,
        counts,
        last,
        threads,
        started,
        more: Vec::new(),
    };
    end.tell(arguments, &root, &mut report)
}

/// What is told after the counts.
struct End {
    complete: bool,
    counts: Vec<(u32, Quantity, u128)>,
    /// The last ply that was counted, and its number of positions.
    last: (u32, u64),
    threads: usize,
    started: Instant,
    /// Further fields of the result in JSON.
    more: Vec<(&'static str, Value)>,
}

impl End {
    fn tell(
        self,
        arguments: &UniqueArgs,
        root: &Position,
        report: &mut Report<io::Stdout>,
    ) -> Exit {
        let (complete, last, threads) = (self.complete, self.last, self.threads);
        let comparison = match complete {
            true => Comparison::new(Known::published(), root, self.counts),
            false => Comparison::default(),
        };
        let status = match complete {
            true if comparison.differs() => Status::Disagreement,
            true => Status::Ok,
            false => Status::Interrupted,
        };
        let mut written = Ok(());
        if arguments.output.json {
            let mut line = Line::result("unique", &status)
                .field("fen", root.fen(CastlingStyle::new(root.needs_chess960())))
                .field("depth", last.0)
                .field("positions", last.1.to_string())
                .field("known", comparison.json_list());
            for (name, value) in self.more {
                line = line.field(name, value);
            }
            written = report.line(line);
        } else if status == Status::Interrupted {
            written = report.line(format!("depth {}: incomplete", last.0 + 1));
        }
        if let Err(error) = written {
            return exit::output_failed(&error);
        }
        if complete {
            let seconds = self.started.elapsed().as_secs_f64();
            let plural = if threads == 1 { "" } else { "s" };
            let memory = arguments.memory;
            note(format_args!(
                "{seconds:.3} s ({threads} thread{plural}, at most {memory} MB)"
            ));
            known::report(&comparison, false);
        }
        status.exit()
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

/// An error that names the option to change.
struct Refused(UniqueError);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            error @ UniqueError::Memory { .. } => write!(f, "{error}: --memory allows more"),
            error => error.fmt(f),
        }
    }
}
