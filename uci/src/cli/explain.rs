//! `canopy explain`: whether a move is legal, and why.

use clap::Args;
use movegen::chess::CastlingStyle;
use serde_json::{Value, json};

use super::error::CliError;
use super::exit::Exit;
use super::json::Line;
use super::output::{self, OutputArgs};
use super::position;
use crate::games::variant::VariantArgs;

const AFTER_HELP: &str = "\
Exit codes: 0 the move is legal; 1 it is not; 2 unusable input or a failed write.";

/// The arguments of `canopy explain`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct ExplainArgs {
    #[command(flatten)]
    position: VariantArgs,
    /// The move in UCI notation (e2e4, e7e8q; castling as e1g1 or e1h1; a drop as N@f3) or in SAN (Nf3, O-O)
    #[arg(value_name = "MOVE")]
    mv: String,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// Runs the command, which prints one line.
pub(super) fn run(arguments: &ExplainArgs) -> Result<Exit, CliError> {
    let chess = arguments.position.of_chess();
    let style = CastlingStyle::new(chess.chess960);
    let (variant, fen, verdict) = match arguments.position.of_variant() {
        Some(parsed) => {
            let parsed = position::warned(parsed)?;
            let fen = parsed.position.fen(style);
            let name = parsed.position.rules().name();
            (Some(name), fen, parsed.verdict(&arguments.mv, style)?)
        }
        None => {
            let parsed = position::read(&chess.text())?;
            let fen = parsed.position.fen(style);
            (None, fen, parsed.verdict(&arguments.mv, style)?)
        }
    };
    let exit = Exit::of(true, verdict.legal);
    if !arguments.output.json {
        return output::print(verdict.text, exit);
    }
    let reasons = verdict.reasons.iter();
    let reasons = reasons.map(|reason| json!({ "code": reason.code, "text": reason.text }));
    let line = Line::result("explain", exit)
        .optional("variant", variant)
        .field("fen", fen)
        .field("chess960", chess.chess960)
        .field("move", verdict.mv)
        .field("san", verdict.san)
        .field("legal", verdict.legal)
        .field("reasons", reasons.collect::<Vec<Value>>())
        .field("text", verdict.text);
    output::print(line, exit)
}
