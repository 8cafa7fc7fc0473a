//! `canopy explain`: whether a move is legal, and why.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use clap::Args;
use movegen::chess::{MoveError, Written};

use super::position::PositionArgs;
use super::verdict::{unheard, unusable};
use crate::report::{self, Report};

/// The exit code of a move that is not legal.
const ILLEGAL: u8 = 1;

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
pub fn run(arguments: &ExplainArgs) -> ExitCode {
    let told = match arguments.position.told() {
        Ok(told) => told,
        Err(code) => return code,
    };
    let written: Result<Written, MoveError> = arguments.action.parse();
    let written = match written {
        Ok(written) => written,
        Err(error) => return unusable(&error),
    };
    let style = report::castling_style(arguments.position.chess960);
    match told.position.explain(written, Some(&told.past)) {
        Ok(legal) => {
            let mut legal = legal;
            // In the notation asked for, which can be the other one of castling.
            if let Ok(written) = told.position.uci(legal.action, style).parse() {
                legal.written = written;
            }
            say(&legal, ExitCode::SUCCESS)
        }
        Err(illegal) => say(&illegal, ExitCode::from(ILLEGAL)),
    }
}

fn say(text: &dyn Display, code: ExitCode) -> ExitCode {
    match Report::new(io::stdout()).line(text) {
        Ok(()) => code,
        Err(error) => unheard(&error),
    }
}
