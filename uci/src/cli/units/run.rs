//! `canopy run`: counts units that have no result yet.

use std::env;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use gpu::DeviceChoice;
use movegen::chess::Kernel;
use movegen::perft::{Perft, Progress};

use super::super::exit::{self, Exit};
use super::super::json::{Line, Status};
use super::super::notes::note;
use super::super::output::{self, OutputArgs};
use super::super::progress_bar::{progress_bar, stop_on_interrupt, with_bar};
use super::super::speed::{self, Method};
use crate::devices::DeviceRequest;
use crate::limits::{HashSize, Threads};
use crate::parent::die_with_parent;
use crate::units::{Counted, Ranges, Run, Selection, Shard, UnitFile, results};

const AFTER_HELP: &str = "\
Without --unit and --shard, the variable of a queue chooses the unit: HQ_TASK_ID,
SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, PBS_ARRAY_INDEX or AWS_BATCH_JOB_ARRAY_INDEX. If there is
none, all units are counted. They are numbered from 0. A unit with a valid result under the same
seed is not counted again. The process ends when its parent dies.

Exit codes: 0 done, or done before; 75 try again: interrupted, no memory, a failed write; 2 do not
try again: unusable input.";

/// The arguments of `canopy run`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct RunArgs {
    /// The file that canopy units has written
    file: PathBuf,
    /// The folder for the results; it is created
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Count these units only: 5, 7-9 or 5,7-9
    #[arg(long, value_name = "I[-J]", conflicts_with = "shard")]
    unit: Option<Ranges>,
    /// Count one of N equal parts: 1/N to N/N
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Number of threads; 0 means one per core
    #[arg(short, long, value_name = "N", default_value_t = Threads::ONE_PER_CORE)]
    threads: Threads,
    /// Size of the hash table in MB, which all units share; 0 means none
    #[arg(short = 'H', long, value_name = "MB", default_value_t = HashSize::DEFAULT)]
    hash: HashSize,
    /// Choose other hash keys: the second of two results that prove each other
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Where to count: cpu, gpu (all GPUs), gpu:N of 'canopy devices', or auto (GPUs for large counts)
    #[arg(long, value_name = "DEVICE", default_value_t)]
    device: DeviceChoice,
    /// The name of this machine in the results [default: the host name]
    #[arg(long, value_name = "NAME")]
    host: Option<String>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs the command.
pub fn run(arguments: &RunArgs) -> Exit {
    die_with_parent();
    let output = arguments.output;
    let selection = match arguments.selection() {
        Ok(selection) => selection,
        Err(error) => return output.failed("run", error),
    };
    let file = match super::read(&arguments.file, &selection) {
        Ok(file) => file,
        Err(error) => return output.failed("run", error),
    };
    let selected: Vec<usize> = file.units.iter().map(|(index, _)| index).collect();
    match arguments.count(&file, &selected) {
        Ok(exit) => exit,
        Err((true, reason)) => {
            exit::remark(&reason);
            arguments.report(&Status::Incomplete, 0, 0)
        }
        Err((false, reason)) => output.failed("run", reason),
    }
}

impl RunArgs {
    fn selection(&self) -> Result<Selection, String> {
        match (&self.unit, self.shard) {
            (Some(ranges), _) => Ok(Selection::Ranges(ranges.clone())),
            (None, Some(shard)) => Ok(Selection::Shard(shard)),
            (None, None) => Selection::of_queue(|name| env::var(name).ok())
                .map_err(|error| format!("the index from the queue: {error}")),
        }
    }

    /// Counts what has no result. The error says whether another run may succeed, and what is wrong.
    fn count(&self, file: &UnitFile, selected: &[usize]) -> Result<Exit, (bool, String)> {
        let failed = |error: io::Error| (true, format!("{}: {error}", self.out.display()));
        fs::create_dir_all(&self.out).map_err(failed)?;
        let wanted = selected.iter().copied();
        let open = results::open_units(file, &self.out, wanted, self.seed);
        let open =
            open.map_err(|error| (error.kind() != io::ErrorKind::InvalidInput, failed(error).1))?;
        let before = selected.len() - open.len();
        if open.is_empty() {
            note(format_args!("all {before} units were counted before"));
            return Ok(self.report(&Status::Ok, 0, before));
        }
        let host = self.host.clone().unwrap_or_else(results::host_name);
        let (bar, progress, stop) = (progress_bar(), Progress::new(), stop_on_interrupt());
        let run = Run {
            file,
            indices: &open,
            folder: &self.out,
            perft: Perft::new(file.unit_depth())
                .threads(self.threads.count())
                .hash_mb(self.hash.megabytes())
                .seed(self.seed),
            devices: DeviceRequest {
                choice: self.device,
                hash: self.hash,
                seed: self.seed,
                kernel: Kernel::best(),
                threads: self.threads,
            },
            seed: self.seed,
            host: &host,
            progress: &progress,
            stop: &stop,
        };
        let started = Instant::now();
        let counted = with_bar(&bar, || progress.fraction(), || run.count(&|_, _| {}));
        let elapsed = started.elapsed();
        let counted = counted.map_err(|error| (error.is_temporary(), error.to_string()))?;
        let Counted {
            units,
            leaves,
            kernel,
            devices,
            remarks,
        } = counted;
        let mut method = Method {
            counting: kernel,
            threads: self.threads.count(),
            devices,
            hash: self.hash,
        };
        for remark in remarks {
            note(format_args!("canopy: warning: {remark}"));
        }
        method.limit(progress.shortage());
        note(format_args!("{units} units counted, {before} before"));
        speed::print(leaves, elapsed, &method);
        let status = match units == open.len() {
            true => Status::Ok,
            false => Status::Incomplete,
        };
        Ok(self.report(&status, units, before))
    }

    /// Prints the result, if it is wanted.
    fn report(&self, status: &Status, counted: usize, before: usize) -> Exit {
        if !self.output.json {
            return status.exit();
        }
        let line = Line::result("run", status)
            .field("counted", counted)
            .field("before", before);
        output::print(line, status.exit())
    }
}
