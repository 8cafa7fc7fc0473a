//! `canopy check`: the exit-code protocol of juddperft's `test-external`, from the other side.

use clap::Args;
use movegen::chess::Kernel;
use movegen::chess::PositionText;
use movegen::perft::Progress;

use super::exit::Exit;
use super::json::{Line, Status};
use super::output::{self, OutputArgs};
use super::position::parse_with_warnings;
use super::progress_bar::stop_on_interrupt;
use crate::perft::PerftPlan;
use crate::report;

const AFTER_HELP: &str = "\
Exit codes: 0 the leaves are as many; 1 they are not; 2 unusable input or a failed write; 130
interrupted.";

/// The arguments of `canopy check`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct CheckArgs {
    /// The position: FEN (also X-FEN, Shredder-FEN, EPD)
    #[arg(value_name = "FEN")]
    fen: String,
    /// How many plies deep to count
    #[arg(value_name = "DEPTH")]
    depth: u8,
    /// How many leaves there should be
    #[arg(value_name = "VALUE")]
    expected: u128,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs the command. The count is exact: no table is used.
pub fn run(arguments: &CheckArgs) -> Exit {
    let position = match parse_with_warnings(&PositionText::new(Some(&arguments.fen), "")) {
        Ok(parsed) => parsed.position,
        Err(error) => return arguments.output.failed("check", error),
    };
    let plan = PerftPlan {
        position,
        depth: u32::from(arguments.depth),
        roots: None,
        threads: 0,
        hash_mb: 0,
        seed: 0,
        survey: false,
        style: report::castling_style(position.needs_chess960()),
    };
    let stop = stop_on_interrupt();
    let counted = plan.run(&Kernel::best(), &Progress::new(), &stop, |_, _| {});
    let outcome = match counted {
        Ok(outcome) => outcome,
        Err(error) => return arguments.output.failed("check", error),
    };
    let (depth, expected) = (arguments.depth, arguments.expected);
    let total = outcome.total;
    let (text, status) = if !outcome.complete {
        let text = format!("depth {depth}: {total} leaves (incomplete)");
        (text, Status::Interrupted)
    } else if total == expected {
        let text = format!("depth {depth}: {total} leaves, agreed");
        (text, Status::Ok)
    } else {
        let text = format!("depth {depth}: {total} leaves, not {expected}");
        (text, Status::Disagreement)
    };
    if arguments.output.json {
        let line = Line::result("check", &status)
            .field("fen", position.fen(plan.style))
            .field("depth", depth)
            .count("expected", expected)
            .count("counted", total);
        return output::print(line, status.exit());
    }
    output::print(text, status.exit())
}
