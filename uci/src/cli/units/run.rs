//! `canopy run`: counts units that have no result yet.

use std::env;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use gpu::DeviceChoice;
use movegen::perft::Progress;

use super::super::error::CliError;
use super::super::exit::Exit;
use super::super::json::Line;
use super::super::output::{self, OutputArgs};
use super::super::progress_bar::{progress_bar, stop_on_interrupt, with_bar_from};
use super::super::speed::{self, Method};
use super::input::read;
use crate::devices::DeviceRequest;
use crate::diagnostics::{self, note, warning};
use crate::parent::die_with_parent;
use crate::resources::Resources;
use crate::storage::folder;
use crate::units::{Counted, Ranges, Run, RunError, Selection, Shard, UnitFile, results};

const AFTER_HELP: &str = "\
Without --unit and --shard, the variable of a queue chooses the unit: HQ_TASK_ID,
SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, PBS_ARRAY_INDEX or AWS_BATCH_JOB_ARRAY_INDEX. If there is
none, all units are counted. They are numbered from 0. A unit with a valid result under the same
seed is not counted again. The process ends when its parent dies.

Exit codes: 0 done, or done before; 75 try again: interrupted, no memory, a failed write; 2 do not
try again: unusable input.";

const HASH_HELP: &str = "Size of the hash table in MB, which all units share; 0 means none";

/// The arguments of `canopy run`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP, mut_arg("hash", |arg| arg.help(HASH_HELP)))]
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
    #[command(flatten)]
    resources: Resources,
    /// Where to count: cpu, gpu (all GPUs), gpu:N of 'canopy devices', or auto (GPUs for large counts)
    #[arg(long, value_name = "DEVICE", default_value_t)]
    device: DeviceChoice,
    /// The name of this machine in the results [default: the host name]
    #[arg(long, value_name = "NAME")]
    host: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

/// Runs the command.
pub(in crate::cli) fn run(arguments: &RunArgs) -> Result<Exit, CliError> {
    die_with_parent();
    let file = read(&arguments.file, &arguments.selection()?)?;
    let selected: Vec<usize> = file.units.iter().map(|(index, _)| index).collect();
    match arguments.count(&file, &selected) {
        Err(CliError::Run(error)) if error.is_temporary() => {
            diagnostics::error(&error);
            arguments.report(Exit::Retry, 0, 0)
        }
        ended => ended,
    }
}

/// Counts units, of which the fraction `done` was counted before. Warnings go to standard error.
pub(in crate::cli) fn count(run: &Run<'_>, done: f64) -> Result<(Counted, Method), RunError> {
    let fraction = || done + (1.0 - done) * run.progress.fraction();
    let counted = with_bar_from(&progress_bar(), done, fraction, || run.count())?;
    let mut method = Method::new(&counted.kernel, counted.devices, run.devices.resources);
    counted.remarks.iter().for_each(warning);
    method.limit(run.progress.shortage());
    Ok((counted, method))
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

    /// Counts what has no result.
    fn count(&self, file: &UnitFile, selected: &[usize]) -> Result<Exit, CliError> {
        folder::create(&self.out).map_err(RunError::from)?;
        let wanted = selected.iter().copied();
        let open = results::open_units(file, &self.out, wanted, self.resources.seed);
        let open = open.map_err(RunError::from)?;
        let before = selected.len() - open.len();
        if open.is_empty() {
            note(format_args!("all {before} units were counted before"));
            return self.report(Exit::Done, 0, before);
        }
        let host = self.host.clone().unwrap_or_else(results::host_name);
        let (progress, stop) = (Progress::new(), stop_on_interrupt());
        let run = Run {
            file,
            indices: &open,
            folder: &self.out,
            devices: DeviceRequest {
                choice: self.device,
                ..DeviceRequest::cpu(self.resources)
            },
            host: &host,
            progress: &progress,
            stop: &stop,
        };
        let started = Instant::now();
        let (counted, method) = count(&run, 0.0)?;
        let (elapsed, units) = (started.elapsed(), counted.units);
        note(format_args!("{units} units counted, {before} before"));
        speed::print(counted.leaves, elapsed, &method);
        let exit = match units == open.len() {
            true => Exit::Done,
            false => Exit::Retry,
        };
        self.report(exit, units, before)
    }

    /// Prints the result, if it is wanted.
    fn report(&self, exit: Exit, counted: usize, before: usize) -> Result<Exit, CliError> {
        if !self.output.json {
            return Ok(exit);
        }
        let line = Line::result("run", exit)
            .field("counted", counted)
            .field("before", before);
        output::print(line, exit)
    }
}
