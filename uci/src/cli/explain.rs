//! `canopy explain`: whether a move is legal, and why.

use std::fmt::Display;

use clap::Args;
use movegen::chess::{Illegal, Legal, MoveError, Position, Written};
use serde_json::{Value, json};

use super::exit::Exit;
use super::json::{Line, Status};
use super::output::{self, OutputArgs};
use super::position::PositionArgs;
use crate::report;

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
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs the command: one line.
pub fn run(arguments: &ExplainArgs) -> Exit {
    let failed = |error: &dyn Display| arguments.output.failed("explain", error);
    let told = match arguments.position.told() {
        Ok(told) => told,
        Err(error) => return failed(&error),
    };
    let written: Result<Written, MoveError> = arguments.action.parse();
    let written = match written {
        Ok(written) => written,
        Err(error) => return failed(&error),
    };
    let style = report::castling_style(arguments.position.chess960);
    let mut verdict = told.position.explain(written, Some(&told.past));
    if let Ok(legal) = &mut verdict
        // In the notation asked for, which can be the other one of castling.
        && let Ok(written) = told.position.uci(legal.action, style).parse()
    {
        legal.written = written;
    }
    let status = match &verdict {
        Ok(_) => Status::Ok,
        Err(_) => Status::Disagreement,
    };
    if arguments.output.json {
        let line = Line::result("explain", &status)
            .field("fen", told.position.fen(style))
            .field("chess960", arguments.position.chess960);
        return output::print(as_data(line, &told.position, &verdict), status.exit());
    }
    match verdict {
        Ok(legal) => output::print(legal, status.exit()),
        Err(illegal) => output::print(illegal, status.exit()),
    }
}

/// The verdict with its reasons, each as a stable code and as text.
fn as_data(line: Line, position: &Position, verdict: &Result<Legal, Illegal>) -> Line {
    let reason = |code: &str, text: String| json!({ "code": code, "text": text });
    let (written, san, reasons, text): (_, _, Vec<Value>, _) = match verdict {
        Ok(legal) => {
            let grounds = legal.grounds.iter();
            (
                legal.written,
                Some(position.san(legal.action)),
                grounds
                    .map(|ground| reason(ground.code(), ground.to_string()))
                    .collect(),
                legal.to_string(),
            )
        }
        Err(illegal) => {
            let reasons = illegal.reasons.iter();
            (
                illegal.written,
                None,
                reasons
                    .map(|why| reason(why.code(), why.to_string()))
                    .collect(),
                illegal.to_string(),
            )
        }
    };
    line.field("move", written.to_string())
        .field("san", san)
        .field("legal", verdict.is_ok())
        .field("reasons", reasons)
        .field("text", text)
}
