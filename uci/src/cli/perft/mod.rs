//! `canopy perft`: counts the tree below a position of any game, with time, speed and progress on
//! standard error.

mod args;
mod checkpoint;
mod count;
mod details;
mod features;
pub(super) mod formats;
#[cfg(test)]
mod tests;

use std::io::{self, Write};

use count::Count;
use movegen::perft::Stop;

use super::error::CliError;
use super::exit::Exit;
use super::progress_bar::stop_on_interrupt;

pub use args::PerftArgs;

/// Runs the command.
pub(super) fn run(arguments: &PerftArgs) -> Result<Exit, CliError> {
    run_with(arguments, stop_on_interrupt, &mut io::stdout())
}

/// Runs the command with another output. `stop` is called once the arguments are accepted.
fn run_with(
    arguments: &PerftArgs,
    stop: impl FnOnce() -> Stop,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    let statistics = arguments.wants_statistics();
    features::check(&arguments.game, arguments.format, statistics)?;
    let stop = &stop();
    if let Some(folder) = &arguments.checkpoint {
        return checkpoint::run(arguments, folder, stop, out);
    }
    if arguments.certificate.is_some() {
        let folder = tempfile::tempdir().map_err(|error| {
            format!(
                "cannot create a folder for the counts of units: {error}; --checkpoint names one"
            )
        })?;
        return checkpoint::run(arguments, folder.path(), stop, out);
    }
    arguments.game.with(Count {
        arguments,
        stop,
        out,
    })
}
