//! `canopy check`: the program's side of the exit-code protocol of juddperft's `test-external`.

use clap::Args;
use movegen::chess::{CastlingStyle, Kernel, PositionText};
use movegen::perft::{Perft, Progress};

use super::error::CliError;
use super::exit::Exit;
use super::json::Line;
use super::output::{self, OutputArgs};
use super::position;
use super::progress_bar::stop_on_interrupt;
use crate::limits::{Depth, Threads};
use crate::perft::PerftPlan;

const AFTER_HELP: &str = "\
Exit codes: 0 the count is VALUE; 1 it is not; 2 unusable input or a failed write; 130
interrupted.";

/// The arguments of `canopy check`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct CheckArgs {
    /// The position: FEN (also X-FEN, Shredder-FEN, EPD)
    #[arg(value_name = "FEN")]
    fen: String,
    /// Depth of the count in plies
    #[arg(value_name = "DEPTH")]
    depth: Depth,
    /// Expected number of leaves
    #[arg(value_name = "VALUE")]
    expected: u128,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// Runs the command. The count is exact, because no hash table is used.
pub(super) fn run(arguments: &CheckArgs) -> Result<Exit, CliError> {
    let position = position::read(&PositionText::new(Some(&arguments.fen), ""))?.position;
    let style = CastlingStyle::new(position.needs_chess960());
    let perft = Perft::new(arguments.depth.plies()).threads(Threads::ONE_PER_CORE.count());
    let plan = PerftPlan::new(position, perft);
    let stop = stop_on_interrupt();
    let outcome = plan.run(&Kernel::best(), &Progress::new(), &stop, |_, _| {})?;
    let (depth, expected) = (plan.depth(), arguments.expected);
    let total = outcome.total;
    let (text, exit) = if !outcome.complete {
        let text = format!("depth {depth}: {total} leaves (incomplete)");
        (text, Exit::Interrupted)
    } else if total == expected {
        let text = format!("depth {depth}: {total} leaves, agreed");
        (text, Exit::Done)
    } else {
        let text = format!("depth {depth}: {total} leaves, not {expected}");
        (text, Exit::Disagreement)
    };
    if arguments.output.json {
        let line = Line::result("check", exit)
            .field("fen", position.fen(style))
            .field("depth", depth)
            .count("expected", expected)
            .count("counted", total);
        return output::print(line, exit);
    }
    output::print(text, exit)
}
