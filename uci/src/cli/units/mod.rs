//! `canopy units`, `canopy run` and `canopy merge`: counts that are split among processes.

pub(super) mod merge;
mod run;

use std::io::{self, Write as _};
use std::path::Path;

use clap::Args;
use engine::regular_file;

use super::exit::{self, Exit};
use super::perft::game_args::{GameArgs, Split, SplitPlies};
use super::progress_bar::stop_on_interrupt;
use crate::limits::Depth;
use crate::units::{FileError, Selection, UnitFile};

pub use merge::{MergeArgs, merge};
pub use run::{RunArgs, run};

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
    /// Plies from the root to the units: the different positions there are counted
    #[arg(long, value_name = "K", value_parser = Depth::at_least_one)]
    split: Depth,
    /// Count the kinds of leaves, as perft --stats
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    game: GameArgs<false>,
}

/// Runs `canopy units`.
pub fn units(arguments: &UnitsArgs) -> Exit {
    if let Some(reason) = arguments.game.misplaced() {
        return exit::failed(reason);
    }
    let stop = stop_on_interrupt();
    let split = Split {
        depth: arguments.depth.plies(),
        plies: SplitPlies::Exactly(arguments.split.plies()),
        statistics: arguments.stats,
        stop: &stop,
    };
    match arguments.game.units(&split) {
        Ok(file) => match io::stdout().write_all(file.text().as_bytes()) {
            Ok(()) => Exit::Done,
            Err(error) => exit::output_failed(&error),
        },
        Err(_) if stop.is_stopped() => Exit::Interrupted,
        Err(error) => exit::failed(error),
    }
}

/// Why a file of units cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReadError {
    #[error("{path}: {error}")]
    File { path: String, error: io::Error },
    #[error("{path}: {error}")]
    Content { path: String, error: FileError },
}

/// Reads a file of units, or some of them.
pub(super) fn read(path: &Path, selection: &Selection) -> Result<UnitFile, ReadError> {
    let name = || path.display().to_string();
    let text = regular_file::read_to_string(path).map_err(|error| ReadError::File {
        path: name(),
        error,
    })?;
    UnitFile::parse(&text, selection).map_err(|error| ReadError::Content {
        path: name(),
        error,
    })
}
