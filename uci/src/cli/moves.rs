//! `canopy moves`: the legal moves of a position, in UCI notation and in SAN.

use std::io;

use clap::Args;

use super::exit::{self, Exit};
use super::position::PositionArgs;
use crate::report::{self, Report};

/// The arguments of `canopy moves`.
#[derive(Debug, Args)]
pub struct MovesArgs {
    #[command(flatten)]
    position: PositionArgs,
}

/// Runs the command: a line for each move, in the order of `go perft`.
pub fn run(arguments: &MovesArgs) -> Exit {
    let position = match arguments.position.read() {
        Ok(position) => position,
        Err(code) => return code,
    };
    let style = report::castling_style(arguments.position.chess960);
    let list = report::move_list(&position, style);
    if list.is_empty() {
        return Exit::Done;
    }
    match Report::new(io::stdout()).line(list) {
        Ok(()) => Exit::Done,
        Err(error) => exit::output_failed(&error),
    }
}
