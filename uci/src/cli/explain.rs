//! `canopy explain`: whether a move is legal, and why.

use std::fmt::Display;
use std::io;

use clap::Args;
use movegen::chess::{MoveError, Written};

use super::exit::{self, Exit};
use super::position::PositionArgs;
use crate::report::{self, Report};

const AFTER_HELP: &str = "\
Exit codes: 0 the move is legal; 1 it is not; 2 the position or the move cannot be read.";

/// The arguments of `canopy explain`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct ExplainArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The move in UCI notation: e2e4, e7e8q; castling as e1g1 or as e1h1
    #[arg(value_name = "MOVE")]
    action: String,
}

/// Runs the command: one line.
pub fn run(arguments: &ExplainArgs) -> Exit {
    let told = match arguments.position.told() {
        Ok(told) => told,
        Err(code) => return code,
    };
    let written: Result<Written, MoveError> = arguments.action.parse();
    let written = match written {
        Ok(written) => written,
        Err(error) => return exit::failed(error),
    };
    let style = report::castling_style(arguments.position.chess960);
    match told.position.explain(written, Some(&told.past)) {
        Ok(legal) => {
            let mut legal = legal;
            // In the notation asked for, which can be the other one of castling.
            if let Ok(written) = told.position.uci(legal.action, style).parse() {
                legal.written = written;
            }
            say(&legal, Exit::Done)
        }
        Err(illegal) => say(&illegal, Exit::Disagreement),
    }
}

fn say(text: &dyn Display, exit: Exit) -> Exit {
    match Report::new(io::stdout()).line(text) {
        Ok(()) => exit,
        Err(error) => exit::output_failed(&error),
    }
}
