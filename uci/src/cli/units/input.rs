//! The units of a count: split from the command line, or read from a file.

use std::path::Path;

use engine::regular_file;
use movegen::perft::Stop;

use crate::cli::error::CliError;
use crate::cli::game_args::{Chosen, ChosenUser};
use crate::games::GameFlags;
use crate::storage::StorageError;
use crate::units::{Selection, UnitFile, choose_split, create};

/// How a count is split into units.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Split<'a> {
    pub(in crate::cli) depth: u32,
    pub(in crate::cli) plies: SplitPlies,
    pub(in crate::cli) statistics: bool,
    /// The most positions in all plies up to the units.
    pub(in crate::cli) most: usize,
    pub(in crate::cli) stop: &'a Stop,
}

/// The number of plies from the root to the units.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) enum SplitPlies {
    Exactly(u32),
    /// As is best for one machine with this many threads.
    ForThreads(usize),
}

impl ChosenUser for Split<'_> {
    type Output = Result<UnitFile, CliError>;

    fn with<G: GameFlags>(self, chosen: &Chosen<G>) -> Self::Output {
        let root = chosen.root()?;
        let (depth, stop) = (self.depth, self.stop);
        let plies = match self.plies {
            SplitPlies::Exactly(plies) => plies,
            SplitPlies::ForThreads(threads) => choose_split(&root.position, depth, threads, stop),
        };
        Ok(create(
            &root,
            depth,
            plies,
            self.statistics,
            self.most,
            stop,
        )?)
    }
}

/// Reads a file of units, or some of them.
pub(in crate::cli) fn read(path: &Path, selection: &Selection) -> Result<UnitFile, CliError> {
    let text = regular_file::read_to_string(path).map_err(StorageError::at(path))?;
    UnitFile::parse(&text, selection).map_err(CliError::in_file(path))
}
