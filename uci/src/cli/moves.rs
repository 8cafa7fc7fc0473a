//! `canopy moves`: the legal moves of a position, in UCI notation and in SAN.

use clap::Args;
use movegen::chess::CastlingStyle;
use serde_json::{Value, json};

use super::error::CliError;
use super::exit::Exit;
use super::json::Line;
use super::output::{self, OutputArgs};
use super::position;
use crate::games::variant::VariantArgs;
use crate::report;

/// The arguments of `canopy moves`.
#[derive(Debug, Args)]
pub struct MovesArgs {
    #[command(flatten)]
    position: VariantArgs,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// Runs the command, which prints one line per move, in the order of `go perft`.
pub(super) fn run(arguments: &MovesArgs) -> Result<Exit, CliError> {
    let chess = arguments.position.of_chess();
    let style = CastlingStyle::new(chess.chess960);
    let line = Line::result("moves", Exit::Done);
    let (line, moves) = match arguments.position.of_variant() {
        Some(parsed) => {
            let position = position::warned(parsed)?.position;
            let line = line.field("variant", position.rules().name());
            let line = line.field("fen", position.fen(style));
            (line, report::variant_moves(&position, style))
        }
        None => {
            let position = position::read(&chess.text())?.position;
            let line = line.field("fen", position.fen(style));
            (line, report::moves(&position, style))
        }
    };
    if arguments.output.json {
        let moves = moves.iter();
        let moves = moves.map(|(mv, san)| json!({ "move": mv, "san": san }));
        let line = line
            .field("chess960", chess.chess960)
            .field("moves", moves.collect::<Vec<Value>>());
        return output::print(line, Exit::Done);
    }
    if moves.is_empty() {
        return Ok(Exit::Done);
    }
    output::print(report::move_list(&moves), Exit::Done)
}
