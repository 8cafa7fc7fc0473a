//! `canopy units`, `canopy run` and `canopy merge`: counts that are split among processes.

pub(super) mod input;
pub(super) mod merge;
pub(super) mod run;

use std::io::{self, Write as _};

use clap::Args;

use super::error::CliError;
use super::exit::Exit;
use super::game_args::GameArgs;
use super::progress_bar::stop_on_interrupt;
use crate::limits::Depth;
use input::{Split, SplitPlies};

pub use merge::MergeArgs;
pub(super) use merge::run as merge;
pub use run::RunArgs;
pub(super) use run::run;

const AFTER_HELP: &str = "\
The file is JSON Lines: a header, then one unit a line, in tree order. docs/units.md describes it.

  canopy units 8 --split 3 > units
  canopy run units --out results
  canopy merge units results

Exit codes: 0 done; 2 unusable input, a failed self-test or write; 130 interrupted.";

/// The arguments of `canopy units`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct UnitsArgs {
    /// Depth of the count in plies
    #[arg(value_name = "DEPTH", value_parser = Depth::at_least_one)]
    depth: Depth,
    /// Number of plies to expand; each distinct position there is one unit
    #[arg(long, value_name = "K", value_parser = Depth::at_least_one)]
    split: Depth,
    /// Count the kinds of leaves, as `canopy perft --stats`
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    game: GameArgs<false>,
}

/// Runs `canopy units`.
pub(super) fn units(arguments: &UnitsArgs) -> Result<Exit, CliError> {
    arguments.game.check()?;
    let stop = stop_on_interrupt();
    let split = Split {
        depth: arguments.depth.plies(),
        plies: SplitPlies::Exactly(arguments.split.plies()),
        statistics: arguments.stats,
        most: usize::MAX,
        stop: &stop,
    };
    let file = match arguments.game.with(split) {
        Err(_) if stop.is_stopped() => return Err(CliError::Interrupted),
        split => split?,
    };
    io::stdout().write_all(file.text().as_bytes())?;
    Ok(Exit::Done)
}
