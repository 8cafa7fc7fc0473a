//! `canopy explain`: whether a move is legal, and why.

use std::fmt::Display;

use clap::Args;
use movegen::chess::explain::{Illegal, Legal, UciMove};
use movegen::chess::{CastlingStyle, MoveError, ParsedPosition, Position, SanError};
use serde_json::{Value, json};

use super::exit::Exit;
use super::json::{Line, Status};
use super::output::{self, OutputArgs};
use super::position::PositionArgs;

const AFTER_HELP: &str = "\
Exit codes: 0 the move is legal; 1 it is not; 2 unusable input or a failed write.";

/// The arguments of `canopy explain`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct ExplainArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The move in UCI notation (e2e4, e7e8q; castling as e1g1 or e1h1) or in SAN (Nf3, O-O)
    #[arg(value_name = "MOVE")]
    mv: String,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs the command, which prints one line.
pub fn run(arguments: &ExplainArgs) -> Exit {
    let failed = |error: &dyn Display| arguments.output.failed("explain", error);
    let parsed = match arguments.position.parse() {
        Ok(parsed) => parsed,
        Err(error) => return failed(&error),
    };
    let uci = match read_move(&parsed, &arguments.mv) {
        Ok(uci) => uci,
        Err(error) if error.is_illegal() => {
            return report_illegal(arguments, &parsed.position, &error);
        }
        Err(error) => return failed(&error),
    };
    let style = CastlingStyle::new(arguments.position.chess960);
    let mut verdict = parsed.position.explain(uci, Some(&parsed.history));
    if let Ok(legal) = &mut verdict
        // Castling is printed in the requested style, however it was written.
        && let Ok(uci) = parsed.position.uci(legal.mv, style).parse()
    {
        legal.uci = uci;
    }
    let status = match &verdict {
        Ok(_) => Status::Ok,
        Err(_) => Status::Disagreement,
    };
    if arguments.output.json {
        let line = Line::result("explain", &status)
            .field("fen", parsed.position.fen(style))
            .field("chess960", arguments.position.chess960);
        let line = add_verdict(line, &parsed.position, &verdict);
        return output::print(line, status.exit());
    }
    match verdict {
        Ok(legal) => output::print(legal, status.exit()),
        Err(illegal) => output::print(illegal, status.exit()),
    }
}

/// Adds the verdict with its reasons, each as a stable code and as text.
fn add_verdict(line: Line, position: &Position, verdict: &Result<Legal, Illegal>) -> Line {
    let (uci, san, reasons, text): (_, _, Vec<Value>, _) = match verdict {
        Ok(legal) => {
            let reasons = legal.reasons.iter();
            (
                legal.uci,
                Some(position.san(legal.mv)),
                reasons
                    .map(|reason| coded(reason.code(), reason.to_string()))
                    .collect(),
                legal.to_string(),
            )
        }
        Err(illegal) => {
            let reasons = illegal.reasons.iter();
            (
                illegal.uci,
                None,
                reasons
                    .map(|reason| coded(reason.code(), reason.to_string()))
                    .collect(),
                illegal.to_string(),
            )
        }
    };
    line.field("move", uci.to_string())
        .field("san", san)
        .field("legal", verdict.is_ok())
        .field("reasons", reasons)
        .field("text", text)
}

/// Reports why a move in SAN is illegal.
fn report_illegal(arguments: &ExplainArgs, position: &Position, error: &MoveError) -> Exit {
    let status = Status::Disagreement;
    if !arguments.output.json {
        return output::print(error, status.exit());
    }
    let chess960 = arguments.position.chess960;
    let reasons = match error {
        MoveError::Illegal(illegal) => illegal.reasons.as_slice(),
        MoveError::San(SanError::Illegal { reasons, .. }) => reasons,
        _ => &[],
    };
    let reasons: Vec<Value> = match reasons {
        [] => vec![coded("no_such_move", error.to_string())],
        reasons => reasons
            .iter()
            .map(|reason| coded(reason.code(), reason.to_string()))
            .collect(),
    };
    let line = Line::result("explain", &status)
        .field("fen", position.fen(CastlingStyle::new(chess960)))
        .field("chess960", chess960)
        .field("move", arguments.mv.as_str())
        .field("san", None::<String>)
        .field("legal", false)
        .field("reasons", reasons)
        .field("text", error.to_string());
    output::print(line, status.exit())
}

fn coded(code: &str, text: String) -> Value {
    json!({ "code": code, "text": text })
}

/// A move in UCI notation, legal or not, or a legal move in SAN.
fn read_move(parsed: &ParsedPosition, text: &str) -> Result<UciMove, MoveError> {
    match text.parse() {
        // A capital B can be a bishop.
        Ok(uci) if !text.starts_with('B') => Ok(uci),
        _ => {
            let mv = parsed.position.parse_move_after(text, &parsed.history)?;
            Ok(UciMove::new(mv))
        }
    }
}
