//! `canopy moves`: the legal moves of a position, in UCI notation and in SAN.

use clap::Args;
use movegen::chess::CastlingStyle;
use serde_json::{Value, json};

use super::exit::Exit;
use super::json::{Line, Status};
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
    output: OutputArgs,
}

/// Runs the command, which prints one line per move, in the order of `go perft`.
pub fn run(arguments: &MovesArgs) -> Exit {
    let position = match position::read(&arguments.position.text()) {
        Ok(parsed) => parsed.position,
        Err(error) => return arguments.output.failed("moves", error),
    };
    let style = CastlingStyle::new(arguments.position.chess960);
    if arguments.output.json {
        let moves = position.moves_in_report_order().into_iter();
        let moves =
            moves.map(|mv| json!({ "move": position.uci(mv, style), "san": position.san(mv) }));
        let line = Line::result("moves", &Status::Ok)
            .field("fen", position.fen(style))
            .field("chess960", arguments.position.chess960)
            .field("moves", moves.collect::<Vec<Value>>());
        return output::print(line, Exit::Done);
    }
    let list = report::move_list(&position, position.moves_in_report_order(), style);
    if list.is_empty() {
        return Exit::Done;
    }
    output::print(list, Exit::Done)
}
