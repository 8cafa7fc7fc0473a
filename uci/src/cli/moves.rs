//! `canopy moves`: the legal moves of a position, in UCI notation and in SAN.

use std::io;
use std::process::ExitCode;

use clap::Args;

use super::output_failed;
use super::position::PositionArgs;
use crate::report::{self, Report};

/// The arguments of `canopy moves`.
#[derive(Debug, Args)]
pub struct MovesArgs {
    #[command(flatten)]
    position: PositionArgs,
}

/// Runs the command: a line for each move, in the order of `go perft`.
pub fn run(arguments: &MovesArgs) -> ExitCode {
    let position = match arguments.position.read() {
        Ok(position) => position,
        Err(code) => return code,
    };
    let style = report::castling_style(arguments.position.chess960);
    let list = report::move_list(&position, style);
    if list.is_empty() {
        return ExitCode::SUCCESS;
    }
    match Report::new(io::stdout()).line(list) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => output_failed(&error),
    }
}
