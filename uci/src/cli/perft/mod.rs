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

use checkpoint::CheckpointError;
use count::{Count, Failure};
use movegen::perft::Stop;

use super::exit::{self, Exit};
use super::progress_bar::stop_on_interrupt;
use super::units::merge::PrintError;

pub use args::PerftArgs;

/// Runs the command.
pub fn run(arguments: &PerftArgs) -> Exit {
    run_with(arguments, stop_on_interrupt, &mut io::stdout())
}

/// Runs the command with another output. `stop` is called once the arguments are accepted.
fn run_with(arguments: &PerftArgs, stop: impl FnOnce() -> Stop, out: &mut dyn Write) -> Exit {
    let output = arguments.failures();
    let statistics = arguments.wants_statistics();
    if let Some(reason) = features::refusal(&arguments.game, arguments.format, statistics) {
        return output.failed("perft", reason);
    }
    let stop = stop();
    if let Some(folder) = &arguments.checkpoint {
        return match checkpoint::run(arguments, folder, &stop, out) {
            Ok(exit) => exit,
            Err(CheckpointError::Print(PrintError::Output(error))) => exit::output_failed(&error),
            Err(error) => output.failed("perft", error),
        };
    }
    let count = Count {
        arguments,
        stop: &stop,
        out,
    };
    match arguments.game.with(count) {
        Ok(exit) => exit,
        Err(Failure::Output(error)) => exit::output_failed(&error),
        Err(error) => output.failed("perft", error),
    }
}
