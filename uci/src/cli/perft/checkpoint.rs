//! `canopy perft --checkpoint`: units, run and merge in one command.

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use movegen::perft::{Progress, Stop};

use super::super::error::CliError;
use super::super::speed;
use super::super::units::input::{Split, SplitPlies, read};
use super::super::units::merge::{Form, merge};
use super::super::units::run::count as count_units;
use super::args::PerftArgs;
use crate::diagnostics::note;
use crate::exit::Exit;
use crate::storage::{Durability, folder, replace};
use crate::units::{Run, RunError, Selection, UnitFile, results};

/// The names in the folder.
const UNITS: &str = "units";
const RESULTS: &str = "results";

/// Counts what the folder does not hold yet, and prints the whole count.
pub(super) fn run(
    arguments: &PerftArgs,
    folder: &Path,
    stop: &Stop,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    if arguments.depth.plies() < 2 {
        let flag = match arguments.checkpoint {
            Some(_) => "checkpoint",
            None => "certificate",
        };
        return Err(CliError::usage(format_args!(
            "--{flag} needs a depth of at least 2"
        )));
    }
    let form = Form {
        command: "perft",
        format: arguments.format(),
        incomplete: Exit::Interrupted,
        certificate: arguments.certificate.as_deref(),
    };
    form.check(arguments.stats)?;
    form.certificate.map_or(Ok(()), replace::check)?;
    let results = folder.join(RESULTS);
    folder::create(folder)?;
    folder::create(&results)?;
    let file = match open(arguments, folder, stop) {
        Err(_) if stop.is_stopped() => return Ok(Exit::Interrupted),
        opened => opened?,
    };
    count(arguments, &file, &results, stop)?;
    let merged = merge(&file, &results, false)?;
    form.print(&file, &merged, out)
}

/// The units of the count: those in the folder, or new ones.
fn open(arguments: &PerftArgs, folder: &Path, stop: &Stop) -> Result<UnitFile, CliError> {
    let path = folder.join(UNITS);
    let found = match read(&path, &Selection::All) {
        Ok(file) => Some(file),
        Err(CliError::Storage(error)) if error.cause.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let split = Split {
        depth: arguments.depth.plies(),
        plies: match &found {
            Some(file) => SplitPlies::Exactly(file.split),
            None => SplitPlies::ForThreads(arguments.resources.threads.count()),
        },
        statistics: arguments.stats,
        most: usize::MAX,
        stop,
    };
    let other = || {
        let folder = folder.display();
        CliError::usage(format_args!(
            "{folder} holds another count: choose another folder"
        ))
    };
    // A folder with another depth may have a split that is impossible here.
    if found.as_ref().is_some_and(|file| file.depth != split.depth) {
        return Err(other());
    }
    let file = arguments.game.with(split)?;
    match found {
        Some(found) if !found.is_same_count(&file) => return Err(other()),
        Some(_) => {}
        None => {
            replace::write(&path, file.text().as_bytes(), Durability::Durable)?;
        }
    }
    Ok(file)
}

/// Counts the units without a result.
fn count(
    arguments: &PerftArgs,
    file: &UnitFile,
    folder: &Path,
    stop: &Stop,
) -> Result<(), RunError> {
    let all = file.units.count();
    let open = results::open_units(file, folder, 0..all, arguments.resources.seed)?;
    let before = all - open.len();
    if before > 0 {
        note(format_args!("{before} of {all} units were counted before"));
    }
    if open.is_empty() {
        return Ok(());
    }
    let (progress, host) = (Progress::new(), results::host_name());
    let run = Run {
        file,
        indices: &open,
        folder,
        devices: arguments.game.device_request(arguments.resources),
        host: &host,
        progress: &progress,
        stop,
    };
    let started = Instant::now();
    let (counted, method) = count_units(&run, before as f64 / all as f64)?;
    speed::print(counted.leaves, started.elapsed(), &method);
    Ok(())
}
