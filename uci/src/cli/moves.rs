//! `canopy moves`: the legal moves of a position, in UCI notation and in SAN.

use clap::Args;
use movegen::chess::CastlingStyle;
use serde_json::{Value, json};

use super::error::CliError;
use super::exit::Exit;
use super::json::Line;
use super::output::{self, OutputArgs};
use super::position;
use crate::games::chess::PositionArgs;
use crate::report;

/// The arguments of `canopy moves`.
#[derive(Debug, Args)]
pub struct MovesArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// Runs the command, which prints one line per move, in the order of `go perft`.
pub(super) fn run(arguments: &MovesArgs) -> Result<Exit, CliError> {
    let position = position::read(&arguments.position.text())?.position;
    let style = CastlingStyle::new(arguments.position.chess960);
    if arguments.output.json {
        let moves = position.moves_in_report_order().into_iter();
        let moves =
            moves.map(|mv| json!({ "move": position.uci(mv, style), "san": position.san(mv) }));
        let line = Line::result("moves", Exit::Done)
            .field("fen", position.fen(style))
            .field("chess960", arguments.position.chess960)
            .field("moves", moves.collect::<Vec<Value>>());
        return output::print(line, Exit::Done);
    }
    let list = report::move_list(&position, style);
    if list.is_empty() {
        return Ok(Exit::Done);
    }
    output::print(list, Exit::Done)
}
